/** Our own hostile cases as tests, by the same runner as `npm run cases`. */
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { removeBuiltSites } from '../apps/serve/served-project.ts';
import { readCaseFile } from './case-file.ts';
import type { HostileCase, MalformedCase } from './case-format.ts';
import { removeKept } from './kept.ts';
import { runHostileCase } from './run-hostile-case.ts';

/** Plays the cases of `fixtures/cases/hostile/<name>.json`: the quick ones, or those that take more than a few seconds. */
export function playCases(name: string, speed: 'quick' | 'slow' = 'quick'): void {
  const path = fileURLToPath(new URL(`../../fixtures/cases/hostile/${name}.json`, import.meta.url));
  const file = readCaseFile(path);
  if (file.form !== 'hostile') throw new Error(`${path} has another form`);
  const chosen = file.cases.filter((entry) => isSlow(entry) === (speed === 'slow'));
  if (chosen.length === 0) return;
  describe(`hostile cases: ${name}`, () => {
    afterAll(() => Promise.all([removeKept(), removeBuiltSites()]));

    test.for(chosen.map((entry) => [entry.id, 'title' in entry ? (entry.title ?? '') : '', entry] as const))(
      '%s %s',
      // Builds of 50,000 pages share two cores with other files.
      speed === 'slow' ? { timeout: 1_800_000 } : {},
      async ([, , entry], { skip }) => {
        if ('problem' in entry) return expect.fail(entry.problem);
        const outcome = await runHostileCase(entry);
        if (outcome.status === 'skipped') skip(outcome.reason);
        expect(outcome.status, outcome.reason).toBe('passed');
      },
    );
  });
}

function isSlow(entry: HostileCase | MalformedCase): boolean {
  return 'slow' in entry && entry.slow === true;
}
