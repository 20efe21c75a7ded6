/** `docsgen check` over small sites: what each fault is called, and that its absence is silence. */
import { execFileSync } from 'node:child_process';
import { readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildSite } from '../../../src/project/build/build-site.ts';
import { type CheckOptions, checkProject } from '../../../src/project/check/check-project.ts';
import { docsJson, type Files, removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';
import { runWarm } from '../../harness/warm-cli.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('check');
});
afterEach(() => removeFolder(folder));

const check = (options: Partial<CheckOptions> = {}) => checkProject({ dir: folder, useCache: false, ...options });
const colors = { primary: '#1d4ed8', light: '#93c5fd', dark: '#1e3a8a' };
const page = (title: string, body: string) => `---\ntitle: ${title}\n---\n${body}\n`;

/** A site of pages a, b and guides/start beside the home page, with some files of its own. */
function site(files: Files, rest: Readonly<Record<string, unknown>> = {}): void {
  writeProject(folder, {
    'docs.json': docsJson({ pages: ['index', 'a', 'b', 'guides/start'] }, { colors, ...rest }),
    'index.mdx': page('Home', 'Hello.'),
    'a.mdx': page('Page A', 'Text.'),
    'b.mdx': page('Page B', '## First part\n\n## What’s new (v1.2)\n\n<Accordion title="More words">Text</Accordion>'),
    'guides/start.mdx': page('Start', 'Text.'),
    'images/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="3" height="3"/>',
    ...files,
  });
}

/** `warning links/broken a.mdx:4:1 "/x" points to a page that does not exist`. */
const reported = async (options?: Partial<CheckOptions>) =>
  (await check(options)).diagnostics.map(
    ({ severity, code, location, message }) => `${severity} ${code} ${location?.file}:${location?.line}:${location?.column} ${message}`,
  );

test('should give a reference of a description that points to nothing the severity of a build, and fail', async () => {
  const responses = { 200: { $ref: '#/components/responses/None' } };
  const description = JSON.stringify({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: { '/a': { get: { responses } } } });
  site({ 'api.json': description });
  writeProject(folder, { 'docs.json': docsJson({ groups: [{ group: 'API', openapi: 'api.json' }] }, { colors }) });
  const severities = (diagnostics: readonly { readonly code: string; readonly severity: string }[]) =>
    diagnostics.filter(({ code }) => code === 'openapi/ref-missing').map(({ severity }) => severity);
  const built = await buildSite({ dir: folder, outDir: join(folder, 'out'), useCache: false });
  const checked = await check();
  expect([severities(built.diagnostics), severities(checked.diagnostics)]).toEqual([['warning'], ['warning']]);
  expect([built.status, checked.status]).toEqual(['built', 'failed']);
});

describe('icons that no set has', () => {
  test('should be reported at every reference', async () => {
    const rest = { navbar: { links: [{ label: 'x', href: 'https://x.dev', icon: { name: 'qqqzzz', library: 'lucide' } }] } };
    site(
      {
        'a.mdx': '---\ntitle: Page A\nicon: "wwwzzz"\n---\n\n<Card title="x" icon="vvvzzz" />\n',
        'b.mdx': '---\ntitle: Page B\nicon: star\n---\n\n## First part\n',
      },
      rest,
    );
    const found = (await reported()).filter((line) => line.includes(' icons/'));
    expect(found.map((line) => line.replace(/docs\.json:\d+:\d+/, 'docs.json')).sort()).toEqual([
      'warning icons/unknown a.mdx:3:1 icon "wwwzzz" does not exist, so docsgen shows nothing',
      'warning icons/unknown a.mdx:6:23 icon "vvvzzz" does not exist, so docsgen shows nothing',
      'warning icons/unknown docs.json icon "qqqzzz" does not exist, so docsgen shows nothing',
    ]);
  });
});

describe('a sound site', () => {
  test('should be found so', async () => {
    site({
      'a.mdx': page(
        'Page A',
        [
          '[b](/b) [b](./b) [part](/b#first-part) [again](/b#what’s-new-v1-2) [github form](/b#whats-new-v12) [words](/b#whats-new-v1-2) [fold](/b#more-words)',
          '[list](/llms.txt) [map](/sitemap.xml) [robots](/robots.txt) [text](/b.md) [old](mailto:a@b.c) [file](/images/dot.svg)',
          '![a dot](/images/dot.svg) ![](/images/dot.svg) <img src="/images/dot.svg" alt="" />',
          '',
          '| a | b |\n| - | - |\n| 1 | 2 |',
          '',
          '<Card title="Start" href="/guides/start" icon="star" />',
          '',
          '[one]: /b "title"',
        ].join('\n'),
      ),
    });
    expect(await reported()).toEqual([]);
    expect((await check()).status).toBe('built');
  });
});

describe('links of pages', () => {
  test.each<[string, string, string]>([
    ['a page that does not exist', '[x](/nowhere)', 'warning links/broken a.mdx:4:1 "/nowhere" points to a page that does not exist'],
    [
      'an anchor of another page',
      '[x](/b#second-part)',
      'warning links/broken a.mdx:4:1 "/b#second-part" points to a heading that does not exist',
    ],
    [
      'capitals of an anchor',
      '[x](/b#First-Part)',
      'warning links/broken a.mdx:4:1 "/b#First-Part" points to a heading that does not exist',
    ],
    ['an anchor of the page', '[x](#nowhere)', 'warning links/broken a.mdx:4:1 "#nowhere" points to a heading that does not exist'],
    ['a card', '<Card title="x" href="/nowhere" />', 'warning links/broken a.mdx:4:23 "/nowhere" points to a page that does not exist'],
    [
      'a tooltip',
      'A <Tooltip tip="x" cta="y" href="/nowhere">word</Tooltip>.',
      'warning links/broken a.mdx:4:34 "/nowhere" points to a page that does not exist',
    ],
    ['HTML', 'A <a href="/nowhere">word</a>.', 'warning links/broken a.mdx:4:12 "/nowhere" points to a page that does not exist'],
    ['a reference', 'A [word][one].\n\n[one]: /nowhere', 'warning links/broken a.mdx:4:3 "/nowhere" points to a page that does not exist'],
    ['a picture', '<img src="/images/no.svg" alt="" />', 'warning links/asset-missing a.mdx:4:11 file "/images/no.svg" does not exist'],
    ['a picture in capitals', '![](/Images/dot.svg)', 'warning links/asset-missing a.mdx:4:1 file "/Images/dot.svg" does not exist'],
    ['capitals', '[x](/Guides/Start)', 'warning links/case a.mdx:4:1 "/Guides/Start" differs from "/guides/start" only in letter case'],
    [
      'capitals, relative',
      '[x](./Guides/start#)',
      'warning links/case a.mdx:4:1 "./Guides/start#" differs from "./guides/start#" only in letter case',
    ],
    [
      'an extension',
      '[x](/b.mdx#first-part)',
      'notice links/extension a.mdx:4:1 "/b.mdx#first-part" has a file extension, but page URLs have none',
    ],
    ['a redirect', '[x](/old)', 'notice links/redirected a.mdx:4:1 "/old" is redirected to "/b"'],
    ['no address', '[x]()', 'notice links/empty a.mdx:4:1 the link has no destination'],
    ['a slip', '[x](hhttps://x.dev)', 'warning links/malformed a.mdx:4:1 "hhttps://x.dev" is not a URL that a browser can open'],
    ['no host', '[x](https://)', 'warning links/malformed a.mdx:4:1 "https://" is not a URL that a browser can open'],
    ['no scheme', '[x](www.x.dev/a)', 'warning links/broken a.mdx:4:1 "www.x.dev/a" points to a page that does not exist'],
  ])('should judge %s', async (_, body, expected) => {
    site({ 'a.mdx': page('Page A', body) }, { redirects: [{ source: '/old', destination: '/b' }] });
    expect(await reported()).toContain(expected);
  });

  test('should be reported once, at their location', async () => {
    site({
      'snippets/note.mdx': 'First.\n\nSee [x](/b#gone).\n',
      'a.mdx': page('Page A', 'import Note from "/snippets/note.mdx"\n\n<Note2 />\n\n<Note />').replace('<Note2 />\n\n', ''),
      'guides/start.mdx': page('Start', 'import Note from "/snippets/note.mdx"\n\n<Note />'),
    });
    expect(await reported()).toEqual(['warning links/broken snippets/note.mdx:3:5 "/b#gone" points to a heading that does not exist']);
  });

  test('should be judged in what components draw', async () => {
    site({
      'snippets/box.jsx': 'export const Box = ({ to }) => <div><a href={to}>x</a><img src="/images/dot.svg" /></div>;\n',
      'a.mdx': page('Page A', 'import { Box } from "/snippets/box.jsx"\n\n<Box to="/gone" />\n\n<Box to="/b" />'),
    });
    expect(await reported()).toEqual([
      'warning links/broken a.mdx:6:10 "/gone" points to a page that does not exist',
      'warning a11y/alt snippets/box.jsx:1:65 image "/images/dot.svg" has no alternative text',
    ]);
  });
});

describe('files that are links only', () => {
  test('should be judged by where they lead', async () => {
    const link = (url: string) => `---\ntitle: Elsewhere\nurl: ${url}\n---\n`;
    site(
      {
        'gone.mdx': link('/guides'),
        'anchor.mdx': link("'/b#no-such'"),
        'good.mdx': link('/b#first-part'),
        'out.mdx': link('https://x.dev'),
      },
      { navigation: { pages: ['index', 'a', 'b', 'guides/start', 'gone', 'anchor', 'good', 'out'] } },
    );
    expect(await reported({ only: ['links'] })).toEqual([
      'warning links/broken anchor.mdx:3:7 "/b#no-such" points to a heading that does not exist',
      'warning links/broken gone.mdx:3:6 "/guides" points to a page that does not exist',
    ]);
  });
});

describe('docs.json', () => {
  test.each<[string, Readonly<Record<string, unknown>>, RegExp]>([
    [
      'a link of the bar',
      { navbar: { links: [{ label: 'x', href: '/gone' }] } },
      /^warning links\/broken docs.json:\d+:\d+ "\/gone" points to a page that does not exist$/,
    ],
    ['a link of the footer', { footer: { links: [{ header: 'x', items: [{ label: 'y', href: '/gone' }] }] } }, /links\/broken docs.json/],
    ['a link of the banner', { banner: { content: 'Now [there](/gone)' } }, /links\/broken docs.json/],
    [
      'the logo',
      { logo: { light: '/logo/no.svg', dark: '/images/dot.svg' } },
      /links\/asset-missing docs.json:\d+:\d+ file "\/logo\/no.svg"/,
    ],
    ['a redirect to nothing', { redirects: [{ source: '/x', destination: '/gone' }] }, /^warning config\/redirect-target docs.json/],
    ['a redirect to no anchor', { redirects: [{ source: '/x', destination: '/b#gone' }] }, /^warning config\/redirect-target docs.json/],
    [
      'a loop, once',
      {
        redirects: [
          { source: '/x', destination: '/y' },
          { source: '/y', destination: '/x' },
        ],
      },
      /^warning config\/redirect docs.json/,
    ],
    ['a pattern to nothing', { redirects: [{ source: '/x/:y', destination: '/gone/:y' }] }, /^warning config\/redirect-target docs.json/],
    [
      'a loop of patterns',
      {
        redirects: [
          { source: '/x/*', destination: '/y' },
          { source: '/y', destination: '/x/1' },
        ],
      },
      /^warning config\/redirect docs.json:\d+:\d+ redirect loop/,
    ],
    ['a pattern over pages', { redirects: [{ source: '/guides/*', destination: '/b' }] }, /^notice config\/redirect-shadowed docs.json/],
    [
      'a source above the site',
      { redirects: [{ source: '/../x', destination: '/b' }] },
      /^error config\/redirect docs.json.*contains \. or \.\./,
    ],
    ['a redirect over a page', { redirects: [{ source: '/a', destination: '/b' }] }, /^warning config\/redirect docs.json/],
    ['a colour', { colors: { ...colors, primary: '#ffee00' } }, /^notice a11y\/contrast docs.json:5:16 colors.primary #ffee00 on #ffffff/],
    ['a dark colour', { colors: { ...colors, light: '#222222' } }, /^notice a11y\/contrast docs.json.*colors.light #222222 on #0c0d10/],
    [
      'a button',
      { colors: { ...colors, dark: '#8a8a8a' } },
      /^notice a11y\/contrast docs.json.*colors.dark #8a8a8a under #ffffff .* 3\.\d:1; text needs 4.5:1/,
    ],
    [
      'a ground',
      { background: { color: { dark: '#9a9a9a' } } },
      /^notice a11y\/contrast docs.json.*background.color.dark #9a9a9a under #f1f2f4/,
    ],
    [
      'a banner',
      { banner: { content: 'News', color: { light: '#ffee00' } } },
      /^notice a11y\/contrast docs.json.*banner.color.light #ffee00 under #ffffff/,
    ],
  ])('should judge %s', async (_, rest, expected) => {
    site({}, rest);
    expect(await reported()).toContainEqual(expect.stringMatching(expected));
  });

  test('should let redirects lead to pages, anchors, files, other sites and one another', async () => {
    const pairs = [
      ['/x1', '/b'],
      ['/x2', '/b#first-part'],
      ['/x3', 'https://x.dev'],
      ['/x4', '/x1'],
      ['/x5', '/images/dot.svg'],
      ['/x6/:rest*', '/guides/:rest*'],
      ['/x7', 'guides/start'],
      ['/x8', '/llms.txt'],
    ];
    site({}, { redirects: pairs.map(([source, destination]) => ({ source, destination })) });
    expect(await reported()).toEqual([]);
  });
});

describe('content', () => {
  test('should be looked at as a whole', async () => {
    site({
      'lost.mdx': page('Lost', 'Text.'),
      'quiet.mdx': '---\ntitle: Quiet\nhidden: true\n---\nText.',
      'guides/start.mdx': page('page a', '[lost2](/lost2)'),
      'lost2.mdx': page('Lost 2', 'Text.'),
      'snippets/unused.mdx': 'Text.',
      'snippets/outer.mdx': 'import Inner from "/snippets/inner.mdx"\n\n<Inner />',
      'snippets/inner.mdx': 'Text.',
      'a.mdx': page('Page A', 'import Outer from "/snippets/outer.mdx"\n\n<Outer />'),
    });
    expect(await reported()).toEqual([
      'notice content/unlisted lost.mdx:1:1 this page is not in the navigation, and no page links to it',
      'notice content/unlisted lost2.mdx:1:1 this page is not in the navigation',
      'notice content/duplicate-title guides/start.mdx:2:1 title "page a" is also the title of a.mdx',
      'notice content/unused-snippet snippets/unused.mdx:1:1 no page uses this file',
    ]);
    expect((await check()).status).toBe('built');
  });

  test.each<[string, string, string]>([
    ['a slip in a prop', '<Card titel="x">y</Card>', 'warning mdx/unknown-prop a.mdx:4:1 <Card> has no prop "titel"'],
    ['a prop without effect', '<Card flavour="x">y</Card>', 'notice mdx/unknown-prop a.mdx:4:1 <Card> has no prop "flavour"'],
    ['code without an end', 'Text\n\n~~~js\nlet a;\n\n## Next', 'warning mdx/code-end a.mdx:6:1 the code block is never closed'],
    ['a component', '<Crad>y</Crad>', 'warning mdx/unknown-component a.mdx:4:1 component <Crad> does not exist'],
    [
      'an image without size',
      '![x](https://x.dev/x.png)',
      'notice content/image-size a.mdx:4:1 docsgen cannot determine the size of image "https://x.dev/x.png"',
    ],
  ])('should judge %s', async (_, body, expected) => {
    site({ 'a.mdx': page('Page A', body) });
    expect(await reported()).toContain(expected);
  });

  test('should say once what holds for many', async () => {
    site({
      'a.mdx': page('Page A', '![x](https://x.dev/x.png)\n\n![y](https://x.dev/y.png)\n\n![z](https://x.dev/z.png)'),
      'b.mdx': page('Page A', 'Text.'),
      'guides/start.mdx': page('Page A', 'Text.'),
    });
    expect(await reported()).toEqual([
      'notice content/image-size a.mdx:4:1 docsgen cannot determine the size of image "https://x.dev/x.png" and of 2 more on this page',
      'notice content/duplicate-title b.mdx:2:1 title "Page A" is also the title of a.mdx and of 1 more page',
    ]);
  });

  test('should find the end of code in lists, in quotes, indented, and behind longer marks', async () => {
    const code = [
      '- a\n\n  ```js\n  x\n  ```',
      '> ```\n> x\n> ```',
      '````md\n```\n````',
      '    x',
      '   ~~~\nx\n  ~~~~  ',
      '<Tip>\n  ```js\n  x\n  ```\n</Tip>',
    ];
    site({ 'a.mdx': page('Page A', code.join('\n\n')) });
    expect((await reported()).filter((line) => line.includes('mdx/'))).toEqual([]);
  });

  test('should leave props of HTML and of the author alone', async () => {
    site({ 'a.mdx': page('Page A', '<Card title="x" className="y" id="z" data-x="1" aria-label="w" style={{ margin: 0 }}>y</Card>') });
    expect(await reported()).toEqual([]);
  });
});

describe('accessibility', () => {
  test.each<[string, string, string[]]>([
    [
      'an image without words',
      '<img src="/images/dot.svg" />',
      ['warning a11y/alt a.mdx:4:1 image "/images/dot.svg" has no alternative text'],
    ],
    ['decoration', '<img src="/images/dot.svg" alt="" /> <img src="/images/dot.svg" aria-hidden="true" />', []],
    [
      'the name of a file',
      '![dot.svg](/images/dot.svg)',
      ['notice a11y/alt-file-name a.mdx:4:1 alternative text "dot.svg" is a file name'],
    ],
    ['a link without words', '<a href="/b"></a>', ['warning a11y/link-text a.mdx:4:1 link to "/b" has no text']],
    ['a link around a picture', '[![](/images/dot.svg)](/b)', ['warning a11y/link-text a.mdx:4:1 link to "/b" has no text']],
    ['a link around a picture with words', '[![Page B](/images/dot.svg)](/b)', []],
    ['a link with a label', '<a href="/b" aria-label="Page B"></a>', []],
    ['a vague link', 'Read it [here](/b).', ['notice a11y/link-text-vague a.mdx:4:9 link text "here" does not describe the destination']],
    ['headings in order', '## One\n\n### Two\n\n## Three', []],
    ['a heading that skips', '## One\n\n#### Two', ['notice a11y/heading-order a.mdx:6:1 a heading of level 4 follows one of level 2']],
    ['a second title', '# One', ['notice a11y/second-title a.mdx:4:1 the page has a heading of level 1 in addition to its title "Page A"']],
    ['a heading without words', '##', ['warning a11y/heading-empty a.mdx:4:1 the heading is empty']],
    [
      'a table without headers',
      '<table><tbody><tr><td>1</td></tr></tbody></table>',
      ['warning a11y/table-header a.mdx:4:1 the table has no header cells'],
    ],
    ['a table with headers in its rows', '<table><tbody><tr><th>a</th><td>1</td></tr></tbody></table>', []],
    ['a table for looks', '<table role="presentation"><tbody><tr><td>1</td></tr></tbody></table>', []],
    ['a frame', '<iframe src="https://x.dev" />', ['notice a11y/frame-title a.mdx:4:1 the iframe has no title']],
  ])('should judge %s', async (_, body, expected) => {
    site({ 'a.mdx': page('Page A', body) });
    expect(await reported({ only: ['a11y'] })).toEqual(expected);
  });

  test('should notice a language that is not the announced one', async () => {
    const chinese = '这是一份关于如何开始使用该产品的文档。'.repeat(20);
    site({ 'a.mdx': page('甲', chinese), 'b.mdx': page('乙', chinese) });
    expect(await reported()).toEqual([
      'warning a11y/lang a.mdx:1:1 this page and 1 more page are written in Chinese or Japanese script but declared as lang="en"',
    ]);
  });
});

describe('API descriptions', () => {
  const description = (text: string) =>
    `openapi: 3.1.0\ninfo:\n  title: T\n  version: '1'\npaths:\n  /a/{id}:\n    get:\n      operationId: a\n      description: ${text}\n      responses:\n        '200':\n          description: ok\n`;
  test('should be checked as by openapi-check, with the links of their words', async () => {
    site({ 'api.yaml': description('See [there](/gone) and [b](/b)') }, { api: { openapi: 'api.yaml' } });
    expect(await reported()).toEqual([
      'error openapi/path-param api.yaml:7:5 {id} in /a/{id} is not declared for GET',
      'warning links/broken api.yaml:9:32 "/gone" points to a page that does not exist',
    ]);
    expect((await check()).status).toBe('failed');
  });
});

test('should not ask for other links where only our addresses differ from those of other generators', async () => {
  const operation = (tag: string) => ({ tags: [tag], summary: 'Is it there?', responses: { 200: { description: 'ok' } } });
  const description = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: { '/x': { get: operation('Things') } } };
  site(
    { 'api.json': JSON.stringify(description), 'a.mdx': page('Page A', '[x](/api-reference/things/is-it-there?)') },
    {
      navigation: {
        groups: [
          { group: 'G', pages: ['index', 'a', 'b', 'guides/start'] },
          { group: 'API', openapi: 'api.json' },
        ],
      },
    },
  );
  expect(await reported({ only: ['links'] })).toEqual([]);
});

test('should leave links to pages of a description that cannot be read in doubt', async () => {
  site(
    { 'a.mdx': page('Page A', '[x](/api-reference/users/get) [y](/nowhere)') },
    { api: { openapi: 'https://x.dev/openapi.json' }, redirects: [{ source: '/old', destination: '/api-reference/users' }] },
  );
  expect(
    (await reported({ only: ['links', 'config/redirect-target'] })).map((line) => line.split(' ').slice(0, 2).join(' ')).sort(),
  ).toEqual(['notice config/redirect-target', 'notice links/broken', 'warning links/broken']);
});

describe('translations', () => {
  const files = {
    'en/a.mdx': page('A', 'Text.'),
    'en/b.mdx': page('B', 'Text.'),
    'es/a.mdx': page('A', 'Texto.'),
    'docs.json': docsJson(
      {
        languages: [
          { language: 'en', default: true, pages: ['en/a', 'en/b'] },
          { language: 'es', pages: ['es/a'] },
        ],
      },
      { colors },
    ),
  };
  const missing = 'notice i18n/missing en/b.mdx:1:1 en/b.mdx has no "es" translation';

  test('should be missed, and measured by the clock of the disk without git', async () => {
    writeProject(folder, files);
    utimesSync(join(folder, 'es/a.mdx'), 1_700_000_000, 1_700_000_000);
    utimesSync(join(folder, 'en/a.mdx'), 1_700_000_000 + 3 * 86_400, 1_700_000_000 + 3 * 86_400);
    expect(await reported()).toEqual(['notice i18n/outdated es/a.mdx:1:1 en/a.mdx changed 3 days after this translation', missing]);
  });

  test('should be measured by commits with git, whatever the disk says', async () => {
    writeProject(folder, files);
    const commit = (date: string, ...paths: readonly string[]) => {
      const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
      const identity = ['-c', 'user.name=x', '-c', 'user.email=x@x.dev', '-c', 'commit.gpgsign=false'];
      execFileSync('git', ['add', ...paths], { cwd: folder });
      execFileSync('git', [...identity, 'commit', '-qm', 'x'], { cwd: folder, env });
    };
    execFileSync('git', ['init', '-q'], { cwd: folder });
    commit('2025-01-01T00:00:00Z', '.');
    utimesSync(join(folder, 'en/a.mdx'), 2_000_000_000, 2_000_000_000);
    expect(await reported()).toEqual([missing]);
    writeProject(folder, { 'en/a.mdx': page('A', 'Other text.') });
    commit('2025-01-11T00:00:00Z', 'en/a.mdx');
    expect(await reported()).toEqual(['notice i18n/outdated es/a.mdx:1:1 en/a.mdx changed 10 days after this translation', missing]);
  });
});

describe('a language that is only begun', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const translated = (...own: readonly string[]): Files => ({
    ...Object.fromEntries(names.map((name) => [`en/${name}.mdx`, page(name, 'Text.')])),
    ...Object.fromEntries(own.map((name) => [`es/${name}.mdx`, page(name, 'Texto.')])),
    'docs.json': docsJson(
      {
        languages: [
          { language: 'en', default: true, pages: names.map((name) => `en/${name}`) },
          { language: 'es', pages: own.map((name) => `es/${name}`) },
        ],
      },
      { colors },
    ),
  });

  test('should be one message', async () => {
    writeProject(folder, translated('a', 'b'));
    const { diagnostics } = await check();
    const found = diagnostics.filter(({ code }) => code === 'i18n/missing');
    expect(found).toMatchObject([{ message: 'only 2 of 6 pages are translated into "es"', location: { file: 'docs.json' } }]);
    expect(found[0]?.location?.lineText).toContain('"es"');
  });

  test('should be a message for each page when most pages are translated', async () => {
    writeProject(folder, translated('a', 'b', 'c', 'd'));
    expect(await reported()).toEqual(
      ['e', 'f'].map((name) => `notice i18n/missing en/${name}.mdx:1:1 en/${name}.mdx has no "es" translation`),
    );
  });
});

describe('--fix', () => {
  test('should go on until nothing is left that it can fix', async () => {
    // The heading is reported only for a path that is written correctly.
    site(
      { 'a.mdx': page('Page A', '[x](/Guides/Start.mdx)'), 'c.mdx': page('Page C', '[y](/OLD)') },
      { redirects: [{ source: '/old', destination: '/b' }] },
    );
    const { fixed, diagnostics } = await check({ fix: true });
    expect(fixed).toBeGreaterThan(1);
    expect(diagnostics.filter(({ fix }) => fix !== undefined)).toEqual([]);
    expect(readFileSync(join(folder, 'a.mdx'), 'utf8')).toContain('[x](/guides/start)');
  });

  test('should apply unambiguous fixes, and keep every other byte', async () => {
    const body =
      '\r\n[/Guides/Start](/Guides/Start#x "t") and `/Guides/Start`\r\n\r\n[y][ref] [z](/b.mdx?q=1) ![](/Images/dot.svg) [w](/old)\r\n\r\n[ref]: </Guides/start>\r\n';
    site({ 'a.mdx': `\ufeff---\r\ntitle: Page A\r\n---\r\n${body}` }, { redirects: [{ source: '/old', destination: '/b' }] });
    const { fixed } = await check({ fix: true });
    expect(fixed).toBe(5);
    expect(readFileSync(join(folder, 'a.mdx'), 'utf8')).toBe(
      `\ufeff---\r\ntitle: Page A\r\n---\r\n${body
        .replace('(/Guides/Start#x', '(/guides/start#x')
        .replace('</Guides/start>', '</guides/start>')
        .replace('/b.mdx?q', '/b?q')
        .replace('/Images', '/images')
        .replace('(/old)', '(/b)')}`,
    );
  });

  test('should write where redirects end, and change nothing a second time', async () => {
    const redirects = [
      ['/x1', '/x2'],
      ['/x2', '/b'],
      ['/y', '/gone'],
      ['/z', 'https://x.dev'],
    ].map(([source, destination]) => ({ source, destination }));
    site({ 'a.mdx': page('Page A', '[x](/x1) [y](/y) [z](/z)') }, { redirects });
    expect((await check({ fix: true })).fixed).toBe(1);
    expect(readFileSync(join(folder, 'a.mdx'), 'utf8')).toContain('[x](/b) [y](/y) [z](/z)');
    expect((await check({ fix: true })).fixed).toBe(0);
  });
});

test('should suggest the URL of the page for a link in another letter case', async () => {
  site({ 'a.mdx': page('Page A', '[x](/Guides/Start)') });
  const { diagnostics } = await check();
  expect(diagnostics.filter(({ code }) => code === 'links/case').map(({ hint }) => hint)).toEqual([
    'write "/guides/start": web servers are case-sensitive',
  ]);
});

describe('the command', () => {
  test('should end by what it found, in the format that is asked for', async () => {
    site({ 'a.mdx': page('Page A', '[x](/nowhere) [here](/b)') });
    const run = (...args: string[]) => runWarm(['check', ...args, '--no-cache'], { cwd: folder });
    const plain = await run('--quiet');
    expect(plain.exit).toBe(1);
    expect(plain.stderr).toMatch(
      /^a\.mdx:4:1 warning links\/broken "\/nowhere" points to a page that does not exist\n {2}4 \| \[x\]\(\/nowhere\)/,
    );
    const only = await run('--only', 'a11y', '--format', 'json');
    expect(only.exit).toBe(0);
    expect(JSON.parse(only.stdout)).toMatchObject([
      { code: 'a11y/link-text-vague', severity: 'notice', location: { file: 'a.mdx', line: 4, column: 15 } },
    ]);
    expect((await run('--only', 'links/broken', '--format', 'github')).stdout).toMatch(
      /^::warning file=a\.mdx,line=4,col=1,title=links\/broken::/,
    );
    expect(JSON.parse((await run('--format', 'sarif')).stdout).runs[0].results).toHaveLength(2);
    expect((await run('--only', 'linkz')).exit).toBe(2);
    expect((await run('nowhere')).exit).toBe(2);
  });
});
