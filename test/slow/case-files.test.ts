/** The cases that take long: floods, memory bombs, huge sites, whole corpora in the browser. */
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { type BadInputCase, readCaseFile } from '../cases/case-file.ts';
import { runBadInput } from '../cases/run-bad-input.ts';
import { closeScenes } from '../cases/scene.ts';
import { slowAreas, slowCases } from '../cases/slow-cases.ts';
import { removeBuiltSites } from '../serve/served-project.ts';

afterAll(closeScenes);
afterAll(removeBuiltSites);

const path = fileURLToPath(new URL('../../fixtures/cases/bad-inputs.json', import.meta.url));
const { cases } = readCaseFile(path) as { cases: readonly BadInputCase[] };

const slow = cases.filter(({ id, area }) => slowCases.has(id) || slowAreas.has(area));

it.each(slow.map((entry) => [entry.id, entry.title, entry] as const))('%s %s', async (_id, _title, entry) => {
  const outcome = await runBadInput(entry);
  expect(outcome.status, 'reason' in outcome ? outcome.reason : '').not.toBe('failed');
});
