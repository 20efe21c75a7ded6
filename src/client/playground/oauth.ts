/**
 * Getting a token in the browser: OAuth 2.0 (RFC 6749), PKCE (RFC 7636), device grant (RFC 8628). The sign-in runs in a
 * window of its own that comes back to a page of this site; that page hands the answer over and closes.
 */
import type { PlaygroundFlow } from '../../contract/playground.ts';

export interface TokenRequest {
  readonly flow: PlaygroundFlow;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly username: string;
  readonly password: string;
  readonly scopes: readonly string[];
  /** Where the sign-in comes back to. */
  readonly redirectUri: string;
  readonly signal: AbortSignal;
  /** Tells the reader what to do elsewhere. */
  tell(words: string, link?: string): void;
}

const channelName = 'docsgen:oauth';
const statePrefix = 'docsgen-';

/** The access token. Throws an `Error` whose message is meant for the reader. */
export function requestToken(request: TokenRequest): Promise<string> {
  switch (request.flow.type) {
    case 'authorizationCode':
      return authorizationCode(request);
    case 'implicit':
      return implicit(request);
    case 'deviceAuthorization':
      return device(request);
    case 'clientCredentials':
      return askForToken(request, { grant_type: 'client_credentials' });
    case 'password':
      return askForToken(request, { grant_type: 'password', username: request.username, password: request.password });
  }
}

/** On the page that a sign-in came back to: hands its answer to the page that waits. True when it was one. */
export function deliverAnswer(): boolean {
  const answer = new URLSearchParams(`${location.search.slice(1)}&${location.hash.slice(1)}`);
  if (!answer.get('state')?.startsWith(statePrefix)) return false;
  new BroadcastChannel(channelName).postMessage(Object.fromEntries(answer));
  // The code and the token must not stay in the history.
  history.replaceState(null, '', location.pathname);
  window.close();
  return true;
}

async function authorizationCode(request: TokenRequest): Promise<string> {
  const verifier = randomText(48);
  const challenge = base64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
  const answer = await signIn(request, { response_type: 'code', code_challenge: challenge, code_challenge_method: 'S256' });
  if (!answer.code) throw new Error(refusal(answer));
  return askForToken(request, {
    grant_type: 'authorization_code',
    code: answer.code,
    redirect_uri: request.redirectUri,
    code_verifier: verifier,
  });
}

async function implicit(request: TokenRequest): Promise<string> {
  const answer = await signIn(request, { response_type: 'token' });
  if (!answer.access_token) throw new Error(refusal(answer));
  return answer.access_token;
}

/** Opens the server's page and waits until it comes back to ours. */
function signIn(
  { flow, clientId, scopes, redirectUri, signal, tell }: TokenRequest,
  more: Record<string, string>,
): Promise<Record<string, string>> {
  const state = statePrefix + randomText(24);
  const url = new URL(flow.authorizationUrl ?? '');
  if (!/^https?:$/.test(url.protocol)) throw new Error(`${url.href} is no page that can be opened`);
  const asked = { client_id: clientId, redirect_uri: redirectUri, state, ...(scopes.length > 0 && { scope: scopes.join(' ') }), ...more };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  const channel = new BroadcastChannel(channelName);
  // A window without a way back to this page: whoever owns the sign-in page learns nothing of it.
  window.open(url.href, '_blank', 'popup,noopener,width=520,height=680');
  tell('Waiting for the sign-in in the other window. If none opened:', url.href);
  return new Promise<Record<string, string>>((resolve, reject) => {
    channel.addEventListener('message', ({ data }: MessageEvent<Record<string, string>>) => {
      if (data?.state === state) resolve(data);
    });
    signal.addEventListener('abort', () => reject(new Error('Cancelled')));
  }).finally(() => channel.close());
}

async function device(request: TokenRequest): Promise<string> {
  const { flow, clientId, scopes, signal, tell } = request;
  const started = await post(
    flow.deviceAuthorizationUrl,
    { client_id: clientId, ...(scopes.length > 0 && { scope: scopes.join(' ') }) },
    signal,
  );
  if (!started.device_code) throw new Error(refusal(started));
  tell(`Enter the code ${started.user_code} at:`, String(started.verification_uri_complete ?? started.verification_uri ?? ''));
  let wait = Number(started.interval ?? 5);
  for (;;) {
    await pause(wait * 1000, signal);
    const answer = await post(
      flow.tokenUrl,
      { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: String(started.device_code), client_id: clientId },
      signal,
    );
    if (answer.access_token) return String(answer.access_token);
    if (answer.error === 'slow_down') wait += 5;
    else if (answer.error !== 'authorization_pending') throw new Error(refusal(answer));
  }
}

async function askForToken({ flow, clientId, clientSecret, scopes, signal }: TokenRequest, grant: Record<string, string>): Promise<string> {
  const wantsScope = grant.grant_type !== 'authorization_code' && scopes.length > 0;
  const answer = await post(
    flow.tokenUrl,
    {
      ...grant,
      ...(clientId && { client_id: clientId }),
      ...(clientSecret && { client_secret: clientSecret }),
      ...(wantsScope && { scope: scopes.join(' ') }),
    },
    signal,
  );
  if (!answer.access_token) throw new Error(refusal(answer));
  return String(answer.access_token);
}

async function post(url: string | undefined, form: Record<string, string>, signal: AbortSignal): Promise<Record<string, unknown>> {
  if (url === undefined || !/^https?:/i.test(url)) throw new Error('The description names no address for tokens.');
  let response: Response;
  try {
    response = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: { Accept: 'application/json' },
      credentials: 'omit',
      signal,
    });
  } catch {
    if (signal.aborted) throw new Error('Cancelled');
    throw new Error(
      `${new URL(url).origin} gave no answer that this page may read: it cannot be reached, or it does not allow requests from pages (CORS). Get a token elsewhere and paste it.`,
    );
  }
  try {
    return (await response.json()) as Record<string, unknown>;
  } catch {
    throw new Error(`${new URL(url).origin} answered ${response.status} without JSON.`);
  }
}

function refusal(answer: Record<string, unknown>): string {
  return `No token: ${[answer.error, answer.error_description].filter(Boolean).join(', ') || 'the server gave none'}`;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new Error('Cancelled'));
    });
  });
}

function randomText(bytes: number): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(bytes)));
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}
