/**
 * The proxy for playgrounds. It reaches APIs that do not allow cross-origin requests (CORS), and sends headers that browsers forbid, such
 * as cookies. A server must enable it explicitly. Only pages of this server may use it, and it gives no access to the private network
 * (see `target.ts`).
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { proxyCookie, proxyTokenHeader } from '../../shared/playground/proxy.ts';
import { drain } from '../http/http-body.ts';
import { isSameSecret } from '../http/secret.ts';
import { foreignPage, noToken, type Refusal, tooBusy, tooSlow } from './errors.ts';
import { type Forwarded, forward } from './forward.ts';
import { type ReadCall, readCall } from './read-call.ts';
import { type Lookup, type Reach, systemLookup } from './target.ts';

/** `lookup` resolves names; the system resolver by default. */
export interface ProxyOptions {
  /** What may be reached. Called for each request, because descriptions change during development. */
  reach(): Reach;
  /** Identifies a client for limits; by default the address of the connection. */
  readonly addressOf?: (request: IncomingMessage) => string;
  readonly limits?: Partial<ProxyLimits>;
  readonly lookup?: Lookup;
}

/** Limits of the proxy. */
export interface ProxyLimits {
  /** Maximum bytes of a request body. */
  readonly maxSent: number;
  /** Maximum bytes of a response; the rest is not read. */
  readonly maxReceived: number;
  /** Timeout in milliseconds without data from the API. */
  readonly stall: number;
  /** Maximum concurrent requests, counted after they have been received completely. */
  readonly parallel: number;
  /** Maximum requests of one address, including those being received. */
  readonly parallelForOne: number;
  /** Maximum requests being received. One more cancels the oldest of them. */
  readonly maxIncoming: number;
  /** Timeout in milliseconds for receiving a request. */
  readonly patience: number;
}

/** One for each server. A page gets its token through `pageCookie` and sends it with every request. */
export interface Proxy {
  /** Value of the `Set-Cookie` header for pages of the server. `host` is the Host header of the request. */
  pageCookie(host: string): string;
  /** Handles a request to `proxyPath` with any method. The caller has checked the Host header. Never rejects. */
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

/** The token is valid for the lifetime of the proxy. After a restart of the server, pages must be reloaded (`proxy/no-token`). */
export function createProxy(options: ProxyOptions): Proxy {
  return new PlaygroundProxy(options);
}

class PlaygroundProxy implements Proxy {
  readonly #reach: () => Reach;
  readonly #lookup: Lookup;
  readonly #addressOf: (request: IncomingMessage) => string;
  readonly #limits: ProxyLimits;
  readonly #token = randomBytes(24).toString('base64url');
  /** Number of requests of each address. */
  readonly #ofAddress = new Map<string, number>();
  /** Functions that cancel the requests being received, oldest first. */
  readonly #coming = new Set<() => void>();
  #underWay = 0;

  constructor({ reach, limits, lookup = systemLookup, addressOf = connectionAddress }: ProxyOptions) {
    this.#reach = reach;
    this.#limits = { ...usualLimits, ...limits };
    this.#lookup = lookup;
    this.#addressOf = addressOf;
  }

  pageCookie(host: string): string {
    return `${proxyCookie(URL.parse(`http://${host}`)?.port ?? '')}=${this.#token}; Path=/; SameSite=Strict`;
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.#answer(request, response);
    } catch {
      // The page was closed, or the API disconnected. What had arrived has been passed on.
      response.destroy();
    }
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST' || !isOwnPage(request)) return refuse(request, response, foreignPage());
    const sent = request.headers[proxyTokenHeader];
    if (typeof sent !== 'string' || !isSameSecret(sent, this.#token)) return refuse(request, response, noToken());
    const address = this.#addressOf(request);
    const ofOne = this.#ofAddress.get(address) ?? 0;
    if (ofOne >= this.#limits.parallelForOne) return refuse(request, response, tooBusy());
    this.#ofAddress.set(address, ofOne + 1);
    try {
      await this.#receiveAndForward(request, response);
    } finally {
      const left = (this.#ofAddress.get(address) ?? 1) - 1;
      if (left > 0) this.#ofAddress.set(address, left);
      else this.#ofAddress.delete(address);
    }
  }

  async #receiveAndForward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await this.#callOf(request);
    if (call === undefined) return refuse(request, response, tooSlow());
    if ('code' in call) return refuse(request, response, call);
    if (this.#underWay >= this.#limits.parallel) return refuse(request, response, tooBusy());
    this.#underWay += 1;
    try {
      await this.#exchange(call, request, response);
    } finally {
      this.#underWay -= 1;
    }
  }

  /** Undefined when the request was canceled, because it took too long or there were too many. */
  async #callOf(request: IncomingMessage): Promise<ReadCall | Refusal | undefined> {
    const { patience, maxIncoming, maxSent } = this.#limits;
    const coming = this.#coming;
    let giveUp: () => void = () => undefined;
    const ended = new Promise<undefined>((done) => {
      giveUp = () => done(undefined);
    });
    const timer = setTimeout(giveUp, patience);
    coming.add(giveUp);
    if (coming.size > maxIncoming) for (const first of [...coming].slice(0, coming.size - maxIncoming)) first();
    try {
      const read = readCall(request, maxSent);
      // Ignores errors of a canceled request.
      read.catch(() => undefined);
      return await Promise.race([read, ended]);
    } finally {
      clearTimeout(timer);
      coming.delete(giveUp);
    }
  }

  async #exchange(call: ReadCall, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const ended = new AbortController();
    response.on('close', () => ended.abort());
    const { stall, maxReceived } = this.#limits;
    const result = await forward(call, { reach: this.#reach(), lookup: this.#lookup, stall, signal: ended.signal });
    if ('code' in result) refuse(request, response, result);
    else await pass(result, response, maxReceived);
  }
}

function connectionAddress({ socket }: IncomingMessage): string {
  return socket.remoteAddress ?? '';
}

/** Pages cannot forge their Origin header, and current browsers always send it with these requests. */
function isOwnPage({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  return headers.origin !== undefined && URL.parse(headers.origin)?.host === headers.host && (site === undefined || site === 'same-origin');
}

/** Headers that make responses inert, so that browsers neither show nor run third-party content under our origin. */
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
    if (!isOpen) await drain(response);
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
    // The rest of the request is not needed.
    ...(!request.complete && { Connection: 'close' }),
  });
  response.end(text);
}
