/** The playground of an HTTP operation: form, URL, code, send button, response. */
import type { PlaygroundData } from '../../shared/playground/playground.ts';
import type { BuiltRequest } from '../../shared/request/request.ts';
import { findLanguage } from '../../shared/samples/languages.ts';
import { codeView } from './code-view.ts';
import { copyButton } from './copy-button.ts';
import { ofBrowser } from './credentials/credentials.ts';
import { button, element, fill } from './dom.ts';
import { stateFromCurl } from './fill-from-curl.ts';
import { addressLine } from './form/address-line.ts';
import { parseCurl } from './parse-curl.ts';
import { problemList } from './problem-list.ts';
import { ProxyError } from './proxy.ts';
import { type RequestForm, requestForm } from './request-form.ts';
import { browserNotices, browserRefusal, failureMessage } from './response/failure.ts';
import { failureView, responseView } from './response/response-view.ts';
import { type SamplesPanel, samplesPanel } from './samples-panel.ts';
import { send } from './send.ts';
import { type SenderChoice, senderChoice } from './sender-choice.ts';
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
  return new RequestPanel(data);
}

class RequestPanel implements Panel {
  readonly head: readonly HTMLElement[];
  readonly bar: HTMLElement;
  readonly node: HTMLElement;
  readonly #data: PlaygroundData;
  readonly #form: RequestForm;
  readonly #sender: SenderChoice;
  readonly #samples: SamplesPanel | undefined;
  readonly #address = addressLine();
  readonly #problems = problemList();
  readonly #notices = element('div', { class: 'playground-notices' });
  readonly #answer = element('div', { class: 'playground-answer' }, emptyAnswer());
  readonly #sendButton = button(translate('send'), 'playground-button playground-send', () => this.#sendOrCancel());
  #running: AbortController | undefined;
  /** The last attempt was invalid: fixed problems are removed from the list immediately. */
  #isJudged = false;
  #isUpdateDue = false;

  constructor(data: PlaygroundData) {
    this.#data = data;
    this.#form = requestForm(data);
    this.#samples = samplesPanel(data.settings.languages);
    this.#sender = senderChoice(data.settings);
    this.#sendButton.setAttribute('aria-keyshortcuts', 'Control+Enter');
    this.#listen();
    this.#update();
    this.head = [
      element('span', { class: 'playground-method', 'data-method': data.method }, data.method),
      this.#address.node,
      this.#sendButton,
    ];
    this.bar = this.#problems.node;
    this.node = element(
      'div',
      { class: 'playground-columns' },
      element('div', { class: 'playground-left' }, this.#form.node, this.#sender.node, this.#curlImport(), this.#shareTools()),
      element('div', { class: 'playground-right' }, this.#notices, this.#answer, this.#samples?.node),
    );
  }

  restore(state: unknown): void {
    this.#form.restore(state);
    this.#update();
  }

  submit(): void {
    if (!this.#running) void this.#run(false);
  }

  leave(): void {
    this.#running?.abort();
  }

  #listen(): void {
    const updateSoon = () => this.#updateSoon();
    const { node } = this.#form;
    node.addEventListener('input', updateSoon);
    node.addEventListener('change', updateSoon);
    this.#sender.node?.addEventListener('change', updateSoon);
    node.addEventListener('submit', (event) => {
      event.preventDefault();
      this.submit();
    });
    // Enter in a field sends, as in every form.
    node.append(element('button', { type: 'submit', class: 'visually-hidden', tabindex: -1 }, translate('sendRequest')));
  }

  #updateSoon(): void {
    if (this.#isUpdateDue) return;
    this.#isUpdateDue = true;
    requestAnimationFrame(() => {
      this.#isUpdateDue = false;
      this.#update();
    });
  }

  #update(): void {
    const form = this.#form;
    const shown = form.build({ masked: true });
    this.#address.show(shown.url);
    this.#samples?.update(shown);
    // The site's server can send what a browser cannot.
    const isBrowser = this.#sender.viaProxy() === undefined;
    const said = isBrowser ? browserNotices(shown) : [];
    for (const node of form.node.querySelectorAll<HTMLElement>(`.${ofBrowser}`)) node.hidden = !isBrowser;
    fill(this.#notices, ...said.map((text) => element('p', { class: 'playground-notice' }, text)));
    const refusal = browserRefusal(form.build());
    if (refusal) this.#notices.append(element('p', { class: 'playground-notice' }, refusal));
    if (this.#isJudged) this.#judge({ focus: false });
  }

  /** Whether the request may be sent; shows the problems. */
  #judge({ focus }: { readonly focus: boolean }): boolean {
    const found = this.#form.check({ focus });
    const request = this.#form.build();
    const refusal = request.problems.find(({ blocks }) => blocks)?.message ?? browserRefusal(request);
    this.#isJudged = refusal !== undefined || found.length > 0;
    // A missing path parameter is already reported at its field.
    const isSaid = refusal === undefined || (found.length > 0 && request.problems.some(({ code }) => code === 'path-missing'));
    this.#problems.show(isSaid ? found : [...found, refusal], refusal === undefined ? () => void this.#run(true) : undefined);
    return !this.#isJudged;
  }

  #sendOrCancel(): void {
    if (this.#running) this.#running.abort();
    else void this.#run(false);
  }

  async #run(anyway: boolean): Promise<void> {
    if (!anyway && !this.#judge({ focus: true })) return;
    this.#isJudged = false;
    this.#problems.show([]);
    const request = this.#form.build();
    this.#running = new AbortController();
    this.#sendButton.textContent = translate('cancel');
    fill(this.#answer, element('p', { class: 'playground-hint playground-waiting', role: 'status' }, translate('sending')));
    try {
      await this.#exchange(request, this.#running.signal);
    } finally {
      this.#running = undefined;
      this.#sendButton.textContent = translate('send');
    }
  }

  /** Sends a request, and shows its response or why there is none. */
  async #exchange(request: BuiltRequest, signal: AbortSignal): Promise<void> {
    const refused = refusedOrigins();
    try {
      const viaProxy = this.#sender.viaProxy();
      const received = await send(request, { credentials: this.#data.settings.credentials, signal, viaProxy });
      const view = responseView(request, received);
      this.#showAnswer(view.node);
      await view.run();
    } catch (error) {
      const proxyWords = error instanceof ProxyError ? error.message : undefined;
      // The violation event comes after the rejection.
      await new Promise((resolve) => setTimeout(resolve));
      const words = failureMessage(request, { wasCancelled: signal.aborted, refused: refused.origins, proxyWords });
      this.#showAnswer(failureView(words, this.#samples?.language() === 'curl' ? undefined : this.#maskedCurl()));
    } finally {
      refused.stop();
    }
  }

  #showAnswer(node: HTMLElement): void {
    fill(this.#answer, node);
    // On narrow screens the response is below the form.
    node.scrollIntoView({ block: 'nearest' });
  }

  #maskedCurl(): string {
    return findLanguage('curl')?.print(this.#form.build({ masked: true })) ?? '';
  }

  #shareTools(): HTMLElement {
    return element(
      'div',
      { class: 'playground-choices' },
      copyButton(translate('copyLink'), () => shareLink(this.#data, this.#form.state())),
      copyButton(translate('copyCurl'), () => this.#maskedCurl()),
    );
  }

  #curlImport(): HTMLElement {
    const area = element('textarea', { rows: 4, 'aria-label': translate('curl'), spellcheck: 'false', placeholder: 'curl https://…' });
    const result = element('p', { class: 'playground-hint', role: 'status' });
    const use = () => {
      result.textContent = this.#fillFromCurl(area.value);
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

  /** Returns a message for the reader. */
  #fillFromCurl(command: string): string {
    const { method } = this.#data;
    const request = parseCurl(command);
    if (!request) return translate('noCurl');
    this.#form.restore(stateFromCurl(this.#data, request));
    this.#form.acceptCredentials(request.headers);
    this.#update();
    return request.method === method ? translate('filledIn') : translate('filledOther', { other: request.method, method });
  }
}

/** Collects the origins that the page's security policy refuses from now on. */
function refusedOrigins(): { readonly origins: readonly string[]; stop(): void } {
  const origins: string[] = [];
  const watch = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
    if (effectiveDirective === 'connect-src') origins.push(URL.parse(blockedURI)?.origin ?? blockedURI);
  };
  document.addEventListener('securitypolicyviolation', watch);
  return { origins, stop: () => document.removeEventListener('securitypolicyviolation', watch) };
}

/** Before the first response: a hint, and the example of the response that the page has. */
function emptyAnswer(): HTMLElement {
  const hint = element(
    'p',
    { class: 'playground-blank-answer' },
    `${translate('responseHere')} `,
    element('span', {}, element('kbd', {}, 'Ctrl'), ' ', element('kbd', {}, 'Enter'), `: ${translate('send')}`),
  );
  const holder = document.querySelector<HTMLElement>('[data-response-example]');
  const text = holder?.querySelector('pre')?.textContent;
  if (!holder || !text) return hint;
  return element(
    'div',
    { class: 'playground-documented' },
    hint,
    element('p', { class: 'playground-hint' }, holder.dataset.responseExample ?? ''),
    codeView(text, /^\s*[{[]/.test(text)),
  );
}
