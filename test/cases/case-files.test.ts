import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { playCases } from './play-cases.ts';
import { runCaseFile } from './run-case-file.ts';

const path = (name: string) => fileURLToPath(new URL(`../../fixtures/cases/${name}.json`, import.meta.url));

test.each([
  ['config-cases', 279],
  ['openapi-cases', 50],
])('verdicts: %s', async (name, count) => {
  const outcomes = await runCaseFile(path(name), {}, () => {});
  expect(outcomes.filter(({ status }) => status !== 'passed')).toEqual([]);
  expect(outcomes).toHaveLength(count);
});

for (const name of ['config', 'pages', 'files', 'supply']) playCases(name);
