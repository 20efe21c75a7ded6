/**
 * The two ways to a site's MCP server: the standard input and output of a process, and HTTP (streamable, without
 * sessions: each request stands alone, so that any number of processes may answer).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { createMcpHandler, type McpServerFactory } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { docsServer } from './docs-server.ts';
import { PageSearch } from './page-search.ts';
import { maxInBatch, RequestLimits } from './request-limits.ts';
import type { SiteContent } from './site-content.ts';

/** Bytes of a request at most. */
const largestRequest = 256 * 1024;
/** Up to here a larger one is read to its end and thrown away, so that its connection can go on. */
const maxRead = 2 * 1024 * 1024;

/** `current` gives the site as it is now. It may give another one: search is made anew for it. Throws when there is none. */
export function serverFactory(current: () => SiteContent | undefined, version: string): McpServerFactory {
  let known: { readonly content: SiteContent; readonly search: PageSearch } | undefined;
  return () => {
    const content = current();
    if (content === undefined) throw new Error('the site is not there');
    if (known?.content !== content) known = { content, search: new PageSearch(content) };
    return docsServer(content, known.search, version);
  };
}

/** Bytes of a message on standard input at most. */
const largestMessage = 10 * 1024 * 1024;

/**
 * Answers on standard input and output until the client closes its end or `signal` says so. False when it came to an end before: the
 * client sent a message of more than 10 MiB, or does not take answers any more.
 */
export async function answerStdio(factory: McpServerFactory, signal: AbortSignal): Promise<boolean> {
  let end: (isWanted: boolean) => void = () => undefined;
  const ended = new Promise<boolean>((resolve) => {
    end = resolve;
  });
  process.stdin.once('end', () => end(true)).once('close', () => end(true));
  signal.addEventListener('abort', () => end(true), { once: true });
  const server = serveStdio(factory, { transport: new Pipes(() => end(false)) });
  const isWanted = await ended;
  await server.close();
  return isWanted;
}

/** Tells its end, also one that it comes to by itself. */
class Pipes extends StdioServerTransport {
  readonly #onEnd: () => void;

  constructor(onEnd: () => void) {
    super(process.stdin, process.stdout, { maxBufferSize: largestMessage });
    this.#onEnd = onEnd;
  }

  override async close(): Promise<void> {
    await super.close();
    this.#onEnd();
  }
}

/** A site over HTTP; both ways to ask are the same endpoint. */
export interface McpEndpoint {
  /** One request, answered in the forms of the web: for any server. Who may ask is decided before. */
  fetch(request: Request): Promise<Response>;
  /** The same for a server of Node. `address`: whose requests are counted together. */
  answer(request: IncomingMessage, response: ServerResponse, address: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Requests of more than 256 KiB, batches of more than 10 messages and clients that ask without end are refused. Path and
 * host count for nothing: who mounts it decides on both.
 */
export function mcpEndpoint(factory: McpServerFactory, limits: RequestLimits = new RequestLimits()): McpEndpoint {
  const handler = createMcpHandler(factory, { maxRequestBodySize: largestRequest });
  const fetch = (request: Request) => handler.fetch(request);
  return {
    fetch,
    async answer(incoming, outgoing, address) {
      // Methods that no program may send, by the rules of the web, and that `Request` does not take.
      if (/^(?:CONNECT|TRACE|TRACK)$/i.test(incoming.method ?? '')) {
        outgoing.writeHead(405, { allow: 'POST', connection: 'close' }).end();
        return;
      }
      const body = await bodyOf(incoming);
      if (body === undefined && incoming.method === 'POST') return refuse(outgoing, 408, -32_600, 'The request took too long to arrive');
      const messages = body === undefined ? 1 : messagesIn(body);
      if (messages > maxInBatch)
        return refuse(outgoing, 400, -32_600, `A batch has at most ${maxInBatch} messages; this one has ${messages}`);
      let answer: { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: Buffer } | undefined;
      const busy =
        limits.spend(address, messages) ??
        (await limits.run(address, async () => {
          const response = await fetch(webRequest(incoming, body));
          // Whole, so that a client that reads slowly holds nobody's turn.
          answer = {
            status: response.status,
            headers: Object.fromEntries(response.headers),
            body: Buffer.from(await response.arrayBuffer()),
          };
        }));
      if (busy)
        return refuse(outgoing, 429, -32_000, `${busy.message}. Try again in ${busy.seconds} s`, { 'retry-after': String(busy.seconds) });
      if (answer === undefined) return;
      const { status, headers, body: bytes } = answer;
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

/** An error of JSON-RPC that answers no message in particular. */
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

/** 1 for what is no batch; what is no JSON is for the handler to refuse. */
function messagesIn(body: Uint8Array): number {
  const text = Buffer.from(body).toString('utf8');
  if (body.length > largestRequest || !text.trimStart().startsWith('[')) return 1;
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? Math.max(1, value.length) : 1;
  } catch {
    return 1;
  }
}

/** How long a body may be on its way. */
const patienceMs = 15_000;

/** Undefined without a body, and for one that did not come in time. Cut behind what is accepted, so that the endpoint says that it is too large. A body that is left unread would stop the next request on its connection. */
async function bodyOf(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (incoming.method === 'GET' || incoming.method === 'HEAD') return undefined;
  const read = async () => {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (size <= largestRequest) chunks.push(chunk);
      size += chunk.length;
      if (size > maxRead) break;
    }
    return new Uint8Array(Buffer.concat(chunks));
  };
  const late = new AbortController();
  const body = read();
  // What goes wrong with a body that nobody waits for any more concerns nobody.
  body.catch(() => undefined);
  try {
    return await Promise.race([body, delay(patienceMs, undefined, { signal: late.signal })]);
  } finally {
    late.abort();
  }
}

function webRequest(incoming: IncomingMessage, body: Uint8Array<ArrayBuffer> | undefined): Request {
  const method = incoming.method ?? 'GET';
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    // Its length is that of what is handed over.
    if (value !== undefined && !name.startsWith(':') && name !== 'content-length')
      headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  // The path is the mount point; only its query could matter, and no host is trusted.
  return new Request('http://localhost/mcp', {
    method,
    headers,
    ...(body && { body }),
  });
}
