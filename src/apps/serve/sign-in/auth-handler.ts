import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readAtMost } from '../../../platform/http/http-body.ts';
import { isSameSecret } from '../../../platform/http/secret.ts';
import type { SignInAttempts } from '../../../platform/http/sign-in-attempts.ts';
import { callbackHref, loginHref, logoutHref } from '../../../shared/site/sign-in.ts';
import { sendJson, sendRedirect, sendText } from '../plain-response.ts';
import type { Reader } from '../readers.ts';
import type { AuthHost } from '../start-site.ts';
import { seal, unseal } from './encrypted-cookie.ts';
import { fragmentPage } from './fragment-page.ts';
import { type AuthFlow, type FlowMethod, type FormMethod, type Identity, type Method, type Refusal, refusal } from './method.ts';
import { returnPath } from './return-path.ts';
import type { Sessions } from './sessions.ts';
import { message, sendSignInPage, signInForm, signOutForm } from './sign-in-forms.ts';

/** The dependencies of the handler. Times are in milliseconds. */
export interface AuthHandlerOptions {
  readonly host: AuthHost;
  readonly method: Method;
  readonly sessions: Sessions;
  /** Marks a token as used; false when it was used before. `hash` is stored until `expiresAt`. */
  readonly markUsed: (hash: string, expiresAt: number) => Promise<boolean>;
  /** Key that encrypts cookies. */
  readonly encryptionKey: Buffer;
  readonly attempts: SignInAttempts;
  /** Identifies a client for the limit of sign-in attempts. */
  readonly addressOf: (request: IncomingMessage) => string;
  /** Lifetime of the session cookie. The store decides whether the session is valid. */
  readonly cookieSeconds: number;
  readonly now: () => number;
}

const sessionCookie = '__Host-docsgen';
const flowCookie = '__Host-docsgen-journey';
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Lax';
/** How long a sign-in at the provider may take. */
const flowMs = 15 * 60_000;
const maxBodyBytes = 16 * 1024;

/** Handles sign-in and sign-out, and identifies readers by their cookie. */
export class AuthHandler {
  readonly #options: AuthHandlerOptions;

  constructor(options: AuthHandlerOptions) {
    this.#options = options;
  }

  /** Undefined without a valid session. */
  async reader(request: IncomingMessage): Promise<Reader | undefined> {
    const cookie = cookieOf(request, sessionCookie);
    return cookie === undefined ? undefined : this.#options.sessions.find(cookie);
  }

  /** `path` is without base, `query` includes its `?`. Returns false, without a response, if the path does not belong to sign-in. */
  async handle(request: IncomingMessage, response: ServerResponse, path: string, query: string): Promise<boolean> {
    if (path !== loginHref && path !== logoutHref && path !== callbackHref) return false;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead && request.method !== 'POST') {
      sendText(response, { status: 405, headers: ['Allow', 'GET, HEAD, POST'] }, 'Only GET, HEAD and POST are allowed');
      return true;
    }
    if (!isRead && !this.#isOwnForm(request)) {
      sendText(response, { status: 403 }, 'The form was sent from another site');
      return true;
    }
    const parameters = new URLSearchParams(query);
    if (path === logoutHref) await (isRead ? this.#showLogout(request, response) : this.#logout(request, response));
    else if (path === loginHref) await (isRead ? this.#showLogin(request, response, parameters) : this.#login(request, response));
    else if (isRead) await this.#completeFlow(request, response, parameters);
    else await this.#sendFragmentPage(request, response);
    return true;
  }

  async #showLogin(request: IncomingMessage, response: ServerResponse, parameters: URLSearchParams): Promise<void> {
    const { method } = this.#options;
    const next = this.#next(parameters.get('next') ?? this.#isFromOrigin(request));
    if (await this.reader(request)) return sendRedirect(response, 302, next, noStore);
    if (method.kind === 'form') return this.#form(response, 200, method, next);
    await this.#startFlow(response, method, next);
  }

  async #login(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method } = this.#options;
    const fields = await this.#fields(request, response);
    if (fields === undefined) return;
    if (method.kind !== 'form') return sendRedirect(response, 303, this.#base + loginHref, noStore);
    const wait = this.#attempt(request);
    if (wait > 0) return this.#tooManyAttempts(request, response, wait);
    const result = await method.verify(fields);
    const next = this.#next(fields.get('next'));
    if ('refused' in result) {
      if (result.status === 503) return this.#refuse(response, result, next, request);
      this.#note(result);
      const problem = method.asksForName ? 'The name or password is incorrect.' : 'The password is incorrect.';
      if (!isBrowser(request)) return sendJson(response, { status: result.status }, { error: { code: result.code } });
      return this.#form(response, result.status, method, next, problem, fields.get('name') ?? undefined);
    }
    this.#options.attempts.remove(this.#options.addressOf(request));
    await this.#signIn(request, response, result, next);
  }

  /** Redirects to the provider. The state is stored in an encrypted cookie, so that abandoned sign-ins leave nothing on the server. */
  async #startFlow(response: ServerResponse, method: FlowMethod, next: string): Promise<void> {
    const random = () => randomBytes(32).toString('base64url');
    const flow: AuthFlow = { state: random(), nonce: random(), verifier: random(), next, expiresAt: this.#options.now() + flowMs };
    const target = await method.begin(flow, this.#callback);
    if (typeof target !== 'string') return this.#refuse(response, target, next);
    const cookie = `${flowCookie}=${seal(this.#options.encryptionKey, 'journey', JSON.stringify(flow))}; ${attributes}; Max-Age=${flowMs / 1000}`;
    sendRedirect(response, 302, target, [...noStore, 'Set-Cookie', cookie]);
  }

  async #completeFlow(request: IncomingMessage, response: ServerResponse, parameters: URLSearchParams): Promise<void> {
    const { method } = this.#options;
    if (method.kind !== 'journey') return sendRedirect(response, 302, this.#base + loginHref, noStore);
    if (method.usesFragment) return fragmentPage(response, this.#base + callbackHref);
    await this.#finish(request, response, method, parameters);
  }

  async #sendFragmentPage(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method } = this.#options;
    const fields = await this.#fields(request, response);
    if (fields === undefined) return;
    if (method.kind !== 'journey' || !method.usesFragment) return sendRedirect(response, 303, this.#base + loginHref, noStore);
    await this.#finish(request, response, method, fields);
  }

  async #finish(request: IncomingMessage, response: ServerResponse, method: FlowMethod, fields: URLSearchParams): Promise<void> {
    // Attempts are counted only after verifying that the sign-in began in this browser. Any site can send requests to this URL, but
    // cannot guess a state.
    const begun = this.#flow(request, fields.get('state') ?? '');
    if ('refused' in begun) return this.#refuse(response, begun, this.#next(undefined), request);
    const wait = this.#attempt(request);
    if (wait > 0) return this.#tooManyAttempts(request, response, wait);
    const flow = await this.#isFirstUse(begun);
    if ('refused' in flow) return this.#refuse(response, flow, this.#next(undefined), request);
    const result = await method.complete(fields, flow, this.#callback);
    if ('refused' in result) return this.#refuse(response, result, flow.next, request);
    this.#options.attempts.remove(this.#options.addressOf(request));
    await this.#signIn(request, response, result, this.#next(flow.next));
  }

  /** Returns the sign-in that began in this browser, if its state matches. */
  #flow(request: IncomingMessage, state: string): AuthFlow | Refusal {
    const { encryptionKey, now } = this.#options;
    // Providers redirect a window, not an image or frame of some page. Older browsers do not send the header.
    const { 'sec-fetch-dest': destination = 'document' } = request.headers;
    if (destination !== 'document') return refusal(400, 'auth/state', 'the URL was not opened as a page');
    const sealed = cookieOf(request, flowCookie);
    const text = sealed === undefined ? undefined : unseal(encryptionKey, 'journey', sealed);
    if (text === undefined) return refusal(400, 'auth/state', 'no sign-in was started in this browser');
    const flow = JSON.parse(text) as AuthFlow;
    if (flow.expiresAt < now()) return refusal(400, 'auth/state', 'the sign-in took too long');
    if (!isSameSecret(state, flow.state)) return refusal(400, 'auth/state', 'the state does not match');
    return flow;
  }

  async #isFirstUse(flow: AuthFlow): Promise<AuthFlow | Refusal> {
    const hash = createHash('sha256').update(`state ${flow.state}`).digest('hex');
    const isFirst = await this.#options.markUsed(hash, flow.expiresAt);
    return isFirst ? flow : refusal(400, 'auth/state', 'the state was used before');
  }

  /** Creates a new session for every sign-in. The previous session of the browser becomes invalid. */
  async #signIn(request: IncomingMessage, response: ServerResponse, identity: Identity, next: string): Promise<void> {
    const { sessions, host, cookieSeconds } = this.#options;
    const before = cookieOf(request, sessionCookie);
    if (before !== undefined) await sessions.end(before);
    const cookie = await sessions.begin(identity);
    host.metrics.count('sign_ins');
    host.log.event('sign-in', { groups: identity.groups.length });
    sendRedirect(response, 303, next, [
      ...noStore,
      'Set-Cookie',
      `${sessionCookie}=${cookie}; ${attributes}; Max-Age=${cookieSeconds}`,
      'Set-Cookie',
      `${flowCookie}=; ${attributes}; Max-Age=0`,
    ]);
  }

  async #showLogout(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (await this.reader(request)) {
      return this.#pages(response, { status: 200, title: 'Sign out', content: signOutForm(this.#base + logoutHref) });
    }
    const { method, host } = this.#options;
    const providerLogout = method.kind === 'journey' ? await method.logoutUrl?.(host.publicUrl() + (this.#base || '/')) : undefined;
    const content = message(
      'You are signed out.',
      { href: this.#base + loginHref, label: 'Sign in again' },
      providerLogout === undefined ? undefined : { href: providerLogout, label: 'Sign out of your account as well' },
    );
    await this.#pages(response, { status: 200, title: 'Signed out', content });
  }

  async #logout(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { sessions, host } = this.#options;
    request.resume();
    const cookie = cookieOf(request, sessionCookie);
    if (cookie !== undefined) {
      await sessions.end(cookie);
      host.metrics.count('sign_outs');
    }
    const expired = `${sessionCookie}=; ${attributes}; Max-Age=0`;
    sendRedirect(response, 303, this.#base + logoutHref, [...noStore, 'Set-Cookie', expired, 'Clear-Site-Data', '"cache"']);
  }

  async #form(response: ServerResponse, status: number, method: FormMethod, next: string, problem?: string, name?: string): Promise<void> {
    const content = signInForm({ action: this.#base + loginHref, next, asksForName: method.asksForName, problem, name });
    await this.#pages(response, { status, title: 'Sign in', content });
  }

  async #refuse(response: ServerResponse, refused: Refusal, next: string, request?: IncomingMessage): Promise<void> {
    this.#note(refused);
    const headers = refused.status === 503 ? ['Retry-After', '10'] : [];
    if (request && !isBrowser(request)) {
      return sendJson(response, { status: refused.status, headers }, { error: { code: refused.code } });
    }
    const again = { href: `${this.#base}${loginHref}?next=${encodeURIComponent(next)}`, label: 'Try again' };
    const text =
      refused.status === 503
        ? 'The sign-in service is unavailable at the moment. Please try again later.'
        : 'The sign-in failed, or it was started in another window.';
    await this.#pages(response, { status: refused.status, title: 'Sign in', content: message(text, again), headers });
  }

  async #tooManyAttempts(request: IncomingMessage, response: ServerResponse, seconds: number): Promise<void> {
    const headers = ['Retry-After', String(seconds)];
    this.#options.host.metrics.count('sign_in_refusals', 'code="auth/too-often"');
    if (!isBrowser(request)) return sendJson(response, { status: 429, headers }, { error: { code: 'auth/too-often' } });
    const again = { href: this.#base + loginHref, label: 'Try again' };
    await this.#pages(response, {
      status: 429,
      title: 'Sign in',
      content: message('Too many attempts. Please wait a minute.', again),
      headers,
    });
  }

  #pages(response: ServerResponse, page: Parameters<typeof sendSignInPage>[3]): Promise<void> {
    const { host } = this.#options;
    return sendSignInPage(host.version(), host.store, response, page);
  }

  #note({ code, reason }: Refusal): void {
    const { host } = this.#options;
    host.metrics.count('sign_in_refusals', `code="${code}"`);
    host.log.event('sign-in-refused', { code, reason });
  }

  /** Counts an attempt. Returns the seconds to wait, or 0. */
  #attempt(request: IncomingMessage): number {
    return this.#options.attempts.add(this.#options.addressOf(request));
  }

  /** Returns undefined after rejecting the body. */
  async #fields(request: IncomingMessage, response: ServerResponse): Promise<URLSearchParams | undefined> {
    const isForm = /^application\/x-www-form-urlencoded(?:\s*;|$)/i.test(request.headers['content-type'] ?? '');
    const body = isForm ? await readAtMost(request, maxBodyBytes) : undefined;
    if (body === undefined) {
      sendText(response, { status: isForm ? 413 : 415, headers: ['Connection', 'close'] }, 'This is not a sign-in form');
      return undefined;
    }
    return new URLSearchParams(body.toString('utf8'));
  }

  /** Checks the origin that browsers send with forms, so that other sites cannot sign readers in or out. */
  #isOwnForm({ headers }: IncomingMessage): boolean {
    const { origin, 'sec-fetch-site': site } = headers;
    if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
    if (origin === undefined) return true;
    return origin === URL.parse(this.#options.host.publicUrl())?.origin || URL.parse(origin)?.host === headers.host;
  }

  /** The page that linked to the sign-in page. */
  #isFromOrigin({ headers }: IncomingMessage): string | undefined {
    const from = URL.parse(headers.referer ?? '');
    return from && from.host === headers.host ? from.pathname + from.search : undefined;
  }

  #next(next: string | null | undefined): string {
    return returnPath(next, this.#base);
  }

  get #base(): string {
    return this.#options.host.version().record.base;
  }

  get #callback(): string {
    return this.#options.host.publicUrl() + this.#base + callbackHref;
  }
}

/** Browsers get pages; programs get plain data. */
function isBrowser({ headers }: IncomingMessage): boolean {
  return headers.accept?.includes('text/html') === true;
}

const noStore = ['Cache-Control', 'no-store', 'Vary', 'Cookie'];

/** Undefined if there is no such cookie or more than one, because someone else may have set one of them. */
function cookieOf({ headers }: IncomingMessage, name: string): string | undefined {
  const values = (headers.cookie ?? '').split(';').flatMap((part) => {
    const text = part.trim();
    return text.startsWith(`${name}=`) ? [text.slice(name.length + 1)] : [];
  });
  return values.length === 1 ? values[0] : undefined;
}
