/**
 * Sends one request to the API of a code host with `fetch`. Limits time and size, follows no redirects, and reports
 * whether an error is temporary.
 */
import type { z } from 'zod';
import { readAtMost } from '../../../platform/http/http-body.ts';
import { CodeHostError } from './code-host.ts';

/** `body` is sent as JSON. `timeoutMs` applies to the whole response; 20 seconds by default. */
export interface HostRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
}

/** A complete response. More than 4 MiB is an error. */
export interface HostResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON; undefined when the body is empty. */
  readonly data: unknown;
}

const maxResponseBytes = 4 * 1024 * 1024;
/** GitHub's recommendation for responses without a delay: docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api. */
const defaultWaitMs = 60_000;

/** Returns responses below 400, and 404, 409 and 422, which callers interpret. @throws {CodeHostError} */
export async function requestHost(request: HostRequest): Promise<HostResponse> {
  const where = `${request.method} ${new URL(request.url).pathname}`;
  const timeout = AbortSignal.timeout(request.timeoutMs ?? 20_000);
  let response: Response;
  let text: string;
  try {
    response = await fetch(request.url, {
      method: request.method,
      headers: {
        'user-agent': 'docsgen-agent',
        accept: 'application/json',
        ...(request.body && { 'content-type': 'application/json' }),
        ...request.headers,
      },
      ...(request.body && { body: JSON.stringify(request.body) }),
      redirect: 'manual',
      signal: request.signal ? AbortSignal.any([timeout, request.signal]) : timeout,
    });
    text = await readAll(response, where);
  } catch (error) {
    if (error instanceof CodeHostError) throw error;
    request.signal?.throwIfAborted();
    throw new CodeHostError(`${where}: ${timeout.aborted ? 'no response in time' : 'the code host cannot be reached'}.`, 0, true);
  }
  const { status, headers } = response;
  if (status >= 300 && status !== 404 && status !== 409 && status !== 422) {
    const retryAfterMs = parseRetryAfter(headers) ?? (status === 403 && /\brate limit\b/i.test(text) ? defaultWaitMs : undefined);
    // Hosts use 403 for missing permissions and for rate limits. Only the latter has a delay or mentions the limit.
    const isTransient = status === 408 || status === 429 || status >= 500 || (status === 403 && retryAfterMs !== undefined);
    throw new CodeHostError(`${where}: the code host responded with ${status}.`, status, isTransient, retryAfterMs);
  }
  return { status, headers, data: parse(text, where) };
}

/** Throws unless the response is successful. GitHub also responds with 404 if the token lacks permission. @throws {CodeHostError} */
export function requireFound(response: HostResponse): HostResponse {
  if (response.status < 400) return response;
  throw new CodeHostError(
    `The code host responded with ${response.status}: the repository or branch does not exist, or the token lacks permission.`,
    response.status,
    false,
  );
}

/** Validates the response with a schema. @throws {CodeHostError} when it does not match */
export function readResponse<T>(schema: z.ZodType<T>, response: HostResponse): T {
  const read = schema.safeParse(response.data);
  if (read.success) return read.data;
  throw new CodeHostError('The response of the code host lacks members that its API documents.', response.status, true);
}

async function readAll(response: Response, where: string): Promise<string> {
  const body = await readAtMost(response.body ?? [], maxResponseBytes);
  if (body === undefined) throw new CodeHostError(`${where}: the response of the code host is too large.`, response.status, false);
  return body.toString('utf8');
}

function parse(text: string, where: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new CodeHostError(`${where}: the response of the code host is not JSON.`, 0, true);
  }
}

/**
 * The delay in milliseconds that the host requests: `Retry-After` in seconds or as a date, or the reset of an
 * exhausted rate limit.
 */
function parseRetryAfter(headers: Headers): number | undefined {
  const after = headers.get('retry-after');
  if (after !== null) {
    const ms = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now();
    if (Number.isFinite(ms)) return Math.max(0, ms);
  }
  const reset = Number(headers.get('x-ratelimit-reset') ?? headers.get('ratelimit-reset') ?? Number.NaN);
  const isEmpty = (headers.get('x-ratelimit-remaining') ?? headers.get('ratelimit-remaining')) === '0';
  return isEmpty && Number.isFinite(reset) ? Math.max(0, reset * 1000 - Date.now()) : undefined;
}
