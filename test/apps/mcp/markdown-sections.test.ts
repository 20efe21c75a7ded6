import { expect, test } from 'vitest';
import { sectionNamed, sectionsOf } from '../../../src/apps/mcp/markdown-sections.ts';

test.each([
  ['text before', 'a\n\n## B\n\nb', ['', 'B']],
  ['no text before', '# A\n\na\n\n### C\n\nc', ['A', 'C']],
  ['a fence', '## A\n\n```sh\n# no heading\n```\n\n## B', ['A', 'B']],
  ['a fence within a longer one', '````md\n```\n# no\n```\n# no\n````\n## B', ['', 'B']],
  ['a fence of tildes with backticks in its words', '~~~ a `b`\n# no\n~~~\n## B', ['', 'B']],
  ['code within a sentence that begins as a fence does', '```` ``` ```` opens a block.\n\n## B\n\nb', ['', 'B']],
])('should find the sections of a text with %s', (_, markdown, titles) => {
  expect(sectionsOf(markdown).map(({ title }) => title)).toEqual(titles);
});

test('should read a line of many backticks once', { timeout: 5_000 }, () => {
  expect(sectionsOf(`${'`'.repeat(300_000)}a\`b\n# A`)).toHaveLength(2);
});

test('should give a section with those below it, up to the next as high', () => {
  expect(sectionNamed('## A\n\na\n\n### A1\n\n## B', '`a`')).toBe('## A\n\na\n\n### A1');
  expect(sectionNamed('## A', 'c')).toBeUndefined();
});
