/** The log of a connection, in order: sent, received, and connection events. */
import { button, element } from '../dom.ts';
import { say } from '../translate.ts';

/** Maximum number of rows; older ones are removed. */
const maxRows = 500;
const longestRow = 20_000;
/** Milliseconds between updates. */
const pause = 60;

/** `event`: a connection event, not counted as a message. */
export type RowKind = 'sent' | 'received' | 'event';

/** Keeps the last five hundred rows. */
export interface SocketLog {
  readonly node: HTMLElement;
  /** Long texts are cut; updates are batched. */
  add(kind: RowKind, text: string): void;
}

interface Row {
  readonly kind: RowKind;
  readonly text: string;
  readonly time: Date;
}

/** One instance for each panel, shared by consecutive connections. */
export function socketLog(): SocketLog {
  const list = element('div', { class: 'playground-log', role: 'log', 'aria-label': say('messages'), tabindex: 0 });
  const count = element('span', { class: 'code-title' }, say('noMessages'));
  let seen = 0;
  /** Batched, because a server can send faster than anybody reads. */
  let waiting: Row[] = [];
  const clear = button(say('clear'), 'playground-link', () => {
    list.replaceChildren();
    waiting = [];
    seen = 0;
    count.textContent = say('noMessages');
  });

  function draw(): void {
    const isAtEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 8;
    list.append(...waiting.slice(-maxRows).map(rowNode));
    waiting = [];
    while (list.childElementCount > maxRows) list.firstElementChild?.remove();
    count.textContent = say('messageCount', { count: seen }) + (seen > maxRows ? `, ${say('lastShown', { count: maxRows })}` : '');
    // Does not scroll while the reader has scrolled up.
    if (isAtEnd) list.scrollTop = list.scrollHeight;
  }

  return {
    node: element('div', { class: 'code-block playground-socket' }, element('div', { class: 'code-head' }, count, clear), list),
    add(kind, text) {
      if (kind !== 'event') seen += 1;
      if (waiting.length === 0) setTimeout(draw, pause);
      waiting.push({ kind, text: text.length > longestRow ? `${text.slice(0, longestRow)}…` : text, time: new Date() });
      if (waiting.length > maxRows * 2) waiting.splice(0, maxRows);
    },
  };
}

function rowNode({ kind, text, time }: Row): HTMLElement {
  return element(
    'div',
    { class: 'playground-row', 'data-kind': kind },
    element('time', { class: 'playground-row-time' }, timeText(time)),
    kind !== 'event' && element('span', { class: 'playground-row-kind' }, kind === 'sent' ? say('sent') : say('received')),
    element('code', {}, text),
  );
}

function timeText(time: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}.${String(time.getMilliseconds()).padStart(3, '0')}`;
}
