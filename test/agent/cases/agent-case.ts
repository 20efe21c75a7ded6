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

/** How often something is repeated: few times in the fast suite, as `AGENT_ROUNDS` says, else `usual`. */
export function rounds(usual: number): number {
  const wanted = Number(process.env.AGENT_ROUNDS ?? 0);
  return wanted > 0 ? Math.min(wanted, usual) : usual;
}

/** Says why a case cannot run on this machine. */
export class Skipped extends Error {
  override readonly name = 'Skipped';
}
