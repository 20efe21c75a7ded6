/** Our own copy of the cases, by the same runner as `npm run cases`. The slow ones are in test/slow. */
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { describeInBrowser } from '../harness/browser.ts';
import { type BadInputCase, type Outcome, readCaseFile } from './case-file.ts';
import { runBadInput } from './run-bad-input.ts';
import { runCaseFile } from './run-case-file.ts';
import { closeScenes } from './scene.ts';
import { slowCases } from './slow-cases.ts';

afterAll(closeScenes);

const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/cases/${name}`, import.meta.url));

it('configurations', async () => {
  const failed: Outcome[] = [];
  const outcomes = await runCaseFile(fixture('config-cases.json'), {}, (outcome) => {
    if (outcome.status !== 'passed') failed.push(outcome);
  });
  expect(failed).toEqual([]);
  expect(outcomes).toHaveLength(279);
});

const { cases } = readCaseFile(fixture('bad-inputs.json')) as { cases: readonly BadInputCase[] };
const quick = cases.filter((entry) => !slowCases.has(entry.id));

for (const area of ['config', 'dev', 'fs', 'mdx', 'playground', 'static', 'supply']) {
  // One after the other: times are part of what is expected.
  const suite = area === 'static' || area === 'playground' ? describeInBrowser : describe;
  suite(`hostile inputs: ${area}`, () => {
    it.each(quick.filter((entry) => entry.area === area).map((entry) => [entry.id, entry.title, entry] as const))(
      '%s %s',
      { timeout: 120_000 },
      async (_id, _title, entry) => {
        const outcome = await runBadInput(entry);
        expect(outcome.status, 'reason' in outcome ? outcome.reason : '').not.toBe('failed');
      },
    );
  });
}
