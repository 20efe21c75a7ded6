/** Answers requests to a site: from the view of whoever asks, and from nothing else. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type RequestTarget, requestTarget } from '../../platform/http/request-target.ts';
import type { Proxy as PlaygroundProxy } from '../../platform/proxy/create-proxy.ts';
import { type ProxyTarget, proxyPath } from '../../shared/playground/proxy.ts';
import { mcpPath } from '../../shared/site/agent-pages.ts';
import { loginHref } from '../../shared/site/sign-in.ts';
import { encodePath } from '../../shared/url.ts';
import type { CurrentSite } from './current-site.ts';
import { wantsMarkdown, wantsPage } from './negotiate.ts';
import { securityHeaders, sendJson, sendMessage, sendRedirect, sendText } from './plain-response.ts';
import { openView, type Reader, type ReaderView, viewOf } from './readers.ts';
import type { ServedFile } from './route-table.ts';
import { type Caching, type FileResponse, type Sending, sendFile } from './send.ts';
import type { SiteAgents } from './site-agents.ts';

/** The door of a site with sign-in. */
export interface Auth {
  /** Who asks; undefined for everybody else. */
  reader(request: IncomingMessage): Promise<Reader | undefined>;
  /** Answers what is asked below `/_docsgen/` of signing in and out; false when it is nothing of that. `path` is without base. */
  handle(request: IncomingMessage, response: ServerResponse, path: string, query: string): Promise<boolean>;
}

/** The parts of a server that requests go to. */
export interface SiteRequestHandlerOptions {
  readonly site: CurrentSite;
  readonly sending: Omit<Sending, 'always'>;
  /** Undefined on a site that everybody may see. */
  readonly gate?: Auth | undefined;
  /** Makes the proxy of playgrounds that may reach these servers. */
  readonly openProxy: (targets: () => readonly ProxyTarget[]) => PlaygroundProxy;
  /** Whose requests are counted together. */
  readonly addressOf: (request: IncomingMessage) => string;
  /** Of the site, as browsers write it. */
  readonly publicOrigin: () => string | undefined;
  readonly agents: Pick<SiteAgents, 'answer'>;
  /** Headers of every answer beside the usual ones. */
  readonly headers?: readonly string[];
}

/** One for each server. What a request may see is decided at one place, by the view of its reader. */
export class SiteRequestHandler {
  readonly #options: SiteRequestHandlerOptions;
  readonly #sending: Sending;
  /** One for all readers who see the same: what each may reach is what their pages name. */
  readonly #proxies = new Map<string, PlaygroundProxy>();

  constructor(options: SiteRequestHandlerOptions) {
    this.#options = options;
    this.#sending = { ...options.sending, always: [...securityHeaders, ...(options.headers ?? [])] };
  }

  /** Undefined when the answer is under way already. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void> | undefined {
    const { site, gate } = this.#options;
    const target = requestTarget(request.url ?? '');
    if (target === undefined) {
      sendMessage(response, { status: 400 }, 'Bad request', 'This is no address of a page.');
      return undefined;
    }
    const { base } = site.version.record;
    const isOwn = target.path.startsWith(`${base}/_docsgen/`);
    if (isOwn && target.path === base + proxyPath) return this.#forward(request, response);
    if (target.path === base + mcpPath && asksAsAgent(request)) {
      // The specification has servers refuse pages of other sites (Streamable HTTP, security warning).
      if (this.#isForeignPage(request)) sendJson(response, { status: 403 }, rpcError(-32_000, 'Pages of other sites may not ask'));
      else return this.#options.agents.answer(request, response, this.#options.addressOf(request));
      return undefined;
    }
    if (gate) return this.#guarded(gate, request, response, target, isOwn);
    if (!isRead(request)) {
      refuseMethod(response);
      return undefined;
    }
    const { version } = site;
    return this.#show(openView(version), request, response, target, 'shared') ?? this.#absent(openView(version), request, response);
  }

  async #guarded(gate: Auth, request: IncomingMessage, response: ServerResponse, target: RequestTarget, isOwn: boolean): Promise<void> {
    const { site } = this.#options;
    const { version } = site;
    const { base } = version.record;
    if (isOwn && (await gate.handle(request, response, target.path.slice(base.length), target.query))) return;
    if (!isRead(request)) return refuseMethod(response);
    const open = openView(version);
    // What everybody may keep for ever needs no look at who asks.
    const route = version.open.find(target.path);
    if (route?.kind === 'file' && route.file.isImmutable)
      return this.#send({ request, response, file: route.file, status: 200, caching: 'immutable' });

    const reader = request.headers.cookie === undefined ? undefined : await gate.reader(request);
    if (reader === undefined) return this.#show(open, request, response, target, 'own') ?? signInFirst(base, request, response, target);
    const view = viewOf(version, reader);
    return this.#show(view, request, response, target, 'never') ?? this.#absent(view, request, response);
  }

  /** Undefined when nothing is there. */
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
      const kept = caching === 'shared' ? ['Cache-Control', 'no-cache'] : ['Cache-Control', 'no-store', 'Vary', 'Cookie'];
      sendRedirect(response, route.permanent ? 308 : 307, href, kept);
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
    // A page with a playground learns the token of the proxy, where there is a server that it could send to.
    if (file.hasPlayground && view && view.proxyTargets(this.#options.site.version).length > 0) {
      const set = this.#proxyOf(view).pageCookie(request.headers.host ?? '');
      const isKnown = request.headers.cookie?.includes(set.split(';', 1)[0] as string) === true;
      const always = isKnown ? this.#sending.always : [...this.#sending.always, 'Set-Cookie', set];
      return sendFile({ ...this.#sending, always }, { ...answer, caching: caching === 'shared' ? 'own' : caching });
    }
    return sendFile(this.#sending, answer);
  }

  #absent(view: ReaderView, request: IncomingMessage, response: ServerResponse): Promise<void> | undefined {
    const { base } = this.#options.site.version.record;
    const path = request.url?.split('?', 1)[0] ?? '/';
    if (base !== '' && path === '/') {
      sendRedirect(response, 307, base);
      return undefined;
    }
    if (view.notFound && wantsPage(path, request.headers))
      return this.#send({ request, response, file: view.notFound, status: 404, caching: this.#options.gate ? 'never' : 'shared' });
    sendText(response, { status: 404 }, 'Not found');
    return undefined;
  }

  #isForeignPage({ headers: { origin, host } }: IncomingMessage): boolean {
    return origin !== undefined && origin !== this.#options.publicOrigin() && URL.parse(origin)?.host !== host;
  }

  async #forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { gate, site } = this.#options;
    const reader = gate && request.headers.cookie !== undefined ? await gate.reader(request) : undefined;
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

function rpcError(code: number, message: string) {
  return { jsonrpc: '2.0', id: null, error: { code, message } };
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

function refuseMethod(response: ServerResponse): void {
  sendText(response, { status: 405, headers: ['Allow', 'GET, HEAD'] }, 'Pages can only be read');
}

/** The same whether there is something at the address or not. */
function signInFirst(base: string, { headers }: IncomingMessage, response: ServerResponse, { path, query }: RequestTarget): void {
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

/** A site may have a page at the address of the agents: a reader asks for that page, an agent posts or asks for a stream of events. */
function asksAsAgent(request: IncomingMessage): boolean {
  return !isRead(request) || request.headers.accept?.includes('text/event-stream') === true;
}
