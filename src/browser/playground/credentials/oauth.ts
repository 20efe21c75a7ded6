/**
 * Gets tokens in the browser: OAuth 2.0 (RFC 6749), PKCE (RFC 7636), device grant (RFC 8628). The sign-in opens in a
 * window and returns to a page of this site, which passes the result on and closes.
 */
import type { PlaygroundFlow } from '../../../shared/playground/playground.ts';
import { encodeForm } from '../../../shared/request/percent-encode.ts';
import { translate } from '../translate.ts';
import { channelName, statePrefix } from './sign-in-answer.ts';

/** The form values, empty if not filled in. Each flow uses what it needs. */
export interface TokenRequest {
  /** Its URLs are absolute, or absent when the description has none. */
  readonly flow: PlaygroundFlow;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly username: string;
  readonly password: string;
  /** The selected scopes. */
  readonly scopes: readonly string[];
  /** The URL to which the sign-in returns. */
  readonly redirectUri: string;
  /** Cancels waiting; the promise then rejects with some error. */
  readonly signal: AbortSignal;
  /** Shows instructions for the reader. */
  showStatus(words: string, link?: string): void;
}

/** Other data in the response (refresh tokens, scopes) is discarded. */
export interface Token {
  readonly value: string;
  /** Seconds, if the server reports it. */
  readonly lifetime?: number;
}

/** The access token. Throws an `Error` whose message is meant for the reader, unless it was cancelled. */
export function requestToken(request: TokenRequest): Promise<Token> {
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

async function authorizationCode(request: TokenRequest): Promise<Token> {
  // The hash for PKCE is only available in secure contexts.
  if (!isSecureContext) throw new Error(translate('needsSecurePage'));
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

async function implicit(request: TokenRequest): Promise<Token> {
  return tokenOf(await signIn(request, { response_type: 'token' }));
}

/** Opens the server's sign-in page and waits for its result. */
function signIn(
  { flow, clientId, scopes, redirectUri, signal, showStatus }: TokenRequest,
  more: Record<string, string>,
): Promise<Record<string, string>> {
  const state = statePrefix + randomText(24);
  const url = URL.parse(flow.authorizationUrl ?? '');
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error(translate('noSignInAddress'));
  const asked = { client_id: clientId, redirect_uri: redirectUri, state, ...(scopes.length > 0 && { scope: scopes.join(' ') }), ...more };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  const channel = new BroadcastChannel(channelName);
  // Without an opener, so that the sign-in page learns nothing about this page.
  window.open(url.href, '_blank', 'popup,noopener,width=520,height=680');
  showStatus(translate('waitingForSignIn'), url.href);
  return new Promise<Record<string, string>>((resolve, reject) => {
    channel.addEventListener('message', ({ data }: MessageEvent<Record<string, string>>) => {
      if (data?.state === state) resolve(data);
    });
    rejectOnAbort(signal, reject);
  }).finally(() => channel.close());
}

async function device(request: TokenRequest): Promise<Token> {
  const { flow, clientId, scopes, signal, showStatus } = request;
  const asked = { client_id: clientId, ...(scopes.length > 0 && { scope: scopes.join(' ') }) };
  const started = (await post(flow.deviceAuthorizationUrl, asked, signal)).answer;
  if (!started.device_code) throw new Error(refusal(started));
  showStatus(
    translate('enterCode', { code: String(started.user_code) }),
    String(started.verification_uri_complete ?? started.verification_uri ?? ''),
  );
  const until = performance.now() + Number(started.expires_in ?? 600) * 1000;
  let wait = Number(started.interval ?? 5);
  while (performance.now() < until) {
    await pause(wait * 1000, signal);
    const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: String(started.device_code) };
    const answer = await authenticated(request, grant);
    if (answer.error === 'slow_down') wait += 5;
    else if (answer.error !== 'authorization_pending') return tokenOf(answer);
  }
  throw new Error(translate('codeTooLate'));
}

async function askForToken(request: TokenRequest, grant: Record<string, string>): Promise<Token> {
  const { scopes } = request;
  const wantsScope = grant.grant_type !== 'authorization_code' && scopes.length > 0;
  return tokenOf(await authenticated(request, { ...grant, ...(wantsScope && { scope: scopes.join(' ') }) }));
}

/**
 * Authenticates the client: in the body, which needs no CORS preflight, then in a header as RFC 6749 §2.3.1 recommends,
 * for servers that require it.
 */
async function authenticated({ flow, clientId, clientSecret, signal }: TokenRequest, grant: Record<string, string>): Promise<Answer> {
  const named = { ...grant, ...(clientId && { client_id: clientId }) };
  if (clientSecret === '') return (await post(flow.tokenUrl, named, signal)).answer;
  const first = await post(flow.tokenUrl, { ...named, client_secret: clientSecret }, signal);
  if (first.status !== 401 && first.answer.error !== 'invalid_client') return first.answer;
  const pair = [clientId, clientSecret].map((text) => encodeForm(text)).join(':');
  return (await post(flow.tokenUrl, grant, signal, { Authorization: `Basic ${btoa(pair)}` })).answer;
}

type Answer = Readonly<Record<string, unknown>>;

function tokenOf(answer: Answer): Token {
  if (!answer.access_token) throw new Error(refusal(answer));
  const lifetime = Number(answer.expires_in);
  return { value: String(answer.access_token), ...(lifetime > 0 && { lifetime }) };
}

async function post(
  url: string | undefined,
  form: Record<string, string>,
  signal: AbortSignal,
  headers: Record<string, string> = {},
): Promise<{ readonly status: number; readonly answer: Answer }> {
  if (url === undefined || !/^https?:/i.test(url)) throw new Error(translate('noTokenAddress'));
  let response: Response;
  try {
    response = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: { Accept: 'application/json', ...headers },
      credentials: 'omit',
      cache: 'no-store',
      signal,
    });
  } catch {
    throw new Error(translate('noTokenAnswer', { origin: new URL(url).origin }));
  }
  try {
    return { status: response.status, answer: (await response.json()) as Answer };
  } catch {
    throw new Error(translate('noToken', { reason: `${new URL(url).origin}: ${response.status}, ${translate('notJson')}` }));
  }
}

function refusal(answer: Answer): string {
  return translate('noToken', { reason: [answer.error, answer.error_description].filter(Boolean).join(', ') || '—' });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    rejectOnAbort(signal, (reason) => {
      clearTimeout(timer);
      reject(reason);
    });
  });
}

/** Also if it was aborted before. */
function rejectOnAbort(signal: AbortSignal, reject: (reason: unknown) => void): void {
  if (signal.aborted) reject(signal.reason);
  else signal.addEventListener('abort', () => reject(signal.reason));
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
