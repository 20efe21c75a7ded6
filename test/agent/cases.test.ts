/** The quick cases of the agent service on both stores. The slow ones are in test/slow. */
import { afterAll, describe, expect, it } from 'vitest';
import { agentCases, endAgentCases, runAgentCase } from './cases/index.ts';

afterAll(endAgentCases);

describe.each(['sqlite', 'postgres'] as const)('agent cases on %s', (engine) => {
  const entries = agentCases.filter(({ isSlow, engines }) => !isSlow && (engines === undefined || engines.includes(engine)));
  it.each(entries.map((entry) => [entry.number, entry.title, entry] as const))('%i %s', async (_number, _title, entry) => {
    const outcome = await runAgentCase(entry, [engine]);
    expect(outcome.status, 'reason' in outcome ? outcome.reason : '').not.toBe('failed');
  });
});
