import { describe, expect, test } from 'vitest';
import { bodyText, compile, problems } from './compile.ts';

describe('faults', () => {
  const rows: [what: string, source: string, expected: string[]][] = [
    ['tag that is never closed', '<Note>\n\ntext', ['error mdx/syntax 1:1 <Note> is never closed']],
    ['tag closed in another block', '- <Note>\n\nfoo</Note>', ['error mdx/syntax 1:3 <Note> is never closed']],
    ['wrong closing tag', '<A>\n</B>', ['error mdx/syntax 1:1 <A> is never closed']],
    ['closing tag alone', 'a </x>', ['error mdx/syntax 1:3 </x> has no opening tag']],
    ['HTML comment', '<!-- hi -->', ['error mdx/syntax 1:1 HTML comments are not valid in MDX']],
    ['half an expression', 'a {1 +}', ['error mdx/syntax 1:3 "{1 +}" is not a JavaScript expression: unexpected token']],
    ['half an attribute', '<a b=>', ['error mdx/syntax 1:1 "<a b=>" is not a valid tag']],
    ['open brace', 'a {b', ['error mdx/syntax 1:3 "{" is never closed']],
    ['import that is none', 'import is great', ['error mdx/syntax 1:11 this import or export is not JavaScript: Unexpected token']],
    [
      'CSS of HTML',
      '<style>\n.a { color: red }\n.b { top: 0 }\n</style>',
      ['warning mdx/rescued 2:4 "{ color: red }" is not valid MDX, so docsgen treats it as text'],
    ],
    ['digit after <', 'a <5', ['warning mdx/rescued 1:3 "<5" is not valid MDX, so docsgen treats it as text']],
    ['arrow after <', 'a <- b', ['warning mdx/rescued 1:3 "<-" is not valid MDX, so docsgen treats it as text']],
    ['money after <', 'a (<$500) | b', ['warning mdx/rescued 1:4 "<$" is not valid MDX, so docsgen treats it as text']],
    ['emoji after <', 'a <🚀', ['warning mdx/rescued 1:3 "<🚀" is not valid MDX, so docsgen treats it as text']],
    ['declaration', '<!DOCTYPE html>', ['error mdx/syntax 1:1 "<!DOCTYPE html>" is not a valid tag']],
    ['generic type', 'a Map<K,V>', ['error mdx/syntax 1:6 "<K,V>" is not a valid tag']],
    ['JSON as prose', '{"tags": ["a"]}', ['warning mdx/rescued 1:1 "{"tags": ["a"]}" is not valid MDX, so docsgen treats it as text']],
    ['free name', 'a/{id}', ['warning mdx/free-identifier 1:3 id is not defined, so docsgen shows "{id}" as text']],
    [
      'global alone, as text',
      'a/{location}/{Event}',
      [
        'warning mdx/free-identifier 1:3 location has no value that a page can show, so docsgen shows "{location}" as text',
        'warning mdx/free-identifier 1:14 Event has no value that a page can show, so docsgen shows "{Event}" as text',
      ],
    ],
    [
      'word of the machine alone, as text',
      'a/{module}/{process}',
      [
        'warning mdx/free-identifier 1:3 module is not defined, so docsgen shows "{module}" as text',
        'warning mdx/free-identifier 1:12 process is not defined, so docsgen shows "{process}" as text',
      ],
    ],
    ['place of the machine', '{__dirname}', ['error mdx/forbidden-global 1:1 __dirname is not available in pages']],
    ['unknown component', '<Crad title="x"/>', ['warning mdx/unknown-component 1:1 component <Crad> does not exist']],
    ['unknown component twice', '<Foo/>\n\n<Foo/>', ['warning mdx/unknown-component 1:1 component <Foo> does not exist']],
    ['process', '{process.exit(0)}', ['error mdx/forbidden-global 1:1 process is not available in pages']],
    ['process in a function', 'export const f = () => process.env', ['error mdx/forbidden-global 1:24 process is not available in pages']],
    ['dynamic import', '{await import("node:child_process")}', ['error mdx/import 1:1 dynamic import is not allowed in pages']],
    [
      'import of node',
      'import fs from "node:fs"\n\n{fs.readFileSync("x")}',
      [
        'error mdx/import 1:16 cannot import "node:fs": pages can import only .mdx, .md, .jsx, .tsx and .json files in the project, with a relative path',
      ],
    ],
    ['import from outside', 'import X from "../../outside.mdx"', ['error mdx/import 1:15 "../../outside.mdx" is outside the project']],
    ['import of nothing', 'import X from "/no.mdx"\n\n<X/>', ['warning mdx/import-missing 1:15 imported file "/no.mdx" does not exist']],
    [
      'import of a name that does not exist',
      'import { a,\n  B } from "/s.mdx"',
      ['warning mdx/import-missing 2:3 "/s.mdx" has no export named B'],
    ],
    [
      'snippet by the name of a file that does not exist',
      'a <Snippet className="x" file="no.mdx"/>',
      ['warning mdx/import-missing 1:31 snippet "no.mdx" does not exist'],
    ],
    [
      'row of dashes that is too short',
      '- x\n\n  > | a | b \\| c | d |\n  > | - | :-: |\n  > | 1 | 2 | 3 |',
      ['warning mdx/table 4:5 the header has 3 cells and the delimiter row has 2, so docsgen shows the table as text'],
    ],
    [
      'row of dashes that is too long',
      'a | b\n-|-|-',
      ['warning mdx/table 2:1 the header has 2 cells and the delimiter row has 3, so docsgen shows the table as text'],
    ],
    ['text with bars and dashes', 'a | b\n\n- | - |\n\n```\n| a |\n| - | - |\n```', []],
    [
      'bar in code in a cell',
      '| a | b |\n| - | - |\n| 1 | |\n| 1 | 2 | |\n| `x|y` |  z |',
      ['warning mdx/table 5:12 the row has 3 cells but the table has 2 columns, so docsgen does not show "z"'],
    ],
    [
      'callout of an unknown kind',
      '> [!FOO]\n> a\n\n[!BAR] b',
      ['warning mdx/alert 1:3 "[!FOO]" is not a callout type, so docsgen shows a blockquote'],
    ],
    ['script address', '[x](javascript:alert(1))', ['error mdx/url-scheme 1:1 link "javascript:alert(1)" is not allowed']],
    [
      'script address in capitals',
      '<a href="JaVaScRiPt:alert(1)">y</a>',
      ['error mdx/url-scheme 1:1 link "JaVaScRiPt:alert(1)" is not allowed'],
    ],
    [
      'script address in entities',
      '<a href="java&#10;script:alert(1)">z</a>',
      ['error mdx/url-scheme 1:1 link "java\nscript:alert(1)" is not allowed'],
    ],
    [
      'script address of a card',
      '<Card href="javascript:alert(1)"/>',
      ['error mdx/url-scheme 1:1 link "javascript:alert(1)" is not allowed'],
    ],
    [
      'handler as text',
      '<img src="/x.png" onerror="alert(1)"/>',
      ['error mdx/event-handler 1:1 onerror="…": string event handlers are not allowed'],
    ],
    [
      'script address of an animation',
      '<svg><a><animate attributeName="href" values="#;javascript:alert(1)"/></a></svg>',
      ['error mdx/url-scheme 1:9 link "#;javascript:alert(1)" is not allowed'],
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
    [
      'srcdoc',
      '<iframe srcdoc="x"/>',
      ['warning mdx/forbidden-element 1:1 srcdoc on <iframe> is not allowed in a page, so docsgen leaves it out'],
    ],
    ['object', '<object data="x.html"/>', ['error mdx/forbidden-element 1:1 <object> is not allowed in a page']],
    [
      'meta refresh',
      '<meta httpEquiv="refresh" content="0"/>',
      ['warning mdx/forbidden-element 1:1 <meta> with http-equiv is not allowed in a page, so docsgen leaves it out'],
    ],
    [
      'link to nothing',
      '[x](/missing) [y](#no)',
      [
        'warning links/broken 1:1 "/missing" points to a page that does not exist',
        'warning links/broken 1:15 "#no" points to a heading that does not exist',
      ],
    ],
    [
      'link to nothing in a tag',
      '<Card\n  title="/missing"\n  href="/missing"\n/>',
      ['warning links/broken 3:9 "/missing" points to a page that does not exist'],
    ],
    [
      'anchor of nothing in a tag',
      '<a title="b" href={"#no"}>x</a>',
      ['warning links/broken 1:21 "#no" points to a heading that does not exist'],
    ],
    [
      'link to nothing that a tag computes',
      '<Card title="a" href={`/mis${"sing"}`} />',
      ['warning links/broken 1:1 "/missing" points to a page that does not exist'],
    ],
    [
      'file that is missing in a tag',
      '<Frame>\n  <img alt="a" src="/missing.png" />\n</Frame>',
      ['warning links/asset-missing 2:21 file "/missing.png" does not exist'],
    ],
    [
      'letters that are no ASCII, as they are written',
      '[x](/missing-ó) [y](/missing-%C3%B3) [z](#nó)',
      [
        'warning links/broken 1:1 "/missing-ó" points to a page that does not exist',
        'warning links/broken 1:17 "/missing-%C3%B3" points to a page that does not exist',
        'warning links/broken 1:38 "#nó" points to a heading that does not exist',
      ],
    ],
    [
      'untrusted formula',
      '$\\href{javascript:alert(1)}{x}$',
      ['warning mdx/math 1:1 formula cannot be parsed: "\\href" is not allowed; docsgen shows its source'],
    ],
    [
      'endless formula',
      '$$\n\\def\\a{\\a\\a}\\a\n$$',
      ['warning mdx/math 1:1 formula cannot be parsed: too many expansions; docsgen shows its source'],
    ],
    [
      'unknown language twice',
      '```nosuch\na\n```\n\n```nosuch\nb\n```',
      ['warning mdx/code-lang 1:1 language "nosuch" is unknown, so docsgen shows the code as plain text'],
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

  test('should report all problems of a page in one run', () => {
    expect(problems(compile('a {1 +}\n\n<!-- x -->\n\nb <Note>\n\n<Crad/>'))).toEqual([
      'error mdx/syntax 1:3 "{1 +}" is not a JavaScript expression: unexpected token',
      'error mdx/syntax 3:1 HTML comments are not valid in MDX',
      'error mdx/syntax 5:3 <Note> is never closed',
      'warning mdx/unknown-component 7:1 component <Crad> does not exist',
    ]);
  });

  test.each([
    ['Line<br>next', 'write <br />'],
    ['<hr class="thin">\n\ntext', 'write <hr class="thin" />'],
    ['a <img src="/a.png"> b', 'write <img src="/a.png" />'],
    [`a <img src="/${'a'.repeat(50)}.png" alt=""> b`, 'write <img … />'],
    ['a <Icon icon="x"> b', 'add </Icon>, or write <Icon icon="x" /> if it has no content'],
    ['a <Badge>\n\nb</Badge>', 'put </Badge> in the same paragraph, or put both tags on their own lines'],
    ['an Option<String> of it', 'add </String>, or write \\< for a literal "<"'],
    ['[x](file:///etc/hosts)', 'write a path on this site: readers cannot open files on your computer'],
    ['![x](C:\\docs\\a.png)', 'write a path on this site: readers cannot open files on your computer'],
  ])('should suggest the fix for %s', (source, hint) => {
    expect(compile(source).diagnostics.map((found) => found.hint)).toEqual([hint]);
  });

  test('should say how to fix an attribute without quotes', () => {
    expect(compile('<img src=x.png />').diagnostics[0]?.hint).toBe('put the value of src in quotes');
  });

  test.each([
    ['javascrpt', 'use "javascript"'],
    ['Dockerfil', 'use "dockerfile"'],
    ['bahs', 'use "bash"'],
    ['asp', undefined],
    ['cron', undefined],
    ['gitignore', undefined],
  ])('should suggest the language for %s', (language, hint) => {
    expect(compile(`\`\`\`${language}\na\n\`\`\``).diagnostics.map((found) => found.hint)).toEqual([hint]);
  });

  test('should know the grammars of the site when it suggests a language', () => {
    const grammar = JSON.stringify({ name: 'colang', scopeName: 'source.colang', patterns: [] });
    const { diagnostics } = compile('```colnag\na\n```', {}, { customLanguages: [grammar] });
    expect(diagnostics.map((found) => found.hint)).toEqual(['use "colang"']);
  });

  test.each([
    ['<meta http-equiv="refresh" content="0;url=/start" />', 'remove the page, and add the redirect to docs.json: "destination": "/start"'],
    ["<meta httpEquiv='Refresh' content='5' />", 'remove the page, and add the redirect to docs.json'],
    ['<meta http-equiv="x" content="0;url=/start" />', undefined],
  ])('should suggest a redirect instead of %s', (tag, hint) => {
    expect(compile(tag).diagnostics.map((found) => found.hint)).toEqual([hint]);
  });

  test.each(['/50%missing', '/%E0%A4%missing', '/100%25missing', '/%20missing', '/missing-ü'])(
    'should tell a link to %s as it is written',
    (href) => {
      expect(compile(`[a](${href})`).diagnostics.map(({ message }) => message)).toEqual([`"${href}" points to a page that does not exist`]);
    },
  );

  test.each([
    ['## Batch Trigger\n\n[a](#batch-Trigger)', '; the most similar ID is batch-trigger'],
    ['## Größe\n\n[a](#gr%C3%B6sse)', '; the most similar ID is größe'],
    ['## Batch Trigger\n\n[a](#elsewhere)', ''],
  ])('should suggest the anchor that a link within the page probably means: %j', (text, meant) => {
    expect(compile(text).diagnostics.map(({ hint }) => hint)).toEqual([`fix the anchor: this page has no heading with this ID${meant}`]);
  });

  test('should report what a formula lacks in plain characters', () => {
    expect(problems(compile('$a \\bad$'))).toEqual([
      'warning mdx/math 1:1 formula cannot be parsed: Undefined control sequence: \\bad at position 3: a \\bad; docsgen shows its source',
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
