/** What becomes of a `.js` file: every page loads it as a plain script (docs-json-spec 3.10), if a browser can run it so. */
import { Script } from 'node:vm';

/** `node`: a program of the repository. `module`, `broken`: no browser runs a line of it as a plain script. Places are 1-based. */
export type ScriptFault =
  | { readonly kind: 'node' }
  | { readonly kind: 'module' | 'broken'; readonly line: number; readonly column: number; readonly message: string };

/** Undefined for a script that runs in a browser, as far as that shows without running it. */
export function scriptFault(text: string): ScriptFault | undefined {
  return isNodeProgram(text) ? { kind: 'node' } : syntaxFault(text);
}

const nodeModule = /(?:\brequire\(\s*|^import\b[^'"\n]*)['"](?:node:|fs['"/]|path['"/]|child_process['"])/m;
/** At the margin, where no function of a library stands around it that looks first whether these are there. */
const commonJs = /^(?:(?:(?:const|let|var)\b[^=;]*=\s*)?require\(\s*['"]|(?:module\.exports|exports\.\w+)\s*=)/m;
const looksFirst = /\btypeof\s+(?:module|exports|require)\b|\bdefine\.amd\b/;

/** Scripts of the repository's own tooling throw in a browser: `#!`, or what only Node has. */
function isNodeProgram(text: string): boolean {
  return text.startsWith('#!') || nodeModule.test(text) || (commonJs.test(text) && !looksFirst.test(text));
}

/** Only parsed, never run. */
function syntaxFault(text: string): ScriptFault | undefined {
  try {
    new Script(text, { filename: 'script' });
    return undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // `script:3`, the line, and marks below it: none at the end of the text.
    const [, line = '1', marks = ''] = /^script:(\d+)\n.*\n([\t ]*)/.exec(error.stack ?? '') ?? [];
    const place = { line: Number(line), column: marks.length + 1 };
    const source = text.split(/\r\n|[\n\r\u2028\u2029]/)[place.line - 1] ?? '';
    const isModule = /^(?:import|export|await)\b/.test(source.slice(marks.length));
    return { kind: isModule ? 'module' : 'broken', ...place, message: error.message };
  }
}
