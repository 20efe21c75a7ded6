/** Blocks of code found without parsing: those that the compiler will find, with the same text. */
import { describe, expect, test } from 'vitest';
import { findFences } from '../../../src/stages/mdx/code/fences.ts';

const cases: readonly (readonly [name: string, text: string, ...fences: readonly (readonly [word: string, code: string])[]])[] = [
  ['none', 'Text with `code` and ``more``.'],
  ['a block', '# A\n\n```ts title="a"\nlet a;\n\nlet b;\n```\n\nText', ['ts', 'let a;\n\nlet b;']],
  ['without a language', '```\nls\n```', ['', 'ls']],
  ['marks without a language', '```{1-2}\nls\n```', ['{1-2}', 'ls']],
  ['tildes', '~~~js\na\n```\nb\n~~~', ['js', 'a\n```\nb']],
  ['longer marks around shorter ones', '````md\n```ts\na\n```\n````', ['md', '```ts\na\n```']],
  ['closed by longer marks', '```\na\n`````\nText', ['', 'a']],
  ['inside of tags', '<Tab>\n    ```js\n    if (a)\n      b()\n  c\n    ```\n</Tab>', ['js', 'if (a)\n  b()\nc']],
  ['in a list', '1. One\n\n   ```sh\n   ls\n   ```\n2. Two', ['sh', 'ls']],
  ['two', '```a\n1\n```\n```b\n2\n```', ['a', '1'], ['b', '2']],
  ['Windows lines', '```ts\r\nlet a;\r\nb\r\n```\r\n', ['ts', 'let a;\nb']],
  ['never closed', 'Text\n```ts\nlet a;', ['ts', 'let a;']],
  ['code in a line is none', 'Say ```ts``` here'],
  ['empty', '```ts\n```', ['ts', '']],
];

describe('fences', () => {
  test.each(cases.map(([name, text, ...fences]) => ({ name, text, fences })))('$name', ({ text, fences }) => {
    expect([...findFences(text)].map(({ word, code }) => [word, code])).toEqual(fences);
  });
});
