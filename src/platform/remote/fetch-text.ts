/**
 * Fetches one document, with limits for time, bytes, redirects, and connected addresses. A name is resolved once and
 * the connection uses the checked address, so that a second DNS response has no effect.
 */
import { lookup as systemLookup } from 'node:dns';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { LookupFunction } from 'node:net';
import { readAtMost } from '../http/http-body.ts';
import { isPrivateAddress } from '../http/private-address.ts';
import { permit, type RemotePermission } from './permission.ts';

/** Limits for one document, including redirects. */
export interface FetchLimits {
  readonly milliseconds: number;
  readonly bytes: number;
  readonly redirects: number;
}

const fetchLimits: FetchLimits = { milliseconds: 10_000, bytes: 10 * 1_048_576, redirects: 5 };

/** `denied`: by docsgen, before any request; `failed`: by the network or the server. */
export type FetchProblem = 'denied' | 'timeout' | 'too-large' | 'failed';

/** `unchanged` only results from a request with an `etag`. */
export type Fetched =
  | { readonly kind: 'text'; readonly bytes: Uint8Array; readonly etag?: string }
  | { readonly kind: 'unchanged' }
  | { readonly kind: FetchProblem; readonly reason: string };

/** Default limits: 10 seconds, 10 MiB, 5 redirects. */
export interface FetchOptions {
  readonly permission: RemotePermission;
  readonly limits?: FetchLimits;
  /** The ETag of the existing copy. */
  readonly etag?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

class FetchError extends Error {
  readonly kind: FetchProblem;

  constructor(kind: FetchProblem, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** Follows redirects, each checked like the first URL. Never throws; problems are returned. */
export async function fetchText(address: string, { permission, limits = fetchLimits, etag, signal }: FetchOptions): Promise<Fetched> {
  const timeout = AbortSignal.timeout(limits.milliseconds);
  const ended = signal ? AbortSignal.any([timeout, signal]) : timeout;
  try {
    let url = new URL(address);
    for (let redirects = 0; ; redirects++) {
      const permitted = permit(url, permission);
      if ('refused' in permitted)
        throw new FetchError('denied', redirects === 0 ? permitted.refused : `redirected to ${url.host}: ${permitted.refused}`);
      const response = await open(url, { mayBePrivate: permitted.mayBePrivate, signal: ended, ...(etag !== undefined && { etag }) });
      const { statusCode = 0, headers } = response;
      if (statusCode === 304 && etag !== undefined) {
        response.destroy();
        return { kind: 'unchanged' };
      }
      if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
        response.destroy();
        if (redirects >= limits.redirects) throw new FetchError('failed', `more than ${limits.redirects} redirects`);
        url = new URL(headers.location, url);
        continue;
      }
      if (statusCode !== 200) {
        response.destroy();
        throw new FetchError('failed', `the server responded with ${statusCode}`);
      }
      const bytes = await readAll(response, limits.bytes);
      return { kind: 'text', bytes, ...(headers.etag !== undefined && { etag: headers.etag }) };
    }
  } catch (error) {
    if (error instanceof FetchError) return { kind: error.kind, reason: error.message };
    if (timeout.aborted) return { kind: 'timeout', reason: `no response within ${limits.milliseconds / 1000} s` };
    const { code, message } = error as NodeJS.ErrnoException;
    return { kind: 'failed', reason: code ?? message };
  }
}

interface OpenOptions {
  readonly mayBePrivate: boolean;
  readonly etag?: string;
  readonly signal: AbortSignal;
}

function open(url: URL, { mayBePrivate, etag, signal }: OpenOptions): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // Loaded on demand: importing these takes 50 ms, also in builds without remote documents.
    const { request: send } = process.getBuiltinModule(url.protocol === 'https:' ? 'node:https' : 'node:http');
    const request: ClientRequest = send(url, {
      signal,
      agent: false,
      lookup: mayBePrivate ? systemLookup : publicLookup,
      headers: {
        accept: 'application/json, application/yaml, text/yaml, */*;q=0.1',
        'accept-encoding': 'identity',
        'user-agent': 'docsgen',
        ...(etag !== undefined && { 'if-none-match': etag }),
      },
    });
    request.on('response', resolve);
    request.on('error', reject);
    request.end();
  });
}

/** The system resolver, rejecting private addresses. The connection uses the returned address. */
const publicLookup: LookupFunction = (hostname, options, done) => {
  systemLookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '', 0);
    const [first] = addresses;
    if (first === undefined || addresses.some(({ address }) => isPrivateAddress(address)))
      return done(new FetchError('denied', 'the address is private or link-local'), '', 0);
    if (options.all) done(null, addresses);
    else done(null, first.address, first.family);
  });
};

async function readAll(response: IncomingMessage, most: number): Promise<Uint8Array> {
  const body = await readAtMost(response, most);
  if (body === undefined) throw new FetchError('too-large', `more than ${most / 1_048_576} MiB`);
  return body;
}
