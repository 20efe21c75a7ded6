import type { BuiltRequest } from '../../shared/request/request.ts';
import { findLanguage } from '../../shared/samples/languages.ts';
import { element } from './dom.ts';

/** Enough to read a short program: texts, numbers, and words that several of the languages have. */
const token =
  /(?<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`[^`]*`)|(?<number>\b\d[\d.]*\b)|(?<word>\b(?:import|from|const|let|var|new|return|if|else|await|async|func|fn|def|class|public|static|void|throws|package|require|use|using|include|true|false|null|nil|None|True|False|do|end|try|catch|err|int|char|string|final)\b)|(?<name>\b[A-Za-z_]\w*(?=\())/g;

/** The request in one language as the content of a `pre` element. */
export function sampleCode(key: string, request: BuiltRequest): HTMLElement {
  const code = element('code', {});
  const text = findLanguage(key)?.print(request).trimEnd() ?? '';
  for (const line of text.split('\n')) {
    const row = element('span', { class: 'line' });
    let at = 0;
    for (const match of line.matchAll(token)) {
      const [kind] = Object.entries(match.groups ?? {}).find(([, found]) => found !== undefined) as [string, string];
      row.append(line.slice(at, match.index), element('span', { class: `sample-${kind}` }, match[0]));
      at = match.index + match[0].length;
    }
    row.append(line.slice(at));
    code.append(...(code.hasChildNodes() ? ['\n'] : []), row);
  }
  return code;
}
