import { describe, expect, test } from 'vitest';
import { pageRecord } from '../../../src/stages/search/page-record.ts';

describe('the address in the record of a page', () => {
  const rows: [url: string, title: string, address: string | undefined][] = [
    ['/sql/commands/sql-alter-table', 'ALTER TABLE', 'sql-alter-table'],
    ['/guides/set-up', 'Set up', undefined],
    ['/guides/index', 'Start', 'guides'],
    ['/%E6%97%A5', '日', undefined],
    ['/', 'Home', undefined],
  ];
  test.each(rows)('%s, %s', (url, title, address) => {
    const html = pageRecord({ url, title, trail: [], keywords: [], boost: 1, sections: [] }, 'en');
    expect(/"address\[content\]" content="([^"]*)"/.exec(html)?.[1]).toBe(address);
  });
});
