/** The OAuth 2 and OpenID Connect form: flow, client, scopes, and the button that requests a token. */
import type { PlaygroundFlow, PlaygroundScheme } from '../../../shared/playground/playground.ts';
import { button, element, fill } from '../dom.ts';
import { plainField } from '../form/field.ts';
import { durationText, translate } from '../translate.ts';
import { requestToken } from './oauth.ts';
import { loadCredentials, saveCredentials } from './session.ts';

/** The inputs of a token form. */
export interface TokenFormOptions {
  readonly scheme: PlaygroundScheme;
  /** The scopes that the operation requires. */
  readonly scopes: readonly string[];
  /** The page of this site to which a sign-in returns; absent = this one. */
  readonly callback?: string;
  /** Base of relative URLs. */
  server(): string;
  /** Storage key of the client ID, which is not secret. */
  readonly memory: string;
  /** Called for each token. */
  received(token: string): void;
}

/** Flows that an OpenID Connect provider may support; its discovery document has their URLs. */
const discoveredFlows: readonly PlaygroundFlow[] = [
  { type: 'authorizationCode', scopes: ['openid'] },
  { type: 'deviceAuthorization', scopes: ['openid'] },
  { type: 'clientCredentials', scopes: [] },
];

const flowNames: Readonly<Record<PlaygroundFlow['type'], string>> = {
  authorizationCode: 'Authorization code (PKCE)',
  clientCredentials: 'Client credentials',
  deviceAuthorization: 'Device',
  implicit: 'Implicit',
  password: 'Password',
};

/** Empty when the scheme has no flow. Stores neither secrets nor the token. */
export function tokenForm(options: TokenFormOptions): HTMLElement {
  const { flows, openIdConnectUrl } = options.scheme;
  const [first, ...others] = flows ?? (openIdConnectUrl ? discoveredFlows : []);
  return first ? new TokenForm(options, [first, ...others]).node : element('div', {});
}

class TokenForm {
  readonly node: HTMLElement;
  readonly #options: TokenFormOptions;
  readonly #redirectUri: string;
  readonly #fields = element('div', { class: 'playground-group-content' });
  readonly #status = element('p', { class: 'playground-hint', role: 'status' });
  readonly #get = button(translate('getToken'), 'playground-button', () => void this.#getToken());
  /** Typed values are taken over when another flow is selected. */
  readonly #inputs = new Map<string, HTMLInputElement>();
  #flow: PlaygroundFlow;
  #running: AbortController | undefined;

  constructor(options: TokenFormOptions, flows: readonly [PlaygroundFlow, ...PlaygroundFlow[]]) {
    const { callback } = options;
    this.#options = options;
    this.#redirectUri = callback ? new URL(callback, location.href).href : location.origin + location.pathname;
    this.#flow = flows[0];
    this.#show();
    this.node = element(
      'details',
      { class: 'playground-token' },
      element('summary', {}, translate('getAToken')),
      flows.length > 1 && plainField(translate('flow'), this.#flowSelect(flows)),
      this.#fields,
      this.#get,
      this.#status,
    );
  }

  #flowSelect(flows: readonly PlaygroundFlow[]): HTMLSelectElement {
    const select = element('select', {
      onchange: () => {
        this.#flow = flows[Number(select.value)] ?? this.#flow;
        this.#show();
      },
    });
    for (const [index, { type }] of flows.entries()) select.append(element('option', { value: index }, flowNames[type]));
    return select;
  }

  #show(): void {
    const { type } = this.#flow;
    const comesBack = type === 'authorizationCode' || type === 'implicit';
    fill(
      this.#fields,
      this.#field('clientId', translate('clientId')),
      type !== 'implicit' && this.#field('clientSecret', translate('clientSecret'), 'password'),
      type === 'password' && this.#field('username', translate('username')),
      type === 'password' && this.#field('password', translate('password'), 'password'),
      scopeChoice(this.#flow.scopes, this.#options.scopes),
      comesBack && element('p', { class: 'playground-hint' }, `${translate('redirectUrl')} `, element('code', {}, this.#redirectUri)),
    );
  }

  #field(name: string, label: string, type = 'text'): HTMLElement {
    const { memory } = this.#options;
    const control = element('input', { type, autocomplete: 'off', spellcheck: 'false' });
    control.value = this.#inputs.get(name)?.value ?? '';
    if (name === 'clientId') {
      const kept = loadCredentials(memory);
      if (control.value === '' && typeof kept === 'string') control.value = kept;
      control.addEventListener('input', () => saveCredentials(memory, control.value));
    }
    this.#inputs.set(name, control);
    return plainField(label, control);
  }

  /** The button requests a token, or cancels the request. */
  async #getToken(): Promise<void> {
    if (this.#running) return this.#running.abort();
    const running = new AbortController();
    this.#running = running;
    this.#get.textContent = translate('cancel');
    this.#status.textContent = translate('askingToken');
    try {
      const { value, lifetime } = await this.#request(this.#flow, running.signal);
      this.#options.received(value);
      this.#status.textContent =
        translate('gotToken') + (lifetime === undefined ? '' : ` ${translate('validFor', { time: durationText(lifetime) })}`);
    } catch (error) {
      // Cancelling ends a request in many places, each with an error of its own.
      this.#status.textContent = running.signal.aborted ? translate('cancelled') : (error as Error).message;
    } finally {
      this.#running = undefined;
      this.#get.textContent = translate('getToken');
    }
  }

  async #request(flow: PlaygroundFlow, signal: AbortSignal) {
    const { scheme, server } = this.#options;
    const value = (name: string) => this.#inputs.get(name)?.value ?? '';
    return requestToken({
      flow: absolute(await withDiscovery(flow, scheme, signal), server()),
      clientId: value('clientId'),
      clientSecret: value('clientSecret'),
      username: value('username'),
      password: value('password'),
      scopes: [...this.#fields.querySelectorAll<HTMLInputElement>('.playground-scopes input:checked')].map((box) => box.value),
      redirectUri: this.#redirectUri,
      signal,
      showStatus: (words, link) =>
        fill(
          this.#status,
          words,
          ' ',
          link && /^https?:/i.test(link) ? element('a', { href: link, target: '_blank', rel: 'noopener noreferrer' }, link) : undefined,
        ),
    });
  }
}

/** Check boxes for the scopes of a flow and of the operation; the latter are checked. */
function scopeChoice(offered: readonly string[], required: readonly string[]): HTMLElement | undefined {
  const all = [...new Set([...offered, ...required])];
  if (all.length === 0) return undefined;
  const box = (scope: string) =>
    element(
      'label',
      { class: 'playground-check' },
      element('input', { type: 'checkbox', value: scope, checked: required.includes(scope) || scope === 'openid' }),
      scope,
    );
  return element('fieldset', { class: 'playground-scopes' }, element('legend', {}, translate('scopes')), ...all.map(box));
}

/** OpenID Connect has its URLs in a discovery document. */
async function withDiscovery(flow: PlaygroundFlow, scheme: PlaygroundScheme, signal: AbortSignal): Promise<PlaygroundFlow> {
  if (scheme.type !== 'openIdConnect' || !scheme.openIdConnectUrl || flow.tokenUrl) return flow;
  let found: Record<string, unknown>;
  try {
    found = (await (await fetch(scheme.openIdConnectUrl, { credentials: 'omit', signal })).json()) as Record<string, unknown>;
  } catch {
    throw new Error(translate('notReadable', { url: scheme.openIdConnectUrl }));
  }
  const address = (name: string) => (typeof found[name] === 'string' ? found[name] : undefined);
  const [authorizationUrl, tokenUrl, deviceAuthorizationUrl] = [
    address('authorization_endpoint'),
    address('token_endpoint'),
    address('device_authorization_endpoint'),
  ];
  return {
    ...flow,
    ...(authorizationUrl && { authorizationUrl }),
    ...(tokenUrl && { tokenUrl }),
    ...(deviceAuthorizationUrl && { deviceAuthorizationUrl }),
  };
}

/** Descriptions may use paths such as `/oauth/token`, relative to the API's server. */
function absolute(flow: PlaygroundFlow, server: string): PlaygroundFlow {
  const made: Record<string, string> = {};
  for (const name of ['authorizationUrl', 'tokenUrl', 'deviceAuthorizationUrl'] as const) {
    const url = flow[name] === undefined ? null : URL.parse(flow[name], server || undefined);
    if (url) made[name] = url.href;
  }
  return { ...flow, ...made };
}
