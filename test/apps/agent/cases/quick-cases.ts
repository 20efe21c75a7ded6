/** The quick cases of the agent service on one store. The slow ones are in test/slow. */
import { afterAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../../../src/platform/store/session.ts';
import { agentCases, endAgentCases, runAgentCase } from './index.ts';

/** Each engine has a test file of its own, so that both run at the same time. */
export function describeQuickCases(engine: Engine): void {
  const entries = agentCases.filter(({ isSlow, engines }) => !isSlow && (engines === undefined || engines.includes(engine)));
  describe(`agent cases on ${engine}`, () => {
    afterAll(endAgentCases);

    // One after the other: some set the clock of this process, or count on a database without other load.
    test.for(entries.map((entry) => [entry.number, entry.title, entry] as const))('%i %s', async ([, , entry], { skip }) => {
      const outcome = await runAgentCase(entry, [engine]);
      const reason = 'reason' in outcome ? outcome.reason : '';
      expect(outcome.status, reason).not.toBe('failed');
      // Reported as what it is: a case that could not run has shown nothing.
      if (outcome.status === 'skipped') skip(reason);
    });
  });
}
