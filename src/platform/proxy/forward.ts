/** Sends a call to where it may go, through redirects that stay there, and hands over the answer. */
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { ProxyResponse } from '../../shared/playground/proxy.ts';
import { badCall, noAnswer, type Refusal, targetDenied, unreachable } from './errors.ts';
import type { ReadCall } from './read-call.ts';
import { findTarget, type Lookup, type Reach, type Target } from './target.ts';

/** What the API answered. The body is decoded if it came compressed, and is the caller's to read or to destroy. */
export interface Forwarded {
  readonly answer: ProxyResponse;
  readonly body: Readable;
}

/** `signal` ends the exchange when nobody waits for it any more; it is then told as `unreachable`, or ends the body. */
export interface ForwardOptions {
  readonly reach: Reach;
  readonly lookup: Lookup;
  /** Milliseconds without a byte. */
  readonly stall: number;
  readonly signal: AbortSignal;
}

type Pairs = readonly (readonly [name: string, value: string])[];

const maxRedirects = 5;

/** RFC 9110 §7.6.1, and what the connection says for itself. */
const ofConnection = /^(?:connection|content-length|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/i;
/** What goes with a redirect to another server of the descriptions: nothing that proves who one is. */
const harmless = /^(?:accept|accept-language|content-type)$/i;

/**
 * Each redirect is checked as the first address was; at most five are followed. Never rejects. Cookies that the API sets
 * are left out of the answer.
 */
export async function forward({ call, body }: ReadCall, options: ForwardOptions): Promise<Forwarded | Refusal> {
  let { method, url } = call;
  let headers: Pairs = call.headers.filter(([name]) => !ofConnection.test(name));
  let sent: Buffer | undefined = body.length > 0 ? body : undefined;
  if (/^(?:CONNECT|TRACE|TRACK)$/i.test(method) || !/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(method))
    return badCall(`the method ${method} is not sent`);
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
    if (!next) return unreachable(target.url.host, 'it redirected to no address');
    // As browsers do it (fetch standard, HTTP-redirect fetch).
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

/** One request to the address that was checked. */
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
      // What fails from here on ends the body.
      response.on('error', () => {});
      resolve(response);
    });
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
    // Cookies of an API have no business in the site's own jar.
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
