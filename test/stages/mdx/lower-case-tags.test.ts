/** Tags whose name MDX does not read as the author meant it: what is reported, and what is shown all the same. */
import { describe, expect, test } from 'vitest';
import { bodyText, compile, type Files } from './compile.ts';

const files: Files = {
  'fork.mdx': 'Fork the repository',
  'code.mdx': '```\na\n```',
  'hi.jsx': 'export const hi = () => <b>hi</b>;\nexport const Hi = hi;',
};
const reported = (source: string) =>
  compile(source, files).diagnostics.map(
    ({ code, message, hint, location }) => `${location?.line}:${location?.column} ${code} ${message} (${hint})`,
  );

describe('tags in lower case', () => {
  test.each<[string, string[]]>([
    [
      'import fork from "/fork.mdx"\n\n<fork />',
      [
        '3:1 mdx/lower-case-tag <fork> is an HTML element in MDX, so docsgen does not show the imported "fork" (rename the import to "Fork" and write <Fork />)',
      ],
    ],
    [
      'import fork from "/fork.mdx"\n\nfirst <fork/> then <fork></fork>',
      [
        '3:7 mdx/lower-case-tag <fork> is an HTML element in MDX, so docsgen does not show the imported "fork" (rename the import to "Fork" and write <Fork />)',
      ],
    ],
    [
      'import code from "/code.mdx"\n\n<code />',
      [
        '3:1 mdx/lower-case-tag <code> is an HTML element in MDX, so docsgen does not show the imported "code" (rename the import to "Code" and write <Code />)',
      ],
    ],
    ['import code from "/code.mdx"\n\n<code>x</code>', []],
    [
      'import { hi } from "/hi.jsx"\n\n<Note><hi /></Note>',
      [
        '3:7 mdx/lower-case-tag <hi> is an HTML element in MDX, so docsgen does not show the imported "hi" (rename the import to "Hi" and write <Hi />)',
      ],
    ],
    ['import Fork from "/fork.mdx"\n\n<Fork />', []],
    [
      '<warning>Take care</warning>',
      ['1:1 mdx/lower-case-tag <warning> is not an HTML element (write <Warning>: component names are case-sensitive)'],
    ],
    [
      '<card-group>\n\nx\n\n</card-group>',
      ['1:1 mdx/lower-case-tag <card-group> is not an HTML element (write <CardGroup>: component names are case-sensitive)'],
    ],
    [
      '<codeGroup>x</codeGroup>',
      ['1:1 mdx/lower-case-tag <codeGroup> is not an HTML element (write <CodeGroup>: component names are case-sensitive)'],
    ],
    [
      '<tip>a</tip>\n\n<tip>b</tip>\n\n<note>c</note>',
      [
        '1:1 mdx/lower-case-tag <tip> is not an HTML element (write <Tip>: component names are case-sensitive)',
        '5:1 mdx/lower-case-tag <note> is not an HTML element (write <Note>: component names are case-sensitive)',
      ],
    ],
    ['<details><summary>a</summary>b</details>', []],
    ['<svg viewBox="0 0 1 1"><view /><path d="M0 0"/></svg>', []],
    ['<my-element>x</my-element>', []],
    ['export const word = "w"\n\n<p>{word}</p>', []],
  ])('%j', (source, expected) => {
    expect(reported(source)).toEqual(expected);
  });

  test('should show their content', () => {
    expect(bodyText(compile('<warning>Take **care**</warning>'))).toContain('Take <strong>care</strong>');
  });
});

describe('the title of a component that nobody knows', () => {
  test.each([
    ['<Details title="More">\n\ntext\n\n</Details>', '<p><strong>More</strong></p><p>text</p>'],
    ['<Foo heading="A & <b>">\n  text\n</Foo>', '<p><strong>A &amp; &lt;b&gt;</strong></p><p>text</p>'],
    ['see <Foo label="here">there</Foo>', '<p>see <strong>here</strong> there</p>'],
    ['see <Foo label="here" /> now', '<p>see <strong>here</strong> now</p>'],
    ['<Foo title={"a" + "b"}>\n  text\n</Foo>', '<p><strong>ab</strong></p><p>text</p>'],
    ['<Foo title="">\n  text\n</Foo>', '<p>text</p>'],
    ['<Foo items={unknown}>\n  text\n</Foo>', '<p>text</p>'],
    ['<Foo title={2}>\n  text\n</Foo>', '<p>text</p>'],
    ['<Foo summary="s" title="t">\n  text\n</Foo>', '<p><strong>t</strong></p><p>text</p>'],
    ['<Foo>\n  text\n</Foo>', '<p>text</p>'],
  ])('should be shown: %s', (source, expected) => {
    const page = compile(source);
    expect(bodyText(page).replace(/\n/g, '')).toBe(expected);
    expect(page.diagnostics.map(({ code }) => code)).toEqual(['mdx/unknown-component']);
  });

  test('should be found by search', () => {
    expect(JSON.stringify(compile('## H\n\n<Details title="Secrets">\n\ntext\n\n</Details>'))).toContain('Secrets');
  });
});
