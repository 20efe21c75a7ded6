/**
 * What we use of Shiki behind one door: the build makes this file one, so that who installs docsgen gets no packages for
 * HTML that we write ourselves, and a thread that highlights finds one file instead of fifty. Grammars and themes stay
 * packages of their own, read one by one.
 */
export { createCssVariablesTheme, createShikiPrimitive, normalizeTheme } from 'shiki/core';
export { defaultJavaScriptRegexConstructor } from 'shiki/engine/javascript';
export { bundledLanguages } from 'shiki/langs';
export { INITIAL, Theme } from 'shiki/textmate';
