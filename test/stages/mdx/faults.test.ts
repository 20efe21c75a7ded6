import { describe, expect, test } from 'vitest';
import { bodyText, compile, problems } from './compile.ts';

describe('faults', () => {
  const rows: [what: string, source: string, expected: string[]][] = [
    ['tag that is never closed', '<Note>\n\ntext', ['error mdx/syntax 1:1 <Note> is never closed']],
    ['tag closed in another block', '- <Note>\n\nfoo</Note>', ['error mdx/syntax 1:3 <Note> is never closed']],
    ['wrong closing tag', '<A>\n</B>', ['error mdx/syntax 1:1 <A> is never closed']],
    ['closing tag alone', 'a </x>', ['error mdx/syntax 1:3 </x> closes nothing']],
    ['HTML comment', '<!-- hi -->', ['error mdx/syntax 1:1 HTML comments are not MDX; use {/* */}']],
    ['half an expression', 'a {1 +}', ['error mdx/syntax 1:3 "{1 +}" is not a JavaScript expression: unexpected token']],
    ['half an attribute', '<a b=>', ['error mdx/syntax 1:1 "<a b=>" is not a valid tag']],
    ['open brace', 'a {b', ['error mdx/syntax 1:3 "{" is never closed']],
    ['import that is none', 'import is great', ['error mdx/syntax 1:11 this import or export is not JavaScript: Unexpected token']],
    ['digit after <', 'a <5', ['warning mdx/rescued 1:3 "<5" is not MDX and was taken as text']],
    ['arrow after <', 'a <- b', ['warning mdx/rescued 1:3 "<-" is not MDX and was taken as text']],
    ['money after <', 'a (<$500) | b', ['warning mdx/rescued 1:4 "<$" is not MDX and was taken as text']],
    ['emoji after <', 'a <🚀', ['warning mdx/rescued 1:3 "<🚀" is not MDX and was taken as text']],
    ['declaration', '<!DOCTYPE html>', ['error mdx/syntax 1:1 "<!DOCTYPE html>" is not a valid tag']],
    ['generic type', 'a Map<K,V>', ['error mdx/syntax 1:6 "<K,V>" is not a valid tag']],
    ['JSON as prose', '{"tags": ["a"]}', ['warning mdx/rescued 1:1 "{"tags": ["a"]}" is not MDX and was taken as text']],
    ['free name', 'a/{id}', ['warning mdx/free-identifier 1:3 id is not defined; {id} is shown as text']],
    [
      'global alone, as text',
      'a/{location}/{Event}',
      [
        'warning mdx/free-identifier 1:3 location has no value that a page can show; {location} is shown as text',
        'warning mdx/free-identifier 1:14 Event has no value that a page can show; {Event} is shown as text',
      ],
    ],
    [
      'word of the machine alone, as text',
      'a/{module}/{process}',
      [
        'warning mdx/free-identifier 1:3 module is not defined; {module} is shown as text',
        'warning mdx/free-identifier 1:12 process is not defined; {process} is shown as text',
      ],
    ],
    ['place of the machine', '{__dirname}', ['error mdx/forbidden-global 1:1 __dirname is not available in pages']],
    ['unknown component', '<Crad title="x"/>', ['warning mdx/unknown-component 1:1 <Crad> is not known - did you mean <Card>?']],
    ['unknown component twice', '<Foo/>\n\n<Foo/>', ['warning mdx/unknown-component 1:1 <Foo> is not known']],
    ['process', '{process.exit(0)}', ['error mdx/forbidden-global 1:1 process is not available in pages']],
    ['process in a function', 'export const f = () => process.env', ['error mdx/forbidden-global 1:24 process is not available in pages']],
    ['dynamic import', '{await import("node:child_process")}', ['error mdx/import 1:1 dynamic import is not allowed in pages']],
    [
      'import of node',
      'import fs from "node:fs"\n\n{fs.readFileSync("x")}',
      [
        'error mdx/import 1:16 cannot import "node:fs": only relative imports of .mdx, .md, .jsx, .tsx, .json inside the project are allowed',
      ],
    ],
    ['import from outside', 'import X from "../../outside.mdx"', ['error mdx/import 1:15 "../../outside.mdx" leaves the project root']],
    [
      'import of nothing',
      'import X from "/no.mdx"\n\n<X/>',
      ['warning mdx/import-missing 1:15 "/no.mdx" is not there; what it should bring is left out'],
    ],
    [
      'import of a name that is not there',
      'import { a,\n  B } from "/s.mdx"',
      ['warning mdx/import-missing 2:3 "/s.mdx" has no export named B'],
    ],
    [
      'snippet by the name of a file that is not there',
      'a <Snippet className="x" file="no.mdx"/>',
      ['warning mdx/import-missing 1:31 snippet "no.mdx" is not there'],
    ],
    [
      'row of dashes that is too short',
      '- x\n\n  > | a | b \\| c | d |\n  > | - | :-: |\n  > | 1 | 2 | 3 |',
      ['warning mdx/table 4:5 the header has 3 cells and the row of dashes 2: the table is shown as text'],
    ],
    [
      'row of dashes that is too long',
      'a | b\n-|-|-',
      ['warning mdx/table 2:1 the header has 2 cells and the row of dashes 3: the table is shown as text'],
    ],
    ['text with bars and dashes', 'a | b\n\n- | - |\n\n```\n| a |\n| - | - |\n```', []],
    [
      'bar in code in a cell',
      '| a | b |\n| - | - |\n| 1 | |\n| 1 | 2 | |\n| `x|y` |  z |',
      ['warning mdx/table 5:12 row of 3 cells in a table of 2 columns: "z" is not shown'],
    ],
    ['callout of an unknown kind', '> [!FOO]\n> a\n\n[!BAR] b', ['warning mdx/alert 1:3 "[!FOO]" is no kind of callout; shown as text']],
    ['script address', '[x](javascript:alert(1))', ['error mdx/url-scheme 1:1 "javascript:alert(1)" is not an allowed address']],
    [
      'script address in capitals',
      '<a href="JaVaScRiPt:alert(1)">y</a>',
      ['error mdx/url-scheme 1:1 "JaVaScRiPt:alert(1)" is not an allowed address'],
    ],
    [
      'script address in entities',
      '<a href="java&#10;script:alert(1)">z</a>',
      ['error mdx/url-scheme 1:1 "java\nscript:alert(1)" is not an allowed address'],
    ],
    [
      'script address of a card',
      '<Card href="javascript:alert(1)"/>',
      ['error mdx/url-scheme 1:1 "javascript:alert(1)" is not an allowed address'],
    ],
    [
      'handler as text',
      '<img src="/x.png" onerror="alert(1)"/>',
      ['error mdx/event-handler 1:1 onerror="…": string event handlers are not allowed'],
    ],
    [
      'script address of an animation',
      '<svg><a><animate attributeName="href" values="#;javascript:alert(1)"/></a></svg>',
      ['error mdx/url-scheme 1:9 "#;javascript:alert(1)" is not an allowed address'],
    ],
    [
      'handler of an animation',
      '<svg><set attributeName="onclick" to="alert(1)"/></svg>',
      ['error mdx/event-handler 1:6 onclick="…": string event handlers are not allowed'],
    ],
    [
      'script with code as inner HTML',
      '<script dangerouslySetInnerHTML={{__html: "window.X=1"}} />',
      ['error mdx/raw-script 1:1 <script> with code is not allowed in a page'],
    ],
    ['script with code', '<script>{`window.X=1`}</script>', ['error mdx/raw-script 1:1 <script> with code is not allowed in a page']],
    ['srcdoc', '<iframe srcdoc="x"/>', ['error mdx/forbidden-element 1:1 srcdoc on <iframe> is not allowed in a page']],
    ['object', '<object data="x.html"/>', ['error mdx/forbidden-element 1:1 <object> is not allowed in a page']],
    ['meta refresh', '<meta httpEquiv="refresh" content="0"/>', ['warning mdx/forbidden-element 1:1 <meta> with http-equiv is left out']],
    [
      'link to nothing',
      '[x](/missing) [y](#no)',
      ['warning links/broken 1:1 "/missing" leads nowhere', 'warning links/broken 1:15 "#no" leads nowhere'],
    ],
    ['link to nothing in a tag', '<Card\n  title="/missing"\n  href="/missing"\n/>', ['warning links/broken 3:9 "/missing" leads nowhere']],
    ['anchor of nothing in a tag', '<a title="b" href={"#no"}>x</a>', ['warning links/broken 1:21 "#no" leads nowhere']],
    [
      'link to nothing that a tag computes',
      '<Card title="a" href={`/mis${"sing"}`} />',
      ['warning links/broken 1:1 "/missing" leads nowhere'],
    ],
    [
      'file that is missing in a tag',
      '<Frame>\n  <img alt="a" src="/missing.png" />\n</Frame>',
      ['warning links/asset-missing 2:21 file "/missing.png" is not there'],
    ],
    [
      'letters that are no ASCII, as they are written',
      '[x](/missing-ó) [y](/missing-%C3%B3) [z](#nó)',
      [
        'warning links/broken 1:1 "/missing-ó" leads nowhere',
        'warning links/broken 1:17 "/missing-%C3%B3" leads nowhere',
        'warning links/broken 1:38 "#nó" leads nowhere',
      ],
    ],
    ['untrusted formula', '$\\href{javascript:alert(1)}{x}$', ['warning mdx/math 1:1 \\href is not trusted; formula shown as source']],
    ['endless formula', '$$\n\\def\\a{\\a\\a}\\a\n$$', ['warning mdx/math 1:1 too many expansions; formula shown as source']],
    [
      'unknown language twice',
      '```nosuch\na\n```\n\n```nosuch\nb\n```',
      ['warning mdx/code-lang 1:1 language "nosuch" is not known; shown as plain text'],
    ],
    [
      'deep list',
      Array.from({ length: 200 }, (_, index) => `${'  '.repeat(index)}- a`).join('\n'),
      ['error mdx/too-deep 101:201 nesting deeper than 100 levels'],
    ],
    ['deep quote', '>'.repeat(5000), ['error mdx/too-deep 1:1 nesting deeper than 100 levels']],
    ['picture in the text', `![a](data:image/png;base64,${'ab+/'.repeat(5_000)}==)`, []],
    [
      'sum that looks like a picture',
      `{(() => {data:image/png;base64,${'1+'.repeat(5_000)}1})()}`,
      ['error mdx/too-deep 1:2033 nesting deeper than 1000 levels'],
    ],
    ['many attributes', `<CardGroup>\n${'<Card title="a-b" href="/c" icon="rocket">t</Card>\n'.repeat(500)}</CardGroup>`, []],
    ['a drawing', `a = b\n<svg><path d="M${'-1.5'.repeat(2_000)}z" /></svg>`, []],
    ['classes in a component', `export const A = () => <div>${'<i className="py-1 px-2 -mt-1 a-b" />'.repeat(400)}</div>;\n\n<A />`, []],
    [
      'sum behind what looks like an attribute',
      `{/x="/ + ${'!'.repeat(1_500)}1 + ""}`,
      ['error mdx/too-deep 1:1008 nesting deeper than 1000 levels'],
    ],
    ['deep brackets', `{${'('.repeat(20_000)}1${')'.repeat(20_000)}}`, ['error mdx/too-deep 1:1001 nesting deeper than 1000 levels']],
  ];
  test.each(rows)('%s', (_, source, expected) => {
    expect(problems(compile(source, { 's.mdx': 'export const a = 1;' }))).toEqual(expected);
  });

  test('should tell all faults of a page in one run', () => {
    expect(problems(compile('a {1 +}\n\n<!-- x -->\n\nb <Note>\n\n<Crad/>'))).toEqual([
      'error mdx/syntax 1:3 "{1 +}" is not a JavaScript expression: unexpected token',
      'error mdx/syntax 3:1 HTML comments are not MDX; use {/* */}',
      'error mdx/syntax 5:3 <Note> is never closed',
      'warning mdx/unknown-component 7:1 <Crad> is not known - did you mean <Card>?',
    ]);
  });

  test.each([
    ['Line<br>next', 'Write <br />'],
    ['<hr class="thin">\n\ntext', 'Write <hr class="thin" />'],
    ['a <img src="/a.png"> b', 'Write <img src="/a.png" />'],
    [`a <img src="/${'a'.repeat(50)}.png" alt=""> b`, 'Write <img … />'],
    ['a <Icon icon="x"> b', 'Add </Icon>, or write <Icon icon="x" /> if it has no content'],
    ['a <Badge>\n\nb</Badge>', 'Put </Badge> into the same paragraph, or both tags on lines of their own'],
    ['an Option<String> of it', 'Add </String>, or write \\< to show the character itself'],
    ['[x](file:///etc/hosts)', "Write a path of this site: readers do not have your computer's files"],
  ])('should tell the mend of %s', (source, hint) => {
    expect(compile(source).diagnostics.map((found) => found.hint)).toEqual([hint]);
  });

  test('should tell how to mend an attribute without quotes', () => {
    expect(compile('<img src=x.png />').diagnostics[0]?.hint).toBe('Put the value of src in quotes');
  });

  test.each([
    ['javascrpt', 'did you mean javascript?'],
    ['Dockerfil', 'did you mean dockerfile?'],
    ['bahs', 'did you mean bash?'],
    ['asp', undefined],
    ['cron', undefined],
    ['gitignore', undefined],
  ])('should tell what language is meant by %s', (language, hint) => {
    expect(compile(`\`\`\`${language}\na\n\`\`\``).diagnostics.map((found) => found.hint)).toEqual([hint]);
  });

  test('should know the grammars of the site when it tells what language is meant', () => {
    const grammar = JSON.stringify({ name: 'colang', scopeName: 'source.colang', patterns: [] });
    const { diagnostics } = compile('```colnag\na\n```', {}, { customLanguages: [grammar] });
    expect(diagnostics.map((found) => found.hint)).toEqual(['did you mean colang?']);
  });

  test.each([
    [
      '<meta http-equiv="refresh" content="0;url=/start" />',
      'Remove the page, and name the redirect in docs.json: "destination": "/start"',
    ],
    ["<meta httpEquiv='Refresh' content='5' />", 'Remove the page, and name the redirect in docs.json'],
    ['<meta http-equiv="x" content="0;url=/start" />', undefined],
  ])('should tell how to send readers on instead of %s', (tag, hint) => {
    expect(compile(tag).diagnostics.map((found) => found.hint)).toEqual([hint]);
  });

  test.each(['/50%missing', '/%E0%A4%missing', '/100%25missing', '/%20missing', '/missing-ü'])(
    'should tell a link to %s as it is written',
    (href) => {
      expect(compile(`[a](${href})`).diagnostics.map(({ message }) => message)).toEqual([`"${href}" leads nowhere`]);
    },
  );

  test.each([
    ['## Batch Trigger\n\n[a](#batch-Trigger)', '; did you mean #batch-trigger?'],
    ['## Größe\n\n[a](#gr%C3%B6sse)', '; did you mean #größe?'],
    ['## Batch Trigger\n\n[a](#elsewhere)', ''],
  ])('should name the place that a link within the page probably means: %j', (text, meant) => {
    expect(compile(text).diagnostics.map(({ hint }) => hint)).toEqual([`No heading of this page has that anchor${meant}`]);
  });

  test('should tell what a formula lacks in plain characters', () => {
    expect(problems(compile('$a \\bad$'))).toEqual([
      'warning mdx/math 1:1 Undefined control sequence: \\bad at position 3: a \\bad; formula shown as source',
    ]);
  });

  test('should never write what it refuses', () => {
    const page = compile(
      '[x](javascript:alert(1)) <img src="/x.png" onerror="a()"/> <base href="//e"/> <form name="body" action="vbscript:x"/>',
    );
    expect(bodyText(page)).toBe('<p><a>x</a> <Image src="/x.png" width=640 height=480></Image>  <form name="user-body"></form></p>');
  });

  test('should count lines and columns of the file in UTF-16 units', () => {
    const source = '😀 é {id} <5';
    const page = compile(source);
    expect(problems(page).map((problem) => problem.split(' ')[2])).toEqual(['1:6', '1:11']);
    expect(page.diagnostics[0]?.location?.lineText).toBe(source);
  });

  test('should show what it rescues as it was written', () => {
    expect(bodyText(compile('see <https://x.y/z>, {"a": 1}, {{my-var}} and 1 <2'))).toBe(
      '<p>see <a href="https://x.y/z" target="_blank" rel="noopener noreferrer">https://x.y/z</a>, {"a": 1}, {{my-var}} and 1 &lt;2</p>',
    );
  });
});
