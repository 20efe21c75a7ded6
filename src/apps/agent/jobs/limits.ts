/** Rate limits: a sliding window over accepted requests, counted in the transaction that accepts the next one. */
import { usesSince } from '../../../platform/store/projects.ts';
import { now, type Session } from '../../../platform/store/session.ts';

/** Maximum number of jobs, and separately of messages, per project and window. */
export const usesPerWindow = 100;
/** Length of the sliding window: one hour. */
export const windowMs = 3_600_000;

/** The kinds of requests, each with its own limit. */
export type UseCount = 'jobs' | 'messages';

/** What remains of a project's limit. */
export interface Allowance {
  readonly counted: UseCount;
  readonly remaining: number;
  /** Seconds until the oldest request leaves the window, 1 to 3600. */
  readonly resetSeconds: number;
}

/** Must be called in the accepting transaction with the project locked; otherwise two requests could both take the last slot. */
export async function allowance(session: Session, projectId: string, counted: UseCount): Promise<Allowance> {
  const currentTime = await now(session);
  const { count, oldest } = await usesSince(session, projectId, counted, currentTime - windowMs);
  const resetSeconds = oldest === undefined ? windowMs / 1000 : Math.ceil((oldest + windowMs - currentTime) / 1000);
  return {
    counted,
    remaining: Math.max(0, usesPerWindow - count),
    resetSeconds: Math.min(windowMs / 1000, Math.max(1, resetSeconds)),
  };
}
