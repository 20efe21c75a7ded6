import { expect, test } from 'vitest';
import { scriptProblem } from '../../../src/stages/content/site-script.ts';

test.each([
  ['brackets', '['],
  ['parentheses', '('],
  ['blocks', '{'],
  ['functions', '(()=>'],
  ['operators', '!'],
  ['templates', '`${'],
])('a script of deeply nested %s should be reported, not end the process', (_, part) => {
  expect(scriptProblem(part.repeat(200_000))).toEqual({ kind: 'broken', line: 1, column: expect.any(Number), message: expect.any(String) });
});

test('a script that is valid but nested deeper than browsers parse should be reported at its start', () => {
  const text = `var a = ${'['.repeat(200_000)}${']'.repeat(200_000)};`;
  expect(scriptProblem(text)).toEqual({ kind: 'broken', line: 1, column: 1, message: 'it is nested too deeply' });
  expect(scriptProblem(`var a = ${'['.repeat(100)}${']'.repeat(100)};`)).toBeUndefined();
});
