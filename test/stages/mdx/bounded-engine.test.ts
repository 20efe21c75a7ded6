import { expect, test } from 'vitest';
import { compileMarkdown } from '../../../src/stages/mdx/compile-markdown.ts';
import { boundedEngine, ParseTimeout, parseEffort } from '../../../src/stages/mdx/parse/bounded-engine.ts';
import { type Engine, openEngine } from '../../../src/stages/mdx/parse/engines.ts';
import { parseSource } from '../../../src/stages/mdx/parse/parse-source.ts';

const engine = openEngine('satteri');
const repeated = (text: string) => text.repeat(Math.ceil(300_000 / Buffer.byteLength(text)));

test.each([
  ['', 0, 0],
  ['a\n\nb', 0, 0],
  ['a {1} {2}\nb {3}', 9, 0],
  ['a {1}\n\n\nb {2}$ <b>', 1 + 9, 8],
  ['a {1}\n  \t\n** **\n', 1 + 16, 10],
])('the effort of %j', (text, effort, offset) => {
  expect(parseEffort(text)).toEqual({ effort, offset });
});

test('a text should give the same tree in a process of its own', () => {
  const elsewhere = boundedEngine(engine, { effort: -1, seconds: 60 });
  const texts = [
    '# Hi {#id}\n\nA **bold** [link](/a) with `code`, $x^2$ and <Card title="é" n={1 + 1}>text</Card>.\n\n| a | b |\n|:-:|---|\n| 1 | 2 |\n',
    'export const a = 1;\n\n{a} 漢字 😀\n\n```js title="x"\nlet a\n```\n',
    'an error: <b',
    '',
  ];
  for (const text of texts) {
    expect(elsewhere.parseMdx(text)).toEqual(engine.parseMdx(text));
    expect(elsewhere.parseMarkdown(text)).toEqual(engine.parseMarkdown(text));
    expect(elsewhere.parseText(text)).toEqual(engine.parseText(text));
  }
});

test.each([['$ '], ['$'], ['</br>'], ['<5'], ['<5 '], ['**中'], ['{1}'], ['<a b="']])(
  '300 KB of %j should not keep this process busy, and be reported at their line if the parser is too slow',
  (part) => {
    let effort = 0;
    const counting: Engine = {
      ...engine,
      parseMdx(text) {
        effort += parseEffort(text).effort;
        return engine.parseMdx(text);
      },
    };
    const body = `A page.\n\nWith a paragraph.\n\n${repeated(part)}\n\nAnd **another**.\n`;
    const { diagnostics } = parseSource('a.mdx', body, 4, {
      engine: counting,
      maxNesting: 100,
      parseLimits: { effort: 1e8, seconds: 0.05 },
    });
    expect(effort).toBeLessThanOrEqual(1e8);
    expect(diagnostics).toEqual([
      expect.objectContaining({ code: 'mdx/too-large', severity: 'error', location: expect.objectContaining({ line: 8, column: 1 }) }),
    ]);
  },
);

test('the limit should apply to all calls together', () => {
  const bounded = boundedEngine(engine, { effort: 10, seconds: 0.001 });
  expect(bounded.parseMdx('{1} {2} {3}')).toEqual(engine.parseMdx('{1} {2} {3}'));
  expect(() => bounded.parseMdx('a\n\n{1} {2}')).toThrow(ParseTimeout);
});

test('a text of an API description with too many marks should be shown as plain text', () => {
  const text = '**a** '.repeat(1_000);
  expect(compileMarkdown(text).html).toBe(text);
  expect(compileMarkdown('**a** '.repeat(100)).html).toContain('<strong>a</strong>');
});
