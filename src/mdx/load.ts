import { createRequire } from 'node:module';

/**
 * Heavy packages (parsers, grammars, KaTeX) are loaded when first used. Node ≥ 22.22 can do that synchronously for ES
 * modules too, so compiling a page stays a plain function of its input.
 */
export const load = createRequire(import.meta.url);
