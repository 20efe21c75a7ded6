/** Shows streamed responses as they arrive: event streams (HTML §9.2) and JSON lines. */
import { element } from '../dom.ts';
import { translate } from '../translate.ts';

/** Maximum number of rows; older ones are removed, because a stream can be endless. */
const maxRows = 500;
const longestRow = 10_000;

/** Shows the last five hundred items. Chunks may end anywhere, also within a character. */
export interface StreamView {
  readonly node: HTMLElement;
  push(bytes: Uint8Array): void;
  /** Shows incomplete data at the end. */
  end(): void;
}

/** Whether responses of this content type are streamed; ignores parameters. */
export function isStream(mediaType: string): boolean {
  return /^\s*(?:text\/event-stream|application\/(?:x-)?(?:ndjson|jsonl(?:ines)?|json-lines|json-seq|stream\+json))/i.test(mediaType);
}

/** `mediaType` must satisfy `isStream`. */
export function streamView(mediaType: string): StreamView {
  const isEvents = /event-stream/i.test(mediaType);
  const decoder = new TextDecoder();
  const rows = element('code', {});
  const count = element('span', { class: 'code-title' }, translate('waiting'));
  const node = element(
    'div',
    { class: 'code-block playground-stream' },
    element('div', { class: 'code-head' }, count),
    element('pre', { tabindex: 0, role: 'log', 'aria-label': translate('response') }, rows),
  );
  let rest = '';
  let seen = 0;
  const counted = () =>
    translate(isEvents ? 'events' : 'lines', { count: seen }) + (seen > maxRows ? `, ${translate('lastShown', { count: maxRows })}` : '');

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
      count.textContent = `${counted()}; ${translate('ended')}`;
    },
  };
}

/** `event id: data`, with joined data lines. Ignores comments, which only keep the connection open. */
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
