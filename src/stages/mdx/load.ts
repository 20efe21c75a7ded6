import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Large packages (parsers, grammars, KaTeX) are loaded on first use. Node.js ≥ 22.22 can `require` ES modules
 * synchronously, so compiling a page stays a synchronous function.
 */
export const load = createRequire(import.meta.url);

/** The same for a docsgen module, by its path relative to this file without its extension. */
export function loadInternal(path: string): unknown {
  return load(fileURLToPath(new URL(`${path}${extname(import.meta.url)}`, import.meta.url)));
}
