/**
 * The `fetch` of the model's provider: an answer counts when all of it has arrived. Refusals that pass, cut answers and lost
 * connections are tried again here, below the loop, so that a step is never counted twice and no tool runs twice.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { shortened } from '../../../model/shorten.ts';
import { readAtMost } from '../../../platform/http/http-body.ts';
import { createSecrets } from '../runner/secrets.ts';
import { TurnFailure } from '../runner/turn-failure.ts';

const tries = 6;
const maxAnswerBytes = 16 * 1024 * 1024;
/** A provider that wants to be left alone for longer gives the job back to the queue. */
const longestWaitMs = 60_000;

/** `onRetry` is told why, and how long is waited, before each further try. */
export interface ModelFetchOptions {
  /** Taken out of what the provider says before that is cut: half of it would be told otherwise. */
  readonly key?: string | undefined;
  /** The wait before the second try; doubled for each further one. */
  readonly firstWaitMs?: number;
  readonly onRetry?: (reason: string, waitMs: number) => void;
}

/** @throws {TurnFailure} `model_auth` for 401 and 403, `model_failed` for other refusals and when trying again did not help, `budget_exceeded` for an endless answer */
export function createModelFetch(options: ModelFetchOptions = {}): typeof fetch {
  const { redact } = createSecrets([options.key]);
  return async (input, init) => {
    for (let attempt = 1; ; attempt++) {
      const { answer, reason, waitMs } = await ask(input, init, redact);
      if (answer) return answer;
      if (waitMs !== undefined && waitMs > longestWaitMs)
        throw new TurnFailure('model_failed', `The model ${reason} and asks for time.`, { afterMs: waitMs, isAsked: true });
      if (attempt >= tries) throw new TurnFailure('model_failed', `The model ${reason}, ${tries} times in a row.`, { afterMs: 30_000 });
      const pause = waitMs ?? (options.firstWaitMs ?? 1000) * 2 ** (attempt - 1);
      options.onRetry?.(reason, pause);
      await wait(pause, undefined, { signal: init?.signal ?? undefined });
    }
  };
}

type Asked = { answer: Response; reason: ''; waitMs: undefined } | { answer: undefined; reason: string; waitMs: number | undefined };

async function ask(input: Parameters<typeof fetch>[0], init: RequestInit | undefined, redact: (text: string) => string): Promise<Asked> {
  try {
    const response = await fetch(input, { ...init, redirect: 'manual' });
    const { status, headers } = response;
    if (status === 401 || status === 403) {
      await response.body?.cancel();
      throw new TurnFailure('model_auth', `The model's provider refuses the key (${status}).`);
    }
    if (isPassing(status)) {
      await response.body?.cancel();
      return { answer: undefined, reason: `answered ${status}`, waitMs: waitOf(headers) };
    }
    if (status >= 300 && status < 400) {
      await response.body?.cancel();
      throw new TurnFailure('model_failed', `The address of the model leads elsewhere (${status}); name the one that it leads to.`);
    }
    const body = await readAll(response);
    const refusal = refusalIn(body, response.ok);
    if (response.ok && refusal && isPassing(refusal.code))
      return { answer: undefined, reason: `answered ${refusal.code}`, waitMs: undefined };
    if (!response.ok || refusal) {
      const words = shortened(redact(refusal?.message ?? ''), 300);
      throw new TurnFailure('model_failed', `The model's provider refuses the request (${status}${words && `: ${words}`}).`);
    }
    return { answer: new Response(body, { status, headers: plainHeaders(headers) }), reason: '', waitMs: undefined };
  } catch (error) {
    if (error instanceof TurnFailure) throw error;
    init?.signal?.throwIfAborted();
    return { answer: undefined, reason: 'could not be reached, or its answer broke off', waitMs: undefined };
  }
}

/** Whether a status, or the code that stands for one in the body of an answer, may be another one the next time. */
function isPassing(code: unknown): boolean {
  if (typeof code === 'string') return /^(?:server_error|rate_limit_exceeded|overloaded_error)$/.test(code);
  return code === 408 || code === 409 || code === 429 || (typeof code === 'number' && code >= 500);
}

/**
 * What the form that providers share, `{ error: { code, message } }`, says, on one line; undefined for other forms. Gateways and
 * OpenAI send it with 200, too: `isAnswered`, where it is a refusal only if there are no `choices` of a model beside it.
 */
function refusalIn(body: Uint8Array, isAnswered: boolean): { readonly code: unknown; readonly message: string } | undefined {
  try {
    const said = JSON.parse(new TextDecoder().decode(body)) as { error?: unknown; choices?: unknown } | null;
    if (isAnswered && said?.choices) return undefined;
    const error = said?.error as { code?: unknown; type?: unknown; message?: unknown } | string | undefined;
    const { code, type, message } = typeof error === 'string' ? { message: error } : { ...error };
    const line = typeof message === 'string' ? message.replace(/[\s\p{C}]+/gu, ' ').trim() : '';
    return line === '' ? undefined : { code: code ?? type, message: line };
  } catch {
    return undefined;
  }
}

async function readAll(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const body = await readAtMost(response.body ?? [], maxAnswerBytes);
  if (body === undefined) throw new TurnFailure('budget_exceeded', 'The model gave an answer of more than 16 MiB.');
  return body;
}

/** The body is read and unpacked by now. */
function plainHeaders(headers: Headers): Headers {
  const plain = new Headers(headers);
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) plain.delete(name);
  return plain;
}

function waitOf(headers: Headers): number | undefined {
  const exact = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(exact)) return exact;
  const after = headers.get('retry-after');
  if (after === null) return undefined;
  const ms = /^\d+(?:\.\d+)?$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
