import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { readAtMost } from '../../../platform/http/http-body.ts';
import { isNeverReached } from '../../../platform/http/private-address.ts';

const maxBytes = 1024 * 1024;
const patienceMs = 8_000;

/**
 * `fetch` for what a provider says: no endless answers, no endless waiting, no way to another place than was asked. At
 * most 1 MiB and 8 seconds; redirects are given back as they are. An address of cloud metadata is not connected to,
 * whatever name leads there; private networks are, for providers stand in them. Throws the error of the system, the
 * reason of the signal, or an error with words.
 */
export async function limitedFetch(
  url: string | URL,
  options: RequestInit = {},
  lookup: typeof systemLookup = systemLookup,
): Promise<Response> {
  const signal = AbortSignal.any([AbortSignal.timeout(patienceMs), ...(options.signal ? [options.signal] : [])]);
  const { signal: _, ...rest } = options;
  // What `fetch` would send: it knows all forms of headers and bodies.
  const request = new Request(url, { ...rest, redirect: 'manual' });
  const body = Buffer.from(await request.arrayBuffer());
  const target = new URL(request.url);
  try {
    const answer = await exchange(target, request, body, signal, checkedLookup(lookup));
    const bytes = await readAtMost(answer, maxBytes);
    if (bytes === undefined) throw new Error(`an answer of ${target.origin} is larger than ${maxBytes} bytes`);
    const status = answer.statusCode ?? 0;
    const headers = new Headers();
    for (const [name, value] of Object.entries(answer.headers)) if (value !== undefined) headers.set(name, String(value));
    return new Response([204, 205, 304].includes(status) ? null : bytes, { status, statusText: answer.statusMessage ?? '', headers });
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
    if (isNeverReached(address)) throw forbidden(url.hostname);
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

/** The addresses that are judged are those that are connected to. */
function checkedLookup(lookup: typeof systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return callback(error, '');
      const [first] = found;
      if (first === undefined || found.some(({ address }) => isNeverReached(address))) return callback(forbidden(hostname), '');
      if (options.all) return callback(null, found);
      callback(null, first.address, first.family);
    });
  };
}

function forbidden(hostname: string): Error {
  return Object.assign(new Error(`${hostname} is no address of a provider`), { code: 'EACCES' });
}
