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
export function tokenForm({ scheme, scopes, callback, server, memory, received }: TokenFormOptions): HTMLElement {
  const fields = element('div', { class: 'playground-group-content' });
  const status = element('p', { class: 'playground-hint', role: 'status' });
  const inputs = new Map<string, HTMLInputElement>();
  const redirectUri = callback ? new URL(callback, location.href).href : location.origin + location.pathname;
  const flows = scheme.flows ?? (scheme.openIdConnectUrl ? discoveredFlows : []);
  let flow = flows[0];
  let running: AbortController | undefined;

  function input(name: string, label: string, type = 'text'): HTMLElement {
    const control = element('input', { type, autocomplete: 'off', spellcheck: 'false' });
    control.value = inputs.get(name)?.value ?? '';
    if (name === 'clientId') {
      const kept = loadCredentials(memory);
      if (control.value === '' && typeof kept === 'string') control.value = kept;
      control.addEventListener('input', () => saveCredentials(memory, control.value));
    }
    inputs.set(name, control);
    return plainField(label, control);
  }

  function show(): void {
    if (!flow) return;
    const { type } = flow;
    const comesBack = type === 'authorizationCode' || type === 'implicit';
    const offered = [...new Set([...flow.scopes, ...scopes])];
    fill(
      fields,
      input('clientId', translate('clientId')),
      type !== 'implicit' && input('clientSecret', translate('clientSecret'), 'password'),
      type === 'password' && input('username', translate('username')),
      type === 'password' && input('password', translate('password'), 'password'),
      offered.length > 0 &&
        element(
          'fieldset',
          { class: 'playground-scopes' },
          element('legend', {}, translate('scopes')),
          ...offered.map((scope) =>
            element(
              'label',
              { class: 'playground-check' },
              element('input', { type: 'checkbox', value: scope, checked: scopes.includes(scope) || scope === 'openid' }),
              scope,
            ),
          ),
        ),
      comesBack && element('p', { class: 'playground-hint' }, `${translate('redirectUrl')} `, element('code', {}, redirectUri)),
    );
  }

  async function getToken(): Promise<void> {
    if (running) return running.abort();
    if (!flow) return;
    running = new AbortController();
    get.textContent = translate('cancel');
    status.textContent = translate('askingToken');
    try {
      const value = (name: string) => inputs.get(name)?.value ?? '';
      const token = await requestToken({
        flow: absolute(await withDiscovery(flow, scheme, running.signal), server()),
        clientId: value('clientId'),
        clientSecret: value('clientSecret'),
        username: value('username'),
        password: value('password'),
        scopes: [...fields.querySelectorAll<HTMLInputElement>('.playground-scopes input:checked')].map((box) => box.value),
        redirectUri,
        signal: running.signal,
        showStatus: (words, link) =>
          fill(
            status,
            words,
            ' ',
            link && /^https?:/i.test(link) ? element('a', { href: link, target: '_blank', rel: 'noopener noreferrer' }, link) : undefined,
          ),
      });
      received(token.value);
      status.textContent =
        translate('gotToken') + (token.lifetime === undefined ? '' : ` ${translate('validFor', { time: durationText(token.lifetime) })}`);
    } catch (error) {
      status.textContent = (error as Error).message;
    } finally {
      running = undefined;
      get.textContent = translate('getToken');
    }
  }

  const get = button(translate('getToken'), 'playground-button', () => void getToken());
  if (!flow) return element('div', {});
  const select = element('select', {
    onchange: () => {
      flow = flows[Number(select.value)];
      show();
    },
  });
  for (const [index, { type }] of flows.entries()) select.append(element('option', { value: index }, flowNames[type]));
  show();
  return element(
    'details',
    { class: 'playground-token' },
    element('summary', {}, translate('getAToken')),
    flows.length > 1 && plainField(translate('flow'), select),
    fields,
    get,
    status,
  );
}

/** OpenID Connect has its URLs in a discovery document. */
async function withDiscovery(flow: PlaygroundFlow, scheme: PlaygroundScheme, signal: AbortSignal): Promise<PlaygroundFlow> {
  if (scheme.type !== 'openIdConnect' || !scheme.openIdConnectUrl || flow.tokenUrl) return flow;
  let found: Record<string, unknown>;
  try {
    found = (await (await fetch(scheme.openIdConnectUrl, { credentials: 'omit', signal })).json()) as Record<string, unknown>;
  } catch {
    if (signal.aborted) throw new Error(translate('cancelled'));
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
