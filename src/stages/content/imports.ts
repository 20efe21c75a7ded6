/**
 * The project files that a source text imports, found without parsing it: enough to distinguish snippets from pages.
 */
import { importedFile } from '../../model/project-path.ts';

/** `import a from "./x"`, `import "./x"`, `export … from "./x"`, in column 0, as MDX and modules have them. */
const statement = /^(?:import|export)\b[^'"`;]*?['"]([^'"\n]+)['"]/gm;

/** The imports of one text as plain data. */
export interface CachedImports {
  readonly written: readonly string[];
  readonly outsideFences: readonly string[];
}

/** The imports of one text. Scanning is slow, so the result is reused when the set of files changes. */
export class ImportScan {
  readonly #text: string;
  readonly #file: string;
  readonly #written: readonly string[];
  #outsideFences: readonly string[] | undefined;

  constructor(text: string, file: string, kept?: CachedImports) {
    this.#text = text;
    this.#file = file;
    this.#written = kept?.written ?? specifiersOf(text);
    this.#outsideFences = kept?.outsideFences;
  }

  /** The specifiers as written; in a page, also those of code samples. */
  get specifiers(): readonly string[] {
    return this.#written;
  }

  /** Restores the imports of a text from the cache. */
  static restored(kept: CachedImports, file: string): ImportScan {
    return new ImportScan('', file, kept);
  }

  /** The data for `restored`. */
  kept(): CachedImports {
    const outsideFences = this.#written.length === 0 ? [] : this.#specifiersOutside();
    return { written: outsideFences.length === 0 ? [] : this.#written, outsideFences };
  }

  /** Resolves paths as written (`/snippets/a.mdx`, `./b.jsx`) to project paths. Excludes packages and code samples. */
  paths(has: (path: string) => boolean): string[] {
    const resolve = (specifiers: readonly string[]) => specifiers.flatMap((specifier) => importedFile(this.#file, specifier, has) ?? []);
    // Nearly all imports in pages are in code samples and name packages.
    if (resolve(this.#written).length === 0) return [];
    return resolve(this.#specifiersOutside());
  }

  #specifiersOutside(): readonly string[] {
    this.#outsideFences ??= specifiersOf(withoutFences(this.#text));
    return this.#outsideFences;
  }
}

function specifiersOf(text: string): string[] {
  if (!text.includes('import') && !text.includes('export')) return [];
  return [...text.matchAll(statement)].map(([, specifier = '']) => specifier);
}

/** Code blocks in pages show imports but do not import anything. */
function withoutFences(text: string): string {
  if (!/^[ \t]*(?:`{3}|~{3})/m.test(text)) return text;
  let fence = '';
  return text
    .split('\n')
    .filter((line) => {
      const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
      if (mark === '') return fence === '';
      if (fence === '') fence = mark;
      else if (mark.startsWith(fence)) fence = '';
      return false;
    })
    .join('\n');
}
