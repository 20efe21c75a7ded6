/** What an author's own elements and components say is in the Markdown copies, whatever their classes, tags and comments are. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSite } from '../../../src/project/build/build-site.ts';
import { componentClasses } from '../../../src/stages/components/registry.ts';
import { docsJson, removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';

/** Name → what stands in a page of its own, and the copy without the title. */
const cases: Readonly<Record<string, readonly [source: string, markdown: string]>> = {
  button: ['<button className="copy">Press me</button>', 'Press me'],
  'button-component': [
    'export const Button = ({ children, href }) => <a href={href}><button>{children}</button></a>;\n\n<Button href="/go">Begin</Button>',
    '[Begin](/go)',
  ],
  'component-that-reads-its-children': [
    'export const Words = ({ children }) => <div>{typeof children === "string" ? `${children.length}: ${children}` : "?"}</div>;\n\n<Words>5 < 6 & "so"</Words>',
    '12: 5 < 6 & "so"',
  ],
  'component-that-reads-its-paragraph': [
    'export const Words = ({ children }) => <h2>{`${children.type}: ${children.props.children}`}</h2>;\n\n<Words>\n  one\n</Words>',
    '## p: one',
  ],
  'component-that-reads-its-elements': [
    'export const Kinds = ({ children }) => <p>{React.Children.toArray(children).map((c) => typeof c === "string" ? "," : `${c.type} ${c.props.className ?? c.props.href ?? ""}`).join("")}</p>;\n\n<Kinds>\n  *a* [b](/component-that-reads-its-paragraph)\n\n  <div className="k">c<br/></div>\n</Kinds>',
    'p div k',
  ],
  'component-with-what-is-not-plain': [
    'export const Box = ({ children }) => <section>{children}</section>;\n\n<Box>\n  Text\n\n  ## Heading\n\n  ```js\n  const a = 1;\n  ```\n</Box>',
    'Text\n\n## Heading\n\n```js\nconst a = 1;\n```',
  ],
  'icon-link': ['<a href="https://example.com/x"><Icon icon="github" /></a>', '[https://example.com/x](https://example.com/x)'],
  'link-with-a-blank': ['Go to [it ](/go)and on', 'Go to [it](/go) and on'],
  'named-icon-link': ['<a href="/go" aria-label="Go on"><svg><path d="M0 0" /></svg></a>', '[Go on](/go)'],
  'icon-in-heading': ['## A <Icon icon="star" /> b', '## A b'],
  card: [
    '<Card title="T" img="https://example.com/i.png" cta="Read" href="/go">Words</Card>',
    '- [T](/go): Words Read\n\n  ![](https://example.com/i.png)',
  ],
  'card-without-title': ['<Card cta="Read" href="/go">Words</Card>', '- Words [Read](/go)'],
  'picture-in-a-card': [
    '<Card title="T" href="/go">\n  ![p](https://example.com/p.png)\n</Card>',
    '- [T](/go): ![p](https://example.com/p.png)',
  ],
  tile: ['<Tile title="T" href="/go">![p](https://example.com/p.png)</Tile>', '- [T](/go)\n\n  ![p](https://example.com/p.png)'],
  accordion: [
    '<Accordion title="T" description="about it">Body</Accordion>',
    '<details>\n<summary>T: about it</summary>\n\nBody\n\n</details>',
  ],
  'component-of-a-read-class': [
    '<Accordion title="T" className="code-head">Body</Accordion>',
    '<details>\n<summary>T</summary>\n\nBody\n\n</details>',
  ],
  tooltip: ['A <Tooltip headline="Head" tip="the tip" cta="More" href="/go">word</Tooltip> b', 'A word (**Head**: the tip [More](/go)) b'],
  badges: ['<div>\n  <Badge>One</Badge>\n  <Badge>Two</Badge>\n</div>', 'One Two'],
  'code-named-with-a-sign-of-code': ['<Tabs>\n  <Tab title="A `b`">\n    ```js\n    c\n    ```\n  </Tab>\n</Tabs>', '```js A b\nc\n```'],
  'bold-beside-a-badge': ['<div><strong>v3</strong><Badge>New</Badge></div>', '**v3** New'],
  colors: ['<Color variant="compact"><Color.Item name="Sky" value="#0ea5e9" /></Color>', 'Sky: `#0ea5e9`'],
  form: ['<label>Size <select><option>S</option><option>M</option></select></label>', 'Size S, M'],
  drawing: ['<svg viewBox="0 0 9 9"><title>Plan</title><g><text x="1" y="2">Here</text></g></svg>', 'Plan Here'],
  'tag-of-ours': ['<docs-tree>Words</docs-tree>', 'Words'],
  comment: ["export const A = () => <p dangerouslySetInnerHTML={{ __html: '<!--agents-->a' }} />;\n\n<A />\n\nThe rest", 'a\n\nThe rest'],
  'comment-in-a-style': [
    'export const A = () => <div dangerouslySetInnerHTML={{ __html: \'<style>a::before{content:"<!--"}</style>a\' }} />;\n\n<A />\n\nThe rest',
    'a\n\nThe rest',
  ],
  'comment-in-raw-text': [
    "export const A = () => <div dangerouslySetInnerHTML={{ __html: '<svg><style><!--agents--></style></svg><textarea class=code-head><!--aside-->a</textarea>b' }} />;\n\n<A />\n\nThe rest",
    '\\<!--aside-->ab\n\nThe rest',
  ],
  'comment-in-an-attribute': [
    'export const A = () => <div dangerouslySetInnerHTML={{ __html: \'<b title="<!--agents-->">a</b>b<i title="<!--">c</i>\' }} />;\n\n<A />\n\nThe rest',
    '**a**b*c*\n\nThe rest',
  ],
  'comment-within-a-comment': [
    "export const A = () => <div dangerouslySetInnerHTML={{ __html: '<!-<!-- -->-agents-->a<<!-- -->!--aside-->b<!-->c' }} />;\n\n<A />\n\nThe rest",
    '-agents-->a\\<!--aside-->bc\n\nThe rest',
  ],
  'comment-in-a-list': [
    "export const A = () => <div dangerouslySetInnerHTML={{ __html: ['<!--agents-->a'] }} />;\n\n<A />\n\nThe rest",
    'a\n\nThe rest',
  ],
  'comment-of-react': [
    "import { createElement as h } from 'react';\n\nexport const A = () => h('div', { dangerouslySetInnerHTML: { __html: '<!--agents-->a' } });\n\n<A />\n\nThe rest",
    'a\n\nThe rest',
  ],
  'html-of-a-read-class': [
    'export const A = () => <div dangerouslySetInnerHTML={{ __html: \'<p class=code-head>a</p><p class="view-switch x">b</p>\' }} />;\n\n<A />',
    'a\n\nb',
  ],
  'made-by-react': [
    "export const A = () => React.createElement('div', { className: 'code-head' }, React.cloneElement(<p>a</p>, { className: 'code-head' }));\n\n<A />",
    'a',
  ],
  'live-component': [
    'export const A = () => {\n  const [n, set] = useState(1);\n  return <div className="code-head"><button className="tab" onClick={() => set(n + 1)}>Count {n}</button></div>;\n};\n\n<A />',
    'Count 1',
  ],
  'ours-in-a-page-that-computes': [
    'export const A = () => <Note>a</Note>;\n\n<A />\n\n<Card title="T" href="/go">b</Card>',
    '> **Note**\n>\n> a\n\n- [T](/go): b',
  ],
};

describe('Markdown copies of what authors write', () => {
  let folder: string;
  const copyOf = (page: string) => readFileSync(join(folder, 'out', `${page}.md`), 'utf8');

  beforeAll(async () => {
    folder = temporaryFolder('author-content');
    const own = componentClasses.map((name) => `<div className="${name} x">word ${name}</div>`).join('\n\n');
    const computed = componentClasses.map((name) => `<Box name="${name}" />`).join('\n\n');
    writeProject(folder, {
      'docs.json': docsJson({ pages: ['go', 'static-classes', 'computed-classes', ...Object.keys(cases)] }),
      'go.mdx': '---\ntitle: Go\n---\n\nGo',
      'static-classes.mdx': `---\ntitle: Page\n---\n\n${own}`,
      'computed-classes.mdx': `---\ntitle: Page\n---\n\nexport const Box = ({ name }) => <div className={name}>word {name}</div>;\n\n${computed}`,
      ...Object.fromEntries(Object.entries(cases).map(([name, [source]]) => [`${name}.mdx`, `---\ntitle: Page\n---\n\n${source}\n`])),
    });
    const { status, diagnostics } = await buildSite({ dir: folder, outDir: join(folder, 'out'), useCache: false });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(status).toBe('built');
  });
  afterAll(() => removeFolder(folder));

  test.each(Object.entries(cases))('%s', (name, [source, markdown]) => {
    expect(copyOf(name)).toBe(`# Page\n\n${markdown}\n`);
    if (source.endsWith('The rest')) expect(readFileSync(join(folder, 'out', name, 'index.html'), 'utf8')).toContain('The rest</p>');
  });

  test.each(['static-classes', 'computed-classes'])('no class of a component hides the text of an author: %s', (page) => {
    const words = copyOf(page).split(/\n+/).slice(1, -1);
    expect(words).toEqual(componentClasses.map((name) => `word ${name}`));
  });
});
