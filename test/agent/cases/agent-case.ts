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

/** Says why a case cannot run on this machine. */
export class Skipped extends Error {
  override readonly name = 'Skipped';
}
