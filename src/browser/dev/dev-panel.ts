/** The status bar and overlay of `docsgen dev`, in a shadow root, which isolates styles in both directions. */
import {
  type CreateRequest,
  type DevFinding,
  type DevReply,
  type DevState,
  devPath,
  errorNoticeClass,
  type OpenRequest,
  tokenHeader,
} from '../../shared/site/dev-channel.ts';
import { readStored, store } from '../shell/storage.ts';
import { panelStyles } from './panel-styles.ts';

interface PanelOptions {
  readonly base: string;
  token(): string;
}

/** Rendered from each state of the server. */
export interface DevPanel {
  show(state: DevState): void;
  /** Keeps the overlay, because its content may still apply. */
  showOffline(): void;
}

type Child = Node | string | undefined | false;

/** Adds the panel after the body, outside the patched page. `token` is read for each request, because it changes. */
export function devPanel(options: PanelOptions): DevPanel {
  return new Panel(options);
}

class Panel implements DevPanel {
  readonly #options: PanelOptions;
  readonly #bar = element('section', { class: 'bar', role: 'region', 'aria-label': 'docsgen dev' });
  readonly #overlay = element('section', { class: 'overlay', role: 'alertdialog', 'aria-label': 'docsgen dev: errors', hidden: '' });
  readonly #message = element('p', { class: 'message', role: 'status' });
  /** In effect while the overlay is visible: the page does not show the same errors again. */
  readonly #withOverlay = new CSSStyleSheet();
  /** Identifies the errors whose overlay was closed. */
  #dismissed = '';
  #isListOpen = false;
  #state: DevState | undefined;

  constructor(options: PanelOptions) {
    this.#options = options;
    const host = document.createElement('docsgen-dev');
    const shadow = host.attachShadow({ mode: 'open' });
    const styles = new CSSStyleSheet();
    styles.replaceSync(panelStyles);
    shadow.adoptedStyleSheets = [styles];
    shadow.append(this.#overlay, this.#bar);
    document.documentElement.append(host);
    this.#withOverlay.replaceSync(`.${errorNoticeClass}{display:none}`);
    this.#withOverlay.disabled = true;
    document.adoptedStyleSheets.push(this.#withOverlay);
  }

  show(state: DevState): void {
    this.#state = state;
    this.#drawOverlay(state);
    this.#drawBar(state);
  }

  showOffline(): void {
    this.#bar.replaceChildren(
      element('div', { class: 'line' }, element('span', { class: 'state bad' }, 'The server does not respond. Reconnecting…')),
    );
  }

  #drawOverlay({ findings, absent, isOutdated }: DevState): void {
    const errors = findings.filter(({ severity }) => severity === 'error');
    const key = JSON.stringify([errors, absent]);
    const isNeeded = errors.length > 0 || absent !== undefined;
    this.#showOverlay(isNeeded && key !== this.#dismissed);
    if (!isNeeded) this.#dismissed = '';
    const close = element('button', { type: 'button', class: 'close', 'aria-label': 'Close' }, '×');
    close.addEventListener('click', () => {
      this.#dismissed = key;
      this.#showOverlay(false);
    });
    this.#overlay.replaceChildren(
      element(
        'header',
        {},
        element('h2', {}, absent ? `${absent.file} does not exist` : errors.length === 1 ? 'One error' : `${errors.length} errors`),
        close,
      ),
      ...children(
        absent &&
          (absent.canBeCreated
            ? element('p', {}, 'The navigation lists this page. ', this.#createButton(absent.file))
            : element('p', {}, 'The file of this page was deleted. The page reappears when the file is restored.')),
        isOutdated && element('p', {}, 'This is the last version of the site that docsgen could build.'),
        ...errors.map((found) => this.#finding(found)),
      ),
    );
  }

  #showOverlay(isVisible: boolean): void {
    this.#overlay.hidden = !isVisible;
    this.#withOverlay.disabled = !isVisible;
  }

  #drawBar(state: DevState): void {
    if (this.#isSmall()) {
      this.#drawSmallBar(state);
      return;
    }
    const { file, findings, isOutdated } = state;
    const own = findings.filter(({ severity }) => severity !== 'error');
    const toFix = own.filter(({ severity }) => severity === 'warning').length;
    this.#bar.replaceChildren(
      ...children(
        this.#list(state, own),
        element(
          'div',
          { class: 'line' },
          file !== undefined && this.#sourceButton(file),
          isOutdated && element('span', { class: 'state bad' }, 'outdated'),
          toFix > 0 && element('span', { class: 'count' }, `${counted(toFix, 'warning')} here`),
          this.#listToggle(state),
          this.#sizeButton('–', 'Collapse the bar'),
        ),
      ),
    );
  }

  /** Only the colour of the status, as a button that brings the bar back. */
  #drawSmallBar(state: DevState): void {
    const button = this.#sizeButton('●', `docsgen dev: ${stateText(state)}. Expand the bar`);
    button.classList.add(stateClass(state));
    this.#bar.replaceChildren(button);
  }

  /** The choice is kept in the tab. */
  #isSmall(): boolean {
    return readStored(sizeKey, true) === 'small';
  }

  #sizeButton(sign: string, label: string): HTMLElement {
    const button = element('button', { type: 'button', class: 'size', 'aria-label': label, title: label }, sign);
    button.addEventListener('click', () => {
      store(sizeKey, this.#isSmall() ? 'large' : 'small', true);
      if (this.#state) this.#drawBar(this.#state);
      this.#bar.querySelector<HTMLElement>('.size')?.focus();
    });
    return button;
  }

  /** The status of the site, as a button that opens and closes the list. */
  #listToggle(state: DevState): HTMLElement {
    const toggle = element(
      'button',
      {
        type: 'button',
        class: `state ${stateClass(state)}`,
        'aria-expanded': String(this.#isListOpen),
      },
      stateText(state),
    );
    toggle.addEventListener('click', () => {
      this.#isListOpen = !this.#isListOpen;
      if (this.#state) this.#drawBar(this.#state);
    });
    return toggle;
  }

  /** The warnings and notices of the page, those of other files, and what is missing in the site. */
  #list(state: DevState, own: readonly DevFinding[]): HTMLElement {
    const { missing, isChecked, elsewhere } = state;
    const list = element(
      'div',
      { class: 'list' },
      ...own.map((found) => this.#finding(found)),
      own.length === 0 && element('p', { class: 'words' }, 'No problems on this page.'),
      elsewhere.length > 0 && element('p', { class: 'words' }, 'In other files:'),
      ...elsewhere.map((found) => this.#finding(found)),
      element('p', { class: 'hint' }, isChecked ? siteText(state) : 'docsgen checks the whole site shortly after the last change.'),
      missing.length > 0 && element('p', { class: 'words' }, 'Listed in the navigation, but not written yet:'),
      ...missing.slice(0, 20).map((file) => this.#createButton(file)),
    );
    list.hidden = !this.#isListOpen;
    return list;
  }

  #finding(found: DevFinding): HTMLElement {
    return element(
      'article',
      { class: `finding ${found.severity}` },
      element(
        'p',
        { class: 'place' },
        found.file !== undefined && this.#sourceButton(found.file, found.line, found.column),
        element('span', { class: 'code' }, `${found.severity} ${found.code}`),
      ),
      element('p', { class: 'words' }, found.message),
      found.lineText !== undefined && frame(found),
      found.hint !== undefined && element('p', { class: 'hint' }, found.hint),
    );
  }

  #sourceButton(file: string, line?: number, column?: number): HTMLElement {
    const place = line === undefined ? file : `${file}:${line}:${column ?? 1}`;
    const button = element('button', { type: 'button', class: 'source', title: 'Open in the editor' }, place);
    button.addEventListener(
      'click',
      () => void this.#ask('open', { file, ...(line !== undefined && { line }), ...(column !== undefined && { column }) }),
    );
    return button;
  }

  #createButton(file: string): HTMLElement {
    const button = element('button', { type: 'button', class: 'primary' }, `Create ${file}`);
    button.addEventListener('click', () => void this.#ask('create', { file }));
    return button;
  }

  async #ask(action: 'open' | 'create', body: OpenRequest | CreateRequest): Promise<void> {
    const { base, token } = this.#options;
    const reply = await post(`${base}${devPath}/${action}`, token(), body);
    this.#message.textContent = reply.ok ? '' : (reply.message ?? 'The request failed');
    this.#bar.append(this.#message);
  }
}

const sizeKey = 'docsgen:dev-bar';

function stateClass({ errors, warnings }: DevState): 'bad' | 'fair' | 'good' {
  if (errors > 0) return 'bad';
  return warnings > 0 ? 'fair' : 'good';
}

/** A short status of the site; shows dots until all checks have completed. */
function stateText({ errors, warnings, done, total, isChecked }: DevState): string {
  if (done < total) return `compiled ${done} of ${total}`;
  const found = [errors > 0 && counted(errors, 'error'), warnings > 0 && counted(warnings, 'warning')].filter(Boolean).join(', ');
  if (!isChecked) return found === '' ? 'checking …' : `${found} in all …`;
  return found === '' ? 'all well' : `${found} in all`;
}

function siteText({ errors, warnings, notices }: DevState): string {
  return `Whole site, all checks: ${counted(errors, 'error')}, ${counted(warnings, 'warning')}, ${counted(notices, 'notice')}. docsgen check lists them.`;
}

function counted(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}

/** The line of a diagnostic with the problem underlined. */
function frame({ line = 1, column = 1, length = 1, lineText = '' }: DevFinding): HTMLElement {
  const cut = column > 100 ? column - 40 : 0;
  const shown = lineText.slice(cut, cut + 160);
  const from = column - 1 - cut;
  return element(
    'pre',
    {},
    element('span', { class: 'number' }, `${line} | `),
    shown.slice(0, from),
    element('mark', {}, shown.slice(from, from + length) || ' '),
    shown.slice(from + length),
  );
}

async function post(url: string, token: string, body: object): Promise<DevReply> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [tokenHeader]: token },
      body: JSON.stringify(body),
    });
    return response.headers.get('content-type')?.startsWith('application/json') ? ((await response.json()) as DevReply) : { ok: false };
  } catch {
    return { ok: false, message: 'The server does not respond' };
  }
}

function element(tag: string, attributes: Readonly<Record<string, string>>, ...content: readonly Child[]): HTMLElement {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, value);
  created.append(...children(...content));
  return created;
}

function children(...content: readonly Child[]): (Node | string)[] {
  return content.filter((child): child is Node | string => child !== undefined && child !== false);
}
