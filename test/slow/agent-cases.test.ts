/** The cases of the agent service that take long: floods, kill loops, restarts of the database. AGENT_ROUNDS makes them shorter. */
import { afterAll, expect, test } from 'vitest';
import { agentCases, endAgentCases, runAgentCase } from '../apps/agent/cases/index.ts';

afterAll(endAgentCases);

test.for(agentCases.filter(({ isSlow }) => isSlow).map((entry) => [entry.number, entry.title, entry] as const))(
  '%i %s',
  async ([number, title, entry], { skip }) => {
    const outcome = await runAgentCase(entry);
    const reason = 'reason' in outcome ? outcome.reason : '';
    expect(outcome.status, reason).not.toBe('failed');
    if (outcome.status === 'skipped') skip(reason);
    if (outcome.status === 'passed' && outcome.words.includes(': ')) console.log(`${number} ${title}: ${outcome.words}`);
  },
);
