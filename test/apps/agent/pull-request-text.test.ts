/** What code hosts are sent holds no half of a character. */
import { expect, test } from 'vitest';
import { commitMessage, pullRequestBody, titleOf } from '../../../src/apps/agent/runner/pull-request-text.ts';

test.each([0, 1])('should cut long instructions between characters, %i units before them', (units) => {
  const prompt = 'x'.repeat(units) + '🚚'.repeat(2_000);
  expect(titleOf(prompt)).toBe(`${'x'.repeat(units)}${'🚚'.repeat(35)}…`);
  expect(commitMessage(prompt, 'j').isWellFormed()).toBe(true);
  const report = {
    jobId: 'j',
    prompt,
    summary: `${prompt}${prompt}`,
    files: [],
    newErrors: [],
    checks: [],
    hiddenCharacters: [],
    code: [],
  };
  expect(pullRequestBody(report).isWellFormed()).toBe(true);
});

test('should end a long title behind a word', () => {
  expect(titleOf(`Say ${'how boxes are sent '.repeat(9)}`)).toBe('Say how boxes are sent how boxes are sent how boxes are sent how boxes…');
});
