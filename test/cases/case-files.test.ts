import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Outcome } from './case-file.ts';
import { playCases, quickCasesOf } from './play-cases.ts';
import { runCaseFile } from './run-case-file.ts';

test('configurations', async () => {
  const failed: Outcome[] = [];
  const file = fileURLToPath(new URL('../../fixtures/cases/config-cases.json', import.meta.url));
  const outcomes = await runCaseFile(file, {}, (outcome) => {
    if (outcome.status !== 'passed') failed.push(outcome);
  });
  expect(failed).toEqual([]);
  expect(outcomes).toHaveLength(279);
});

for (const area of ['config', 'dev', 'fs', 'mdx', 'supply']) playCases(`hostile inputs: ${area}`, quickCasesOf(area));
