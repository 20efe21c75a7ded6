/** One request to the API of a code host over `fetch`: bounded in time and size, no redirects, and faults that say whether to try again. */
import type { z } from 'zod';
import { readAtMost } from '../../../platform/http/http-body.ts';
import { HostProblem } from './code-host.ts';

/** `body` is sent as JSON. `timeoutMs` is for the whole answer, 20 seconds unless said otherwise. */
export interface HostRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
}

/** An answer that was read to its end; more than 4 MiB are a fault. */
export interface HostResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON; undefined when the answer is empty. */
  readonly data: unknown;
}

const maxAnswerBytes = 4 * 1024 * 1024;
/** What GitHub asks for where it names no time: docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api. */
const unnamedWaitMs = 60_000;

/** Answers below 400, and 404, 409 and 422, whose meaning the caller knows. @throws {HostFault} */
export async function askHost(request: HostRequest): Promise<HostResponse> {
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
    if (error instanceof HostProblem) throw error;
    request.signal?.throwIfAborted();
    throw new HostProblem(`${where}: ${timeout.aborted ? 'no answer in time' : 'the code host cannot be reached'}.`, 0, true);
  }
  const { status, headers } = response;
  if (status >= 300 && status !== 404 && status !== 409 && status !== 422) {
    const retryAfterMs = waitOf(headers) ?? (status === 403 && /\brate limit\b/i.test(text) ? unnamedWaitMs : undefined);
    // Hosts answer 403 both for "never" and for "not now"; only the second comes with a time, or says so.
    const isPassing = status === 408 || status === 429 || status >= 500 || (status === 403 && retryAfterMs !== undefined);
    throw new HostProblem(`${where}: the code host answered ${status}.`, status, isPassing, retryAfterMs);
  }
  return { status, headers, data: parse(text, where) };
}

/** The answer of a host that has what was asked for. GitHub answers 404 also for what a token may not see. @throws {HostFault} */
export function found(answer: HostResponse): HostResponse {
  if (answer.status < 400) return answer;
  throw new HostProblem(
    `The code host answered ${answer.status}: no such repository or branch, or the token may not do this.`,
    answer.status,
    false,
  );
}

/** The answer by its schema. @throws {HostFault} when the host answered something else. */
export function readAnswer<T>(schema: z.ZodType<T>, answer: HostResponse): T {
  const read = schema.safeParse(answer.data);
  if (read.success) return read.data;
  throw new HostProblem('The code host answered with members missing that its API promises.', answer.status, true);
}

async function readAll(response: Response, where: string): Promise<string> {
  const body = await readAtMost(response.body ?? [], maxAnswerBytes);
  if (body === undefined) throw new HostProblem(`${where}: the answer of the code host is too large.`, response.status, false);
  return body.toString('utf8');
}

function parse(text: string, where: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new HostProblem(`${where}: the code host answered something that is not JSON.`, 0, true);
  }
}

/** Milliseconds that the host asks for: `Retry-After` in seconds or as a date, or the reset of an empty rate limit. */
function waitOf(headers: Headers): number | undefined {
  const after = headers.get('retry-after');
  if (after !== null) {
    const ms = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now();
    if (Number.isFinite(ms)) return Math.max(0, ms);
  }
  const reset = Number(headers.get('x-ratelimit-reset') ?? headers.get('ratelimit-reset') ?? Number.NaN);
  const isEmpty = (headers.get('x-ratelimit-remaining') ?? headers.get('ratelimit-remaining')) === '0';
  return isEmpty && Number.isFinite(reset) ? Math.max(0, reset * 1000 - Date.now()) : undefined;
}
