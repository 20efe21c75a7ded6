import type { FailureCode } from '../../../model/agent/job.ts';
import type { Retry } from '../../../model/agent/run-turn.ts';

/** A failed turn that delivers nothing. Thrown inside the runner and returned to the queue as an outcome. */
export class TurnFailure extends Error {
  override readonly name = 'TurnFailure';
  readonly code: FailureCode;
  /** Set when another attempt may succeed. */
  readonly retry: Retry | undefined;
  constructor(code: FailureCode, message: string, retry?: Retry) {
    super(message);
    this.code = code;
    this.retry = retry;
  }
}
