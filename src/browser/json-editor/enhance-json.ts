/** Enhances a JSON text area: highlighting, line numbers, completion, indentation, schema validation. */

import { parseExact } from '../../shared/playground/exact-number.ts';
import type { InputSchema } from '../../shared/playground/playground.ts';
import { problemLine } from '../playground/body/json-error.ts';
import { button, element } from '../playground/dom.ts';
import { translate } from '../playground/translate.ts';
import { offerCompletions } from './completion-list.ts';
import { coloredLines } from './json-colors.ts';
import { schemaProblem } from './schema-problem.ts';
import { typeInto } from './type-into.ts';

/** The interface for the plain editor. */
export interface Enhancement {
  /** Call it after setting the text by code. */
  changed(): void;
  /** The first mismatch with the schema. */
  problem(text: string): string | undefined;
}

/** Maximum number of characters to highlight, so that typing stays fast. */
const longestColored = 60_000;

/** Call once for each text area. Edits are made as if typed, so that undo works. */
export function enhanceJson(area: HTMLTextAreaElement, frame: HTMLElement, schema: InputSchema | undefined): Enhancement {
  const lines = element('code', {});
  // The highlighted text is behind the text area, which has focus and scroll position.
  const colors = element('pre', { class: 'playground-colors', 'aria-hidden': 'true' }, lines);
  const format = button(translate('format'), 'playground-link playground-format', () => setFormatted());
  frame.prepend(colors);
  frame.append(format);
  if (schema) offerCompletions(area, frame, schema);

  function draw(): void {
    const isShort = area.value.length <= longestColored;
    frame.toggleAttribute('data-colored', isShort);
    if (!isShort) {
      lines.replaceChildren();
      return;
    }
    const broken = area.value.trim() === '' ? undefined : problemLine(area.value);
    lines.replaceChildren(
      ...coloredLines(area.value).map((pieces, index) =>
        element(
          'span',
          { class: 'line', 'data-fault': index + 1 === broken },
          ...pieces.map(({ text, kind }) => (kind === 'plain' ? text : element('span', { class: `playground-json-${kind}` }, text))),
          '\n',
        ),
      ),
    );
    follow();
  }
  function follow(): void {
    colors.scrollTop = area.scrollTop;
    colors.scrollLeft = area.scrollLeft;
  }
  function setFormatted(): void {
    area.focus();
    try {
      const text = JSON.stringify(parseExact(area.value), null, 2);
      area.select();
      typeInto(area, text);
    } catch {
      // Invalid JSON: the error is shown below.
    }
  }

  area.addEventListener('input', draw);
  area.addEventListener('scroll', follow);
  area.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.isComposing) return;
    event.preventDefault();
    breakLine(area);
  });
  draw();
  return { changed: draw, problem: (text) => (schema ? schemaProblem(text, schema) : undefined) };
}

/** Types a line break with the indentation of the line, which is one level more after an opening bracket. */
function breakLine(area: HTMLTextAreaElement): void {
  const before = area.value.slice(0, area.selectionStart);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const indent = /^[ \t]*/.exec(line)?.[0] ?? '';
  const opens = /[{[]\s*$/.test(line);
  const closes = opens && /^\s*[}\]]/.test(area.value.slice(area.selectionEnd));
  const inner = `\n${indent}${opens ? '  ' : ''}`;
  typeInto(area, inner + (closes ? `\n${indent}` : ''));
  const caret = before.length + inner.length;
  area.setSelectionRange(caret, caret);
}
