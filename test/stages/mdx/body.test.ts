import { describe, expect, test } from 'vitest';
import { bodyText, compile } from './compile.ts';

const link = (id: string) => `<a class="heading-anchor" href="#${id}" aria-labelledby="${id}"></a>`;
const named = (id: string) => `id="${id}" aria-labelledby="${id}"`;

describe('body', () => {
  const rows: [what: string, source: string, expected: string][] = [
    ['text', 'Hello **you** & "me" <b>x</b>', '<p>Hello <strong>you</strong> &amp; "me" <b>x</b></p>'],
    ['heading', '## Set up', `<h2 ${named('set-up')}>Set up${link('set-up')}</h2>`],
    ['heading with its own id', '## Set up {#go}', `<h2 ${named('go')}>Set up${link('go')}</h2>`],
    [
      'heading with parentheses',
      '## Keys (web only): how',
      `<h2 ${named('keys-web-only-how')}><span id="keys-web-only:-how"></span><span id="keys-web-only-:-how"></span>Keys (web only): how${link('keys-web-only-how')}</h2>`,
    ],
    ['heading that nothing can name by its id', '<h2 id="a b">Set up</h2>', '<h2 id="a b">Set up</h2>'],
    [
      'heading with a name of its own',
      '<h2 aria-label="Start">Set up</h2>',
      `<h2 id="set-up" aria-label="Start">Set up${link('set-up')}</h2>`,
    ],
    ['code on both sides of a slash', '`a`/`b` or c/`d`', '<p><code>a</code>/<wbr><code>b</code> or c/<code>d</code></p>'],
    ['heading without link', '<h2 noAnchor>Set up</h2>', '<h2 id="set-up">Set up</h2>'],
    ['heading component', '<Heading level={3} noAnchor>Set up</Heading>', '<h3 id="set-up">Set up</h3>'],
    ['component with text', '<Note>\n  Take **care**\n</Note>', '<Note><p>Take <strong>care</strong></p></Note>'],
    [
      'props',
      '<Card title="a" cols={2} flag list={["x", 1]} o={{a: true}} n={-1.5} />',
      '<Card title="a" cols=2 flag=true list=["x",1] o={"a":true} n=-1.5></Card>',
    ],
    [
      'markup as prop',
      '<Card icon={<svg viewBox="0 0 1 1" strokeWidth="2"/>} />',
      '<Card icon={<svg viewBox="0 0 1 1" stroke-width="2"></svg>}></Card>',
    ],
    [
      'data that is called as our markup is',
      '<Card o={{$content: "x", a: [{$content: [{type: "html", html: "<script>"}], b: 1}]}} />',
      '<Card o={"a":[{"b":1}]}></Card>',
    ],
    ['comment', 'a{/* hidden */}b', '<p>ab</p>'],
    ['known value', 'export const x = "1"\n\nis {x} {x + 2} {x ? `b` : `c`}', '<p>is 1 12 b</p>'],
    ['user, who is nobody', 'Dear {user.groups?.[0] && "member"}{user.name ?? "reader"} {user}', '<p>Dear reader {user}</p>'],
    [
      'table',
      '| a |\n|--|\n| b |',
      '<div class="table-wrap"><table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>b</td>\n</tr>\n</tbody>\n</table></div>',
    ],
    ['image', '![a](/x.png)', '<p><Image src="/x.png" alt="a" width=640 height=480></Image></p>'],
    ['an address over two lines', '<img\n  src="/x\n  .png"\n  alt="a"\n/>', '<Image src="/x.png" alt="a" width=640 height=480></Image>'],
    [
      'buttons on an image',
      '<img src="/x.svg" alt="a" actions="copy" actionsPlacement="top-right" />',
      '<Image src="/x.svg" alt="a" actions="copy" actionsPlacement="top-right"></Image>',
    ],
    ['image in a link', '[![a](/x.svg)](/y)', '<p><a href="/y"><Image src="/x.svg" alt="a" linked=true></Image></a></p>'],
    ['link to elsewhere', '[a](https://x.y)', '<p><a href="https://x.y" target="_blank" rel="noopener noreferrer">a</a></p>'],
    [
      'attributes',
      '<div className="a b" style={{marginTop: 4, "--x": 1}} tabIndex={0} hidden />',
      '<div class="a b" style="margin-top:4px;--x:1" tabindex="0" hidden></div>',
    ],
    ['style as text', '<p style="color: red">a</p>', '<p style="color: red">a</p>'],
    ['paragraph in paragraph', '<p>\n  a\n</p>', '<p>a</p>'],
    ['paragraphs in what holds none', '<span>\n  a\n\n  b\n</span>', '<span>a<br><br>b</span>'],
    ['a paragraph beside a tag in what holds none', '<button>\n  <b>x</b>\n\n  a\n</button>', '<button><b>x</b> a</button>'],
    ['paragraphs in code', '<pre>\n<code>\n a\n  b\n\n c\n</code>\n</pre>', '<pre><code>a\nb<br><br>c</code></pre>'],
    ['unknown lower-case tag', '<fork>a</fork>', '<fork>a</fork>'],
    ['price', 'costs $5 and $6, or $1,000–$2,000', '<p>costs $5 and $6, or $1,000–$2,000</p>'],
    [
      'prices with words between them',
      'from $5 a month to A$6, $5/A$7, $0.5-$1 or ($5/$10)',
      '<p>from $5 a month to A$6, $5/A$7, $0.5-$1 or ($5/$10)</p>',
    ],
    [
      'a sign in code at the end',
      'a $ref with `#/$defs/` and `b` here',
      '<p>a $ref with <code>#/$defs/</code> and <code>b</code> here</p>',
    ],
    ['prices that end in a sign', 'from $5/$ to $3–5$', '<p>from $5/$ to $3–5$</p>'],
    ['prefixes of password hashes', 'bcrypt $2a$ or $2b$', '<p>bcrypt $2a$ or $2b$</p>'],
    [
      'tree of a list',
      '<Tree>\n- src/\n  - a.ts\n- b.ts\n</Tree>',
      '<Tree><Tree.Folder name="src" defaultOpen=true><Tree.File name="a.ts"></Tree.File></Tree.Folder><Tree.File name="b.ts"></Tree.File></Tree>',
    ],
    [
      'diagram',
      '```mermaid actions={false} placement="top-left"\ngraph TD\n```',
      '<Mermaid code="graph TD" actions=false placement="top-left"></Mermaid>',
    ],
    ['plain code', '```\na < b\n```', '<CodeBlock><pre><code><span class="line">a &lt; b</span></code></pre></CodeBlock>'],
    ['style as inner HTML', '<style dangerouslySetInnerHTML={{__html: "a > b {}"}} />', '<style>a > b {}</style>'],
    [
      'style in SVG and MathML, where its content is markup',
      '<svg><style>{`<img src=x onerror=alert(1)>`}</style></svg><math><style>{`/*<!-- </style><img src=x>*/`}</style></math>',
      '<svg><style>< img src=x onerror=alert(1)></style></svg>\n<math><style>/* < /style>< img src=x>*/</style></math>',
    ],
    [
      'signs in a style',
      '<style>{`@media (1px <width) and (width<=9px) { a::after { content: "<b>\'" } a::before { content: \'</i> "\' } a>b {} }`}</style>',
      '<style>@media (1px < width) and (width<=9px) { a::after { content: "\\3c b>\'" } a::before { content: \'\\3c /i> "\' } a>b {} }</style>',
    ],
    [
      'data script',
      '<script type="application/ld+json">{`{"a":"</script>"}`}</script>',
      '<script type="application/ld+json">{"a":"\\u003c/script>"}</script>',
    ],
  ];
  test.each(rows)('%s', (_, source, expected) => {
    const page = compile(source);
    expect(page.diagnostics).toEqual([]);
    expect(bodyText(page)).toBe(expected);
  });

  test.each(['2/3', '1/N', '1-1/N', '3f+1', '3(n - 1)', '0 < x', '5', '2n/3'])(
    'should take $%s$ as a formula, not as a price',
    (formula) => {
      const page = compile(`more than $${formula}$ of $x$`);
      const found = [...bodyText(page).matchAll(/application\/x-tex">(.*?)</g)].map(([, tex]) => tex);
      expect(found).toEqual([formula.replace('<', '&lt;'), 'x']);
    },
  );
});
