/** The cases of the agent service that take long: floods, kill loops, restarts of the database. AGENT_ROUNDS makes them shorter. */
import { afterAll, expect, test } from 'vitest';
import type { Engine } from '../../src/platform/store/session.ts';
import type { AgentCase } from '../apps/agent/cases/agent-case.ts';
import { agentCases, endAgentCases, engines, runAgentCase } from '../apps/agent/cases/index.ts';

afterAll(endAgentCases);

const slowCases = agentCases
  .filter(({ isSlow }) => isSlow)
  .flatMap((entry) => (entry.engines ?? engines).map((engine) => [entry.number, entry.title, engine, entry] as const));
/** Stops the database server that the others use. */
const restartsDatabase = 35;

async function play(entry: AgentCase, engine: Engine, skip: (reason: string) => void): Promise<void> {
  const outcome = await runAgentCase(entry, [engine]);
  const reason = 'reason' in outcome ? outcome.reason : '';
  expect(outcome.status, reason).not.toBe('failed');
  if (outcome.status === 'skipped') skip(reason);
  if (outcome.status === 'passed' && outcome.words.includes(': ')) console.log(`${entry.number} ${entry.title}: ${outcome.words}`);
}

// They wait for leases and timers most of the time.
test.concurrent.for(slowCases.filter(([number]) => number !== restartsDatabase))('%i %s on %s', ([, , engine, entry], { skip }) =>
  play(entry, engine, skip),
);
test.for(slowCases.filter(([number]) => number === restartsDatabase))('%i %s on %s', ([, , engine, entry], { skip }) =>
  play(entry, engine, skip),
);
