import { expect, test } from 'vitest';
import { scrollableTables } from '../../../../src/stages/render/page/scrollable-tables.ts';

const box = '<div class="table-scroll"><table><tr></tr></table></div>';
const table = '<table><tr></tr></table>';
const island = (html: string) => `<docs-island data-src="/a.js">${html}</docs-island>`;

test.each([
  ['a table', table, box],
  ['none in an island', island(table), island(table)],
  ['around and between islands', table + island(table) + table + island('') + table, box + island(table) + box + island('') + box],
  ['none in an island in an island', island(island(table) + table) + table, island(island(table) + table) + box],
  [
    'no header without words',
    '<table><tr><th></th><th align="right"></th><th>A</th></tr></table>',
    '<div class="table-scroll"><table><tr><td></td><td align="right"></td><th>A</th></tr></table></div>',
  ],
  [
    'no other tag of a like name',
    '<table-of-contents></table-of-contents><table a="1"></table>',
    '<table-of-contents></table-of-contents><div class="table-scroll"><table a="1"></table></div>',
  ],
])('%s', (_, html, expected) => {
  expect(scrollableTables(html)).toBe(expected);
});
