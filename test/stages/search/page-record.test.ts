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

test('the names of code are in the record of a page once, with little weight', () => {
  const code = "import hmac\nif hmac.compare_digest(a, b):\n  showNewCheckout('x', --dry-run) # hmac";
  const html = pageRecord(
    { url: '/', title: 'A', trail: [], keywords: [], boost: 1, sections: [{ id: '', title: '', text: 'Words.', code }] },
    'en',
  );
  expect(/<p data-pagefind-weight="0\.\d+">([^<]*)<\/p>/.exec(html)?.[1]).toBe('import hmac hmac.compare_digest showNewCheckout --dry-run');
});

test('keywords stay apart in the record of a page', () => {
  const html = pageRecord({ url: '/', title: 'A', trail: [], keywords: ['hide a page', 'draft'], boost: 1, sections: [] }, 'en');
  expect(/"keywords\[content\]" content="([^"]*)"/.exec(html)?.[1]).toBe('hide a page, draft');
});
