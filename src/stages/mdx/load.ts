import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Heavy packages (parsers, grammars, KaTeX) are loaded when first used. Node ≥ 22.22 can do that synchronously for ES
 * modules too, so compiling a page stays a plain function of its input.
 */
export const load = createRequire(import.meta.url);

/** The same for a module of ours: its place from here, without its ending. */
export function loadOwn(place: string): unknown {
  return load(fileURLToPath(new URL(`${place}${extname(import.meta.url)}`, import.meta.url)));
}
