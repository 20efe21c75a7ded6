/**
 * Handles the requests of the development server. Only routes and published files are available. The Host header and the origin of a
 * request are checked first. There are no CORS headers.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { checkHost, isOwnOrigin } from '../../platform/http/host-check.ts';
import { readAtMost } from '../../platform/http/http-body.ts';
import { requestTarget } from '../../platform/http/request-target.ts';
import { isSameSecret } from '../../platform/http/secret.ts';
import { createProxy } from '../../platform/proxy/create-proxy.ts';
import type { LiveSite } from '../../project/live/live-site.ts';
import { proxyPath } from '../../shared/playground/proxy.ts';
import { type CreateRequest, type DevReply, devPath, type OpenRequest, tokenHeader } from '../../shared/site/dev-channel.ts';
import { encodePath } from '../../shared/url.ts';
import { createPage, titleOfFile } from './create-page.ts';
import { openEditor } from './open-editor.ts';
import type { ReloadChannel } from './reload-channel.ts';
import { sendData, sendFromDisk } from './send-file.ts';
import type { Views } from './views.ts';
import { refuseUpgrade } from './web-socket.ts';

interface RequestHandlerOptions {
  readonly dir: string;
  readonly base: string;
  readonly token: string;
  readonly live: LiveSite;
  readonly views: Views;
  readonly channel: ReloadChannel;
  readonly allowedHosts: readonly string[];
  readonly anyAddress: boolean;
  readonly editor: string | undefined;
  /** Origins on private networks that playgrounds may reach through this server. */
  readonly allowPrivate: readonly string[];
  /** The ports of the server. */
  readonly ports: () => readonly number[];
}

/** Maximum size of a request body. */
const maxBody = 8 * 1024;

/** One for each start, with its own token and proxy. */
export class RequestHandler {
  readonly #options: RequestHandlerOptions;
  readonly #proxy: ReturnType<typeof createProxy>;

  constructor(options: RequestHandlerOptions) {
    this.#options = options;
    this.#proxy = createProxy({
      reach: () => ({
        targets: options.live.proxyTargets,
        allowPrivate: options.allowPrivate,
        // If the server listens on all addresses, other hosts must not reach servers that only this host can reach.
        allowNamedLoopback: !options.anyAddress,
        ownPorts: options.ports(),
        ownOrigin: undefined,
      }),
    });
  }

  /** Never rejects: errors are answered with 500 and emitted as a process warning. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Referrer-Policy', 'strict-origin-when-cross-origin');
    response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
    try {
      await this.#answer(request, response);
    } catch (error) {
      // The error affects only this response.
      process.emitWarning(error instanceof Error ? error : String(error));
      if (response.headersSent) response.destroy();
      else sendText(response, 500, 'This page could not be rendered; see the terminal for the cause');
    }
  }

  /** The reload channel. Only pages of this server with the token of this start may connect. */
  upgrade(request: IncomingMessage, socket: Duplex): void {
    const { base, channel, token, allowedHosts, anyAddress } = this.#options;
    const target = requestTarget(request.url ?? '');
    const query = new URLSearchParams(target?.query);
    const page = query.get('page') ?? '';
    const isOurs =
      target?.path === `${base}${devPath}/socket` &&
      checkHost(request, allowedHosts, anyAddress).ok &&
      isOwnOrigin(request) &&
      isSameSecret(query.get('token') ?? '', token);
    const path = isOurs ? this.#sitePath(requestTarget(page)?.path) : undefined;
    if (path === undefined) refuseUpgrade(socket, '403 Forbidden', 'Only pages of this server may connect');
    else channel.connect(request, socket, path);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { base, allowedHosts, anyAddress, live } = this.#options;
    const host = checkHost(request, allowedHosts, anyAddress);
    if (!host.ok) return sendText(response, host.status, host.message);
    const target = requestTarget(request.url ?? '');
    if (target === undefined) return sendText(response, 400, 'The URL is not valid');
    if (target.path === base + proxyPath) return this.#proxy.handle(request, response);
    if (request.method === 'POST') return this.#handleAction(target.path, request, response);
    if (request.method === 'OPTIONS') return sendText(response, 403, 'Cross-origin requests are not allowed');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      return sendText(response, 405, 'Only GET and HEAD are allowed');
    }
    if (target.path === `${base}${devPath}.js`) return sendData(request, response, 'dev.js', live.script());
    const path = this.#sitePath(target.path);
    if (path === undefined)
      return base !== '' && target.path === '/' ? redirect(response, base, 302) : sendText(response, 404, 'Not found');

    const view = await this.#options.views.view(path);
    if (view.kind === 'redirect')
      return redirect(response, view.href + (view.href.includes('?') ? '' : target.query), view.isPermanent ? 308 : 307);
    if (view.kind === 'file') {
      const { file } = view;
      if ('data' in file) return sendData(request, response, file.path, file.data);
      if ('known' in file) return sendData(request, response, file.path, file.make());
      if ('pieces' in file) return sendData(request, response, file.path, [...file.pieces()].join(''));
      const absolute = live.absolute(file.copyFrom);
      if (absolute !== undefined && sendFromDisk(request, response, file.path, absolute)) return;
      return sendText(response, 404, 'Not found');
    }
    // The root of a site with a base is the base itself.
    if (target.path.length > 1 && target.path.endsWith('/') && view.status === 200)
      return redirect(response, base + (path === '/' ? '' : encodePath(path)) + target.query, 301);
    // The proxy needs its cookie only if there are servers to send requests to.
    if (live.proxyTargets.length > 0) response.setHeader('Set-Cookie', this.#proxy.pageCookie(request.headers.host ?? ''));
    response.writeHead(view.status, { ...view.page.headers, 'Content-Length': Buffer.byteLength(view.page.html) });
    response.end(request.method === 'HEAD' ? undefined : view.page.html);
  }

  /** The path without the base and without a trailing slash. Undefined for a path outside the base. */
  #sitePath(path: string | undefined): string | undefined {
    const { base } = this.#options;
    if (path === undefined || !`${path}/`.startsWith(`${base}/`)) return undefined;
    return path.slice(base.length).replace(/\/$/, '') || '/';
  }

  async #handleAction(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { base, token } = this.#options;
    const sent = request.headers[tokenHeader];
    if (!isOwnOrigin(request) || typeof sent !== 'string' || !isSameSecret(sent, token))
      return sendText(response, 403, 'Only pages of this server may request this');
    const body = await readJson(request);
    if (body === undefined) return sendText(response, 400, 'The body must be a small JSON object');
    if (path === `${base}${devPath}/open`) return sendReply(response, await this.#open(body as Partial<OpenRequest>));
    if (path === `${base}${devPath}/create`) return sendReply(response, this.#create(body as Partial<CreateRequest>));
    sendText(response, 404, 'Not found');
  }

  #open({ file, line, column }: Partial<OpenRequest>): Promise<DevReply> | DevReply {
    const absolute = typeof file === 'string' ? this.#options.live.absolute(file) : undefined;
    if (typeof file !== 'string' || absolute === undefined) return { ok: false, message: 'This is not a file of the project' };
    const location = { ...(Number.isFinite(line) && { line: Number(line) }), ...(Number.isFinite(column) && { column: Number(column) }) };
    return openEditor(absolute, { file, ...location }, this.#options.editor);
  }

  #create({ file }: Partial<CreateRequest>): DevReply {
    const { views, dir } = this.#options;
    if (typeof file !== 'string' || !views.missingFiles.includes(file)) return { ok: false, message: 'This page already exists' };
    return createPage(dir, file, titleOfFile(file));
  }
}

async function readJson(request: IncomingMessage): Promise<object | undefined> {
  const body = await readAtMost(request, maxBody);
  if (body === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(body.toString());
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function sendReply(response: ServerResponse, reply: DevReply): void {
  const text = JSON.stringify(reply);
  response.writeHead(reply.ok ? 200 : 409, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end(text);
}

function redirect(response: ServerResponse, href: string, status: number): void {
  response.writeHead(status, { Location: href, 'Cache-Control': 'no-store', 'Content-Length': 0 });
  response.end();
}

/** Responses are equally vague for everything that is unavailable, so that they reveal nothing. */
function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Content-Length': Buffer.byteLength(text),
    ...(status === 400 && { Connection: 'close' }),
  });
  response.end(text);
}
