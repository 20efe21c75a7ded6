/** Handles requests to a site, based on the view of the reader. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type RequestTarget, requestTarget } from '../../platform/http/request-target.ts';
import type { Proxy as PlaygroundProxy } from '../../platform/proxy/create-proxy.ts';
import { type ProxyTarget, proxyPath } from '../../shared/playground/proxy.ts';
import { mcpPath } from '../../shared/site/agent-pages.ts';
import { loginHref } from '../../shared/site/sign-in.ts';
import { encodePath } from '../../shared/url.ts';
import type { CurrentSite } from './current-site.ts';
import { preferredLanguage, wantsMarkdown, wantsPage } from './negotiate.ts';
import { securityHeaders, sendJson, sendMessage, sendRedirect, sendText } from './plain-response.ts';
import { openView, type Reader, type ReaderView, viewOf } from './readers.ts';
import type { ServedFile } from './route-table.ts';
import { type Caching, type FileResponse, type SendContext, sendFile } from './send.ts';
import type { SiteAgents } from './site-agents.ts';

/** The authentication of a site with sign-in. */
export interface Auth {
  /** The signed-in reader of a request; undefined if nobody is signed in. */
  reader(request: IncomingMessage): Promise<Reader | undefined>;
  /** Handles the sign-in and sign-out paths below `/_docsgen/`; returns false for other paths. `path` is without base. */
  handle(request: IncomingMessage, response: ServerResponse, path: string, query: string): Promise<boolean>;
}

/** The parts of a server that handle requests. */
export interface SiteRequestHandlerOptions {
  readonly site: CurrentSite;
  readonly sending: Omit<SendContext, 'always'>;
  /** Undefined on a public site. */
  readonly auth?: Auth | undefined;
  /** Creates a playground proxy that may reach these servers. */
  readonly openProxy: (targets: () => readonly ProxyTarget[]) => PlaygroundProxy;
  /** Identifies a client for rate limits. */
  readonly addressOf: (request: IncomingMessage) => string;
  /** The origin of the site, as browsers send it. */
  readonly publicOrigin: () => string | undefined;
  readonly agents: Pick<SiteAgents, 'answer'>;
  /** Whether `/` redirects to the language that a browser prefers. */
  readonly routesLanguages?: boolean | undefined;
  /** Additional headers of every response. */
  readonly headers?: readonly string[];
}

/** One for each server. The view of the reader alone decides what a request may access. */
export class SiteRequestHandler {
  readonly #options: SiteRequestHandlerOptions;
  readonly #sending: SendContext;
  /** One proxy for all readers with the same view, because the pages of a view determine which servers it may reach. */
  readonly #proxies = new Map<string, PlaygroundProxy>();

  constructor(options: SiteRequestHandlerOptions) {
    this.#options = options;
    this.#sending = { ...options.sending, always: [...securityHeaders, ...(options.headers ?? [])] };
  }

  /** Returns undefined when the response was sent synchronously. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void> | undefined {
    const { site, auth } = this.#options;
    const target = requestTarget(request.url ?? '');
    if (target === undefined) {
      sendMessage(response, { status: 400 }, 'Bad request', 'The URL is not valid.');
      return undefined;
    }
    const { base } = site.version.record;
    const isOwn = target.path.startsWith(`${base}/_docsgen/`);
    if (isOwn && target.path === base + proxyPath) return this.#forward(request, response);
    if (target.path === base + mcpPath && isAgentRequest(request)) {
      // The specification requires servers to reject cross-origin pages (Streamable HTTP, security warning).
      if (this.#isForeignPage(request)) sendJson(response, { status: 403 }, rpcError(-32_000, 'Cross-origin requests are not allowed'));
      else return this.#options.agents.answer(request, response, this.#options.addressOf(request));
      return undefined;
    }
    if (auth) return this.#guarded(auth, request, response, target, isOwn);
    if (!isRead(request)) {
      refuseMethod(response);
      return undefined;
    }
    const href = this.#languageHref(request, target);
    if (href !== undefined) {
      sendRedirect(response, 307, href, languageHeaders);
      return undefined;
    }
    const { version } = site;
    const caching = this.#isRouted(target.path) ? 'own' : 'shared';
    return this.#show(openView(version), request, response, target, caching) ?? this.#notFound(openView(version), request, response);
  }

  async #guarded(auth: Auth, request: IncomingMessage, response: ServerResponse, target: RequestTarget, isOwn: boolean): Promise<void> {
    const { site } = this.#options;
    const { version } = site;
    const { base } = version.record;
    if (isOwn && (await auth.handle(request, response, target.path.slice(base.length), target.query))) return;
    if (!isRead(request)) return refuseMethod(response);
    const href = this.#languageHref(request, target);
    if (href !== undefined) return sendRedirect(response, 307, href, languageHeaders);
    const open = openView(version);
    // Files that everyone may cache permanently do not depend on the reader.
    const route = version.open.find(target.path);
    if (route?.kind === 'file' && route.file.isImmutable)
      return this.#send({ request, response, file: route.file, status: 200, caching: 'immutable' });

    const reader = request.headers.cookie === undefined ? undefined : await auth.reader(request);
    if (reader === undefined)
      return this.#show(open, request, response, target, 'own') ?? redirectToSignIn(base, request, response, target);
    const view = viewOf(version, reader);
    return this.#show(view, request, response, target, 'never') ?? this.#notFound(view, request, response);
  }

  /**
   * The URL of the reader's language, if `/` is requested and is in another one. A link inside the site, such as that of the language
   * switcher, is the reader's own choice and is followed as it is.
   */
  #languageHref({ headers }: IncomingMessage, { path, query }: RequestTarget): string | undefined {
    const { base, languages } = this.#options.site.version.record;
    if (languages === undefined || !this.#isRouted(path)) return undefined;
    if (headers['sec-fetch-site'] === 'same-origin' || !headers.accept?.includes('text/html')) return undefined;
    const language = preferredLanguage(headers['accept-language'], Object.keys(languages));
    const href = language === undefined ? undefined : languages[language];
    return href === undefined || href === `${base}/` ? undefined : withQuery(href, query);
  }

  /** Whether the response depends on the languages of the reader, so that shared caches must not keep it. */
  #isRouted(path: string): boolean {
    const { base, languages } = this.#options.site.version.record;
    return this.#options.routesLanguages === true && languages !== undefined && (path === `${base}/` || path === base);
  }

  /** Returns undefined when there is nothing at the path. */
  #show(
    view: ReaderView,
    request: IncomingMessage,
    response: ServerResponse,
    { path, query }: RequestTarget,
    caching: Caching,
  ): Promise<void> | undefined {
    const route = view.find(path);
    if (route?.kind === 'redirect') {
      const href = query === '' || route.href.includes('?') ? route.href : withQuery(route.href, query);
      const cacheHeaders = caching === 'shared' ? ['Cache-Control', 'no-cache'] : ['Cache-Control', 'no-store', 'Vary', 'Cookie'];
      sendRedirect(response, route.permanent ? 308 : 307, href, cacheHeaders);
      return sent;
    }
    if (route) {
      const { markdown } = route.file;
      const file = markdown && wantsMarkdown(request.headers) ? markdown : route.file;
      return this.#send({ request, response, file, status: 200, caching: this.#cachingOf(file, caching) }, view) ?? sent;
    }
    const { site } = this.#options;
    const { base } = site.version.record;
    const old = path.startsWith(`${base}/_docsgen/`) ? site.previous(path.slice(base.length + 1), view.tableOf) : undefined;
    return old && (this.#send({ request, response, file: old, status: 200, caching: this.#cachingOf(old, caching) }) ?? sent);
  }

  #cachingOf(file: ServedFile, caching: Caching): Caching {
    return file.isImmutable && caching === 'shared' ? 'immutable' : caching;
  }

  #send(answer: FileResponse, view?: ReaderView): Promise<void> | undefined {
    const { request, file, caching } = answer;
    // A page with a playground gets the token of the proxy, if there is a server that it can reach.
    if (file.hasPlayground && view && view.proxyTargets(this.#options.site.version).length > 0) {
      const set = this.#proxyOf(view).pageCookie(request.headers.host ?? '');
      const isKnown = request.headers.cookie?.includes(set.split(';', 1)[0] as string) === true;
      const always = isKnown ? this.#sending.always : [...this.#sending.always, 'Set-Cookie', set];
      return sendFile({ ...this.#sending, always }, { ...answer, caching: caching === 'shared' ? 'own' : caching });
    }
    return sendFile(this.#sending, answer);
  }

  #notFound(view: ReaderView, request: IncomingMessage, response: ServerResponse): Promise<void> | undefined {
    const { base } = this.#options.site.version.record;
    const path = request.url?.split('?', 1)[0] ?? '/';
    if (base !== '' && path === '/') {
      sendRedirect(response, 307, base);
      return undefined;
    }
    if (view.notFound && wantsPage(path, request.headers))
      return this.#send({ request, response, file: view.notFound, status: 404, caching: this.#options.auth ? 'never' : 'shared' });
    sendText(response, { status: 404 }, 'Not found');
    return undefined;
  }

  #isForeignPage({ headers: { origin, host } }: IncomingMessage): boolean {
    return origin !== undefined && origin !== this.#options.publicOrigin() && URL.parse(origin)?.host !== host;
  }

  async #forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { auth, site } = this.#options;
    const reader = auth && request.headers.cookie !== undefined ? await auth.reader(request) : undefined;
    const view = reader ? viewOf(site.version, reader) : openView(site.version);
    await this.#proxyOf(view).handle(request, response);
  }

  #proxyOf(view: ReaderView): PlaygroundProxy {
    let proxy = this.#proxies.get(view.name);
    if (proxy === undefined) {
      proxy = this.#options.openProxy(() => view.proxyTargets(this.#options.site.version));
      this.#proxies.set(view.name, proxy);
    }
    return proxy;
  }
}

const sent = Promise.resolve();
const languageHeaders: readonly string[] = ['Cache-Control', 'no-store', 'Vary', 'Accept-Language'];

function rpcError(code: number, message: string) {
  return { jsonrpc: '2.0', id: null, error: { code, message } };
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

function refuseMethod(response: ServerResponse): void {
  sendText(response, { status: 405, headers: ['Allow', 'GET, HEAD'] }, 'Only GET and HEAD are allowed');
}

/** The same response whether or not the path exists. */
function redirectToSignIn(base: string, { headers }: IncomingMessage, response: ServerResponse, { path, query }: RequestTarget): void {
  if (wantsPage(path, headers)) {
    const next = encodeURIComponent(encodePath(path) + query);
    sendRedirect(response, 302, `${base}${loginHref}?next=${next}`, ['Cache-Control', 'no-store', 'Vary', 'Cookie']);
  } else {
    sendJson(response, { status: 401, headers: ['Cache-Control', 'no-store', 'Vary', 'Cookie'] }, { error: { code: 'auth/required' } });
  }
}

function withQuery(href: string, query: string): string {
  const cut = href.indexOf('#');
  return cut === -1 ? href + query : href.slice(0, cut) + query + href.slice(cut);
}

/** A site may have a page at the MCP path. Readers request that page; agents send POST requests or accept an event stream. */
function isAgentRequest(request: IncomingMessage): boolean {
  return !isRead(request) || request.headers.accept?.includes('text/event-stream') === true;
}
