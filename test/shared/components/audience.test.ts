import { expect, test } from 'vitest';
import { forReaders } from '../../../src/shared/components/audience.ts';

test.each([
  ['nothing to do', '<p>a</p><!--aside-->b<!--/aside-->', '<p>a</p><!--aside-->b<!--/aside-->'],
  ['leaves out what is for agents', 'a<!--agents-->b<!--/agents-->c<!--agents-->d<!--/agents-->', 'ac'],
  ['also what holds more of the kind', 'a<!--agents-->b<!--agents-->c<!--/agents-->d<!--/agents-->e', 'ae'],
  ['keeps what is for readers', 'a<!--humans-->b<!--/humans-->c', 'abc'],
  ['in one another', '<!--humans-->a<!--agents-->b<!--humans-->c<!--/humans--><!--/agents-->d<!--/humans-->', 'ad'],
  ['a part that does not end', 'a<!--agents-->b', 'a'],
])('%s', (_, html, wanted) => {
  expect(forReaders(html)).toBe(wanted);
});
