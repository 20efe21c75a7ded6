/** Whether a browser can run a `.js` file as a plain script, which every page then loads. */
import { Script } from 'node:vm';

/**
 * `node`: a program of the repository. `module`, `broken`: browsers reject the whole file as a plain script. Positions
 * are 1-based.
 */
export type ScriptProblem =
  | { readonly kind: 'node' }
  | { readonly kind: 'module' | 'broken'; readonly line: number; readonly column: number; readonly message: string };

/** Undefined for a script that runs in a browser, as far as this can be known without running it. */
export function scriptProblem(text: string): ScriptProblem | undefined {
  const problem = syntaxError(text);
  if (isNodeProgram(text, problem === undefined)) return { kind: 'node' };
  return problem && { kind: isModule(text, problem) ? 'module' : 'broken', ...positionOf(problem), message: problem.message };
}

const nodeModule = /(?:\brequire\(\s*|^import\b[^'"\n]*)['"](?:node:|fs['"/]|path['"/]|child_process['"])/gm;
const commonJs = /^(?:(?:(?:const|let|var)\b[^=;]{0,1000}=\s*)?require\(\s*['"]|(?:module\.exports|exports\.\w+)\s*=)/gm;
const names = '(?:module|exports|require)';
/** Libraries test whether these exist before they use them; others define their own. */
const looksFirst = new RegExp(
  `\\btypeof\\s+${names}\\b|\\bdefine\\.amd\\b|\\b(?:var |let |const |window\\.)${names}\\s*=(?!\\s*require\\b)`,
);

/**
 * Scripts of the repository's tooling throw in a browser: they have `#!`, or use Node.js globals. Ignores comments and
 * strings. Ignores CommonJS in functions, and `return`: the modules of a bundle receive these names as parameters.
 */
function isNodeProgram(text: string, isScript: boolean): boolean {
  const breaks = (found: RegExp, mark: string) => {
    const marked = text.replace(found, `${mark}$&`);
    return marked !== text && (!isScript || syntaxError(marked) !== undefined);
  };
  return text.startsWith('#!') || breaks(nodeModule, '\u0001') || (!looksFirst.test(text) && breaks(commonJs, 'return;'));
}

/**
 * Decides by V8's message, because V8 parses a module only to run it. Top-level `await` is valid in a module; top-level
 * `return` is not.
 */
function isModule(text: string, { message }: SyntaxError): boolean {
  if (/\b(?:import|export)\b/.test(message)) return true;
  return /\bawait\b/.test(text) && !/\breturn\b/.test(message) && syntaxError(`(async () => {${text}\n})`) === undefined;
}

/** Only parses, never runs. */
function syntaxError(text: string): SyntaxError | undefined {
  try {
    new Script(text, { filename: 'script' });
    return undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return error;
    // V8 gives up at deep nesting, and so do browsers.
    if (error instanceof RangeError) return Object.assign(new SyntaxError('it is nested too deeply'), { stack: '' });
    throw error;
  }
}

/**
 * `script:3`, the line, and markers below it: missing at the end of the text, and wrong far to the right in a long
 * line.
 */
function positionOf({ stack = '' }: SyntaxError): { readonly line: number; readonly column: number } {
  const [, line = '1', marks = ''] = /^script:(\d+)\n.*\n([\t ]*)/.exec(stack) ?? [];
  return { line: Number(line), column: marks.length < 1020 ? marks.length + 1 : 1 };
}
