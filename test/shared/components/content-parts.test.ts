import { describe, expect, test } from 'vitest';
import { partsForReaders, readParts } from '../../../src/shared/components/content-parts.ts';

describe('what readers see', () => {
  test.each([
    ['nothing to do', '<p>a</p><!--x-->', '<p>a</p><!--x-->', ''],
    ['the right column', '1<!--aside-->2<!--/aside-->3<!--aside-->4<!--/aside-->5', '135', '24'],
    ['nothing that is for agents', 'a<!--agents-->b<!--/agents-->c<!--agents-->d<!--/agents-->', 'ac', ''],
    ['nor what holds more of the kind', 'a<!--agents-->b<!--agents-->c<!--/agents-->d<!--/agents-->e', 'ae', ''],
    ['what is for readers', 'a<!--humans-->b<!--/humans-->c', 'abc', ''],
    ['parts in one another', '<!--humans-->a<!--agents-->b<!--humans-->c<!--/humans--><!--/agents-->d<!--/humans-->', 'ad', ''],
    ['parts in the right column', '1<!--aside-->2<!--agents-->3<!--/agents--><!--humans-->4<!--/humans--><!--/aside-->5', '15', '24'],
    ['the right column in a part', '<!--humans-->1<!--aside-->2<!--/aside--><!--/humans-->3', '13', '2'],
    ['a part that does not end', 'a<!--agents-->b<!--aside-->c', 'abc', ''],
    ['an end without a start', 'a<!--/agents-->b', 'ab', ''],
  ])('%s', (_, html, content, aside) => {
    expect(partsForReaders(html, true)).toEqual({ content, aside });
    expect(partsForReaders(html, false).aside).toBe('');
  });

  test('what is beside the text stays in its place without a right column', () => {
    expect(partsForReaders('1<!--aside-->2<!--/aside-->3', false)).toEqual({ content: '123', aside: '' });
  });
});

test('many beginnings of comments are read once', () => {
  const html = '<!-- '.repeat(400_000);
  expect(readParts(html)).toEqual([html]);
});

test('parts are nodes', () => {
  expect(readParts('a<!--aside-->b<!--agents-->c<!--/agents--><!--/aside-->')).toEqual([
    'a',
    { kind: 'aside', parts: ['b', { kind: 'agents', parts: ['c'] }, ''] },
    '',
  ]);
});
