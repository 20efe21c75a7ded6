/** Highlighted lines → the content of `<pre><code>`, with classes for lines that are highlighted, focused, added or removed. */
import type { HtmlElement } from '../../../model/html-node.ts';
import type { FenceMeta } from './fence-meta.ts';
import type { HighlightedCode, Highlighter } from './highlighter.ts';

/**
 * `highlighted` is the highlighter's result for the code without its notation comments; it holds styles and whether
 * the language is known.
 */
export interface CodeHtml {
  readonly html: string;
  readonly highlighted: HighlightedCode;
}

type Marks = Map<number, Set<string>>;

/** `// [!code ++]`, `# [!code highlight:3]`, `<!-- [!code --] -->`: the comment is removed and the line gets the class. */
const notation =
  /[ \t]*(?:\/\/|\/\*|#|<!--|--|%|;|\{\/\*)[ \t]*\[!code[ \t]+(\+\+|--|hl|highlight|focus|word)(?::(\d{1,5}))?\][ \t]*(?:\*\/\}?|-->)?[ \t]*$/;
const classes = new Map([
  ['++', 'add'],
  ['--', 'remove'],
  ['hl', 'highlight'],
  ['highlight', 'highlight'],
  ['focus', 'focus'],
]);

/** Class of code whose lines are only separated by line feeds: 27 bytes less for each line. */
export const plainCodeClass = 'plain';

/**
 * The code of generated examples, which have no line numbers and wrap nowhere, so that only marked lines are elements.
 * Otherwise like `codeHtml`.
 */
export function exampleHtml(source: string, language: string, highlighter: Highlighter): CodeHtml {
  if (source.includes('[!code')) return codeHtml(source, language, { highlight: new Set(), focus: new Set() }, highlighter);
  const highlighted = highlighter.highlight(source, language);
  return { html: `<pre><code class="${plainCodeClass}">${highlighted.lines.join('\n')}</code></pre>`, highlighted };
}

/**
 * Lines are counted from 1 in the displayed code, so a line that contains only a notation does not count. Line
 * numbers that do not exist are ignored.
 */
export function codeHtml(
  source: string,
  language: string,
  meta: Pick<FenceMeta, 'highlight' | 'focus'>,
  highlighter: Highlighter,
): CodeHtml {
  const marks: Marks = new Map();
  const code = source.includes('[!code') ? extractNotations(source, marks) : source;
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

/** The node of a code block. */
export function codeNode(source: string): HtmlElement {
  return { tag: 'pre', attributes: {}, children: [withoutNotations(source)] };
}

/** The code without its notation comments: the text that is highlighted. */
export function withoutNotations(source: string): string {
  return source.includes('[!code') ? extractNotations(source, new Map()) : source;
}

function extractNotations(source: string, marks: Marks): string {
  const kept: string[] = [];
  for (const line of source.split('\n')) {
    const match = notation.exec(line);
    if (!match) {
      kept.push(line);
      continue;
    }
    const name = classes.get(match[1] as string);
    const rest = line.slice(0, match.index);
    // A comment on its own line applies to the following lines.
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
