/** All cases of the agent service that this version can show, and how one of them is run. */
import type { Engine } from '../../../../src/platform/store/session.ts';
import { type Postgres, startPostgres } from '../harness/postgres.ts';
import { createWorld } from '../harness/world.ts';
import { contract } from './a-contract.ts';
import { type AgentCase, Skipped } from './agent-case.ts';
import { keys } from './b-keys.ts';
import { limits } from './c-limits.ts';
import { crashes } from './d-crashes.ts';
import { host } from './e-host.ts';
import { hostile } from './f-hostile.ts';
import { load } from './g-load.ts';
import { repositories } from './g-repositories.ts';
import { lifeCycle } from './h-life-cycle.ts';

export const agentCases: readonly AgentCase[] = [
  ...contract,
  ...keys,
  ...limits,
  ...crashes,
  ...host,
  ...hostile,
  ...repositories,
  ...load,
  ...lifeCycle,
];

/** The stores on which a case runs that names none. */
export const engines: readonly Engine[] = ['sqlite', 'postgres'];

export type CaseOutcome =
  | { readonly status: 'passed'; readonly words: string }
  | { readonly status: 'failed' | 'skipped'; readonly reason: string };

/** Runs a case on each of its engines. It is skipped on PostgreSQL, but not as a whole, where there is none. */
export async function runAgentCase(entry: AgentCase, only?: readonly Engine[]): Promise<CaseOutcome> {
  const words: string[] = [];
  for (const engine of entry.engines ?? engines) {
    if (only && !only.includes(engine)) continue;
    const outcome = await runOn(entry, engine);
    if (outcome.status === 'passed') words.push(outcome.words ? `${engine}: ${outcome.words}` : engine);
    else if (outcome.status === 'skipped') words.push(`${engine} skipped: ${outcome.reason}`);
    else return { status: 'failed', reason: `${engine}: ${outcome.reason}` };
  }
  return words.every((line) => line.includes(' skipped: '))
    ? { status: 'skipped', reason: words.join('; ') }
    : { status: 'passed', words: words.join('; ') };
}

let postgres: Promise<Postgres | { readonly reason: string }> | undefined;

/** Ends the database server that cases used. */
export async function endAgentCases(): Promise<void> {
  const started = await postgres;
  if (started && 'stop' in started) started.stop();
  postgres = undefined;
}

async function runOn(entry: AgentCase, engine: Engine): Promise<CaseOutcome> {
  let databaseUrl: string | undefined;
  let server: Postgres | undefined;
  if (engine === 'postgres') {
    postgres ??= startPostgres();
    const started = await postgres;
    if ('reason' in started) return { status: 'skipped', reason: started.reason };
    server = started;
    databaseUrl = await started.database();
  }
  const world = createWorld(engine, databaseUrl, server);
  try {
    const reported = await entry.run(world);
    return { status: 'passed', words: typeof reported === 'string' ? reported : '' };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof Skipped) return { status: 'skipped', reason };
    return { status: 'failed', reason: error instanceof Error && process.env.AGENT_STACKS ? (error.stack ?? reason) : reason };
  } finally {
    await world.end();
  }
}
