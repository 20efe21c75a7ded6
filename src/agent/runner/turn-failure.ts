import type { FailureCode } from '../job.ts';

/** The end of a turn that delivers nothing, thrown inside the runner and told to the queue as an outcome. */
export class TurnFailure extends Error {
  override readonly name = 'TurnFailure';
  readonly code: FailureCode;
  /** Set when another attempt may end better. */
  readonly retryAfterMs: number | undefined;
  constructor(code: FailureCode, message: string, retryAfterMs?: number) {
    super(message);
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}
