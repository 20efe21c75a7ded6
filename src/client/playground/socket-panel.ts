/** The playground of a channel: connect, send messages, read what comes, see how it ended. */
import type { PlaygroundData, PlaygroundMessage } from '../../contract/playground.ts';
import { notice } from './credentials.ts';
import { button, element, fill, newId } from './dom.ts';
import { requestForm } from './request-form.ts';
import type { Panel } from './request-panel.ts';
import { sizeWords } from './response-view.ts';
import { bodyTextEditor, type TextEditor } from './text-editor.ts';

/** Older rows leave the page. */
const mostRows = 500;
const longestRow = 100_000;

export function socketPanel(data: PlaygroundData): Panel {
  // Parameters of an address always have a value; the description's own is the one to start with.
  const form = requestForm({ ...data, settings: { ...data.settings, prefill: true } });
  const address = element('code', { class: 'playground-address', tabindex: 0 });
  const state = element('span', { class: 'playground-state', role: 'status', 'data-state': 'closed' }, 'Not connected');
  const faults = element('div', { class: 'playground-faults', role: 'alert' });
  const log = element('ol', { class: 'playground-log', role: 'log', 'aria-label': 'Messages', tabindex: 0 });
  const connectButton = button('Connect', 'playground-button playground-send', () => (socket ? socket.close(1000) : connect()));
  let socket: WebSocket | undefined;

  const update = () => {
    address.textContent = form.build({ masked: true }).url;
  };
  form.node.addEventListener('input', update);
  form.node.addEventListener('submit', (event) => event.preventDefault());
  update();

  function say(words: string, kind: string): void {
    state.textContent = words;
    state.dataset.state = kind;
  }

  function row(kind: 'sent' | 'received' | 'event', text: string): void {
    const words = { sent: 'Sent', received: 'Received', event: '' }[kind];
    log.append(
      element(
        'li',
        { 'data-kind': kind },
        words && element('span', { class: 'playground-row-kind' }, words),
        element('code', {}, text.slice(0, longestRow)),
      ),
    );
    if (log.childElementCount > mostRows) log.firstElementChild?.remove();
    log.scrollTop = log.scrollHeight;
  }

  function connect(): void {
    const found = form.check();
    const request = form.build();
    const blocked = request.problems.find(({ blocks }) => blocks)?.message;
    fill(faults, ...[...new Set([...found, ...(blocked ? [blocked] : [])])].map((text) => element('p', {}, text)));
    if (faults.childElementCount > 0) return;
    try {
      socket = new WebSocket(request.url);
    } catch (error) {
      fill(faults, element('p', {}, (error as Error).message));
      return;
    }
    const current = socket;
    current.binaryType = 'blob';
    let wasOpen = false;
    connectButton.textContent = 'Disconnect';
    say('Connecting…', 'connecting');
    current.addEventListener('open', () => {
      wasOpen = true;
      say('Connected', 'open');
      row('event', `Connected to ${request.url.split('?', 1)[0]}`);
    });
    current.addEventListener('message', ({ data: message }: MessageEvent<string | Blob>) =>
      row('received', typeof message === 'string' ? message : `Binary message, ${sizeWords(message.size)}`),
    );
    current.addEventListener('close', ({ code, reason }) => {
      const words = wasOpen
        ? `Closed: ${code}${reason ? ` "${reason}"` : ''}${closeWords[code] ? ` (${closeWords[code]})` : ''}`
        : `No connection: the server cannot be reached, refused the handshake, or this page may not reach it (code ${code})`;
      say(words, 'closed');
      row('event', words);
      if (socket === current) socket = undefined;
      connectButton.textContent = 'Reconnect';
    });
  }

  const channel = data.channel ?? { messages: [], receives: true, headers: [] };
  const composer = composerFor(channel.messages, (text) => {
    if (socket?.readyState !== WebSocket.OPEN) return 'Not connected';
    socket.send(text);
    row('sent', text);
    return undefined;
  });

  return {
    head: [element('span', { class: 'playground-method', 'data-method': 'WS' }, 'WS'), address, connectButton],
    node: element(
      'div',
      { class: 'playground-columns' },
      element(
        'div',
        { class: 'playground-left' },
        form.node,
        channel.headers.length > 0 &&
          notice(`The description asks for the headers ${channel.headers.join(', ')}. Browsers cannot send headers with a WebSocket.`),
        channel.messages.length > 0 || !channel.receives ? composer : undefined,
      ),
      element(
        'div',
        { class: 'playground-right' },
        faults,
        element('div', { class: 'playground-status' }, state),
        log,
        element('p', { class: 'playground-hint' }, 'Pings are answered by the browser itself and are not shown.'),
      ),
    ),
    restore: (given) => {
      form.restore(given);
      update();
    },
    leave: () => socket?.close(1000),
  };
}

/** The message to send: one of the described ones, from its example, checked by its schema. `deliver` says why it could not. */
function composerFor(messages: readonly PlaygroundMessage[], deliver: (text: string) => string | undefined): HTMLElement {
  const place = element('div', {});
  const warnings = element('div', { class: 'playground-faults', role: 'alert' });
  const id = newId();
  const choices = messages.flatMap((message) =>
    (message.examples.length > 0 ? message.examples : [undefined]).map((example) => ({ message, example })),
  );
  const select = element('select', { id, onchange: () => choose(Number(select.value)) });
  for (const [index, { message, example }] of choices.entries())
    select.append(element('option', { value: index }, message.examples.length > 1 ? `${message.name}: ${example?.name}` : message.name));
  let editor: TextEditor;
  function choose(index: number): void {
    const choice = choices[index];
    const schema = choice?.message.schema;
    editor = bodyTextEditor('Message', schema !== undefined && schema.type !== 'string', schema);
    if (choice?.example) editor.text = choice.example.text;
    fill(place, editor.node);
    fill(warnings);
  }
  choose(0);

  function sendMessage(anyway: boolean): void {
    const fault = anyway ? undefined : editor.fault();
    const words = fault ?? deliver(editor.text);
    fill(
      warnings,
      words !== undefined && element('p', {}, words),
      fault !== undefined && button('Send anyway', 'playground-button', () => sendMessage(true)),
    );
  }
  return element(
    'fieldset',
    { class: 'playground-section' },
    element('legend', {}, 'Send'),
    choices.length > 1 && element('div', { class: 'playground-field' }, element('label', { for: id }, 'Message kind'), select),
    place,
    button('Send message', 'playground-button', () => sendMessage(false)),
    warnings,
  );
}

/** RFC 6455 §7.4.1. */
const closeWords: Readonly<Record<number, string>> = {
  1000: 'normal',
  1001: 'going away',
  1002: 'protocol error',
  1003: 'unsupported data',
  1005: 'no code',
  1006: 'connection lost',
  1007: 'invalid data',
  1008: 'policy violation',
  1009: 'message too big',
  1010: 'extension missing',
  1011: 'server error',
  1012: 'service restart',
  1013: 'try again later',
};
