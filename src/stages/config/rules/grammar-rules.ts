import type { Diagnostic } from '../../../model/diagnostic.ts';
import type { FileSystem } from '../../../model/file-system.ts';
import { isExternal } from '../../../shared/url.ts';
import type { DocsJson } from '../docs-json.ts';
import { grammarProblem, quote } from '../errors.ts';
import type { ConfigLocations } from '../locations.ts';
import { sitePath } from '../resolve-parts.ts';
import { leavesProject } from './project-path-rules.ts';

/**
 * Checks that each file of `styling.codeblocks.languages.custom` exists and is a TextMate grammar. Reports
 * `config/grammar`.
 */
export function checkGrammars(docs: DocsJson, places: ConfigLocations, files: FileSystem): Diagnostic[] {
  const { codeblocks } = docs.styling ?? {};
  const paths = (typeof codeblocks === 'object' && codeblocks.languages?.custom) || [];
  return paths.flatMap((path, index) => {
    const file = sitePath(path).replace(/^\//, '');
    // Already reported as a path.
    if (leavesProject(path)) return [];
    const problem = isExternal(path) ? 'is outside the project' : problemOf(files, file);
    return problem === undefined ? [] : [grammarProblem(places.value(paths, index), `the grammar ${quote(path)} ${problem}`)];
  });
}

function problemOf(files: FileSystem, file: string): string | undefined {
  if (!files.has(file)) return 'does not exist';
  try {
    const grammar: unknown = JSON.parse(files.readText(file));
    const isGrammar = typeof grammar === 'object' && grammar !== null && 'scopeName' in grammar && typeof grammar.scopeName === 'string';
    return isGrammar ? undefined : 'has no `scopeName`, which every TextMate grammar has';
  } catch (error) {
    return `cannot be read: ${(error as Error).message}`;
  }
}
