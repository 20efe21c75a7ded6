/**
 * The two transports of a site's MCP server: standard input and output, and streamable HTTP without sessions. HTTP requests are
 * independent of each other, so any process can handle them.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { createMcpHandler, type McpServerFactory } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { docsServer } from './docs-server.ts';
import { PageSearch } from './page-search.ts';
import { maxInBatch, RequestLimits } from './request-limits.ts';
import type { SiteContent } from './site-content.ts';

/** Maximum bytes of a request. */
const maxRequestBytes = 256 * 1024;
/** A larger request is read up to this size and discarded, so that its connection stays usable. */
const maxRead = 2 * 1024 * 1024;

/** `current` returns the current site, which may change. A new site gets a new search index. Throws when there is no site. */
export function serverFactory(current: () => SiteContent | undefined, version: string): McpServerFactory {
  let cached: { readonly content: SiteContent; readonly search: PageSearch } | undefined;
  return () => {
    const content = current();
    if (content === undefined) throw new Error('there is no site');
    if (cached?.content !== content) cached = { content, search: new PageSearch(content) };
    return docsServer(content, cached.search, version);
  };
}

/** Maximum bytes of a message on standard input. */
const maxMessageBytes = 10 * 1024 * 1024;

/**
 * Serves standard input and output until the client closes its end or `signal` is aborted. Resolves to false if it ended for another
 * reason: a message of more than 10 MiB, or a client that no longer reads responses.
 */
export async function serveOverStdio(factory: McpServerFactory, signal: AbortSignal): Promise<boolean> {
  let end: (hasCompleted: boolean) => void = () => undefined;
  const ended = new Promise<boolean>((resolve) => {
    end = resolve;
  });
  process.stdin.once('end', () => end(true)).once('close', () => end(true));
  signal.addEventListener('abort', () => end(true), { once: true });
  const server = serveStdio(factory, { transport: new Pipes(() => end(false)) });
  const hasCompleted = await ended;
  await server.close();
  return hasCompleted;
}

/** Reports its end, including the one that it causes itself. */
class Pipes extends StdioServerTransport {
  readonly #onEnd: () => void;

  constructor(onEnd: () => void) {
    super(process.stdin, process.stdout, { maxBufferSize: maxMessageBytes });
    this.#onEnd = onEnd;
  }

  override async close(): Promise<void> {
    await super.close();
    this.#onEnd();
  }
}

/** A site over HTTP. Both methods serve the same endpoint. */
export interface McpEndpoint {
  /** Handles a web-standard request, for any server. The caller has checked permissions. */
  fetch(request: Request): Promise<Response>;
  /** The same for a Node.js server. `address` identifies the client for rate limits. */
  answer(request: IncomingMessage, response: ServerResponse, address: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Rejects requests of more than 256 KiB, batches of more than 10 messages, and clients that exceed the rate limits. It ignores path and
 * Host, which the caller checks.
 */
export function mcpEndpoint(factory: McpServerFactory, limits: RequestLimits = new RequestLimits()): McpEndpoint {
  const handler = createMcpHandler(factory, { maxRequestBodySize: maxRequestBytes });
  const fetch = (request: Request) => handler.fetch(request);
  return {
    fetch,
    async answer(incoming, outgoing, address) {
      // Methods that the Fetch standard forbids and `Request` rejects.
      if (/^(?:CONNECT|TRACE|TRACK)$/i.test(incoming.method ?? '')) {
        outgoing.writeHead(405, { allow: 'POST', connection: 'close' }).end();
        return;
      }
      const body = await bodyOf(incoming);
      if (body === undefined && incoming.method === 'POST') return refuse(outgoing, 408, -32_600, 'The request took too long to arrive');
      const messages = body === undefined ? 1 : messagesIn(body);
      if (messages > maxInBatch)
        return refuse(outgoing, 400, -32_600, `A batch has at most ${maxInBatch} messages; this one has ${messages}`);
      let buffered: { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: Buffer } | undefined;
      const busy =
        limits.consume(address, messages) ??
        (await limits.run(address, async () => {
          const response = await fetch(webRequest(incoming, body));
          // Buffers the whole response, so that a slow reader does not occupy a slot.
          buffered = {
            status: response.status,
            headers: Object.fromEntries(response.headers),
            body: Buffer.from(await response.arrayBuffer()),
          };
        }));
      if (busy)
        return refuse(outgoing, 429, -32_000, `${busy.message}. Try again in ${busy.seconds} s`, { 'retry-after': String(busy.seconds) });
      if (buffered === undefined) return;
      const { status, headers, body: bytes } = buffered;
      outgoing.writeHead(status, {
        ...headers,
        'content-length': String(bytes.length),
        ...(!incoming.complete && { connection: 'close' }),
      });
      outgoing.end(bytes);
    },
    close: () => handler.close(),
  };
}

/** Sends a JSON-RPC error that belongs to no particular message. */
function refuse(
  outgoing: ServerResponse,
  status: number,
  code: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  const text = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } });
  const length = String(Buffer.byteLength(text));
  outgoing.writeHead(status, {
    'content-type': 'application/json',
    'content-length': length,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(!outgoing.req.complete && { connection: 'close' }),
    ...headers,
  });
  outgoing.end(text);
}

/** Number of messages; 1 if the body is not a batch. Invalid JSON is rejected by the handler. */
function messagesIn(body: Uint8Array): number {
  const text = Buffer.from(body).toString('utf8');
  if (body.length > maxRequestBytes || !text.trimStart().startsWith('[')) return 1;
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? Math.max(1, value.length) : 1;
  } catch {
    return 1;
  }
}

/** Timeout for receiving a body. */
const timeoutMs = 15_000;

/** Undefined when there is no body or it does not arrive in time. Oversized bodies are truncated just above the limit, so that the endpoint rejects them. Unread bodies would block the next request of the connection. */
async function bodyOf(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (incoming.method === 'GET' || incoming.method === 'HEAD') return undefined;
  const read = async () => {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (size <= maxRequestBytes) chunks.push(chunk);
      size += chunk.length;
      if (size > maxRead) break;
    }
    return new Uint8Array(Buffer.concat(chunks));
  };
  const timer = new AbortController();
  const body = read();
  // Ignores later errors of the body, because nobody is waiting for it anymore.
  body.catch(() => undefined);
  try {
    return await Promise.race([body, delay(timeoutMs, undefined, { signal: timer.signal })]);
  } finally {
    timer.abort();
  }
}

function webRequest(incoming: IncomingMessage, body: Uint8Array<ArrayBuffer> | undefined): Request {
  const method = incoming.method ?? 'GET';
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    // The length is that of the buffered body.
    if (value !== undefined && !name.startsWith(':') && name !== 'content-length')
      headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  // The path is the mount point, and the Host is untrusted, so both are replaced.
  return new Request('http://localhost/mcp', {
    method,
    headers,
    ...(body && { body }),
  });
}
