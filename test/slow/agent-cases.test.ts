/** The cases of the agent service that take long: floods, kill loops, restarts of the database. AGENT_ROUNDS makes them shorter. */
import { afterAll, expect, it } from 'vitest';
import { agentCases, endAgentCases, runAgentCase } from '../agent/cases/index.ts';

afterAll(endAgentCases);

it.each(agentCases.filter(({ isSlow }) => isSlow).map((entry) => [entry.number, entry.title, entry] as const))(
  '%i %s',
  async (number, title, entry) => {
    const outcome = await runAgentCase(entry);
    expect(outcome.status, 'reason' in outcome ? outcome.reason : '').not.toBe('failed');
    if (outcome.status === 'passed' && outcome.words.includes(': ')) console.log(`${number} ${title}: ${outcome.words}`);
  },
);
