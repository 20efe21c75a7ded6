import { describe, expect, test } from 'vitest';
import { compile } from './compile.ts';

/** Pages like those of real sites, one for each corner of the syntax; both engines must give the same of each. */
const pages: readonly [what: string, source: string][] = [
  ['prose', '# T\n\nHello **b** _i_ `c` ~~d~~ [l](/a "t") <https://x.y>\n\n> q\n\n1. a\n2. b\n\n   c\n\n---\n\nhard  \nbreak\\\nend'],
  [
    'addresses without a dot',
    'Open http://localhost:3000. See (http://localhost:8080/a_b?c=1#d), **http://db:5432/x**, "http://web" or http://localhost:1/(a)) and\n`http://code` [http://named](/x) http://localhost:3000/*x* xhttp://no http://a.b:1/c http:// <b>http://in-b</b> HTTPS://LOCAL/x; http://1 end http://a-b:80',
  ],
  ['headings', '## Set up {#go}\n\n### `code` and *em* {#my.id}\n\nSetext\n------\n\n## Same\n\n## Same\n\n```\n## x {#y}\n```'],
  ['tables', '| a | b | c |\n|--|:-:|--:|\n| 1 | `x\\|y` | [l](/a) |\n\n<div>\n\n| a |\n|---|\n| b |\n\n</div>'],
  ['lists', '- [x] done\n- [ ] open\n\n* a\n\n  b\n* c\n  - d\n    - e'],
  ['footnotes', 'a[^1] b[^long]\n\n[^1]: one\n[^long]: two\n\n    three'],
  [
    'components',
    '<CardGroup cols={2}>\n  <Card title="a &amp; b" icon="x" href="/y">\n    text **b**\n  </Card>\n  <Card\n    title={`t`}\n    list={[\n      "a",\n      {b: 1},\n    ]}\n  />\n</CardGroup>\n\ninline <Tooltip tip="x">word</Tooltip> here',
  ],
  [
    'steps',
    '<Steps titleSize="h3">\n<Step title="One">\n\n```bash a.sh {1}\necho 1\n```\n\n</Step>\n<Step title="Two">Text</Step>\n</Steps>',
  ],
  [
    'tabs with code',
    '<Tabs>\n  <Tab title="A">\n    ```js\n    let a\n    ```\n  </Tab>\n  <Tab title="B">\n    - x\n    - y\n  </Tab>\n</Tabs>',
  ],
  [
    'html',
    '<div className="a" style={{ color: "red" }}>\n  <img src="/x.png" alt="" noZoom />\n  <p>a</p>\n</div>\n\nx<br/>y <kbd>k</kbd> <a href="/b">b</a>',
  ],
  ['expressions', 'export const a = "A"\n\nx {a} {/* c */} {`t`} {1 + 1} {[1, "2"]} {a === "A" && <b>yes</b>} {id}'],
  ['maths', 'a $x^2$ and $5 to $6 and $\\frac{1}{2}$\n\n$$\n\\sum_i i\n$$\n\n<Latex>{"y^2"}</Latex>'],
  ['imports', 'import S from "/s.mdx"\nimport { v } from "/s.mdx"\n\n<S word="w" />\n\n{v}'],
  ['program', 'export const F = ({ a }) => <i>{a}</i>\n\n## H\n\n<F a={[1].map((x) => x)} />\n\n<Note>n</Note>'],
  ['faults', 'a <5 b\n\n{"x": 1}\n\nsee {y}\n\n<Crad/>'],
];
const files = { 's.mdx': 'export const v = "V"\n\n## In {props.word}\n\n{word}' };

describe('engines', () => {
  test.each(pages)('should give the same page: %s', (_, source) => {
    expect(compile(source, files, { engine: 'satteri' })).toEqual(compile(source, files, { engine: 'mdx-js' }));
  });
});
