/** What went over a connection, in order: sent, received, and what happened to the connection itself. */
import { button, element } from './dom.ts';

/** Older rows leave the page. */
const mostRows = 500;
const longestRow = 100_000;

export type RowKind = 'sent' | 'received' | 'event';

export interface SocketLog {
  readonly node: HTMLElement;
  add(kind: RowKind, text: string): void;
}

export function socketLog(): SocketLog {
  const list = element('ol', { class: 'playground-log', role: 'log', 'aria-label': 'Messages', tabindex: 0 });
  const count = element('span', { class: 'code-title' }, 'No messages yet');
  let seen = 0;
  const clear = button('Clear', 'playground-link', () => {
    list.replaceChildren();
    seen = 0;
    count.textContent = 'No messages yet';
  });
  return {
    node: element('div', { class: 'code-block playground-socket' }, element('div', { class: 'code-head' }, count, clear), list),
    add(kind, text) {
      const isAtEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 8;
      const shown = text.length > longestRow ? `${text.slice(0, longestRow)}…` : text;
      list.append(
        element(
          'li',
          { 'data-kind': kind },
          element('time', { class: 'playground-row-time' }, timeWords(new Date())),
          kind !== 'event' && element('span', { class: 'playground-row-kind' }, kind === 'sent' ? 'Sent' : 'Received'),
          element('code', {}, shown),
        ),
      );
      if (kind !== 'event') seen += 1;
      count.textContent = `${seen} ${seen === 1 ? 'message' : 'messages'}${seen > mostRows ? `, the last ${mostRows} shown` : ''}`;
      if (list.childElementCount > mostRows) list.firstElementChild?.remove();
      // Who scrolled up reads.
      if (isAtEnd) list.scrollTop = list.scrollHeight;
    },
  };
}

function timeWords(time: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}.${String(time.getMilliseconds()).padStart(3, '0')}`;
}
