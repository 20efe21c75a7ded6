/**
 * The two ways to a site's MCP server: the standard input and output of a process, and HTTP (streamable, without
 * sessions: each request stands alone, so that any number of processes may answer).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { createMcpHandler, type McpServerFactory } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { docsServer } from './docs-server.ts';
import { PageSearch } from './page-search.ts';
import type { SiteContent } from './site-content.ts';

/** Bytes of a request at most. */
const largestRequest = 256 * 1024;

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

/** Answers on standard input and output until the client closes its end or `signal` says so. */
export async function answerStdio(factory: McpServerFactory, signal: AbortSignal): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const server = serveStdio(factory);
  await ended;
  await server.close();
}

/** A site over HTTP; both ways to ask are the same endpoint. */
export interface McpEndpoint {
  /** One request, answered in the forms of the web: for any server. Who may ask is decided before. */
  fetch(request: Request): Promise<Response>;
  /** The same for a server of Node. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): Promise<void>;
}

/** Requests of more than 256 KiB are refused. Their path and host count for nothing: who mounts it decides on both. */
export function mcpEndpoint(factory: McpServerFactory): McpEndpoint {
  const handler = createMcpHandler(factory, { maxRequestBodySize: largestRequest });
  const fetch = (request: Request) => handler.fetch(request);
  return {
    fetch,
    async answer(incoming, outgoing) {
      const response = await fetch(webRequest(incoming));
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      if (response.body === null) outgoing.end();
      // The client may leave while it is answered.
      else await pipeline(Readable.fromWeb(response.body as NodeStream), outgoing).catch(() => outgoing.destroy());
    },
    close: () => handler.close(),
  };
}

function webRequest(incoming: IncomingMessage): Request {
  const method = incoming.method ?? 'GET';
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined && !name.startsWith(':')) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  // The path is the mount point; only its query could matter, and no host is trusted.
  return new Request('http://localhost/mcp', {
    method,
    headers,
    ...(hasBody && { body: Readable.toWeb(incoming) as BodyInit, duplex: 'half' }),
  });
}
