/**
 * An API on 127.0.0.1 that records requests byte for byte and sends the responses that a test configures. It also
 * supports enough WebSocket (RFC 6455) to echo messages, and issues OAuth tokens.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

export interface EchoedRequest {
  readonly method: string;
  /** As in the request line. */
  readonly target: string;
  /** Lower-case names, in order. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

export interface EchoReply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Sends no CORS headers. */
  readonly refusesPages?: boolean;
  /** On a WebSocket connection: what is sent, each so many times, and how it is closed then. */
  readonly messages?: readonly { readonly text: Buffer; readonly times: number; readonly isBinary: boolean }[];
  readonly close?: readonly [code: number, reason: string];
  /** Writes the response; `body` is ignored. */
  readonly stream?: (response: ServerResponse) => void;
}

export interface EchoServer {
  readonly origin: string;
  readonly host: string;
  /** All requests received since the last call, except OPTIONS. */
  take(): EchoedRequest[];
  /** Sets the response for requests to this path; the default is `{}`. */
  reply(path: string, reply: EchoReply): void;
  close(): Promise<void>;
}

export const token = 'token-of-the-echo-server';

export async function startEchoServer(): Promise<EchoServer> {
  const received: EchoedRequest[] = [];
  const replies = new Map<string, EchoReply>();
  const sockets = new Set<Duplex>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.method !== 'OPTIONS') received.push(record(request, Buffer.concat(chunks)));
      answer(request, response, replies);
    });
  });
  server.on('upgrade', (request, socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    received.push(record(request, Buffer.alloc(0)));
    echoWebSocket(request, socket, replies.get(new URL(request.url ?? '/', 'http://echo').pathname));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin: `http://${host}`,
    host,
    take: () => received.splice(0),
    reply: (path, reply) => void replies.set(path, reply),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function record(request: IncomingMessage, body: Buffer): EchoedRequest {
  const headers: [string, string][] = [];
  const raw = request.rawHeaders;
  for (let index = 0; index < raw.length; index += 2) headers.push([(raw[index] as string).toLowerCase(), raw[index + 1] as string]);
  return { method: request.method ?? '', target: request.url ?? '', headers, body };
}

function answer(request: IncomingMessage, response: ServerResponse, replies: ReadonlyMap<string, EchoReply>): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://echo');
  const reply = replies.get(pathname) ?? special(pathname, searchParams) ?? { headers: { 'content-type': 'application/json' }, body: '{}' };
  if (!reply.refusesPages) {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-methods', '*, PUT, PATCH, DELETE, QUERY');
    response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '*');
  }
  if (request.method === 'OPTIONS') {
    response.writeHead(204).end();
    return;
  }
  response.writeHead(reply.status ?? 200, reply.headers);
  if (reply.stream) reply.stream(response);
  else response.end(reply.body);
}

/** OAuth sign-in without user interaction. */
function special(path: string, query: URLSearchParams): EchoReply | undefined {
  if (path === '/__token') {
    return { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ access_token: token, token_type: 'bearer' }) };
  }
  if (path !== '/__authorize') return undefined;
  const back = new URL(query.get('redirect_uri') ?? '');
  const state = query.get('state') ?? '';
  if (query.get('response_type') === 'code') {
    back.searchParams.set('code', 'a-code');
    back.searchParams.set('state', state);
  } else back.hash = new URLSearchParams({ access_token: token, token_type: 'bearer', state }).toString();
  return { status: 302, headers: { location: back.href } };
}

/**
 * Echoes texts, after the messages of `reply`; below `/close` it closes with 4001 "bye". Frames of tests are short: one buffer each.
 */
function echoWebSocket(request: IncomingMessage, socket: Duplex, { messages = [], close }: EchoReply = {}): void {
  const accept = createHash('sha1').update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
  socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`);
  const closesFirst = /\/close\b/.test(request.url ?? '');
  if (closesFirst) socket.write(frame(8, Buffer.concat([Buffer.from([4001 >> 8, 4001 & 255]), Buffer.from('bye')])));
  for (const { text, times, isBinary } of messages) {
    const one = frame(isBinary ? 2 : 1, text);
    for (let left = times; left > 0; left -= 1000) socket.write(Buffer.concat(Array.from({ length: Math.min(left, 1000) }, () => one)));
  }
  if (close) socket.write(frame(8, Buffer.concat([Buffer.from([close[0] >> 8, close[0] & 255]), Buffer.from(close[1])])));
  socket.on('data', (data: Buffer) => {
    const kind = (data[0] ?? 0) & 15;
    const length = (data[1] ?? 0) & 127;
    const start = length === 126 ? 4 : 2;
    const size = length === 126 ? data.readUInt16BE(2) : length;
    const mask = data.subarray(start, start + 4);
    const text = Buffer.from(data.subarray(start + 4, start + 4 + size).map((byte, index) => byte ^ (mask[index % 4] ?? 0)));
    if (kind === 8) socket.end(closesFirst || close ? undefined : frame(8, text));
    else if (kind === 1) socket.write(frame(1, text));
  });
}

function frame(kind: number, content: Buffer): Buffer {
  const head = Buffer.alloc(content.length < 126 ? 2 : content.length < 65_536 ? 4 : 10);
  head[0] = 128 | kind;
  if (head.length === 2) head[1] = content.length;
  else {
    head[1] = head.length === 4 ? 126 : 127;
    head.writeUIntBE(content.length, head.length === 4 ? 2 : 4, head.length === 4 ? 2 : 6);
  }
  return Buffer.concat([head, content]);
}
