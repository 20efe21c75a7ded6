/** The limits of creation: a sliding window over what was really created, counted in the same transaction that creates. */
import { usesSince } from '../../../platform/store/projects.ts';
import { now, type Session } from '../../../platform/store/session.ts';

/** Creations, and messages apart from them, in an hour and project. */
export const usesPerWindow = 100;
/** An hour (docs-json-spec 16), counted back from each request. */
export const windowMs = 3_600_000;

/** What has a limit of its own. */
export type Counted = 'jobs' | 'messages';

/** What a project may still do in its window. */
export interface Allowance {
  readonly counted: Counted;
  readonly remaining: number;
  /** Seconds until the oldest use leaves the window, 1 to 3600. */
  readonly resetSeconds: number;
}

/** To be asked in the transaction that creates, with the project locked: else two requests could both be the last one. */
export async function allowance(session: Session, projectId: string, counted: Counted): Promise<Allowance> {
  const present = await now(session);
  const { count, oldest } = await usesSince(session, projectId, counted, present - windowMs);
  const resetSeconds = oldest === undefined ? windowMs / 1000 : Math.ceil((oldest + windowMs - present) / 1000);
  return {
    counted,
    remaining: Math.max(0, usesPerWindow - count),
    resetSeconds: Math.min(windowMs / 1000, Math.max(1, resetSeconds)),
  };
}
