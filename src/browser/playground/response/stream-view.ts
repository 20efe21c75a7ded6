/** Answers that come piece by piece, shown as they come: event streams (HTML §9.2) and lines of JSON. */
import { element } from '../dom.ts';
import { say } from '../translate.ts';

/** Older rows leave the page: an endless stream must not fill the tab. */
const maxRows = 500;
const longestRow = 10_000;

/** Shows the last five hundred pieces. Bytes may be cut anywhere, within a letter too. */
export interface StreamView {
  readonly node: HTMLElement;
  push(bytes: Uint8Array): void;
  /** What is left without its end is shown as well. */
  end(): void;
}

/** Whether answers of this content type are shown as they come; parameters of the type do not count. */
export function isStream(mediaType: string): boolean {
  return /^\s*(?:text\/event-stream|application\/(?:x-)?(?:ndjson|jsonl(?:ines)?|json-lines|json-seq|stream\+json))/i.test(mediaType);
}

/** `mediaType` must be one of `isStream`. */
export function streamView(mediaType: string): StreamView {
  const isEvents = /event-stream/i.test(mediaType);
  const decoder = new TextDecoder();
  const rows = element('code', {});
  const count = element('span', { class: 'code-title' }, say('waiting'));
  const node = element(
    'div',
    { class: 'code-block playground-stream' },
    element('div', { class: 'code-head' }, count),
    element('pre', { tabindex: 0, role: 'log', 'aria-label': say('response') }, rows),
  );
  let rest = '';
  let seen = 0;
  const counted = () =>
    say(isEvents ? 'events' : 'lines', { count: seen }) + (seen > maxRows ? `, ${say('lastShown', { count: maxRows })}` : '');

  function add(text: string): void {
    seen += 1;
    const row = element('span', { class: 'line' }, text.slice(0, longestRow), text.length > longestRow ? '…' : '', '\n');
    rows.append(row);
    if (rows.childElementCount > maxRows) rows.firstElementChild?.remove();
  }

  function takeWhole(isEnd: boolean): void {
    // RFC 7464 sequences start each text with a record separator.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: U+001E is that separator
    const separator = isEvents ? /\r\n\r\n|\n\n|\r\r/g : /\r\n|\n|\u001e/g;
    let from = 0;
    for (const match of rest.matchAll(separator)) {
      const piece = rest.slice(from, match.index);
      from = match.index + match[0].length;
      if (piece !== '') add(isEvents ? eventText(piece) : piece);
    }
    rest = rest.slice(from);
    if (isEnd && rest.trim() !== '') add(isEvents ? eventText(rest) : rest);
    count.textContent = counted();
  }

  return {
    node,
    push(bytes) {
      rest += decoder.decode(bytes, { stream: true });
      takeWhole(false);
    },
    end() {
      takeWhole(true);
      count.textContent = `${counted()}; ${say('ended')}`;
    },
  };
}

/** `event id: data`, lines of data joined. Comments keep a connection open and say nothing. */
function eventText(block: string): string {
  const fields = new Map<string, string[]>();
  for (const line of block.split(/\r\n|\n|\r/)) {
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    const values = fields.get(name);
    if (values) values.push(value);
    else fields.set(name, [value]);
  }
  const data = (fields.get('data') ?? []).join('\n');
  const head = [fields.get('event')?.at(-1), fields.get('id')?.at(-1)].filter(Boolean).join(' #');
  return fields.has('data') ? (head ? `${head}: ${data}` : data) : `: ${(fields.get('') ?? []).join(' ')}`;
}
