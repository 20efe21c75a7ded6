/** The log of a connection, in order: sent, received, and connection events. */
import { button, element } from '../dom.ts';
import { translate } from '../translate.ts';

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
  const list = element('div', { class: 'playground-log', role: 'log', 'aria-label': translate('messages'), tabindex: 0 });
  const count = element('span', { class: 'code-title' }, translate('noMessages'));
  let seen = 0;
  /** Batched, because a server can send faster than anybody reads. */
  let waiting: Row[] = [];
  const clear = button(translate('clear'), 'playground-link', () => {
    list.replaceChildren();
    waiting = [];
    seen = 0;
    count.textContent = translate('noMessages');
  });

  function draw(): void {
    const isAtEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 8;
    list.append(...waiting.slice(-maxRows).map(rowNode));
    waiting = [];
    while (list.childElementCount > maxRows) list.firstElementChild?.remove();
    count.textContent =
      translate('messageCount', { count: seen }) + (seen > maxRows ? `, ${translate('lastShown', { count: maxRows })}` : '');
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
    kind !== 'event' && element('span', { class: 'playground-row-kind' }, kind === 'sent' ? translate('sent') : translate('received')),
    element('code', {}, text),
  );
}

function timeText(time: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}.${String(time.getMilliseconds()).padStart(3, '0')}`;
}
