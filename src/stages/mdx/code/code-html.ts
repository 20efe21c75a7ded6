/** Highlighted lines → the inside of `<pre><code>`: marks for lines that are highlighted, focused, added or removed. */
import type { HtmlElement } from '../../../model/html-node.ts';
import type { FenceMeta } from './fence-meta.ts';
import type { HighlightedCode, Highlighter } from './highlighter.ts';

/** `highlighted` is what the highlighter gave for the code without its marks: for the classes and the state of its language. */
export interface CodeHtml {
  readonly html: string;
  readonly highlighted: HighlightedCode;
}

type Marks = Map<number, Set<string>>;

/** `// [!code ++]`, `# [!code highlight:3]`, `<!-- [!code --] -->`: the comment goes, the mark stays. */
const notation =
  /[ \t]*(?:\/\/|\/\*|#|<!--|--|%|;|\{\/\*)[ \t]*\[!code[ \t]+(\+\+|--|hl|highlight|focus|word)(?::(\d{1,5}))?\][ \t]*(?:\*\/\}?|-->)?[ \t]*$/;
const classes = new Map([
  ['++', 'add'],
  ['--', 'remove'],
  ['hl', 'highlight'],
  ['highlight', 'highlight'],
  ['focus', 'focus'],
]);

/**
 * Lines count from 1 in the code as it is shown: one that holds nothing but a mark is none. Lines
 * that do not exist are passed over.
 */
export function codeHtml(
  source: string,
  language: string,
  meta: Pick<FenceMeta, 'highlight' | 'focus'>,
  highlighter: Highlighter,
): CodeHtml {
  const marks: Marks = new Map();
  const code = source.includes('[!code') ? takeNotations(source, marks) : source;
  for (const line of meta.highlight) mark(marks, line, 'highlight');
  for (const line of meta.focus) mark(marks, line, 'focus');
  const highlighted = highlighter.highlight(code, language);
  const hasFocus = [...marks.values()].some((names) => names.has('focus'));
  const lines = highlighted.lines.map((line, index) => {
    const names = marks.get(index + 1);
    return `<span class="line${names ? ` ${[...names].join(' ')}` : ''}">${line}</span>`;
  });
  return { html: `<pre${hasFocus ? ' class="has-focus"' : ''}><code>${lines.join('\n')}</code></pre>`, highlighted };
}

/** What the HTML of a block of code says. */
export function codeNode(source: string): HtmlElement {
  return { tag: 'pre', attributes: {}, children: [bareCode(source)] };
}

/** The code without the comments that mark its lines: what is highlighted. */
export function bareCode(source: string): string {
  return source.includes('[!code') ? takeNotations(source, new Map()) : source;
}

function takeNotations(source: string, marks: Marks): string {
  const kept: string[] = [];
  for (const line of source.split('\n')) {
    const match = notation.exec(line);
    if (!match) {
      kept.push(line);
      continue;
    }
    const name = classes.get(match[1] as string);
    const rest = line.slice(0, match.index);
    // A comment on a line of its own speaks of the lines after it.
    const isAlone = rest.trim() === '';
    if (!isAlone) kept.push(rest);
    const first = isAlone ? kept.length + 1 : kept.length;
    for (let index = 0; index < Number(match[2] ?? 1); index++) if (name) mark(marks, first + index, name);
  }
  return kept.join('\n');
}

function mark(marks: Marks, line: number, name: string): void {
  const names = marks.get(line) ?? new Set();
  marks.set(line, names.add(name));
}
