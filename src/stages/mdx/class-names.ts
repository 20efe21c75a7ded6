/** Finds words in JavaScript strings that may be class names, because page code can put them on its elements. */
import { importedFile } from '../../model/project-path.ts';
import type { CompilerOptions } from './options.ts';

/** Every word of every string. Most are not class names; the stylesheet ignores those that it does not know. */
export function wordsInStrings(code: string): string[] {
  const words = new Set<string>();
  for (const [, text = ''] of code.matchAll(/["'`]([^"'`\n]+)["'`]/g)) {
    for (const word of text.split(/\s+/)) if (/^[!\w@[-][\w\-:./[\]()%#,!&>*=+]*$/.test(word)) words.add(word);
  }
  return [...words];
}

/** Result for a script and everything that it imports from the project. */
export interface ScriptFacts {
  readonly words: ReadonlySet<string>;
  /** The file and its transitive imports. */
  readonly files: readonly string[];
}

/** The same for a script of the project and everything that it imports. */
export function createScriptReader({ readText, hasFile }: Pick<CompilerOptions, 'readText' | 'hasFile'>): (file: string) => ScriptFacts {
  const known = new Map<string, { readonly text: string; readonly words: readonly string[]; readonly specifiers: readonly string[] }>();
  const read = (file: string) => {
    const text = readText(file) ?? '';
    let facts = known.get(file);
    if (facts?.text !== text) {
      facts = { text, words: wordsInStrings(text), specifiers: specifiersOf(text) };
      known.set(file, facts);
    }
    return facts;
  };
  return (file) => {
    const files = new Set([file]);
    const words = new Set<string>();
    // A Set may grow during iteration, so this visits everything reachable once.
    for (const next of files) {
      const facts = read(next);
      for (const word of facts.words) words.add(word);
      for (const imported of importsOf(next, facts.specifiers, hasFile)) files.add(imported);
    }
    return { words, files: [...files] };
  };
}

function specifiersOf(text: string): string[] {
  return [...text.matchAll(/^\s*(?:import|export)\b[^'"]*["']([^'"\n]+)["']/gm)].map(([, specifier = '']) => specifier);
}

/** Resolved for each page, because the target of an import depends on which files exist. */
function importsOf(file: string, specifiers: readonly string[], hasFile: (path: string) => boolean): string[] {
  const files: string[] = [];
  for (const specifier of specifiers) {
    const found = importedFile(file, specifier, hasFile);
    if (found && /\.(?:[jt]sx?|mdx?)$/.test(found)) files.push(found);
  }
  return files;
}
