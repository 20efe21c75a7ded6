import { expect, test } from 'vitest';
import { fillTemplate, pageTemplate } from '../../../src/shared/site/page-template.ts';

test.each([
  ['https://x.example/?q=$path', 'https://x.example/?q=%7Bpath%7D'],
  ['https://x.example/a', 'https://x.example/a'],
  [
    { base: 'https://x.example', query: [{ key: 'a b', value: 'see $page & $path' }] },
    'https://x.example?a%20b=see%20%7Bpage%7D%20%26%20%7Bpath%7D',
  ],
  [{ base: 'https://x.example?c=1', query: [{ key: 'a', value: '$pages' }] }, 'https://x.example?c=1&a=%24pages'],
  [{ base: 'https://x.example', query: [] }, 'https://x.example'],
])('%j', (href, wanted) => {
  expect(pageTemplate(href)).toBe(wanted);
});

test('should fill in nothing but its marks, and encode what it fills in', () => {
  const values = { url: 'https://d.example/a.md', path: '/a?b', page: '# A\n& %7Bpath%7D', mcp: 'https://d.example/mcp' };
  expect(fillTemplate('https://x.example/?u=%7Burl%7D&p=%7Bpath%7D&m=%7Bpage%7D&o=%7Bother%7D', values)).toBe(
    'https://x.example/?u=https%3A%2F%2Fd.example%2Fa.md&p=%2Fa%3Fb&m=%23%20A%0A%26%20%257Bpath%257D&o=%7Bother%7D',
  );
  expect(fillTemplate('cursor://x?config=%7Bmcp64%7D&u=%7Bmcp%7D', values)).toBe(
    'cursor://x?config=eyJ1cmwiOiJodHRwczovL2QuZXhhbXBsZS9tY3AifQ%3D%3D&u=https%3A%2F%2Fd.example%2Fmcp',
  );
});
