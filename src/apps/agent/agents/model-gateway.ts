/**
 * The only way out of the sandbox: a Unix socket whose other end is the configured model and nothing else. The key is added here,
 * so a command that reads everything it can see does not find it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Usage } from '../../../model/agent/job.ts';
import { readAtMost } from '../../../platform/http/http-body.ts';

/** `onUsage` is told once for each answer, also for one that was broken off (providers tell tokens last: then with an estimate); `signal` ends those under way. */
export interface GatewayOptions {
  /** Base address of the provider's API, ending with its version (`…/v1`). */
  readonly url: string;
  /** Added to every request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly onUsage: (usage: Usage) => void;
  /** Told the body of each request, as it was sent. */
  readonly onRequest?: (body: string) => void;
  readonly signal: AbortSignal;
}

/** `socket` is a path outside of the sandbox, for it to be shown inside. Who opens one closes it. */
export interface Gateway {
  readonly socket: string;
  close(): void;
}

const maxRequestBytes = 32 * 1024 * 1024;
/** Enough of an answer to find its usage in: providers tell it at the beginning or at the end. */
const keptForUsage = 64 * 1024;
/** What clients of providers go by when they are refused: whether and when they may ask again. */
const reportedBack = ['retry-after', 'retry-after-ms', 'x-should-retry'] as const;

/** Lets through POST and GET below `/v1`, and of their headers only those that providers read; no redirect is followed. */
export async function openModelGateway(options: GatewayOptions): Promise<Gateway> {
  // A short path: the name of a socket has 107 bytes at most.
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
  const path = /^\/v1(\/[A-Za-z0-9_./-]*)(\?.*)?$/.exec(request.url ?? '');
  if (!path || path[1]?.includes('..') || (request.method !== 'POST' && request.method !== 'GET')) {
    response.writeHead(404).end();
    return;
  }
  const body = await readAtMost(request, maxRequestBytes);
  if (body === undefined) {
    response.writeHead(413).end();
    return;
  }
  if (request.method === 'POST') options.onRequest?.(body.toString('utf8'));
  const headers = new Headers();
  for (const name of ['content-type', 'accept', 'anthropic-version', 'anthropic-beta', 'openai-beta']) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  for (const [name, value] of Object.entries(options.headers)) headers.set(name, value);
  const left = new AbortController();
  const answer = await fetch(`${options.url.replace(/\/+$/, '')}${path[1]}${path[2] ?? ''}`, {
    method: request.method,
    headers,
    redirect: 'error',
    signal: AbortSignal.any([options.signal, left.signal]),
    ...(request.method === 'POST' && { body }),
  });
  // Only now: a question whose answer is waited for no more has been asked, and counts when it is answered.
  response.once('close', () => left.abort());
  const type = answer.headers.get('content-type') ?? 'application/json';
  const hints = reportedBack.flatMap((name) => (answer.headers.has(name) ? [[name, answer.headers.get(name)]] : []));
  response.writeHead(answer.status, { 'content-type': type, ...Object.fromEntries(hints) });
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
    await pipeline(Readable.fromWeb(answer.body as import('node:stream/web').ReadableStream), seen, response);
    isWhole = true;
  } finally {
    // An answer that the command does not read to its end was given and is paid for all the same.
    if (request.method === 'POST' && answer.ok) {
      const reported = usageOf(start + end);
      const written = type.startsWith('text/event-stream') ? events : tokensOf(bytes);
      options.onUsage(isWhole ? reported : atLeast(reported, tokensOf(body.length), written));
    }
  }
}

/** What a text costs, roughly: four bytes a token. An event of a stream holds one or more. */
function tokensOf(bytes: number): number {
  return Math.ceil(bytes / 4);
}

/** Of an answer whose end, where most providers tell what it cost, was not waited for. */
function atLeast(reported: Usage, inputTokens: number, outputTokens: number): Usage {
  return { ...reported, inputTokens: reported.inputTokens || inputTokens, outputTokens: Math.max(reported.outputTokens, outputTokens) };
}

/**
 * The largest counts in an answer: streams repeat and raise them. Who says `input_tokens` (Anthropic) tells those of its cache beside
 * them; `prompt_tokens`, and the details of OpenAI's `input_tokens`, hold them already.
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
