/** Our own copy of the hostile inputs as tests, by the same runner as `npm run cases`. */
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { removeBuiltSites } from '../apps/serve/served-project.ts';
import { type BadInputCase, readCaseFile } from './case-file.ts';
import { removeKept } from './kept.ts';
import { runBadInput } from './run-bad-input.ts';
import { slowAreas, slowCases } from './slow-cases.ts';

const path = fileURLToPath(new URL('../../fixtures/cases/bad-inputs.json', import.meta.url));
const { cases } = readCaseFile(path) as { cases: readonly BadInputCase[] };

export const quickCasesOf = (area: string): readonly BadInputCase[] => cases.filter((entry) => entry.area === area && !isSlow(entry));
/** The slow ones of quick areas. */
export const slowSingleCases: readonly BadInputCase[] = cases.filter(({ id }) => slowCases.has(id));
/** All of the areas that are slow. */
export const slowAreaCases: readonly BadInputCase[] = cases.filter(({ area }) => slowAreas.has(area));

function isSlow({ id, area }: BadInputCase): boolean {
  return slowCases.has(id) || slowAreas.has(area);
}

/** One after the other: times are part of what is expected. Their limits stand in the cases themselves. */
export function playCases(name: string, chosen: readonly BadInputCase[], suite: typeof describe | typeof describe.skip = describe): void {
  suite(name, () => {
    afterAll(removeKept);
    afterAll(removeBuiltSites);

    test.for(chosen.map((entry) => [entry.id, entry.title, entry] as const))('%s %s', async ([, , entry], { skip }) => {
      const outcome = await runBadInput(entry);
      const reason = 'reason' in outcome ? outcome.reason : '';
      expect(outcome.status, reason).not.toBe('failed');
      // Reported as what it is: a case that could not run has shown nothing.
      if (outcome.status === 'skipped') skip(reason);
    });
  });
}
