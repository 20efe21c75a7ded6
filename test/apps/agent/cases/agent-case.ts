/** A case of the agent service, by the number that the files of cases give it. */
import type { World } from '../harness/world.ts';

export interface AgentCase {
  readonly number: number;
  readonly title: string;
  /** On which stores it runs; the default is both. */
  readonly engines?: readonly World['engine'][];
  /** Takes more than some seconds: plays in the slow suite, and always when its file is run by number. */
  readonly isSlow?: boolean;
  /** Throws when the case fails. What it returns as text is printed: counts of kills, jobs, requests. */
  run(world: World): Promise<unknown>;
}

/** How often something is repeated: `usual` in the suites, as often as AGENT_ROUNDS says on request. */
export function rounds(usual: number): number {
  return Number(process.env.AGENT_ROUNDS ?? 0) || usual;
}

/** A limit of a case that is a time. `CASE_TIMES=off` leaves it to who reads the figures: suites must not fail for a busy machine. */
export function withinTime(ms: number, limit: number, what: string): void {
  if (ms > limit && process.env.CASE_TIMES !== 'off') throw new Error(`${what} took ${ms} ms; the limit is ${limit} ms`);
}

/** Says why a case cannot run on this machine. */
export class Skipped extends Error {
  override readonly name = 'Skipped';

  /** @param what a test of isolation that cannot run is a failure in CI. */
  constructor(reason: string, what: 'isolation' | 'other' = 'other') {
    super(reason);
    if (what === 'isolation' && process.env.CI === 'true') throw new Error(`a test of isolation cannot run: ${reason}`);
  }
}
