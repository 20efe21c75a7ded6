/** The playground of an HTTP operation: form, URL, code, send button, response. */
import type { PlaygroundData } from '../../shared/playground/playground.ts';
import { findLanguage } from '../../shared/samples/languages.ts';
import { copyButton } from './copy-button.ts';
import { ofBrowser } from './credentials/credentials.ts';
import { button, element, fill } from './dom.ts';
import { stateFromCurl } from './fill-from-curl.ts';
import { addressLine } from './form/address-line.ts';
import { parseCurl } from './parse-curl.ts';
import { problemList } from './problem-list.ts';
import { ProxyError } from './proxy.ts';
import { requestForm } from './request-form.ts';
import { browserNotices, browserRefusal, failureMessage } from './response/failure.ts';
import { failureView, responseView } from './response/response-view.ts';
import { samplesPanel } from './samples-panel.ts';
import { send } from './send.ts';
import { senderChoice } from './sender-choice.ts';
import { shareLink } from './share.ts';
import { translate } from './translate.ts';

/** The dialog content for one kind of operation, and its callbacks. */
export interface Panel {
  /** Content of the dialog's header. */
  readonly head: readonly HTMLElement[];
  /** Between header and columns. */
  readonly bar: HTMLElement;
  readonly node: HTMLElement;
  /** A shared request: accepts any value. */
  restore(state: unknown): void;
  /** Ctrl+Enter anywhere in the dialog. */
  submit(): void;
  /** The dialog was closed. */
  leave(): void;
}

/** One request at a time; closing the dialog cancels it. */
export function requestPanel(data: PlaygroundData): Panel {
  const form = requestForm(data);
  const samples = samplesPanel(data.settings.languages);
  const address = addressLine();
  const sender = senderChoice(data.settings);
  const problems = problemList();
  const notices = element('div', { class: 'playground-notices' });
  const answer = element('div', { class: 'playground-answer' }, emptyAnswer());
  const sendButton = button(translate('send'), 'playground-button playground-send', () => (running ? running.abort() : void run(false)));
  sendButton.setAttribute('aria-keyshortcuts', 'Control+Enter');
  let running: AbortController | undefined;
  /** The last attempt was invalid: fixed problems are removed from the list immediately. */
  let isJudged = false;

  function update(): void {
    const shown = form.build({ masked: true });
    address.show(shown.url);
    samples?.update(shown);
    // The site's server can send what a browser cannot.
    const isBrowser = sender.viaProxy() === undefined;
    const said = isBrowser ? browserNotices(shown) : [];
    for (const node of form.node.querySelectorAll<HTMLElement>(`.${ofBrowser}`)) node.hidden = !isBrowser;
    fill(notices, ...said.map((text) => element('p', { class: 'playground-notice' }, text)));
    const refusal = browserRefusal(form.build());
    if (refusal) notices.append(element('p', { class: 'playground-notice' }, refusal));
    if (isJudged) judge({ focus: false });
  }

  /** Whether the request may be sent; shows the problems. */
  function judge({ focus }: { readonly focus: boolean }): boolean {
    const found = form.check({ focus });
    const request = form.build();
    const refusal = request.problems.find(({ blocks }) => blocks)?.message ?? browserRefusal(request);
    isJudged = refusal !== undefined || found.length > 0;
    // A missing path parameter is already reported at its field.
    const isSaid = refusal === undefined || (found.length > 0 && request.problems.some(({ code }) => code === 'path-missing'));
    problems.show(isSaid ? found : [...found, refusal], refusal === undefined ? () => void run(true) : undefined);
    return !isJudged;
  }

  async function run(anyway: boolean): Promise<void> {
    if (!anyway && !judge({ focus: true })) return;
    isJudged = false;
    problems.show([]);
    const request = form.build();
    running = new AbortController();
    const { signal } = running;
    const refused: string[] = [];
    const watch = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === 'connect-src') refused.push(URL.parse(blockedURI)?.origin ?? blockedURI);
    };
    document.addEventListener('securitypolicyviolation', watch);
    sendButton.textContent = translate('cancel');
    fill(answer, element('p', { class: 'playground-hint playground-waiting', role: 'status' }, translate('sending')));
    try {
      const received = await send(request, { credentials: data.settings.credentials, signal, viaProxy: sender.viaProxy() });
      const view = responseView(request, received);
      fill(answer, view.node);
      // On narrow screens the response is below the form.
      view.node.scrollIntoView({ block: 'nearest' });
      await view.run();
    } catch (error) {
      const proxyWords = error instanceof ProxyError ? error.message : undefined;
      // The violation event comes after the rejection.
      await new Promise((resolve) => setTimeout(resolve));
      const curl = findLanguage('curl')?.print(form.build({ masked: true })) ?? '';
      const failure = failureView(failureMessage(request, { wasCancelled: signal.aborted, refused, proxyWords }), curl);
      fill(answer, failure);
      failure.scrollIntoView({ block: 'nearest' });
    } finally {
      document.removeEventListener('securitypolicyviolation', watch);
      running = undefined;
      sendButton.textContent = translate('send');
    }
  }

  let isDue = false;
  const updateSoon = () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      update();
    });
  };
  form.node.addEventListener('input', updateSoon);
  form.node.addEventListener('change', updateSoon);
  sender.node?.addEventListener('change', updateSoon);
  form.node.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!running) void run(false);
  });
  // Enter in a field sends, as in every form.
  form.node.append(element('button', { type: 'submit', class: 'visually-hidden', tabindex: -1 }, translate('sendRequest')));
  update();

  return {
    head: [element('span', { class: 'playground-method', 'data-method': data.method }, data.method), address.node, sendButton],
    bar: problems.node,
    node: element(
      'div',
      { class: 'playground-columns' },
      element('div', { class: 'playground-left' }, sender.node, form.node, curlImport(), shareTools()),
      element('div', { class: 'playground-right' }, notices, answer, samples?.node),
    ),
    restore(state) {
      form.restore(state);
      update();
    },
    submit: () => {
      if (!running) void run(false);
    },
    leave: () => running?.abort(),
  };

  function shareTools(): HTMLElement {
    return element(
      'div',
      { class: 'playground-choices' },
      copyButton(translate('copyLink'), () => shareLink(data, form.state())),
      copyButton(translate('copyCurl'), () => findLanguage('curl')?.print(form.build({ masked: true })) ?? ''),
    );
  }

  function curlImport(): HTMLElement {
    const area = element('textarea', { rows: 4, 'aria-label': translate('curl'), spellcheck: 'false', placeholder: 'curl https://…' });
    const result = element('p', { class: 'playground-hint', role: 'status' });
    const use = () => {
      const request = parseCurl(area.value);
      if (!request) {
        result.textContent = translate('noCurl');
        return;
      }
      form.restore(stateFromCurl(data, request));
      form.acceptCredentials(request.headers);
      update();
      result.textContent =
        request.method === data.method ? translate('filledIn') : translate('filledOther', { other: request.method, method: data.method });
    };
    return element(
      'details',
      { class: 'playground-import' },
      element('summary', {}, translate('pasteCurl')),
      area,
      button(translate('fillIn'), 'playground-button', use),
      result,
    );
  }
}

function emptyAnswer(): HTMLElement {
  return element(
    'p',
    { class: 'playground-blank-answer' },
    `${translate('responseHere')} `,
    element('span', {}, element('kbd', {}, 'Ctrl'), ' ', element('kbd', {}, 'Enter'), `: ${translate('send')}`),
  );
}
