/** Starts the HTTP server of a built site. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isForwarded } from '../../platform/http/forwarded.ts';
import { checkHost } from '../../platform/http/host-check.ts';
import { isSameSecret } from '../../platform/http/secret.ts';
import { createProxy } from '../../platform/proxy/create-proxy.ts';
import { BlobStore } from './blob-store.ts';
import { ContentCache } from './content-cache.ts';
import { CurrentSite } from './current-site.ts';
import { Metrics } from './metrics.ts';
import { sendMessage, sendText } from './plain-response.ts';
import { RequestLog } from './request-log.ts';
import { clientAddresses } from './sign-in/client-address.ts';
import { SiteAgents } from './site-agents.ts';
import { type Auth, SiteRequestHandler } from './site-handler.ts';
import type { SiteVersion } from './site-version.ts';

/** The folder, host, port and log output are required. */
export interface SiteServerOptions {
  /** The output folder of a build. */
  readonly outDir: string;
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
  /** The URL at which browsers reach the site; by default the address of the server. */
  readonly publicUrl?: string | undefined;
  /** Addresses and networks of proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies?: readonly string[];
  /** Additional allowed Host names, besides that of `publicUrl` and local ones. */
  readonly allowedHosts?: readonly string[];
  /** Origins on private networks that playgrounds may reach through the server. */
  readonly proxyAllowPrivate?: readonly string[];
  /** Folder for the server's own copy of the site; the system's temporary folder by default. */
  readonly cacheDir?: string | undefined;
  /** Memory in bytes for recently requested files. */
  readonly memoryBytes?: number;
  /** Whether requests are logged. Events of the site are always logged. */
  readonly logsRequests: boolean;
  readonly write: (text: string) => void;
  /** Version of docsgen, which agents can see. */
  readonly version?: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Timeout in milliseconds for connections without activity, also during a response. */
  readonly idleMs?: number;
  /** Poll interval for new builds in milliseconds. */
  readonly pollMs?: number;
  /** Creates the authentication of a site with sign-in. Throws `AuthConfigError`. */
  readonly openAuth: (version: SiteVersion, host: AuthHost) => Promise<OpenedAuth>;
}

/** What authentication may use of its server. */
export interface AuthHost {
  readonly publicUrl: () => string;
  readonly log: RequestLog;
  readonly metrics: Metrics;
  /** The current version of the site. */
  readonly version: () => SiteVersion;
  readonly store: BlobStore;
}

/** The authentication and the resources that it must close. */
export interface OpenedAuth extends Auth {
  close(): Promise<void>;
}

/** A running server. It runs until `stop` is called. */
export interface SiteServer {
  /** The URL for readers: `publicUrl`, if set. */
  readonly url: string;
  /** Stops within seconds: accepts no new connections and finishes open requests. */
  stop(): Promise<void>;
  /** Checks for a new build now. */
  check(): Promise<void>;
}

const defaultMemoryBytes = 96 * 1024 * 1024;
const defaultIdleMs = 120_000;
/** How long open requests have to finish when the server stops. */
const stopMs = 10_000;

/** Throws `SiteNotFound`, `AuthConfigError`, and the system error when the port is in use. */
export async function startSite(options: SiteServerOptions): Promise<SiteServer> {
  const log = new RequestLog(options.write);
  const metrics = new Metrics();
  const store = await BlobStore.open(options.cacheDir ? resolve(options.cacheDir) : join(tmpdir(), 'docsgen-serve'));
  let site: CurrentSite | undefined;
  let auth: OpenedAuth | undefined;
  try {
    let publicUrl = options.publicUrl?.replace(/\/+$/, '') ?? '';
    const current = await CurrentSite.open({
      outDir: resolve(options.outDir),
      store,
      pollMs: options.pollMs ?? 1_000,
      accept: (version) => refusal(current.version, version),
      onChange: (change) => {
        if ('build' in change) {
          metrics.count('site_takeovers');
          log.event('site', { build: change.build });
        } else log.event('site-problem', { problem: change.problem });
      },
    });
    site = current;
    const listensHere = `http://${options.host.includes(':') ? `[${options.host}]` : options.host}`;
    // Authentication needs the URL before the port is known.
    const authHost: AuthHost = { publicUrl: () => publicUrl || listensHere, log, metrics, version: () => current.version, store };
    if (current.version.closed) auth = await options.openAuth(current.version, authHost);
    const agents = new SiteAgents({ current: () => current.version, store, version: options.version ?? '0.0.0' });
    const isSecure = publicUrl.startsWith('https:');
    const addressOf = clientAddresses(options.trustedProxies ?? []);
    let port: number | undefined;
    const handler = new SiteRequestHandler({
      site: current,
      sending: { store, cache: new ContentCache(store, options.memoryBytes ?? defaultMemoryBytes) },
      auth,
      openProxy: (targets) =>
        createProxy({
          addressOf,
          reach: () => ({
            targets: targets(),
            allowPrivate: options.proxyAllowPrivate ?? [],
            allowNamedLoopback: false,
            ownPorts: port === undefined ? [] : [port],
            ownOrigin: URL.parse(publicUrl)?.origin,
          }),
        }),
      addressOf,
      publicOrigin: () => URL.parse(publicUrl)?.origin,
      agents,
      ...(isSecure && { headers: ['Strict-Transport-Security', 'max-age=31536000'] }),
    });
    const running = listenTo({ handler, site: current, log, metrics, options });
    await listening(running.server, options.host, options.port);
    port = (running.server.address() as AddressInfo).port;
    publicUrl ||= urlOf(options.host, port);
    return {
      url: publicUrl,
      check: () => current.check(),
      stop: async () => {
        await running.stop();
        await agents.close();
        await current.close();
        await auth?.close();
        await store.close();
        log.flush();
      },
    };
  } catch (error) {
    await site?.close();
    await auth?.close();
    await store.close();
    log.flush();
    throw error;
  }
}

/** A build with different sign-in settings needs different secrets, so the operator must restart the server. */
function refusal(running: SiteVersion, next: SiteVersion): string | undefined {
  const [before, after] = [running.closed?.auth, next.closed?.auth];
  if (JSON.stringify(before) === JSON.stringify(after)) return undefined;
  return 'the new build has different sign-in settings; the previous build is served until the server is restarted';
}

interface ServeHost {
  readonly handler: SiteRequestHandler;
  readonly site: CurrentSite;
  readonly log: RequestLog;
  readonly metrics: Metrics;
  readonly options: SiteServerOptions;
}

function listenTo({ handler, site, log, metrics, options }: ServeHost) {
  const sockets = new Set<Socket>();
  const publicHost = URL.parse(options.publicUrl ?? '')?.hostname;
  const hosts = [...(options.allowedHosts ?? []), ...(publicHost ? [publicHost] : []), options.host.toLowerCase()];
  // Checking Host is pointless for clients that use an IP address, because DNS cannot redirect it.
  const isOpen = !/^(?:127\.|::1$|localhost$)/.test(options.host);
  let isStopping = false;
  const server = createServer({ keepAliveTimeout: 65_000, requestTimeout: 30_000, headersTimeout: 15_000 }, (request, response) => {
    const start = performance.now();
    response.on('close', () => {
      const ms = performance.now() - start;
      const method = request.method ?? '';
      metrics.request(method, response.statusCode, ms);
      if (options.logsRequests)
        log.request({ method, path: (request.url ?? '').split('?', 1)[0] as string, status: response.statusCode, ms });
    });
    if (isStopping) response.shouldKeepAlive = false;
    try {
      if (hasMultipleHosts(request))
        return sendMessage(response, { status: 400 }, 'Bad request', 'The request must have exactly one Host header.');
      if (answerHealth(request, response)) return;
      const host = checkHost(request, hosts, isOpen);
      if (!host.ok) return sendMessage(response, { status: host.status }, 'Not this server', `${host.message}.`);
      if (answerMetrics(request, response)) return;
      handler.answer(request, response)?.catch((error) => problem(error, request, response));
    } catch (error) {
      problem(error, request, response);
    }
  });
  // An inactive client would otherwise occupy a connection, a file and a slot of the proxy.
  server.timeout = options.idleMs ?? defaultIdleMs;

  /** `/healthz` works with any Host, because health checks may use an IP address. */
  function answerHealth(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.url !== '/healthz') return false;
    sendText(response, { status: isStopping ? 503 : 200 }, isStopping ? 'stopping' : 'ok');
    return true;
  }

  function answerMetrics(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.url === '/metrics' && isCounted(request, options.environment.DOCSGEN_METRICS_TOKEN)) {
      sendText(response, { status: 200 }, metrics.text(site.version.id, sockets.size).trimEnd());
      return true;
    }
    return false;
  }

  function problem(error: unknown, request: IncomingMessage, response: ServerResponse): void {
    // The client disconnected while sending, which is not an error.
    if (request.destroyed && !request.complete) return;
    metrics.count('faults');
    log.event('fault', { error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    if (response.headersSent) response.destroy();
    else sendMessage(response, { status: 500 }, 'Something went wrong', 'This page could not be sent. Please try again.');
  }

  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') return socket.destroy();
    const isMethod = error.code === 'HPE_INVALID_METHOD';
    const status = isMethod
      ? '405 Method Not Allowed\r\nAllow: GET, HEAD'
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? '431 Request Header Fields Too Large'
        : '400 Bad Request';
    return socket.end(
      `HTTP/1.1 ${status}\r\nContent-Length: 0\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n`,
    );
  });
  return {
    server,
    stop: () =>
      new Promise<void>((done) => {
        isStopping = true;
        const limit = setTimeout(() => server.closeAllConnections(), stopMs);
        server.close(() => {
          clearTimeout(limit);
          done();
        });
        server.closeIdleConnections();
      }),
  };
}

/** RFC 9112, section 3.2. Of two fields, Node keeps the first, and a proxy in front may have used the second. */
function hasMultipleHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

/** Metrics are only for the operator: with the token if one is set, otherwise only from this host and not through a proxy. */
function isCounted({ headers, socket }: IncomingMessage, token: string | undefined): boolean {
  if (token !== undefined && token !== '') return isSameSecret(headers.authorization ?? '', `Bearer ${token}`);
  return !isForwarded(headers) && /^(?:::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '');
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((done, refuse) => {
    server.once('error', refuse);
    server.listen(port, host, () => {
      server.off('error', refuse);
      done();
    });
  });
}

function urlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
