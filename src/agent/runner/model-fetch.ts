/**
 * The `fetch` of the model's provider: an answer counts when all of it has arrived. Refusals that pass, cut answers and lost
 * connections are tried again here, below the loop, so that a step is never counted twice and no tool runs twice.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { TurnFailure } from './turn-failure.ts';

const tries = 6;
const maxAnswerBytes = 16 * 1024 * 1024;
/** A provider that wants to be left alone for longer gives the job back to the queue. */
const longestWaitMs = 60_000;

/** `onRetry` is told why, and how long is waited, before each further try. */
export interface ModelFetchOptions {
  /** The wait before the second try; doubled for each further one. */
  readonly firstWaitMs?: number;
  readonly onRetry?: (reason: string, waitMs: number) => void;
}

/** @throws {TurnFailure} `model_auth` for 401 and 403, `model_failed` for other refusals and when trying again did not help, `budget_exceeded` for an endless answer */
export function createModelFetch(options: ModelFetchOptions = {}): typeof fetch {
  return async (input, init) => {
    for (let attempt = 1; ; attempt++) {
      const { answer, reason, waitMs } = await ask(input, init);
      if (answer) return answer;
      if (waitMs !== undefined && waitMs > longestWaitMs)
        throw new TurnFailure('model_failed', `The model ${reason} and asks for time.`, waitMs);
      if (attempt >= tries) throw new TurnFailure('model_failed', `The model ${reason}, ${tries} times in a row.`, 30_000);
      const pause = waitMs ?? (options.firstWaitMs ?? 1000) * 2 ** (attempt - 1);
      options.onRetry?.(reason, pause);
      await wait(pause, undefined, { signal: init?.signal ?? undefined });
    }
  };
}

type Asked = { answer: Response; reason: ''; waitMs: undefined } | { answer: undefined; reason: string; waitMs: number | undefined };

async function ask(input: Parameters<typeof fetch>[0], init: RequestInit | undefined): Promise<Asked> {
  try {
    const response = await fetch(input, { ...init, redirect: 'manual' });
    const { status, headers } = response;
    if (status === 401 || status === 403) {
      await response.body?.cancel();
      throw new TurnFailure('model_auth', `The model's provider refuses the key (${status}).`);
    }
    if (status === 408 || status === 409 || status === 429 || status >= 500) {
      await response.body?.cancel();
      return { answer: undefined, reason: `answered ${status}`, waitMs: waitOf(headers) };
    }
    if (status >= 300 && status < 400) {
      await response.body?.cancel();
      throw new TurnFailure('model_failed', `The address of the model leads elsewhere (${status}); name the one that it leads to.`);
    }
    const body = await readAll(response);
    if (!response.ok) throw new TurnFailure('model_failed', `The model's provider refuses the request (${status}${wordsOf(body)}).`);
    return { answer: new Response(body, { status, headers: plainHeaders(headers) }), reason: '', waitMs: undefined };
  } catch (error) {
    if (error instanceof TurnFailure) throw error;
    init?.signal?.throwIfAborted();
    return { answer: undefined, reason: 'could not be reached, or its answer broke off', waitMs: undefined };
  }
}

/** What a refusal says in the form that providers share, `{ error: { message } }`, on one line; nothing for other forms. */
function wordsOf(body: Uint8Array): string {
  try {
    const said: unknown = JSON.parse(new TextDecoder().decode(body));
    const error = (said as { error?: unknown } | null)?.error;
    const message = typeof error === 'string' ? error : (error as { message?: unknown } | undefined)?.message;
    if (typeof message !== 'string') return '';
    const line = message.replace(/[\s\p{C}]+/gu, ' ').trim();
    return line === '' ? '' : `: ${line.length > 300 ? `${line.slice(0, 300)}…` : line}`;
  } catch {
    return '';
  }
}

async function readAll(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxAnswerBytes) throw new TurnFailure('budget_exceeded', 'The model gave an answer of more than 16 MiB.');
    chunks.push(chunk);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
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
