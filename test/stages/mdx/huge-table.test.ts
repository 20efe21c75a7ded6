import { expect, test } from 'vitest';
import { findHugeTable } from '../../../src/stages/mdx/parse/table-cells.ts';
import { compile, problems } from './compile.ts';

/** Short rows: GFM fills them up to the number of columns, so a small text becomes a large table. */
const table = (columns: number, rows: number) => `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n${'|x|\n'.repeat(rows)}`;

test('a table should have up to 200,000 cells', () => {
  expect(findHugeTable(`Text.\n\n${table(500, 390)}`)).toBeUndefined();
  expect(findHugeTable(`Text.\n\n${table(500, 410)}`)).toBe(1009);
  expect(findHugeTable(`${table(500, 390)}\nText.\n\n${table(500, 390)}`)).toBeUndefined();
});

test('a page with a larger table should be empty and have an error at the delimiter row', () => {
  const page = compile(`Text.\n\n${table(1_000, 1_000)}`);
  expect(problems(page)).toEqual([expect.stringMatching(/^error mdx\/too-large 4:1 .*200,000 cells/)]);
  expect(page.body).toEqual({ kind: 'static', nodes: [] });
});
