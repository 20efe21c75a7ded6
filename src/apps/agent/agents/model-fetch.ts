/**
 * The `fetch` of the model's provider. It returns only complete responses. Temporary errors, truncated responses and lost connections
 * are retried here, below the agent loop, so that no step is counted twice and no tool runs twice.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { shortened } from '../../../model/shorten.ts';
import { readAtMost } from '../../../platform/http/http-body.ts';
import { createSecrets } from '../runner/secrets.ts';
import { TurnFailure } from '../runner/turn-failure.ts';

const tries = 6;
const maxResponseBytes = 16 * 1024 * 1024;
/** If the provider requests a longer wait, the job goes back to the queue. */
const maxWaitMs = 60_000;

/** `onRetry` receives the reason and the delay before each retry. */
export interface ModelFetchOptions {
  /** Redacted from provider messages before they are truncated, because half a secret is no longer recognized. */
  readonly key?: string | undefined;
  /** Delay before the second attempt; doubled for each further one. */
  readonly firstWaitMs?: number;
  readonly onRetry?: (reason: string, waitMs: number) => void;
}

/** @throws {TurnFailure} `model_auth` for 401 and 403, `model_failed` for other errors and when the retries failed, `budget_exceeded` for an oversized response */
export function createModelFetch(options: ModelFetchOptions = {}): typeof fetch {
  const { redact } = createSecrets([options.key]);
  return async (input, init) => {
    for (let attempt = 1; ; attempt++) {
      const { answer, reason, waitMs } = await attemptRequest(input, init, redact);
      if (answer) return answer;
      if (waitMs !== undefined && waitMs > maxWaitMs)
        throw new TurnFailure('model_failed', `The model ${reason} and asks to wait.`, { afterMs: waitMs, isAsked: true });
      if (attempt >= tries) throw new TurnFailure('model_failed', `The model ${reason}, ${tries} times in a row.`, { afterMs: 30_000 });
      const pause = waitMs ?? (options.firstWaitMs ?? 1000) * 2 ** (attempt - 1);
      options.onRetry?.(reason, pause);
      await wait(pause, undefined, { signal: init?.signal ?? undefined });
    }
  };
}

type Attempt = { answer: Response; reason: ''; waitMs: undefined } | { answer: undefined; reason: string; waitMs: number | undefined };

async function attemptRequest(
  input: Parameters<typeof fetch>[0],
  init: RequestInit | undefined,
  redact: (text: string) => string,
): Promise<Attempt> {
  try {
    const response = await fetch(input, { ...init, redirect: 'manual' });
    const { status, headers } = response;
    if (status === 401 || status === 403) {
      await response.body?.cancel();
      throw new TurnFailure('model_auth', `The model provider rejected the key (${status}).`);
    }
    if (isTransient(status)) {
      await response.body?.cancel();
      return { answer: undefined, reason: `responded with ${status}`, waitMs: parseRetryAfter(headers) };
    }
    if (status >= 300 && status < 400) {
      await response.body?.cancel();
      throw new TurnFailure('model_failed', `The URL of the model redirects (${status}); use the URL that it redirects to.`);
    }
    const body = await readAll(response);
    const refusal = refusalIn(body, response.ok);
    if (response.ok && refusal && isTransient(refusal.code))
      return { answer: undefined, reason: `responded with ${refusal.code}`, waitMs: undefined };
    if (!response.ok || refusal) {
      const detail = shortened(redact(refusal?.message ?? ''), 300);
      throw new TurnFailure('model_failed', `The model provider rejected the request (${status}${detail && `: ${detail}`}).`);
    }
    return { answer: new Response(body, { status, headers: plainHeaders(headers) }), reason: '', waitMs: undefined };
  } catch (error) {
    if (error instanceof TurnFailure) throw error;
    init?.signal?.throwIfAborted();
    return { answer: undefined, reason: 'could not be reached, or its response was incomplete', waitMs: undefined };
  }
}

/** Whether a status, or an error code in the body, is temporary. */
function isTransient(code: unknown): boolean {
  if (typeof code === 'string') return /^(?:server_error|rate_limit_exceeded|overloaded_error)$/.test(code);
  return code === 408 || code === 409 || code === 429 || (typeof code === 'number' && code >= 500);
}

/**
 * Returns the error in the form that providers share, `{ error: { code, message } }`, as a single line; undefined for other forms.
 * Gateways and OpenAI also send it with status 200 (`isAnswered`). Then it is an error only if there are no `choices` beside it.
 */
function refusalIn(body: Uint8Array, isAnswered: boolean): { readonly code: unknown; readonly message: string } | undefined {
  try {
    const parsed = JSON.parse(new TextDecoder().decode(body)) as { error?: unknown; choices?: unknown } | null;
    if (isAnswered && parsed?.choices) return undefined;
    const error = parsed?.error as { code?: unknown; type?: unknown; message?: unknown } | string | undefined;
    const { code, type, message } = typeof error === 'string' ? { message: error } : { ...error };
    const line = typeof message === 'string' ? message.replace(/[\s\p{C}]+/gu, ' ').trim() : '';
    return line === '' ? undefined : { code: code ?? type, message: line };
  } catch {
    return undefined;
  }
}

async function readAll(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const body = await readAtMost(response.body ?? [], maxResponseBytes);
  if (body === undefined) throw new TurnFailure('budget_exceeded', 'The model sent a response of more than 16 MiB.');
  return body;
}

/** Without the headers that no longer apply, because the body is already read and decoded. */
function plainHeaders(headers: Headers): Headers {
  const plain = new Headers(headers);
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) plain.delete(name);
  return plain;
}

function parseRetryAfter(headers: Headers): number | undefined {
  const exact = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(exact)) return exact;
  const after = headers.get('retry-after');
  if (after === null) return undefined;
  const ms = /^\d+(?:\.\d+)?$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
