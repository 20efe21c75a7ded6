import type { PlaygroundData } from '../../../shared/playground/playground.ts';
import { notice } from '../credentials/credentials.ts';
import { button, element, fill } from '../dom.ts';
import { addressLine } from '../form/address-line.ts';
import { problemList } from '../problem-list.ts';
import { requestForm } from '../request-form.ts';
import type { Panel } from '../request-panel.ts';
import { translate } from '../translate.ts';
import { messageComposer } from './message-composer.ts';
import { sizeText } from './response-view.ts';
import { socketLog } from './socket-log.ts';

/**
 * The playground of a channel: connect, send messages, show received ones and how it ended. One connection at a time;
 * closing the dialog ends it.
 */
export function socketPanel(data: PlaygroundData): Panel {
  // Parameters of an address always have a value, with the description's as default.
  const form = requestForm({ ...data, settings: { ...data.settings, prefill: true } });
  const address = addressLine();
  const state = element('span', { class: 'playground-state', role: 'status', 'data-state': 'closed' }, translate('notConnected'));
  const problems = problemList('notConnected');
  const log = socketLog();
  const connectButton = button(translate('connect'), 'playground-button playground-send', () => (socket ? socket.close(1000) : connect()));
  let socket: WebSocket | undefined;

  const channel = data.channel ?? { messages: [], receives: true, headers: [] };
  const notices = element('div', { class: 'playground-notices' });

  const update = () => {
    const { url, headers, cookies } = form.build({ masked: true });
    address.show(url);
    const silent = new Set([...channel.headers, ...headers.map(([name]) => name), ...(cookies.length > 0 ? ['Cookie'] : [])]);
    fill(notices, silent.size > 0 && notice(translate('headersUnsendable', { names: [...silent].join(', ') })));
  };
  form.node.addEventListener('input', update);
  form.node.addEventListener('submit', (event) => event.preventDefault());
  update();

  function showState(words: string, kind: string): void {
    state.textContent = words;
    state.dataset.state = kind;
  }

  function connect(): void {
    const found = form.check({ focus: true });
    const request = form.build();
    const blocked = request.problems.find(({ code, blocks }) => blocks && code !== 'path-missing')?.message;
    const words = blocked === undefined ? found : [...found, blocked];
    problems.show(words);
    if (words.length > 0) return;
    try {
      socket = new WebSocket(request.url);
    } catch (error) {
      problems.show([(error as Error).message]);
      return;
    }
    const current = socket;
    current.binaryType = 'blob';
    let wasOpen = false;
    connectButton.textContent = translate('disconnect');
    showState(translate('connecting'), 'connecting');
    current.addEventListener('open', () => {
      wasOpen = true;
      showState(translate('connected'), 'open');
      log.add('event', translate('connectedTo', { url: request.url.split('?', 1)[0] ?? '' }));
    });
    current.addEventListener('message', ({ data: message }: MessageEvent<string | Blob>) =>
      log.add('received', typeof message === 'string' ? message : `${translate('binaryMessage')}, ${sizeText(message.size)}`),
    );
    current.addEventListener('close', ({ code, reason }) => {
      const words = wasOpen
        ? `${translate('closed')}: ${code}${reason ? ` "${reason}"` : ''}${closeText[code] ? ` (${closeText[code]})` : ''}`
        : translate('noConnection', { code });
      showState(words, 'closed');
      log.add('event', words);
      if (socket === current) socket = undefined;
      connectButton.textContent = translate('reconnect');
    });
  }

  const composer = messageComposer(channel.messages, (text) => {
    if (socket?.readyState !== WebSocket.OPEN) return translate('connectFirst');
    socket.send(text);
    log.add('sent', text);
    return undefined;
  });

  return {
    head: [element('span', { class: 'playground-method', 'data-method': 'WS' }, 'WS'), address.node, connectButton],
    bar: problems.node,
    node: element(
      'div',
      { class: 'playground-columns' },
      element(
        'div',
        { class: 'playground-left' },
        form.node,
        notices,
        channel.messages.length > 0 || !channel.receives ? composer.node : undefined,
        closeForm((code, reason) => socket?.close(code, reason)),
      ),
      element(
        'div',
        { class: 'playground-right' },
        element('div', { class: 'playground-status' }, state),
        log.node,
        element('p', { class: 'playground-hint' }, translate('pings')),
      ),
    ),
    restore: (given) => {
      form.restore(given);
      update();
    },
    submit: () => (socket ? composer.send() : connect()),
    leave: () => socket?.close(1000),
  };
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
