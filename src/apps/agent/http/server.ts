/** The HTTP server of the service. It mounts the operations, the operator pages and the monitoring endpoints. */
import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { StoreUnavailable } from '../../../platform/store/session.ts';
import { isJobId } from '../jobs/job-id.ts';
import { type AuthContext, type Authorized, authorize } from './authorize.ts';
import { parseJsonObject } from './json-body.ts';
import { type Monitored, mountMonitoring } from './monitoring.ts';
import type { HandlerContext, Operation, OperationResponse } from './operation.ts';
import { operations } from './operations.ts';
import { mountPages, type PagesSettings, wantsPage } from './pages/mount-pages.ts';
import { messagePage } from './pages/operator-pages.ts';
import { sendPage } from './pages/page-auth.ts';
import { problemBody, problemType, Refusal, refusals } from './problem.ts';

/** All dependencies. The server itself reads no environment variables and opens no store. */
export interface ServerSettings extends HandlerContext, PagesSettings, AuthContext {
  readonly version: string;
  readonly dataFolder: string;
  /** Receives one entry for each request. Entries contain no path, header or body, and so no secrets. */
  readonly log: (entry: RequestEntry) => void;
  /** Receives internal errors. */
  readonly report: (error: unknown) => void;
}

/** `request` is the ID that problem bodies contain too. `key` is the ID of the key, never the key itself. */
export interface RequestEntry {
  readonly request: string;
  readonly method: string;
  /** The route pattern. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  readonly key?: string;
}

/** Maximum size of a request body in bytes. */
const bodyLimit = 256 * 1024;
/** Up to this size, an oversized body is read and discarded, so that the connection stays usable. */
const drainLimit = 2 * 1024 * 1024;
/** Timeout for receiving the whole request. */
const requestMs = 15_000;
/** How often connections are checked for that timeout. */
const checkMs = 500;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `authorize` in the first hook, and read by the handler. */
    authorized: Authorized | undefined;
  }
}

/** The caller listens. Closing the instance ends open streams. */
export function createServer(settings: ServerSettings): FastifyInstance {
  const monitored: Monitored = { requests: new Map() };
  const app = openFastify(settings);
  app.server.on('checkExpectation', respondToExpectation);
  app.decorateRequest('authorized');
  addBodyParser(app);
  app.setErrorHandler((error: FastifyError, request, reply) => refuse(refusalOf(error, settings), request, reply));
  app.setNotFoundHandler((request, reply) => {
    if (wantsPage(request) && !request.url.startsWith('/v2/')) sendPage(reply, 404, messagePage('Not found', 'There is no such page.'));
    else refuse(unknownRoute(request), request, reply);
  });
  addRequestLog(app, settings, monitored);
  addHeaderChecks(app);
  app.addHook('preClose', () => settings.feed.stop());

  for (const operation of operations) mount(app, operation, settings);
  mountMonitoring(app, settings, monitored);
  mountPages(app, settings);
  return app;
}

function openFastify(settings: ServerSettings): FastifyInstance {
  return fastify({
    bodyLimit,
    requestTimeout: requestMs,
    // Streams and pages may take long; idle connections may not.
    keepAliveTimeout: 30_000,
    // Streams send a keep-alive every 15 seconds, so a connection without activity for this long is dead.
    connectionTimeout: 120_000,
    forceCloseConnections: 'idle',
    genReqId: () => randomUUID(),
    // Errors before routing, such as malformed or overlong paths.
    frameworkErrors: (error, request, reply) => refuse(refusalOf(error, settings), request, reply),
    clientErrorHandler: respondToBrokenRequest,
    // The hook below checks Host, because Node's own response has no body.
    // By default, Node checks for slow requests only every 30 seconds.
    // Node applies the longer of the request timeout and the headers timeout, and the latter is 60 seconds by default.
    http: { requireHostHeader: false, connectionsCheckingInterval: checkMs, headersTimeout: requestMs },
    routerOptions: { maxParamLength: 300 },
  });
}

/** Bodies are kept as text until the operation parses them. `checkMediaType` has already rejected other media types. */
function addBodyParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes: Buffer, done) => {
    try {
      done(null, new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    } catch {
      done(refusals.invalidJson('The body is not UTF-8.'));
    }
  });
}

/** Counts and logs each request after its response. */
function addRequestLog(app: FastifyInstance, settings: ServerSettings, monitored: Monitored): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    const series = `${request.method} ${route} ${reply.statusCode}`;
    monitored.requests.set(series, (monitored.requests.get(series) ?? 0) + 1);
    const key = request.authorized?.key.id;
    settings.log({
      request: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(key ? { key } : {}),
    });
    done();
  });
}

/** Checks the Host header of each request, and adds the header that every response has. */
function addHeaderChecks(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-content-type-options', 'nosniff');
    const hosts = countOf(request, 'host');
    // RFC 9112, section 3.2: exactly one Host field; only HTTP/1.0 clients may omit it.
    done(
      hosts > 1 || (hosts === 0 && request.raw.httpVersion !== '1.0')
        ? refusals.badRequest('The request must have exactly one Host header.')
        : undefined,
    );
  });
}

function mount(app: FastifyInstance, operation: Operation, settings: ServerSettings): void {
  app.route({
    method: operation.method,
    url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    // Checked before the body is read: its size, then authorization, then its media type.
    onRequest: async (request) => {
      const length = Number(request.headers['content-length'] ?? 0);
      if (length > bodyLimit) throw refusals.tooLarge(bodyLimit, length > drainLimit);
      const { projectId = '', id } = request.params as Record<string, string | undefined>;
      request.authorized = await authorize(request.raw, operation.scope, projectId, id ?? '', settings);
      if (id !== undefined && !isJobId(id)) throw refusals.notFound();
      if (operation.body) checkMediaType(request);
    },
    handler: async (request, reply) => {
      const { key, project, job } = request.authorized as Authorized;
      const response = await operation.handle(
        {
          key,
          project,
          jobId: (request.params as { id?: string }).id ?? '',
          job,
          query: request.query as Record<string, unknown>,
          header: (name) => {
            const value = request.headers[name];
            return Array.isArray(value) ? value.join(', ') : value;
          },
          body: operation.body ? parseJsonObject(typeof request.body === 'string' ? request.body : '') : {},
        },
        settings,
      );
      return send(response, reply);
    },
  });
}

/** Counts the occurrences of a header field. Of two, Node keeps the first, and a proxy in front may have used the second. */
function countOf({ raw }: FastifyRequest, field: string): number {
  return raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === field).length;
}

function checkMediaType(request: FastifyRequest): void {
  if (countOf(request, 'content-type') > 1) throw refusals.unsupportedMedia('The request has more than one Content-Type header.');
  const [named, ...parameters] = request.headers['content-type']?.split(';') ?? [];
  const type = named?.trim().toLowerCase();
  const charset = parameters
    .map((each) => /^\s*charset\s*=\s*"?([^"\s]*)"?\s*$/i.exec(each)?.[1]?.toLowerCase())
    .find((each) => each !== undefined);
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8')
    throw refusals.unsupportedMedia('The body must be encoded as UTF-8.');
  const encoding = request.headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (encoding !== 'identity') throw refusals.unsupportedMedia('The body must not be compressed.');
  const isEmpty = request.headers['transfer-encoding'] === undefined && Number(request.headers['content-length'] ?? 0) === 0;
  if (type !== 'application/json' && !(isEmpty && type === undefined))
    throw refusals.unsupportedMedia('The body must be JSON: Content-Type: application/json');
}

function send({ status, headers, body, type, stream }: OperationResponse, reply: FastifyReply): FastifyReply {
  if (stream && reply.request.method === 'HEAD') return reply.code(status).type('text/event-stream; charset=utf-8').send();
  if (stream) {
    reply.hijack();
    stream(reply.raw);
    return reply;
  }
  reply.code(status).headers(headers ?? {});
  if (body === undefined) return reply.send();
  return reply.type(type ?? 'application/json').send(type === undefined ? JSON.stringify(body) : body);
}

function refuse({ problem }: Refusal, request: FastifyRequest, reply: FastifyReply): void {
  reply
    .code(problem.status)
    .headers(problem.headers ?? {})
    .type(problemType)
    // As bytes, because Fastify adds a charset to text, and this media type has none.
    .send(Buffer.from(problemBody(problem, request.id)));
}

/** Maps the Fastify errors that a client can cause. https://fastify.dev/docs/latest/Reference/Errors/ */
function refusalOf(error: Error & { readonly code?: string; readonly statusCode?: number }, { report }: ServerSettings): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof StoreUnavailable) return refusals.unavailable(error.message);
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return refusals.tooLarge(bodyLimit, true);
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return refusals.badRequest('The length of the body differs from Content-Length.');
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return refusals.invalidJson('The body is empty; a JSON object is expected.');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return refusals.unsupportedMedia('The body must be JSON: Content-Type: application/json');
    case 'FST_ERR_BAD_URL':
      return refusals.badRequest('The path cannot be decoded.');
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return refusals.notFound();
  }
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return refusals.badRequest('The request is not valid.');
  report(error);
  return refusals.internal();
}

/** 405 for a path that exists with another method; 404 for any other path. */
function unknownRoute(request: FastifyRequest): Refusal {
  const path = request.url.split('?')[0] ?? '';
  const methods = operations
    .filter((operation) => new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path))
    .map(({ method }) => method);
  if (methods.length === 0) return refusals.notFound();
  return refusals.methodNotAllowed([...new Set(methods)].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', '));
}

/** Responds to `Expect` with anything but `100-continue`; Node's own response has no body. */
function respondToExpectation(_request: IncomingMessage, response: ServerResponse): void {
  const body = problemBody({ status: 417, code: 'expectation_failed', detail: 'Only "Expect: 100-continue" is supported.' }, randomUUID());
  response.writeHead(417, { 'content-type': problemType, 'content-length': Buffer.byteLength(body), connection: 'close' }).end(body);
}

/** Responds to requests that are not valid HTTP or time out. Fastify never sees them. */
function respondToBrokenRequest(error: Error & { readonly code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
  const detail = status === 408 ? 'The request timed out.' : 'The request is not valid HTTP.';
  const body = problemBody({ status, code: status === 408 ? 'request_timeout' : 'invalid_request', detail }, randomUUID());
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: ${problemType}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
