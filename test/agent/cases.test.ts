/** The quick cases of the agent service on both stores. The slow ones are in test/slow. */
import { afterAll, describe, expect, it } from 'vitest';
import { agentCases, endAgentCases, runAgentCase } from './cases/index.ts';

afterAll(endAgentCases);

describe.each(['sqlite', 'postgres'] as const)('agent cases on %s', (engine) => {
  const entries = agentCases.filter(({ isSlow, engines }) => !isSlow && (engines === undefined || engines.includes(engine)));
  it.for(entries.map((entry) => [entry.number, entry.title, entry] as const))('%i %s', async ([, , entry], { skip }) => {
    const outcome = await runAgentCase(entry, [engine]);
    const reason = 'reason' in outcome ? outcome.reason : '';
    expect(outcome.status, reason).not.toBe('failed');
    // Reported as what it is: a case that could not run has shown nothing.
    if (outcome.status === 'skipped') skip(reason);
  });
});
