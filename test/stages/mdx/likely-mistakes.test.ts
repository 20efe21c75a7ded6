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
    ['## A {#one}\n\n## B {#one}', ['3:1 warning mdx/duplicate-id id "one" is already used on this page, so docsgen uses "one-2"']],
    ['## One\n\n## B {#one}', ['3:1 warning mdx/duplicate-id id "one" is already used on this page, so docsgen uses "one-2"']],
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

describe('values of props', () => {
  test.each<[string, string[]]>([
    [
      '<Columns cols="three"><Card title="a">x</Card></Columns>',
      ['1:15 warning mdx/prop-value cols of <Columns> must be one of 1, 2, 3, 4, got "three"'],
    ],
    ['<Columns cols="3"><Card title="a">x</Card></Columns>', []],
    ['<Columns cols={5}><Card title="a">x</Card></Columns>', []],
    ['<Badge size="huge">x</Badge>', ['1:13 warning mdx/prop-value size of <Badge> must be one of xs, sm, md, lg, got "huge"']],
    ['<Badge size="LG" color="">x</Badge>', []],
  ])('%j', (source, expected) => expect(found('mdx/prop-value', source)).toEqual(expected));

  test('should suggest a value', () => {
    const hints = (source: string) => compile(source).advice.map(({ hint }) => hint);
    expect(hints('<Badge color="redd">x</Badge>')).toEqual(['use "red"']);
    expect(hints('<Badge color="magenta">x</Badge>')).toEqual(['use one of them, or remove the prop']);
    expect(hints('<Columns cols="three">x</Columns>')).toEqual(['write a number, such as cols={2}']);
  });
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

describe('one mistake, one message', () => {
  test.each<[source: string, message: string, hint: string]>([
    ['<Tabs>\n  <Tab title=Free>a</Tab>\n</Tabs>', '2:3 "<Tab title=Free>" is not a valid tag', 'put the value of title in quotes'],
    [
      '<Tabs>\n  <Tab title=“a”>a</Tab>\n  <Tab title="b">b</Tab>\n</Tabs>',
      '2:3 "<Tab title=“a”>" is not a valid tag',
      'use straight quotes: title="a"',
    ],
    ['<Tabs>\n  <Tab title=‘a’>a</Tab>\n</Tabs>', '2:3 "<Tab title=‘a’>" is not a valid tag', 'use straight quotes: title="a"'],
    [
      '<Tabs>\n  <Tab title="a "b" c">a</Tab>\n</Tabs>',
      '2:3 "<Tab title="a "b" c">" is not a valid tag',
      'write &quot; for quotes inside the value of title',
    ],
    ['<Card title="a" href="/" No.</Card>', '1:1 "<Card title="a" href="/"" is not a valid tag', 'add ">" after href="/"'],
    [
      '<iframe src="/a" frameborder=0></iframe>',
      '1:1 "<iframe src="/a" frameborder=0>" is not a valid tag',
      'put the value of frameborder in quotes',
    ],
    [
      '<Tabs>\n  <Tab title="a">\n    <Tab title=b>c</Tab>\n  </Tab>\n</Tabs>',
      '3:5 "<Tab title=b>" is not a valid tag',
      'put the value of title in quotes',
    ],
    ['<Tabs>\n  <Tab title="a">a</Tba>\n</Tabs>', '2:19 </Tba> does not close <Tab>', 'write </Tab>'],
    ['<Tabs>\n\n<Tab title="a">\n\na\n\n</Tba>\n\n</Tabs>', '7:1 </Tba> does not close <Tab>', 'write </Tab>'],
    ['<Steps>\n<Step title="a">x</Step>\n</Step>\n</Steps>', '3:1 </Step> has no opening tag', 'remove it, or add <Step> before it'],
    ['a <b>x <i>y</b> z</i>', '1:8 <i> is never closed', 'write </i> before </b>'],
    [
      '<Note>\n- a\n- b</Note>\n\nc',
      '3:4 </Note> belongs to the preceding list item or paragraph, so it does not close <Note>',
      'write </Note> on its own line',
    ],
    ['a\n\n<Card title="Next" href={page>', '3:25 "{" is never closed', 'add the "}", or write \\{ for a literal "{"'],
    ['Version {{version}.', '1:9 "{{version}" is not a variable: it ends with only one brace', 'write {{version}}'],
    [
      '{% hint style="info" %}\na\n{% endhint %}',
      '1:1 "{% hint style="info" %}" is the syntax of another tool, but MDX reads braces as JavaScript',
      'write <Info>…</Info>',
    ],
    [
      'a\n\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> main\n\n<b>d</b>',
      '3:1 the page contains a merge conflict, so docsgen shows both versions',
      'keep one of the versions, and remove the lines <<<<<<<, ======= and >>>>>>>',
    ],
  ])('%j', (source, message, hint) => {
    const { diagnostics, advice } = compile(source);
    expect(
      [...diagnostics, ...advice].map(({ message, hint, location }) => [`${location?.line}:${location?.column} ${message}`, hint]),
    ).toEqual([[message, hint]]);
  });

  test('a conflict that is shown as code is none', () => {
    expect(lines('```\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> main\n```')).toEqual([]);
  });
});

describe('text that was meant as a link, a footnote or a heading', () => {
  test.each<[source: string, ...expected: [message: string, hint: string][]]>([
    ['See [the model] (/a#b).', ['1:5 "[the model] (/a#b)" is not a link, so docsgen shows it as text', 'write [the model](/a#b)']],
    ['See [the model](/a#b.', ['1:5 "[the model](/a#b." is not a link, so docsgen shows it as text', 'write [the model](/a#b)']],
    ['A note[^1].', ['1:7 footnote "[^1]" is not defined on this page, so docsgen shows it as text', 'add a line that begins with [^1]:']],
    ['Words.\n\n##Set up', ['3:1 "##Set up" is not a heading, so docsgen shows it as text', 'write ## Set up']],
    ['Words\n###3 steps', ['2:1 "###3 steps" is not a heading, so docsgen shows it as text', 'write ### 3 steps']],
    [
      '##\u00a0Install',
      [
        '1:1 "## Install" is not a heading, so docsgen shows it as text',
        'replace the blank after ## by a space: it is a different character',
      ],
    ],
    ['See (the guide)[/start].', ['1:5 "(the guide)[/start]" is not a link, so docsgen shows it as text', 'write [the guide](/start)']],
    [
      'See [[Start]] and [[a|b]].',
      ['1:5 "[[Start]]" is not a link, so docsgen shows it as text', 'write [Start](/path)'],
      ['1:19 "[[a|b]]" is not a link, so docsgen shows it as text', 'write [b](/path)'],
    ],
    [
      '![Map](/a.png =300x200)',
      [
        '1:1 "![Map](/a.png =300x200)" is not an image, so docsgen shows it as text',
        'write <img src="/a.png" alt="Map" width="300" height="200" />',
      ],
    ],
    [
      'See [the guide][start].',
      [
        '1:5 link "start" is not defined on this page, so docsgen shows "[the guide][start]" as text',
        'write [the guide](/path), or add a line [start]: /path',
      ],
    ],
    [
      'This is ** bold ** and **so **.',
      ['1:9 "** bold **" is not bold, so docsgen shows the asterisks', 'write **bold**, without spaces inside the asterisks'],
      ['1:24 "**so **" is not bold, so docsgen shows the asterisks', 'write **so**, without spaces inside the asterisks'],
    ],
    ['2 ** 3 ** 4, items[a][b], [0][1], \\[[a]] `[[a]]` [the guide][start] **a b**\n\n[start]: /start'],
    ['#12 and C## and a ##b\n\n\\##c\n\n`##d`\n\n    ##e\n\n## f\n\n##'],
    ['A note[^1].\n\n[^1]: Words.'],
    ['`[a] (/b)` and \\[a] (/b) and [a] (see b)'],
    ['```\n[a] (/b) [^2]\n```'],
    ['[a](/b) (/c)'],
  ])('%j', (source, ...expected) => {
    const found = compile(source).diagnostics.filter(({ code }) => code === 'mdx/literal-markup');
    expect(found.map(({ message, hint, location }) => [`${location?.line}:${location?.column} ${message}`, hint])).toEqual(expected);
  });
});

describe('titles', () => {
  test.each<[string, string[]]>([
    ['<Tabs><Tab>x</Tab></Tabs>', ['1:7 warning mdx/missing-prop <Tab> has no title']],
    ['<Accordion>x</Accordion>', ['1:1 warning mdx/missing-prop <Accordion> has no title']],
    ['<Accordion titel="a">x</Accordion>', []],
    ['<Accordion title="a">x</Accordion>', []],
    ['<Accordion {...{ title: "a" }}>x</Accordion>', []],
  ])('%j', (source, expected) => expect(found('mdx/missing-prop', source)).toEqual(expected));

  test('an undefined name as a value is text without quotes', () => {
    const { diagnostics } = compile('<Card title={Start} icon="star">x</Card>');
    expect(diagnostics).toMatchObject([
      {
        message: 'Start is not defined; the value of title is "{Start}"',
        hint: 'write title="Start" if it is text, or add export const Start = …',
      },
    ]);
    expect(diagnostics[0]?.location).toMatchObject({ line: 1, column: 7, length: 13 });
  });
});
