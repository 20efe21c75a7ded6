/**
 * The parts of Shiki that docsgen uses. The build bundles this file, so that installing docsgen does not install
 * Shiki's HTML dependencies, and threads load one file instead of fifty. Grammars and themes stay separate packages
 * and are loaded on demand.
 */
export { EmulatedRegExp } from 'oniguruma-to-es';
export { createCssVariablesTheme, createShikiPrimitive, normalizeTheme } from 'shiki/core';
export { defaultJavaScriptRegexConstructor } from 'shiki/engine/javascript';
export { bundledLanguages } from 'shiki/langs';
export { INITIAL, Theme } from 'shiki/textmate';
