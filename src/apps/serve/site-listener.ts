/** The HTTP server of a built site: checks requests, answers those for the operator, and passes the others to the request handler. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { isForwarded } from '../../platform/http/forwarded.ts';
import { checkHost } from '../../platform/http/host-check.ts';
import { isSameSecret } from '../../platform/http/secret.ts';
import type { CurrentSite } from './current-site.ts';
import type { Metrics } from './metrics.ts';
import { sendMessage, sendText } from './plain-response.ts';
import type { RequestLog } from './request-log.ts';
import type { SiteRequestHandler } from './site-handler.ts';

const defaultIdleMs = 120_000;
/** How long open requests have to finish when the server stops. */
const stopMs = 10_000;

/** The parts and the settings of a listener. The settings have the meaning and the defaults of `SiteServerOptions`. */
export interface ListenerParts {
  readonly handler: SiteRequestHandler;
  readonly site: CurrentSite;
  readonly log: RequestLog;
  readonly metrics: Metrics;
  readonly options: {
    readonly host: string;
    readonly port: number;
    readonly publicUrl?: string | undefined;
    readonly allowedHosts?: readonly string[];
    readonly logsRequests: boolean;
    readonly environment: Readonly<Record<string, string | undefined>>;
    readonly idleMs?: number;
  };
}

/** Accepts connections from `listen` to `stop`. */
export class SiteListener {
  readonly #parts: ListenerParts;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #hosts: readonly string[];
  readonly #isOpen: boolean;
  #isStopping = false;

  constructor(parts: ListenerParts) {
    this.#parts = parts;
    const { options } = parts;
    const publicHost = URL.parse(options.publicUrl ?? '')?.hostname;
    this.#hosts = [...(options.allowedHosts ?? []), ...(publicHost ? [publicHost] : []), options.host.toLowerCase()];
    // Checking Host is pointless for clients that use an IP address, because DNS cannot redirect it.
    this.#isOpen = !/^(?:127\.|::1$|localhost$)/.test(options.host);
    const timeouts = { keepAliveTimeout: 65_000, requestTimeout: 30_000, headersTimeout: 15_000 };
    this.#server = createServer(timeouts, (request, response) => this.#receive(request, response));
    // An inactive client would otherwise occupy a connection, a file and a slot of the proxy.
    this.#server.timeout = options.idleMs ?? defaultIdleMs;
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
    this.#server.on('clientError', respondToBrokenRequest);
  }

  /** Resolves with the port. Rejects with the system error when it is in use. */
  async listen(): Promise<number> {
    await listening(this.#server, this.#parts.options.host, this.#parts.options.port);
    return (this.#server.address() as AddressInfo).port;
  }

  /** Accepts no new connections and waits for open requests. */
  stop(): Promise<void> {
    return new Promise<void>((done) => {
      this.#isStopping = true;
      const limit = setTimeout(() => this.#server.closeAllConnections(), stopMs);
      this.#server.close(() => {
        clearTimeout(limit);
        done();
      });
      this.#server.closeIdleConnections();
    });
  }

  #receive(request: IncomingMessage, response: ServerResponse): void {
    this.#record(request, response);
    if (this.#isStopping) response.shouldKeepAlive = false;
    try {
      if (hasMultipleHosts(request)) {
        sendMessage(response, { status: 400 }, 'Bad request', 'The request must have exactly one Host header.');
        return;
      }
      if (this.#answerHealth(request, response)) return;
      const host = checkHost(request, this.#hosts, this.#isOpen);
      if (!host.ok) {
        sendMessage(response, { status: host.status }, 'Not this server', `${host.message}.`);
        return;
      }
      if (this.#answerMetrics(request, response)) return;
      this.#parts.handler.answer(request, response)?.catch((error) => this.#fail(error, request, response));
    } catch (error) {
      this.#fail(error, request, response);
    }
  }

  /** Counts and logs the request after its response. */
  #record(request: IncomingMessage, response: ServerResponse): void {
    const { metrics, log, options } = this.#parts;
    const start = performance.now();
    response.on('close', () => {
      const ms = performance.now() - start;
      const method = request.method ?? '';
      metrics.request(method, response.statusCode, ms);
      if (options.logsRequests)
        log.request({ method, path: (request.url ?? '').split('?', 1)[0] as string, status: response.statusCode, ms });
    });
  }

  /** `/healthz` works with any Host, because health checks may use an IP address. */
  #answerHealth(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.url !== '/healthz') return false;
    sendText(response, { status: this.#isStopping ? 503 : 200 }, this.#isStopping ? 'stopping' : 'ok');
    return true;
  }

  #answerMetrics(request: IncomingMessage, response: ServerResponse): boolean {
    const { metrics, site, options } = this.#parts;
    if (request.url !== '/metrics' || !isCounted(request, options.environment.DOCSGEN_METRICS_TOKEN)) return false;
    sendText(response, { status: 200 }, metrics.text(site.version.id, this.#sockets.size).trimEnd());
    return true;
  }

  #fail(error: unknown, request: IncomingMessage, response: ServerResponse): void {
    // The client disconnected while sending, which is not an error.
    if (request.destroyed && !request.complete) return;
    this.#parts.metrics.count('faults');
    this.#parts.log.event('fault', { error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    if (response.headersSent) response.destroy();
    else sendMessage(response, { status: 500 }, 'Something went wrong', 'This page could not be sent. Please try again.');
  }
}

/** Responds to requests that are not valid HTTP. */
function respondToBrokenRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const isMethod = error.code === 'HPE_INVALID_METHOD';
  const status = isMethod
    ? '405 Method Not Allowed\r\nAllow: GET, HEAD'
    : error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : '400 Bad Request';
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Length: 0\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n`,
  );
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
