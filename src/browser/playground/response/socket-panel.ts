import type { PlaygroundData } from '../../../shared/playground/playground.ts';
import { notice } from '../credentials/credentials.ts';
import { button, element, fill } from '../dom.ts';
import { addressLine } from '../form/address-line.ts';
import { problemList } from '../problem-list.ts';
import { type RequestForm, requestForm } from '../request-form.ts';
import type { Panel } from '../request-panel.ts';
import { translate } from '../translate.ts';
import { type Composer, messageComposer } from './message-composer.ts';
import { sizeText } from './response-view.ts';
import { socketLog } from './socket-log.ts';

/**
 * The playground of a channel: connect, send messages, show received ones and how it ended. One connection at a time;
 * closing the dialog ends it.
 */
export function socketPanel(data: PlaygroundData): Panel {
  return new SocketPanel(data);
}

type Channel = NonNullable<PlaygroundData['channel']>;

class SocketPanel implements Panel {
  readonly head: readonly HTMLElement[];
  readonly bar: HTMLElement;
  readonly node: HTMLElement;
  readonly #channel: Channel;
  readonly #form: RequestForm;
  readonly #address = addressLine();
  readonly #state = element('span', { class: 'playground-state', role: 'status', 'data-state': 'closed' }, translate('notConnected'));
  readonly #problems = problemList('notConnected');
  readonly #notices = element('div', { class: 'playground-notices' });
  readonly #log = socketLog();
  readonly #connectButton = button(translate('connect'), 'playground-button playground-send', () =>
    this.#socket ? this.#socket.close(1000) : this.#connect(),
  );
  readonly #composer: Composer;
  #socket: WebSocket | undefined;

  constructor(data: PlaygroundData) {
    this.#channel = data.channel ?? { messages: [], receives: true, headers: [] };
    // Parameters of an address always have a value, with the description's as default.
    this.#form = requestForm({ ...data, settings: { ...data.settings, prefill: true } });
    this.#form.node.addEventListener('input', () => this.#update());
    this.#form.node.addEventListener('submit', (event) => event.preventDefault());
    this.#update();
    this.#composer = messageComposer(this.#channel.messages, (text) => this.#send(text));
    this.head = [element('span', { class: 'playground-method', 'data-method': 'WS' }, 'WS'), this.#address.node, this.#connectButton];
    this.bar = this.#problems.node;
    this.node = this.#columns();
  }

  restore(given: unknown): void {
    this.#form.restore(given);
    this.#update();
  }

  submit(): void {
    if (this.#socket) this.#composer.send();
    else this.#connect();
  }

  leave(): void {
    this.#socket?.close(1000);
  }

  #columns(): HTMLElement {
    const { messages, receives } = this.#channel;
    return element(
      'div',
      { class: 'playground-columns' },
      element(
        'div',
        { class: 'playground-left' },
        this.#form.node,
        this.#notices,
        messages.length > 0 || !receives ? this.#composer.node : undefined,
        closeForm((code, reason) => this.#socket?.close(code, reason)),
      ),
      element(
        'div',
        { class: 'playground-right' },
        element('div', { class: 'playground-status' }, this.#state),
        this.#log.node,
        element('p', { class: 'playground-hint' }, translate('pings')),
      ),
    );
  }

  #update(): void {
    const { url, headers, cookies } = this.#form.build({ masked: true });
    this.#address.show(url);
    const silent = new Set([...this.#channel.headers, ...headers.map(([name]) => name), ...(cookies.length > 0 ? ['Cookie'] : [])]);
    fill(this.#notices, silent.size > 0 && notice(translate('headersUnsendable', { names: [...silent].join(', ') })));
  }

  #showState(words: string, kind: string): void {
    this.#state.textContent = words;
    this.#state.dataset.state = kind;
  }

  #connect(): void {
    const found = this.#form.check({ focus: true });
    const request = this.#form.build();
    const blocked = request.problems.find(({ code, blocks }) => blocks && code !== 'path-missing')?.message;
    const words = blocked === undefined ? found : [...found, blocked];
    this.#problems.show(words);
    if (words.length > 0) return;
    try {
      this.#socket = new WebSocket(request.url);
    } catch (error) {
      this.#problems.show([(error as Error).message]);
      return;
    }
    this.#follow(this.#socket, request.url);
  }

  /** Shows the state of a new connection, and what it receives. */
  #follow(socket: WebSocket, url: string): void {
    socket.binaryType = 'blob';
    let wasOpen = false;
    this.#connectButton.textContent = translate('disconnect');
    this.#showState(translate('connecting'), 'connecting');
    socket.addEventListener('open', () => {
      wasOpen = true;
      this.#showState(translate('connected'), 'open');
      this.#log.add('event', translate('connectedTo', { url: url.split('?', 1)[0] ?? '' }));
    });
    socket.addEventListener('message', ({ data: message }: MessageEvent<string | Blob>) =>
      this.#log.add('received', typeof message === 'string' ? message : `${translate('binaryMessage')}, ${sizeText(message.size)}`),
    );
    socket.addEventListener('close', ({ code, reason }) => {
      const words = wasOpen
        ? `${translate('closed')}: ${code}${reason ? ` "${reason}"` : ''}${closeText[code] ? ` (${closeText[code]})` : ''}`
        : translate('noConnection', { code });
      this.#showState(words, 'closed');
      this.#log.add('event', words);
      if (this.#socket === socket) this.#socket = undefined;
      this.#connectButton.textContent = translate('reconnect');
    });
  }

  /** Returns a message for the reader if it cannot be sent. */
  #send(text: string): string | undefined {
    if (this.#socket?.readyState !== WebSocket.OPEN) return translate('connectFirst');
    this.#socket.send(text);
    this.#log.add('sent', text);
    return undefined;
  }
}

/** Closes with a custom code and reason: pages may use 1000 and 3000–4999 (WebSockets standard §3.1). */
function closeForm(close: (code: number, reason: string) => void): HTMLElement {
  const code = element('input', { type: 'number', min: 1000, max: 4999, value: '1000', 'aria-label': translate('closeCode') });
  const reason = element('input', {
    type: 'text',
    maxlength: 120,
    placeholder: translate('reason'),
    'aria-label': translate('closeReason'),
  });
  const problem = element('p', { class: 'playground-fault', role: 'alert' });
  const act = () => {
    try {
      problem.textContent = '';
      close(Number(code.value), reason.value);
    } catch {
      problem.textContent = translate('closeRule');
    }
  };
  return element(
    'details',
    { class: 'playground-import' },
    element('summary', {}, translate('closeWithCode')),
    element('div', { class: 'playground-close-form' }, code, reason, button(translate('close'), 'playground-button', act)),
    problem,
  );
}

/** RFC 6455 §7.4.1. */
const closeText: Readonly<Record<number, string>> = {
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
