import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { readAtMost } from '../../../platform/http/http-body.ts';
import { isBlockedAddress } from '../../../platform/http/private-address.ts';

const maxBytes = 1024 * 1024;
const timeoutMs = 8_000;

/**
 * `fetch` for sign-in providers, limited to 1 MiB and 8 seconds. It does not follow redirects, and does not connect to addresses of cloud
 * metadata services, whatever name resolves to them. Private networks are allowed, because providers may be there. Rejects with the
 * system error, the reason of the signal, or an error with a code of the same form (`EACCES`, `EMSGSIZE`).
 */
export async function limitedFetch(
  url: string | URL,
  options: RequestInit = {},
  lookup: typeof systemLookup = systemLookup,
): Promise<Response> {
  const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(options.signal ? [options.signal] : [])]);
  const { signal: _, ...rest } = options;
  // `Request` normalizes all forms of headers and bodies.
  const request = new Request(url, { ...rest, redirect: 'manual' });
  const body = Buffer.from(await request.arrayBuffer());
  const target = new URL(request.url);
  try {
    const message = await exchange(target, request, body, signal, checkedLookup(lookup));
    const bytes = await readAtMost(message, maxBytes);
    if (bytes === undefined) throw withCode('EMSGSIZE', `a response of ${target.origin} is larger than ${maxBytes} bytes`);
    const status = message.statusCode ?? 0;
    const headers = new Headers();
    for (const [name, value] of Object.entries(message.headers)) if (value !== undefined) headers.set(name, String(value));
    return new Response([204, 205, 304].includes(status) ? null : bytes, { status, statusText: message.statusMessage ?? '', headers });
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  }
}

function exchange(
  url: URL,
  { method, headers }: Request,
  body: Buffer,
  signal: AbortSignal,
  lookup: LookupFunction,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const address = url.hostname.replace(/^\[|\]$/g, '');
    if (isBlockedAddress(address)) throw forbidden(url.hostname);
    const sent = (url.protocol === 'https:' ? https : http).request(url, {
      method,
      headers: {
        ...Object.fromEntries(headers),
        'accept-encoding': 'identity',
        ...(body.length > 0 && { 'content-length': String(body.length) }),
      },
      lookup,
      signal,
    });
    sent.on('response', resolve).on('error', reject);
    sent.end(body);
  });
}

/** Connects to the same addresses that were checked. */
function checkedLookup(lookup: typeof systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return callback(error, '');
      const [first] = addresses;
      if (first === undefined || addresses.some(({ address }) => isBlockedAddress(address))) return callback(forbidden(hostname), '');
      if (options.all) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
  };
}

function forbidden(hostname: string): Error {
  return withCode('EACCES', `${hostname} is not an allowed address of a provider`);
}

function withCode(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
