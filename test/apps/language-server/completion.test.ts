import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { complete } from '../../../src/apps/language-server/completion/complete.ts';
import { type EditedSite, marked, openSite, site } from './edited-site.ts';

let edited: EditedSite;
beforeAll(async () => {
  edited = await openSite();
});
afterAll(() => edited.close());

async function labels(file: string, text: string): Promise<string[]> {
  const { document, offset } = marked(file, text);
  return complete(await edited.view(), document, offset, { snippets: true }).items.map(({ label }) => label);
}

/** The text after the first candidate with this label is accepted. */
async function accepted(file: string, text: string, label: string): Promise<string> {
  const { document, offset } = marked(file, text);
  const { items } = complete(await edited.view(), document, offset, { snippets: false });
  const item = items.find((candidate) => candidate.label === label);
  if (item?.textEdit === undefined || !('range' in item.textEdit)) throw new Error(`no ${label} in ${items.map((each) => each.label)}`);
  const starts = [0, ...[...document.text.matchAll(/\n/g)].map((match) => match.index + 1)];
  const at = ({ line, character }: { line: number; character: number }) => (starts[line] ?? 0) + character;
  const edits = [item.textEdit, ...(item.additionalTextEdits ?? [])].toSorted((a, b) => at(b.range.start) - at(a.range.start));
  return edits.reduce((now, { range, newText }) => now.slice(0, at(range.start)) + newText + now.slice(at(range.end)), document.text);
}

const json = (navigation: string) => `{ "theme": "mint", "navigation": ${navigation} }`;

describe('docs.json', () => {
  test.each([
    ['keys at the top', '{ "th▮" }', ['theme', 'thumbnails'], []],
    ['keys that are not there yet', '{ "theme": "mint", ▮ }', ['name', 'colors', 'navigation'], ['theme']],
    ['values of an enum', '{ "theme": "▮" }', ['mint', 'maple'], ['dark']],
    ['values without quotes', '{ "theme": ▮ }', ['mint'], []],
    ['booleans', '{ "search": { }, "navigation": { "groups": [{ "group": "A", "hidden": ▮ }] } }', ['true', 'false'], []],
    ['keys of a group in pages', json('{ "pages": [{ "group": "A", "▮" }] }'), ['pages', 'icon'], ['group', 'theme']],
    ['keys of a tab', json('{ "tabs": [{ "tab": "A", "▮" }] }'), ['groups', 'pages', 'openapi'], ['tab']],
    ['pages', json('{ "pages": ["gui▮"] }'), ['guides/start', 'guides/deep/end'], ['index', 'snippets/note']],
    ['pages in a text without ends', '{ "theme": "mint", "navigation": { "pages": ["gui▮', ['guides/start'], []],
    ['operations', json('{ "openapi": "api/users.json", "pages": ["GET▮"] }'), ['GET /users'], []],
    ['icons', json('{ "groups": [{ "group": "A", "icon": "rock▮" }] }'), ['rocket'], ['github']],
    ['files of a $ref', json('{ "groups": [{ "$ref": "▮" }] }'), ['./nav/more.json'], ['./docs.json']],
    ['descriptions', json('{ "openapi": "▮" }'), ['api/users.json'], ['docs.json']],
    ['links', '{ "navbar": { "links": [{ "label": "A", "href": "/gui▮" }] } }', ['/guides/start'], []],
    ['images', '{ "favicon": "▮" }', ['/images/a.png'], ['/docs.json']],
    ['destinations', '{ "redirects": [{ "source": "/a", "destination": "/gui▮" }] }', ['/guides/start'], []],
  ] as const)('should offer %s', async (_name, text, wanted, unwanted) => {
    const found = await labels('docs.json', text);
    expect(found).toEqual(expect.arrayContaining([...wanted]));
    expect(found.filter((label) => (unwanted as readonly string[]).includes(label))).toEqual([]);
  });

  test('should offer the keys of a group in a file that a $ref refers to', async () => {
    expect(await labels('nav/more.json', '{ "group": "More", "▮" }')).toEqual(expect.arrayContaining(['pages', 'icon']));
  });

  test.each([
    ['{ "▮" }', 'theme', '{ "theme": "" }'],
    ['{ "▮": "mint" }', 'theme', '{ "theme": "mint" }'],
    ['{ "theme": "m▮" }', 'maple', '{ "theme": "maple" }'],
    [json('{ "pages": ["guides/▮"] }'), 'guides/start', json('{ "pages": ["guides/start"] }')],
    [json('{ "pages": [▮] }'), 'guides/start', json('{ "pages": ["guides/start"] }')],
    ['{ "naviga▮" }', 'navigation', '{ "navigation": {  } }'],
  ])('should write %s with %s as %s', async (text, label, result) => {
    expect(await accepted('docs.json', text, label)).toBe(result);
  });
});

describe('pages', () => {
  test.each([
    ['keys of front matter', '---\nti▮\n---\n', ['title', 'timestamp'], ['icon']],
    ['keys that are not there yet', '---\ntitle: A\n▮\n---\n', ['description', 'hidden'], ['title']],
    ['keys without a closing fence', '---\ntitle: A\nde▮', ['description', 'deprecated'], []],
    ['flags', '---\nhidden: ▮\n---\n', ['true', 'false'], []],
    ['modes', '---\nmode: w▮\n---\n', ['wide'], []],
    ['icons of front matter', '---\nicon: rock▮\n---\n', ['rocket'], []],
    ['operations', '---\nopenapi: POST▮\n---\n', ['POST /users'], []],
    ['related pages', '---\nrelated:\n  - /gui▮\n---\n', ['/guides/start'], []],
    ['components', 'Words <Ca▮', ['Card', 'CardGroup'], ['Steps']],
    ['components of the project', 'Words <Bo▮', ['Box'], []],
    ['names of imports', "import Fine from '/snippets/note.mdx';\n\n<Fi▮", ['Fine'], []],
    ['closing tags', '<CardGroup>\n<Card>\nWords\n</▮', ['Card', 'CardGroup'], ['Tabs']],
    ['props', '<Card ▮', ['title', 'icon', 'href'], ['cols']],
    ['props that are not there yet', '<Card title="A" ▮ icon="b">', ['href'], ['title', 'icon']],
    ['props by their first letters', '<Accordion def▮>', ['defaultOpen'], []],
    ['values of props', '<Badge color="▮">', ['gray', 'red'], []],
    ['values in another attribute', '<Badge size="lg" shape="p▮" />', ['pill'], []],
    ['numbers', '<Columns cols={▮}>', ['1', '4'], []],
    ['icons', '<Card icon="rock▮"', ['rocket'], []],
    ['links of cards', '<Card href="/gui▮">', ['/guides/start'], []],
    ['snippets', '<Snippet file="▮" />', ['note.mdx'], []],
    ['pages in links', 'Words [a](/gui▮) words', ['/guides/start', '/guides/deep/end'], []],
    ['pages of operations in links', 'Words [a](/api▮)', ['/api-reference/list-users'], []],
    ['relative links', 'Words [a](./gui▮)', ['./guides/start'], []],
    ['anchors of the page', '## One thing\n\n[a](#▮)\n\n## Other thing\n', ['#one-thing', '#other-thing'], []],
    ['ids of headings', '## One {#first}\n\n[a](#▮)\n', ['#first'], ['#one']],
    ['anchors of another page', '[a](/guides/start#▮)', ['/guides/start#set-up', '/guides/start#inside'], []],
    ['images', '![a](▮)', ['/images/a.png'], ['/guides/start']],
    ['definitions', '[a]: /gui▮', ['/guides/start'], []],
    ['imports', "import A from '▮';", ['/snippets/note.mdx', '/snippets/box.jsx'], ['/docs.json']],
    ['relative imports', "import A from './sn▮';", ['./snippets/note.mdx'], []],
  ] as const)('should offer %s', async (_name, text, wanted, unwanted) => {
    const found = await labels('index.mdx', text);
    expect(found).toEqual(expect.arrayContaining([...wanted]));
    expect(found.filter((label) => (unwanted as readonly string[]).includes(label))).toEqual([]);
  });

  test.each([
    ['text', 'Words ▮ and words'],
    ['fenced code', '```mdx\n<Ca▮\n```\n'],
    ['inline code', 'Words `<Ca▮` words'],
    ['a comparison', 'if a < b▮ then'],
    ['after a tag', '<Card title="a">Words ▮</Card>'],
    ['links to other sites', '[a](https://x▮)'],
  ])('should offer nothing in %s', async (_name, text) => {
    expect(await labels('index.mdx', text)).toEqual([]);
  });

  test.each([
    ['<Ca▮', 'Card', '<Card'],
    ['<Card ▮>', 'title', '<Card title="">'],
    ['<Card ▮/>', 'horizontal', '<Card horizontal/>'],
    ['<Columns ▮/>', 'cols', '<Columns cols={}/>'],
    ['[a](/guides/▮#set-up)', '/guides/start', '[a](/guides/start)'],
    ['---\nic▮: rocket\n---\n', 'iconType', '---\niconType: rocket\n---\n'],
    ['---\ntitle: A\n---\n\n<Bo▮', 'Box', "---\ntitle: A\n---\n\nimport { Box } from '/snippets/box.jsx';\n\n<Box"],
    ["import A from '/a.mdx';\n\n<Not▮", 'Note', "import A from '/a.mdx';\n\n<Note"],
    ['</▮', 'Tabs', ''],
  ])('should write %s with %s as %s', async (text, label, result) => {
    if (result === '') expect(await labels('index.mdx', text)).not.toContain(label);
    else expect(await accepted('index.mdx', text, label)).toBe(result);
  });
});

test('should complete docs.json while no state of it was ever valid', async () => {
  const broken = await openSite({ ...site, 'docs.json': '{ "theme": ' });
  const { document, offset } = marked('docs.json', '{ "theme": "mint", "navigation": { "pages": ["gui▮"] } ');
  const { items } = complete(await broken.view(), document, offset, { snippets: false });
  expect(items.map(({ label }) => label)).toContain('guides/start');
  expect(broken.published.get('docs.json')?.map(({ code }) => code)).toEqual(['config/json']);
  await broken.close();
});
