/** What MDX accepts and an author did not mean: repeated ids, tags without their parent, styles of HTML, syntax of other tools. */
import { describe, expect, test } from 'vitest';
import { compile, type Files } from './compile.ts';

const files: Files = {
  'steps.mdx': '<Step title="a">x</Step>',
  'twice.mdx': '## Part {#part}',
  'box.jsx': 'export const Box = ({ children }) => <Steps>{children}</Steps>;',
};
const lines = (source: string, file?: string) => {
  const { diagnostics, advice } = compile(source, files, {}, file);
  return [...diagnostics, ...advice].map(
    ({ code, severity, message, location }) => `${location?.line}:${location?.column} ${severity} ${code} ${message}`,
  );
};
const found = (code: string, source: string, file?: string) => lines(source, file).filter((line) => line.includes(` ${code} `));

describe('ids', () => {
  test.each<[string, string[]]>([
    ['## A {#one}\n\n## B {#two}', []],
    ['## A {#one}\n\n## B {#one}', ['3:1 warning mdx/duplicate-id id "one" is already used on this page, so docsgen writes "one-2"']],
    ['## One\n\n## B {#one}', ['3:1 warning mdx/duplicate-id id "one" is already used on this page, so docsgen writes "one-2"']],
    ['## One\n\n## One', []],
    ['<div id="a">x</div>\n\n<p id="a">y</p>', ['3:1 warning mdx/duplicate-id id "a" is already used on this page']],
    ['Words[^1] and[^1]\n\n[^1]: Note', []],
    ['import Twice from "/twice.mdx"\n\n<Twice />\n\n<Twice />', []],
  ])('%j', (source, expected) => expect(found('mdx/duplicate-id', source)).toEqual(expected));
});

describe('parents', () => {
  test.each<[string, string[]]>([
    ['<Tabs><Tab title="a">x</Tab></Tabs>', []],
    ['<Tab title="a">x</Tab>\n\n<Tab title="b">y</Tab>', ['1:1 warning mdx/parent <Tab> is not inside <Tabs>']],
    ['<Step title="a">x</Step>', ['1:1 warning mdx/parent <Step> is not inside <Steps>']],
    ['<Steps>\n  <div>\n    <Step title="a">x</Step>\n  </div>\n</Steps>', []],
    ['<Tabs><Tab title="a"><Step title="b">x</Step></Tab></Tabs>', ['1:22 warning mdx/parent <Step> is not inside <Steps>']],
    ['import S from "/steps.mdx"\n\n<Steps><S /></Steps>', []],
    ['import { Box } from "/box.jsx"\n\n<Box><Step title="a">x</Step></Box>', []],
    // One mistake, one message: the tag that is not closed.
    ['<Steps>\n\n<Step title="a">x</Step>\n', []],
    ['<FileTree><Tree.File name="a" /></FileTree>', []],
    ['<Tree.File name="a" />', ['1:1 warning mdx/parent <Tree.File> is not inside <Tree>']],
  ])('%j', (source, expected) => expect(found('mdx/parent', source)).toEqual(expected));
});

describe('styles', () => {
  test.each<[string, string | undefined]>([
    ['<div style="color: red">x</div>', "style={{ color: 'red' }}"],
    ['<div style="margin-top: 4px; --gap: 2">x</div>', "style={{ marginTop: '4px', '--gap': '2' }}"],
    ['<div style="-webkit-line-clamp: 2;">x</div>', "style={{ WebkitLineClamp: '2' }}"],
    ['<div style="background: url(https://x.dev/a.png)">x</div>', undefined],
  ])('%s', (source, to) => {
    const advice = compile(source).advice.filter(({ code }) => code === 'mdx/style-string');
    expect(advice).toMatchObject([{ severity: 'notice', location: { line: 1, column: 6 } }]);
    expect(advice[0]?.fix?.to).toBe(to);
  });

  test('should be reported once for a page, and not where they are right', () => {
    expect(found('mdx/style-string', '<p style="a: b">x</p>\n\n<p style="c: d">x</p>')).toHaveLength(1);
    expect(found('mdx/style-string', "<p style={{ color: 'red' }}>x</p>")).toEqual([]);
    expect(found('mdx/style-string', '<p style="a: b">x</p>', 'page.md')).toEqual([]);
  });
});

describe('syntax of other tools', () => {
  test.each<[string, [string, string][]]>([
    [':::note\nWords\n:::', [['1:1', '<Note>']]],
    ['Words\n\n:::tip[Title]\n\nWords\n\n:::', [['3:1', '<Tip>']]],
    ['!!! warning "Title"\n    Words', [['1:1', '<Warning>']]],
    ['??? note\n    Words', [['1:1', '<Note>']]],
    ['=== "One"\n\n    Words', [['1:1', '<Tabs>']]],
    ['- item\n\n  :::danger\n  Words\n  :::', [['3:3', '<Danger>']]],
    ['```\n:::note\n```', []],
    ['A `:::note` in text, and so on!!! note that', []],
    ['Really !!! Note this', []],
    ['Time is 12:::note', []],
  ])('%j', (source, expected) => {
    const { diagnostics } = compile(source);
    expect(
      diagnostics.map(({ code, severity, hint, location }) => [
        `${location?.line}:${location?.column} ${code} ${severity}`,
        hint?.replace(/^write (<\w+>).*/, '$1'),
      ]),
    ).toEqual(expected.map(([at, better]) => [`${at} mdx/foreign-markup warning`, better]));
  });

  test('should be an error in braces of MDX, and a warning in Markdown', () => {
    const source = '{% hint style="danger" %}\nWords\n{% endhint %}\n';
    const { diagnostics } = compile(source);
    expect(diagnostics[0]).toMatchObject({
      code: 'mdx/foreign-markup',
      severity: 'error',
      hint: 'write <Danger>…</Danger>',
      location: { line: 1, column: 1 },
    });
    expect(diagnostics.every(({ code }) => code === 'mdx/foreign-markup')).toBe(true);
    expect(found('mdx/foreign-markup', source, 'page.md')).toEqual([
      '1:1 warning mdx/foreign-markup "{% hint style="danger" %}" is the syntax of another tool, so docsgen shows it as text',
    ]);
  });
});
