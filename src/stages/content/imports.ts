/** Which project files a source text imports, found by its words alone: enough to tell a snippet from a page. */
import { importedFile } from '../../model/import-path.ts';

/** `import a from "./x"`, `import "./x"`, `export … from "./x"`, in column 0 as MDX and module scripts write them. */
const statement = /^(?:import|export)\b[^'"`;]*?['"]([^'"\n]+)['"]/gm;

/** The imports of one text as plain data. */
export interface CachedImports {
  readonly written: readonly string[];
  readonly outsideFences: readonly string[];
}

/** The imports of one text. Reading it costs; which files the imports mean is asked again for other sets of files. */
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

  /** The imports of a text that is not at hand. */
  static restored(kept: CachedImports, file: string): ImportScan {
    return new ImportScan('', file, kept);
  }

  /** What of the text is needed to make it again. */
  kept(): CachedImports {
    const outsideFences = this.#written.length === 0 ? [] : this.#specifiersOutside();
    return { written: outsideFences.length === 0 ? [] : this.#written, outsideFences };
  }

  /** Paths as written (`/snippets/a.mdx`, `./b.jsx`) → project paths. Packages and code samples are left out. */
  paths(has: (path: string) => boolean): string[] {
    const resolve = (specifiers: readonly string[]) => specifiers.flatMap((specifier) => importedFile(this.#file, specifier, has) ?? []);
    // Nearly all imports of pages stand in code samples and name packages.
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

/** Pages about documentation show imports in code blocks; those import nothing. */
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
