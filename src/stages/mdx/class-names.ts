/** Words in the strings of JavaScript that may be class names: what a page that computes can put on its elements. */
import { importedFile } from '../../model/import-path.ts';
import type { CompilerOptions } from './options.ts';

/** Every word of every string. Most are none; the style sheet is only made of those that it knows. */
export function wordsInStrings(code: string): string[] {
  const words = new Set<string>();
  for (const [, text = ''] of code.matchAll(/["'`]([^"'`\n]+)["'`]/g)) {
    for (const word of text.split(/\s+/)) if (/^[!\w@[-][\w\-:./[\]()%#,!&>*=+]*$/.test(word)) words.add(word);
  }
  return [...words];
}

/** What is found in a script and in everything that it imports of the project. */
export interface ScriptFacts {
  readonly words: ReadonlySet<string>;
  /** The file and all that it imports. */
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
    // A set grows while it is walked: everything reachable is met once.
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

/** Asked for each page anew: which file an import means depends on the files that there are. */
function importsOf(file: string, specifiers: readonly string[], hasFile: (path: string) => boolean): string[] {
  const files: string[] = [];
  for (const specifier of specifiers) {
    const found = importedFile(file, specifier, hasFile);
    if (found && /\.(?:[jt]sx?|mdx?)$/.test(found)) files.push(found);
  }
  return files;
}
