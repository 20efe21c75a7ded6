/**
 * The only network access of the sandbox: a Unix socket that forwards to the configured model and to nothing else. It adds the key to
 * each request, so that the command never sees it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Usage } from '../../../model/agent/job.ts';
import { readAtMost } from '../../../platform/http/http-body.ts';

/** `onUsage` is called once per response. For an interrupted response it receives an estimate, because providers report usage last. `signal` aborts open requests. */
export interface GatewayOptions {
  /** Base URL of the provider's API, including the version (`…/v1`). */
  readonly url: string;
  /** The only model that the command can use: requests for another one are sent to this one. */
  readonly model: string;
  /** Added to every request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly onUsage: (usage: Usage) => void;
  /** Receives the body of each request. */
  readonly onRequest?: (body: string) => void;
  readonly signal: AbortSignal;
}

/** `socket` is a path outside the sandbox, to be mounted inside. The caller closes the gateway. */
export interface Gateway {
  readonly socket: string;
  close(): void;
}

const maxRequestBytes = 32 * 1024 * 1024;
/** How much of the beginning and the end of a response is searched for its usage. */
const keptForUsage = 64 * 1024;
/** Response headers that tell clients whether and when to retry. */
const reportedBack = ['retry-after', 'retry-after-ms', 'x-should-retry'] as const;

/** What a coding agent needs of the APIs of Anthropic and OpenAI. Files, batches, stored responses and administration are not among it. */
const allowedCalls =
  /^(?:POST \/(?:chat\/completions|responses(?:\/compact)?|messages(?:\/count_tokens)?)|GET \/models(?:\/[A-Za-z0-9_.:-]+)?)$/;

/** Forwards the calls of `allowedCalls` with the headers that providers read. It follows no redirects. */
export async function openModelGateway(options: GatewayOptions): Promise<Gateway> {
  // The path is short, because the name of a socket is limited to 107 bytes.
  const folder = mkdtempSync(join(tmpdir(), 'dg-'));
  const socket = join(folder, 'model');
  const server = createServer((request, response) => {
    forward(request, response, options).catch(() => {
      if (!response.headersSent) response.writeHead(502);
      response.end();
    });
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(socket, resolve));
  return {
    socket,
    close() {
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function forward(request: IncomingMessage, response: ServerResponse, options: GatewayOptions): Promise<void> {
  const path = /^\/v1(\/[^?#]*)(\?.*)?$/.exec(request.url ?? '');
  if (!path || !allowedCalls.test(`${request.method} ${path[1]}`)) {
    response.writeHead(404).end();
    return;
  }
  const received = await readAtMost(request, maxRequestBytes);
  if (received === undefined) {
    response.writeHead(413).end();
    return;
  }
  const body = withModel(Buffer.from(received), options.model);
  if (request.method === 'POST') options.onRequest?.(body.toString('utf8'));
  const headers = new Headers();
  for (const name of ['content-type', 'accept', 'anthropic-version', 'anthropic-beta', 'openai-beta']) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  for (const [name, value] of Object.entries(options.headers)) headers.set(name, value);
  const left = new AbortController();
  const upstream = await fetch(`${options.url.replace(/\/+$/, '')}${path[1]}${path[2] ?? ''}`, {
    method: request.method,
    headers,
    redirect: 'error',
    signal: AbortSignal.any([options.signal, left.signal]),
    ...(request.method === 'POST' && { body }),
  });
  // Registered only now: a request that was sent counts when its response arrives, even if the client no longer waits.
  response.once('close', () => left.abort());
  const type = upstream.headers.get('content-type') ?? 'application/json';
  const hints = reportedBack.flatMap((name) => (upstream.headers.has(name) ? [[name, upstream.headers.get(name)]] : []));
  response.writeHead(upstream.status, { 'content-type': type, ...Object.fromEntries(hints) });
  let [start, end] = ['', ''];
  let [bytes, events] = [0, 0];
  const seen = async function* (body: AsyncIterable<Uint8Array>) {
    for await (const chunk of body) {
      const text = Buffer.from(chunk).toString('latin1');
      if (start.length < keptForUsage) start += text.slice(0, keptForUsage - start.length);
      end = (end + text).slice(-keptForUsage);
      bytes += chunk.length;
      events += text.split('data:').length - 1;
      yield chunk;
    }
  };
  let isWhole = false;
  try {
    await pipeline(Readable.fromWeb(upstream.body as import('node:stream/web').ReadableStream), seen, response);
    isWhole = true;
  } finally {
    // A response that the command does not read to its end is billed as well.
    if (request.method === 'POST' && upstream.ok) {
      const reported = usageOf(start + end);
      const written = type.startsWith('text/event-stream') ? events : tokensOf(bytes);
      options.onUsage(isWhole ? reported : atLeast(reported, tokensOf(body.length), written));
    }
  }
}

/** The request with the configured model instead of the one that the command asks for. Agents use further models for small tasks. */
function withModel(body: Buffer<ArrayBuffer>, model: string): Buffer<ArrayBuffer> {
  try {
    const value = JSON.parse(body.toString('utf8'));
    if (typeof value !== 'object' || value === null || value.model === undefined || value.model === model) return body;
    return Buffer.from(JSON.stringify({ ...value, model }));
  } catch {
    // Not JSON: the provider refuses it.
    return body;
  }
}

/** Estimates the number of tokens: four bytes each. An event of a stream contains at least one. */
function tokensOf(bytes: number): number {
  return Math.ceil(bytes / 4);
}

/** The usage of a response that was interrupted before its end, where most providers report the usage. */
function atLeast(reported: Usage, inputTokens: number, outputTokens: number): Usage {
  return { ...reported, inputTokens: reported.inputTokens || inputTokens, outputTokens: Math.max(reported.outputTokens, outputTokens) };
}

/**
 * The largest counts in a response, because streams repeat and raise them. Anthropic's `input_tokens` exclude cached tokens;
 * `prompt_tokens` and OpenAI's `input_tokens` include them.
 */
function usageOf(text: string): Usage {
  const largest = (pattern: RegExp) => Math.max(0, ...[...text.matchAll(pattern)].map((match) => Number(match[1])));
  const promptTokens = largest(/"prompt_tokens"\s*:\s*(\d+)/g);
  const read = largest(/"cache_read_input_tokens"\s*:\s*(\d+)/g);
  const written = largest(/"cache_creation_input_tokens"\s*:\s*(\d+)/g);
  const inputTokens = promptTokens || largest(/"input_tokens"\s*:\s*(\d+)/g) + read + written;
  const cachedTokens = Math.min(inputTokens, read || largest(/"cached_tokens"\s*:\s*(\d+)/g));
  return {
    inputTokens,
    outputTokens: largest(/"(?:output|completion)_tokens"\s*:\s*(\d+)/g),
    steps: 1,
    ...(cachedTokens > 0 && { cachedTokens }),
  };
}
