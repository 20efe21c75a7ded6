import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { removeFolder, temporaryFolder, writeProject } from '../harness/project.ts';
import type { Outcome } from './case-file.ts';
import { caseKeys } from './case-format.ts';
import { runCaseFile } from './run-case-file.ts';

const folder = temporaryFolder('case-format');
const page = readFileSync(new URL('../../docs/project/cases.mdx', import.meta.url), 'utf8');

async function outcomesOf(data: unknown): Promise<readonly Outcome[]> {
  writeProject(folder, { 'cases.json': JSON.stringify(data) });
  return runCaseFile(join(folder, 'cases.json'), {}, () => {});
}

const small = { area: 'config', priority: 'P1', files: { 'docs.json': 'no JSON' } };

describe('case files', () => {
  afterAll(() => removeFolder(folder));

  test('should run the examples of the documentation', async () => {
    const examples = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) => JSON.parse(text) as { cases?: object[] });
    const outcomes = await outcomesOf(examples.flatMap((example) => example.cases ?? [example]));
    expect(outcomes.map(({ status, reason }) => reason ?? status)).toEqual(['passed', 'passed', 'passed', 'passed']);
  });

  test('should judge only the responses of the development server, which writes no output', async () => {
    const docs = { json: { theme: 'mint', name: 'Case', colors: { primary: '#16a34a' }, navigation: { pages: ['index'] } } };
    const files = { 'docs.json': docs, 'index.mdx': 'Words of the page.' };
    const html = { has: ['Words of the page.'], lacks: ['Built before'] };
    const outcomes = await outcomesOf([{ ...small, id: 'a', files, args: ['dev'], requests: [{ path: '/' }], expect: { html } }]);
    expect(outcomes.map(({ status, reason }) => reason ?? status)).toEqual(['passed']);
  });

  test('should document every key', () => {
    expect(caseKeys.filter((key) => !page.includes(`\`${key}\``) && !page.includes(`"${key}":`))).toEqual([]);
  });

  test.each([
    ['an unknown key', { ...small, id: 'a', expects: {}, expect: { exit: 1 } }, /Unrecognized key: "expects"/],
    ['an unknown key of the expectation', { ...small, id: 'a', expect: { exit: 1, stderr: 'x' } }, /expect: Unrecognized key: "stderr"/],
    ['a case without an expectation', { ...small, id: 'a' }, /needs "expect", "steps" or "repository"/],
    ['an empty expectation', { ...small, id: 'a', expect: {} }, /"expect" is empty/],
    ['a pattern that is none', { ...small, id: 'a', expect: { says: ['('] } }, /is not a regular expression/],
    ['another exit code', { ...small, id: 'a', expect: { exit: [0] } }, /exit 1, expected 0/],
    [
      'a code that is not reported',
      { ...small, id: 'a', expect: { exit: 1, codes: ['config/json', 'config/path'] } },
      /config\/path is not reported/,
    ],
    ['a check that is not there', { area: 'x', priority: 'P1', id: 'a', why: 'x', check: 'nothing' }, /there is no check "nothing"/],
    ['a check without a reason', { area: 'x', priority: 'P1', id: 'a', check: 'branch-names' }, /"check" needs "why"/],
    ['a step without an action', { ...small, id: 'a', steps: [{ walk: '/' }] }, /no action in "walk"/],
    ['an unknown key of a step', { ...small, id: 'a', steps: [{ wait: 1, long: true }] }, /Unrecognized key: "long"/],
    [
      'a step inside a loop',
      { ...small, id: 'a', steps: [{ repeat: 2, steps: [{ run: ['check'], expect: { exit: 0 } }] }] },
      /round 0: step 1 \(run\): exit 1/,
    ],
    [
      'a request that was not received',
      { ...small, id: 'a', api: {}, steps: [{ received: { count: 1 }, within: 0.1 }] },
      /0 requests arrived, expected 1/,
    ],
    [
      'a changed output folder',
      {
        ...small,
        files: { ...small.files, 'docs.json': '{"theme":"mint","name":"a","colors":{"primary":"#112233"},"navigation":{"pages":[]}}' },
        id: 'a',
        expect: { output: 'unchanged' },
      },
      /output folder was changed/,
    ],
  ])('should fail %s', async (_what, entry, reason) => {
    const [outcome] = await outcomesOf([entry]);
    expect(outcome?.status).toBe('failed');
    expect(outcome?.reason).toMatch(reason);
  });

  test('should report a case that cannot run as skipped', async () => {
    expect(await outcomesOf([{ ...small, id: 'a', skip: 'There is no such machine.' }])).toEqual([
      { name: 'a', status: 'skipped', reason: 'There is no such machine.' },
    ]);
  });
});
