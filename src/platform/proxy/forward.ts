/** Sends a request to an allowed target, follows redirects to allowed targets, and returns the response. */
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { ProxyResponse } from '../../shared/playground/proxy.ts';
import { badCall, noAnswer, type Refusal, targetDenied, unreachable } from './errors.ts';
import type { ReadCall } from './read-call.ts';
import { findTarget, type Lookup, type Reach, type Target } from './target.ts';

/** The response of the API. The body is decompressed; the caller must read or destroy it. */
export interface Forwarded {
  readonly answer: ProxyResponse;
  readonly body: Readable;
}

/** `signal` aborts the exchange, which then results in `unreachable` or ends the body. */
export interface ForwardOptions {
  readonly reach: Reach;
  readonly lookup: Lookup;
  /** Timeout in milliseconds without data. */
  readonly stall: number;
  readonly signal: AbortSignal;
}

type Pairs = readonly (readonly [name: string, value: string])[];

const maxRedirects = 5;

/** Headers of the connection itself (RFC 9110, section 7.6.1). */
const ofConnection = /^(?:connection|content-length|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i;
/** The headers that are sent along with a redirect to another server: none that authenticates. */
const harmless = /^(?:accept|accept-language|content-type)$/i;

/** Checks each redirect like the first URL and follows at most five. Never rejects. Removes cookies that the API sets. */
export async function forward({ call, body }: ReadCall, options: ForwardOptions): Promise<Forwarded | Refusal> {
  let { method, url } = call;
  let headers: Pairs = call.headers.filter(([name]) => !ofConnection.test(name));
  let sent: Buffer | undefined = body.length > 0 ? body : undefined;
  if (/^(?:CONNECT|TRACE|TRACK)$/i.test(method) || !/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(method))
    return badCall(`the method ${method} is not allowed`);
  for (let redirects = 0; ; redirects++) {
    const target = await findTarget(url, options.reach, options.lookup);
    if ('code' in target) return target;
    const response = await exchange(target, { method, headers, body: sent }, options);
    if ('code' in response) return response;
    const status = response.statusCode ?? 0;
    const { location } = response.headers;
    if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return forwarded(response, url, redirects > 0);
    response.destroy();
    if (redirects === maxRedirects) return targetDenied(target.url.host, `it redirected more than ${maxRedirects} times`);
    const next = URL.parse(location, url);
    if (!next) return unreachable(target.url.host, 'it redirected without a valid Location');
    // As in the Fetch standard (HTTP-redirect fetch).
    if ((status === 303 && method !== 'HEAD') || (status < 303 && method === 'POST')) {
      method = 'GET';
      sent = undefined;
      headers = headers.filter(([name]) => !/^content-/i.test(name));
    }
    if (next.origin !== target.url.origin) headers = headers.filter(([name]) => harmless.test(name));
    url = next.href;
  }
}

interface Message {
  readonly method: string;
  readonly headers: Pairs;
  readonly body: Buffer | undefined;
}

/** Sends one request to the checked address. */
function exchange(
  { url, address }: Target,
  { method, headers, body }: Message,
  { stall, signal }: ForwardOptions,
): Promise<IncomingMessage | Refusal> {
  const isEncodingSaid = headers.some(([name]) => /^accept-encoding$/i.test(name));
  const raw = [
    ...[['Host', url.host] as const, ...headers].flat(),
    ...(isEncodingSaid ? [] : ['Accept-Encoding', 'gzip, br']),
    ...(body || /^(?:POST|PUT|PATCH)$/i.test(method) ? ['Content-Length', String(body?.length ?? 0)] : []),
  ];
  return new Promise((resolve) => {
    let request: http.ClientRequest;
    try {
      request = (url.protocol === 'https:' ? https : http).request(url, {
        method,
        headers: raw,
        agent: false,
        signal,
        timeout: stall,
        lookup: (_host, options, found) => {
          if (options.all) found(null, [{ ...address }]);
          else found(null, address.address, address.family);
        },
      });
    } catch (error) {
      resolve(badCall((error as Error).message));
      return;
    }
    request.on('timeout', () => {
      resolve(noAnswer(url.host, Math.round(stall / 1000)));
      request.destroy();
    });
    request.on('error', (error: NodeJS.ErrnoException) => resolve(unreachable(url.host, error.code ?? error.message)));
    request.on('response', (response) => {
      // Later errors end the body.
      response.on('error', () => {});
      resolve(response);
    });
    // A switch of protocols that nobody asked for (RFC 9110, section 15.2.2). Without a listener, Node.js closes the connection silently.
    request.on('upgrade', (_response, socket) => {
      socket.destroy();
      resolve(unreachable(url.host, 'it switched to another protocol'));
    });
    request.on('close', () => resolve(unreachable(url.host, 'it closed the connection')));
    request.end(body);
  });
}

function forwarded(response: IncomingMessage, url: string, redirected: boolean): Forwarded {
  const encoding = response.headers['content-encoding'] ?? '';
  const decoder = /^(?:x-)?gzip$/i.test(encoding)
    ? createGunzip()
    : /^br$/i.test(encoding)
      ? createBrotliDecompress()
      : /^deflate$/i.test(encoding)
        ? createInflate()
        : undefined;
  const headers: [string, string][] = [];
  const { rawHeaders } = response;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] as string).toLowerCase();
    const isOfBytes = name === 'content-encoding' || name === 'content-length';
    // Cookies of an API must not be stored for the origin of the site.
    if (/^set-cookie2?$/.test(name) || (isOfBytes ? decoder !== undefined : ofConnection.test(name))) continue;
    headers.push([name, rawHeaders[index + 1] as string]);
  }
  if (decoder) {
    response.on('error', (error) => decoder.destroy(error));
    response.on('aborted', () => decoder.destroy());
  }
  return {
    answer: { status: response.statusCode ?? 0, statusText: response.statusMessage ?? '', headers, url, redirected },
    body: decoder ? response.pipe(decoder) : response,
  };
}
