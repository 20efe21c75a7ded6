/** What becomes of a `.js` file: every page loads it as a plain script (docs-json-spec 3.10), if a browser can run it so. */
import { Script } from 'node:vm';

/** `node`: a program of the repository. `module`, `broken`: no browser runs a line of it as a plain script. Places are 1-based. */
export type ScriptProblem =
  | { readonly kind: 'node' }
  | { readonly kind: 'module' | 'broken'; readonly line: number; readonly column: number; readonly message: string };

/** Undefined for a script that runs in a browser, as far as that shows without running it. */
export function scriptProblem(text: string): ScriptProblem | undefined {
  const problem = syntaxError(text);
  if (isNodeProgram(text, problem === undefined)) return { kind: 'node' };
  return problem && { kind: isModule(text, problem) ? 'module' : 'broken', ...placeOf(problem), message: problem.message };
}

const nodeModule = /(?:\brequire\(\s*|^import\b[^'"\n]*)['"](?:node:|fs['"/]|path['"/]|child_process['"])/gm;
const commonJs = /^(?:(?:(?:const|let|var)\b[^=;]{0,1000}=\s*)?require\(\s*['"]|(?:module\.exports|exports\.\w+)\s*=)/gm;
const names = '(?:module|exports|require)';
/** Libraries look first whether these are there, and others make their own. */
const looksFirst = new RegExp(
  `\\btypeof\\s+${names}\\b|\\bdefine\\.amd\\b|\\b(?:var |let |const |window\\.)${names}\\s*=(?!\\s*require\\b)`,
);

/**
 * Scripts of the repository's own tooling throw in a browser: `#!`, or what only Node has. In comments and texts that says
 * nothing, which stay what they are whatever is put into them; CommonJS not in functions either, where `return` is right: the
 * modules of a bundle are handed its names.
 */
function isNodeProgram(text: string, isScript: boolean): boolean {
  const breaks = (found: RegExp, mark: string) => {
    const marked = text.replace(found, `${mark}$&`);
    return marked !== text && (!isScript || syntaxError(marked) !== undefined);
  };
  return text.startsWith('#!') || breaks(nodeModule, '\u0001') || (!looksFirst.test(text) && breaks(commonJs, 'return;'));
}

/**
 * By the words of the engine, which takes a whole module only to run it. What waits outside of functions is right in one that
 * may wait, as `return` is, which no module has.
 */
function isModule(text: string, { message }: SyntaxError): boolean {
  if (/\b(?:import|export)\b/.test(message)) return true;
  return /\bawait\b/.test(text) && !/\breturn\b/.test(message) && syntaxError(`(async () => {${text}\n})`) === undefined;
}

/** Only parsed, never run. */
function syntaxError(text: string): SyntaxError | undefined {
  try {
    new Script(text, { filename: 'script' });
    return undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return error;
    throw error;
  }
}

/** `script:3`, the line, and marks below it: none at the end of the text, nor right ones far out in a long line. */
function placeOf({ stack = '' }: SyntaxError): { readonly line: number; readonly column: number } {
  const [, line = '1', marks = ''] = /^script:(\d+)\n.*\n([\t ]*)/.exec(stack) ?? [];
  return { line: Number(line), column: marks.length < 1020 ? marks.length + 1 : 1 };
}
