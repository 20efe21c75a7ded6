/**
 * Shows text as a code block: collapsed when long, JSON formatted and highlighted, in slices so that the tab stays
 * responsive.
 */

import { type JsonLine, jsonLines } from './body/json-lines.ts';
import { copyButton } from './copy-button.ts';
import { button, element } from './dom.ts';
import { translate } from './translate.ts';

const linesAtOnce = 1000;
/** Longer lines are split, because engines lay out very long lines slowly. */
const longestPiece = 5000;
/** Maximum milliseconds of work before yielding. */
const slice = 12;

/** `tools` are shown beside the copy button. */
export function codeView(text: string, isJson: boolean, ...tools: readonly Node[]): HTMLElement {
  const note = element('p', { class: 'playground-hint', role: 'status', hidden: true });
  const code = element('code', {});
  const pre = element('pre', { tabindex: 0, 'aria-label': translate('responseBody') }, code);
  const more = button(translate('showMore'), 'code-fold', () => showMore());
  more.hidden = true;
  let lines: Iterator<JsonLine, unknown> = isJson ? jsonLines(text) : textLines(text);

  function showMore(): void {
    const block = element('div', { class: 'playground-lines' });
    for (let count = 0; count < linesAtOnce; count++) {
      const next = lines.next();
      if (next.done) {
        more.hidden = true;
        if (isJson && next.value === false) showRaw();
        else code.append(block);
        return;
      }
      block.append(lineNode(next.value));
    }
    code.append(block);
    more.hidden = false;
  }

  /** Invalid JSON is shown unchanged. */
  function showRaw(): void {
    note.hidden = false;
    note.textContent = translate('brokenJson');
    code.replaceChildren();
    lines = textLines(text);
    isJson = false;
    showMore();
  }

  showMore();
  // Errors after the displayed part must be reported too.
  if (isJson && !more.hidden) void holds(text).then((isValid) => !isValid && isJson && showRaw());
  return element(
    'div',
    { class: 'playground-body' },
    note,
    element(
      'div',
      { class: 'code-block' },
      element(
        'div',
        { class: 'code-head' },
        element('span', { class: 'code-title' }, isJson ? 'JSON' : translate('text')),
        ...tools,
        copyButton(translate('copyBody'), () => text),
      ),
      pre,
      more,
    ),
  );
}

function lineNode(line: JsonLine): HTMLElement {
  const node = element('span', { class: 'line' });
  for (const [text, kind] of line) {
    for (let at = 0; at < text.length; at += longestPiece) {
      const piece = text.slice(at, at + longestPiece);
      node.append(kind === 'mark' ? piece : element('span', { class: `playground-json-${kind}` }, piece));
    }
  }
  node.append('\n');
  return node;
}

function* textLines(text: string): Generator<JsonLine, void> {
  let from = 0;
  while (from <= text.length) {
    const end = text.indexOf('\n', from);
    const line = text.slice(from, end === -1 ? text.length : end);
    for (let at = 0; at === 0 || at < line.length; at += longestPiece) yield [[line.slice(at, at + longestPiece), 'mark']];
    if (end === -1) return;
    from = end + 1;
  }
}

/** Reads to the end in slices. */
async function holds(text: string): Promise<boolean> {
  const lines = jsonLines(text);
  let until = performance.now() + slice;
  for (;;) {
    const next = lines.next();
    if (next.done) return next.value;
    if (performance.now() > until) {
      await new Promise((resolve) => setTimeout(resolve));
      until = performance.now() + slice;
    }
  }
}
