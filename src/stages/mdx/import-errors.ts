/** The diagnostics of imports: one function for each. */
import { type Diagnostic, diagnostic, type SourceLocation } from '../../model/diagnostic.ts';

type At = SourceLocation;

/** The dependencies of a page must be known without running it. */
export const dynamicImport = (at: At): Diagnostic =>
  diagnostic('mdx/import', { message: 'dynamic import is not allowed in pages', location: at, hint: 'use an import statement' });

/** A Node.js module or a URL. */
export const foreignImport = (at: At, from: string, fallback: string): Diagnostic =>
  diagnostic('mdx/import', {
    message: `cannot import "${from}": pages can import only .mdx, .md, .jsx, .tsx and .json files in the project, with a relative path`,
    location: at,
    hint: `remove the import; ${fallback}`,
  });

/** A relative path outside of the docs folder. */
export const escapingImport = (at: At, from: string, fallback: string): Diagnostic =>
  diagnostic('mdx/import', {
    message: `"${from}" is outside the project`,
    location: at,
    hint: `move the file into the project; ${fallback}`,
  });

/** `nearest`: the path that is probably meant. `fallback`: what the page shows for the imported names (`describeFallback`). */
export const missingImport = (at: At, from: string, fallback: string, nearest?: string): Diagnostic =>
  diagnostic('mdx/import-missing', {
    message: `imported file "${from}" does not exist`,
    location: at,
    hint: `${pathSuggestion(from, nearest) ?? 'fix the path, or remove the import'}; ${fallback}`,
  });

/** A package that is not installed. */
export const missingPackage = (at: At, name: string, fallback: string): Diagnostic =>
  diagnostic('mdx/import-missing', {
    message: `imported package "${name}" is not installed in the project`,
    location: at,
    hint: `remove the import, or copy the component into the project; ${fallback}`,
  });

function pathSuggestion(path: string, nearest: string | undefined): string | undefined {
  if (nearest === undefined) return undefined;
  return `write "${nearest}"${path.toLowerCase() === nearest.toLowerCase() ? ': paths are case-sensitive' : ''}`;
}

/** The page loads the stylesheet without the import. */
export const importedStyle = (at: At, from: string): Diagnostic =>
  diagnostic('mdx/import-style', {
    message: `stylesheet "${from}" needs no import`,
    location: at,
    hint: 'remove the import: every page loads the stylesheets of the project',
  });

/** The file exists, the export does not. */
export const missingExport = (at: At, name: string, from: string, fallback: string): Diagnostic =>
  diagnostic('mdx/import-missing', {
    message: `"${from}" has no export named ${name}`,
    location: at,
    hint: `export ${name} from the file, or fix the name; ${fallback}`,
  });

/** `chain`: the files in order, with the first repeated at the end. */
export const importCycle = (at: At, chain: readonly string[]): Diagnostic =>
  diagnostic('mdx/import-cycle', {
    message: `files import each other: ${chain.join(' -> ')}`,
    location: at,
    hint: 'move the shared code to a third file',
  });

/** `<Snippet file="…">`, the older form of inclusion. */
export const missingSnippet = (at: At, file: string, nearest?: string): Diagnostic =>
  diagnostic('mdx/import-missing', {
    message: `snippet "${file}" does not exist`,
    location: at,
    hint: pathSuggestion(file, nearest) ?? 'create it in snippets/, or fix the name',
  });
