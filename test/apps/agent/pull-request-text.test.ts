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

const actedOn =
  /^\s*\/[a-z]|@[\w-]|#\d|\[skip ci\]|\[ci skip\]|\b(?:clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing))(?::?\s+)(?:https?:|GH-|[\w./-]*#|[A-Z]+-\d)/im;

test.each([
  '/ready',
  'Done.\n/target_branch production\n  /label ~"deploy"',
  'Closes https://gitlab.example.com/acme/docs/-/issues/22',
  'Fixes GH-26 and resolves: acme/docs#7',
  'closing #1, @ada [skip ci] [ci skip]',
])('should neutralize what a code host acts on: %s', (text) => {
  expect(text).toMatch(actedOn);
  const body = pullRequestBody({
    jobId: 'j',
    prompt: 'x',
    summary: text,
    files: [],
    newErrors: [],
    checks: [],
    hiddenCharacters: [],
    code: [],
  });
  expect(body).not.toMatch(actedOn);
  expect(commitMessage(text, 'j')).not.toMatch(actedOn);
});

test('should keep ordinary words as they are', () => {
  const text = 'Fixes the typo in docs/start.mdx, and closes a tag. Either/or: see https://example.com/a#b.';
  expect(commitMessage(text, 'j')).toContain('Fixes the typo in docs/start.mdx, and closes a tag.');
});
