/**
 * The proxy of a site's own server: lets playgrounds reach APIs that do not answer pages of other origins (CORS), and
 * send what no browser does (cookies, `Host`-like headers). Off unless a server mounts it. It is no way into the network
 * of the machine: see `target.ts`; and no one but the pages of this server may use it.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { proxyCookie, proxyTokenHeader } from '../../shared/playground/proxy.ts';
import { hasRoom } from '../http/http-body.ts';
import { isSameSecret } from '../http/secret.ts';
import { foreignPage, noToken, type Refusal, tooBusy, tooSlow } from './errors.ts';
import { type Forwarded, forward } from './forward.ts';
import { type ReadCall, readCall } from './read-call.ts';
import { type Lookup, type Reach, systemLookup } from './target.ts';

/** `lookup` is how names become addresses; without it, the resolver of the system. */
export interface ProxyOptions {
  /** What may be reached; asked for each call, because the descriptions of a project that is worked on change. */
  reach(): Reach;
  /** Whose calls are counted together; without it, the address of the connection. */
  readonly addressOf?: (request: IncomingMessage) => string;
  readonly limits?: Partial<ProxyLimits>;
  readonly lookup?: Lookup;
}

/** What one playground may cost the server. */
export interface ProxyLimits {
  /** Bytes of a body that is sent. */
  readonly maxSent: number;
  /** Bytes of an answer; what follows is not read. */
  readonly maxReceived: number;
  /** Milliseconds without a byte from the API. */
  readonly stall: number;
  /** Calls under way at once. A call is under way from when all of it has come. */
  readonly parallel: number;
  /** Calls of one address, those under way and those still coming. */
  readonly parallelForOne: number;
  /** Calls still coming: one more, and the one that has been coming longest is given up. */
  readonly maxIncoming: number;
  /** Milliseconds in which a call must have come whole. */
  readonly patience: number;
}

/** One for a server: a page gets its token by `pageCookie` and sends it with every call. */
export interface Proxy {
  /** Value of the `Set-Cookie` header that pages of the server are sent with; `host` is the request's own Host header. */
  pageCookie(host: string): string;
  /** Answers a request to `proxyPath`, whatever its method. The caller has checked the Host header. Never rejects. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

const usualLimits: ProxyLimits = {
  maxSent: 8 * 1024 * 1024,
  maxReceived: 10 * 1024 * 1024,
  stall: 60_000,
  parallel: 24,
  parallelForOne: 8,
  maxIncoming: 48,
  patience: 30_000,
};

/**
 * The token lives as long as the proxy does: a page that was sent before the server was started anew has to be loaded
 * again (`proxy/no-token`).
 */
export function createProxy({ reach, limits: given, lookup = systemLookup, addressOf = connectionAddress }: ProxyOptions): Proxy {
  const limits = { ...usualLimits, ...given };
  const token = randomBytes(24).toString('base64url');
  const ofAddress = new Map<string, number>();
  /** What ends the calls that are still coming, the one that began first at the front. */
  const coming = new Set<() => void>();
  let underWay = 0;

  /** Undefined when the call was given up: it took too long, or made way for others. */
  async function callOf(request: IncomingMessage): Promise<ReadCall | Refusal | undefined> {
    let giveUp: () => void = () => undefined;
    const ended = new Promise<undefined>((done) => {
      giveUp = () => done(undefined);
    });
    const timer = setTimeout(giveUp, limits.patience);
    coming.add(giveUp);
    if (coming.size > limits.maxIncoming) for (const first of [...coming].slice(0, coming.size - limits.maxIncoming)) first();
    try {
      const read = readCall(request, limits.maxSent);
      // What goes wrong with a call that was given up concerns nobody.
      read.catch(() => undefined);
      return await Promise.race([read, ended]);
    } finally {
      clearTimeout(timer);
      coming.delete(giveUp);
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST' || !isOwnPage(request)) return refuse(request, response, foreignPage());
    const sent = request.headers[proxyTokenHeader];
    if (typeof sent !== 'string' || !isSameSecret(sent, token)) return refuse(request, response, noToken());
    const address = addressOf(request);
    const ofOne = ofAddress.get(address) ?? 0;
    if (ofOne >= limits.parallelForOne) return refuse(request, response, tooBusy());
    ofAddress.set(address, ofOne + 1);
    try {
      const call = await callOf(request);
      if (call === undefined) return refuse(request, response, tooSlow());
      if ('code' in call) return refuse(request, response, call);
      if (underWay >= limits.parallel) return refuse(request, response, tooBusy());
      underWay += 1;
      try {
        await exchange(call, request, response);
      } finally {
        underWay -= 1;
      }
    } finally {
      const left = (ofAddress.get(address) ?? 1) - 1;
      if (left > 0) ofAddress.set(address, left);
      else ofAddress.delete(address);
    }
  }

  async function exchange(call: ReadCall, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const ended = new AbortController();
    response.on('close', () => ended.abort());
    const result = await forward(call, { reach: reach(), lookup, stall: limits.stall, signal: ended.signal });
    if ('code' in result) refuse(request, response, result);
    else await pass(result, response, limits.maxReceived);
  }

  return {
    pageCookie: (host) => `${proxyCookie(URL.parse(`http://${host}`)?.port ?? '')}=${token}; Path=/; SameSite=Strict`,
    async handle(request, response) {
      try {
        await answer(request, response);
      } catch {
        // The page went away, or the API broke off: what had come has been handed over.
        response.destroy();
      }
    },
  };
}

function connectionAddress({ socket }: IncomingMessage): string {
  return socket.remoteAddress ?? '';
}

/** A page cannot choose its Origin header. Requests without one come from no page of today's browsers. */
function isOwnPage({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  return headers.origin !== undefined && URL.parse(headers.origin)?.host === headers.host && (site === undefined || site === 'same-origin');
}

/** Bytes of others: whatever they are, under our origin they are nothing that a browser would show or run. */
const inert = {
  'Content-Type': 'application/octet-stream',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Content-Disposition': 'attachment',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

async function pass({ answer, body }: Forwarded, response: ServerResponse, maxBytes: number): Promise<void> {
  response.writeHead(200, inert);
  response.write(`${JSON.stringify(answer)}\n`);
  let left = maxBytes;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    const isOpen = response.write(chunk.length > left ? chunk.subarray(0, left) : chunk);
    left -= chunk.length;
    if (left <= 0) break;
    if (!isOpen) await hasRoom(response);
    if (response.destroyed) break;
  }
  body.destroy();
  response.end();
}

function refuse(request: IncomingMessage, response: ServerResponse, { status, code, message }: Refusal): void {
  const text = JSON.stringify({ code, message });
  response.writeHead(status, {
    ...inert,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    // What was not read is not wanted any more.
    ...(!request.complete && { Connection: 'close' }),
  });
  response.end(text);
}
