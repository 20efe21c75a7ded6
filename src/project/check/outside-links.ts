/**
 * Checks links to other sites. Each URL is requested once, with limits on concurrent requests in total and per host;
 * when `HEAD` is rejected, `GET` is tried, and network or server errors are retried up to twice.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { isPrivateHost } from '../../platform/http/private-address.ts';
import type { OutsideLink } from './page-links.ts';
import * as errors from './site-errors.ts';

/** All optional. Tests pass their own `fetch` and clock; then private addresses are allowed. */
export interface OutsideOptions {
  /** Maximum number of concurrent requests. Default 16. */
  readonly concurrency?: number;
  /** Maximum number of concurrent requests to one host. Default 2. */
  readonly perHost?: number;
  /** Timeout for the start of a response in milliseconds. Default 10,000. */
  readonly timeoutMs?: number;
  /** Number of retries after a temporary failure. Default 2. */
  readonly retries?: number;
  /** Milliseconds before the first retry; doubled for each further one. Default 500. */
  readonly pauseMs?: number;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** Results of earlier runs in the same hour. */
  readonly remembered?: { readonly get: (key: string) => string | undefined; readonly set: (key: string, text: string) => void };
  /** Cancels the check; URLs that were not requested are not reported. */
  readonly signal?: AbortSignal;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

type Answer =
  | { readonly kind: 'ok' }
  | { readonly kind: 'moved'; readonly to: string }
  | { readonly kind: 'dead'; readonly reason: string }
  | { readonly kind: 'unsure'; readonly reason: string };

/** A diagnostic for each location of a URL that does not respond. */
export async function checkOutside(links: readonly OutsideLink[], options: OutsideOptions = {}): Promise<Diagnostic[]> {
  const urls = [...new Set(links.map(({ url }) => withoutFragment(url)).filter(isAskable))].sort();
  const answers = await askAll(urls, options);
  return links.flatMap(({ url, location }) => {
    const answer = answers.get(withoutFragment(url));
    if (answer === undefined || answer.kind === 'ok') return [];
    if (answer.kind === 'dead') return [errors.externalDead(location, url, answer.reason)];
    if (answer.kind === 'unsure') return [errors.externalUnknown(location, url, answer.reason)];
    return [
      errors.externalMoved(location, url, answer.to + (url.includes('#') && !answer.to.includes('#') ? url.slice(url.indexOf('#')) : '')),
    ];
  });
}

function withoutFragment(url: string): string {
  return url.replace(/#.*$/s, '');
}

/** Names for examples in documentation (RFC 2606, RFC 6761) and templates are not real hosts. */
function isAskable(url: string): boolean {
  if (!URL.canParse(url) || /[{}<>$]|%7B/i.test(url)) return false;
  const { hostname } = new URL(url);
  if (/(?:^|\.)(?:example\.(?:com|org|net|edu)|example|test|invalid|local|localhost|internal)$/i.test(hostname)) return false;
  return hostname.includes('.') && !/^(?:your|my)[-.]/i.test(hostname);
}

/** Only tests may request private addresses. */
function isAskableWith(url: string, options: OutsideOptions): boolean {
  return options.fetch !== undefined || !isPrivateHost(new URL(url).hostname);
}

async function askAll(urls: readonly string[], options: OutsideOptions): Promise<Map<string, Answer>> {
  const { concurrency = 16, perHost = 2, remembered, now = Date.now } = options;
  const answers = new Map<string, Answer>();
  const waiting = new Map<string, string[]>();
  const hour = Math.floor(now() / 3_600_000);
  for (const url of urls.filter((candidate) => isAskableWith(candidate, options))) {
    const known = remembered?.get(keyOf(url, hour));
    if (known !== undefined) answers.set(url, JSON.parse(known) as Answer);
    else add(waiting, new URL(url).host, url);
  }
  const busy = new Map<string, number>();
  // Hosts in rotation: the next worker takes the first host below its limit.
  const take = (): { readonly host: string; readonly url: string } | undefined => {
    for (const [host, list] of waiting) {
      if ((busy.get(host) ?? 0) >= perHost) continue;
      const url = list.shift();
      waiting.delete(host);
      if (list.length > 0) waiting.set(host, list);
      if (url !== undefined) return { host, url };
    }
    return undefined;
  };
  await new Promise<void>((resolve, reject) => {
    let running = 0;
    const next = (): void => {
      while (running < concurrency && options.signal?.aborted !== true) {
        const job = take();
        if (job === undefined) break;
        running++;
        busy.set(job.host, (busy.get(job.host) ?? 0) + 1);
        ask(job.url, options)
          .then((answer) => {
            answers.set(job.url, answer);
            // Temporary results are not cached.
            if (answer.kind !== 'unsure') remembered?.set(keyOf(job.url, hour), JSON.stringify(answer));
          })
          .then(() => {
            running--;
            busy.set(job.host, (busy.get(job.host) ?? 1) - 1);
            next();
          })
          .catch(reject);
      }
      if (running === 0) resolve();
    };
    next();
  });
  return answers;
}

/** Entries never change: the next hour has its own keys. */
function keyOf(url: string, hour: number): string {
  return `outside ${hour} ${url}`;
}

async function ask(url: string, options: OutsideOptions): Promise<Answer> {
  const { retries = 2, pauseMs = 500, signal } = options;
  let rest = 0;
  let answer: Answer = { kind: 'unsure', reason: 'no request was sent' };
  let method: 'HEAD' | 'GET' = 'HEAD';
  for (let attempt = 0; attempt <= retries; attempt++) {
    if (attempt > 0) await pause(Math.max(rest, pauseMs * 2 ** (attempt - 1)), signal);
    try {
      let response = await send(url, method, options);
      // Many servers reject HEAD.
      if (method === 'HEAD' && !response.ok) {
        method = 'GET';
        response = await send(url, method, options);
      }
      const { status } = response;
      if (response.ok) return response.movedTo === undefined ? { kind: 'ok' } : { kind: 'moved', to: response.movedTo };
      if (status === 404 || status === 410) return { kind: 'dead', reason: `HTTP ${status}` };
      // These servers reject robots or require an account: the page may exist.
      if (status === 401 || status === 403 || status === 405 || status === 406 || status === 451 || status === 999)
        return { kind: 'unsure', reason: `HTTP ${status}` };
      answer = status === 429 || status >= 500 ? { kind: 'unsure', reason: `HTTP ${status}` } : { kind: 'dead', reason: `HTTP ${status}` };
      if (answer.kind === 'dead' || (response.waitSeconds ?? 0) > longestWaitSeconds) return answer;
      rest = (response.waitSeconds ?? 0) * 1_000;
    } catch (error) {
      if (signal?.aborted) return answer;
      answer = failure(error);
      if (answer.kind === 'dead') return answer;
    }
  }
  return answer;
}

interface Reply {
  readonly ok: boolean;
  readonly status: number;
  /** The target of permanent redirects. */
  readonly movedTo?: string;
  /** The delay that the server requested, in seconds. */
  readonly waitSeconds?: number;
}

const maxRedirects = 10;
/** A server that requests a longer delay is not retried. */
const longestWaitSeconds = 10;

async function send(url: string, method: 'HEAD' | 'GET', options: OutsideOptions): Promise<Reply> {
  const { fetch: request = fetch, timeoutMs = 10_000, signal } = options;
  let at = url;
  let isForGood = true;
  for (let step = 0; step <= maxRedirects; step++) {
    const timeout = AbortSignal.timeout(timeoutMs);
    const response = await request(at, {
      method,
      redirect: 'manual',
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
      headers: { 'user-agent': 'docsgen-check (+https://www.npmjs.com/package/docsgen)', accept: '*/*' },
    });
    // The body is not needed, so the connection can be closed.
    await response.body?.cancel();
    const { status } = response;
    const to = response.headers.get('location');
    if (status < 300 || status >= 400 || status === 304 || to === null)
      return { ok: status < 300, status, ...(at !== url && isForGood && { movedTo: at }), ...waitOf(response) };
    isForGood &&= status === 301 || status === 308;
    const next = URL.parse(to, at);
    if (next === null) throw new Error('redirected to an invalid URL', { cause: { code: 'REDIRECT' } });
    at = next.href;
    if (!/^https?:/.test(at)) return { ok: true, status: 200 };
    if (!isAskableWith(at, options)) throw new Error('redirected into a private network', { cause: { code: 'PRIVATE' } });
  }
  throw new Error('too many redirects', { cause: { code: 'REDIRECTS' } });
}

/** Supports only seconds in `Retry-After`, because dates depend on the clock of the server. */
function waitOf({ headers }: Response): { readonly waitSeconds?: number } {
  const text = headers.get('retry-after')?.trim() ?? '';
  return /^\d+$/.test(text) ? { waitSeconds: Number(text) } : {};
}

function failure(error: unknown): Answer {
  const cause = error instanceof Error ? (error.cause as { readonly code?: string } | undefined) : undefined;
  const name = (error as { readonly name?: string }).name ?? '';
  // `fetch` uses `TypeError` for all errors.
  const code = cause?.code ?? (name === 'TypeError' ? '' : name);
  if (code === 'REDIRECTS') return { kind: 'dead', reason: `it redirects more than ${maxRedirects} times` };
  if (code === 'REDIRECT') return { kind: 'dead', reason: 'it redirects to an invalid URL' };
  if (code === 'PRIVATE') return { kind: 'unsure', reason: 'it redirects into a private network' };
  if (code === 'ENOTFOUND') return { kind: 'dead', reason: 'the host does not exist' };
  if (/CERT|SSL|TLS|SELF_SIGNED/.test(code)) return { kind: 'unsure', reason: `the TLS connection failed (${code})` };
  if (code === 'TimeoutError' || /TIMEOUT/.test(code)) return { kind: 'unsure', reason: 'no response in time' };
  return { kind: 'unsure', reason: code === '' ? 'the connection failed' : `the connection failed (${code})` };
}

/** Ends early, without an error, when the check is cancelled. */
async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await wait(ms, undefined, { ...(signal && { signal }) }).catch(() => undefined);
}

function add(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
