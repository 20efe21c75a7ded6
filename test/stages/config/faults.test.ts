/** One line of input, the faults that it must give. */
import { describe, expect, test } from 'vitest';
import { memory } from '../../../src/platform/files/memory.ts';
import { namedBy } from '../../../src/platform/remote/permission.ts';
import { loadConfig } from '../../../src/stages/config/index.ts';
import { config, docs, hints, line, lines, load, problems } from './load.ts';

const navigation = (value: object) => ({ navigation: value });

describe('the file', () => {
  test('should name the folder when there is none', () => {
    expect(lines({ 'notes.txt': '' })).toEqual(['error config/missing docs.json not found in the current folder']);
  });

  test.each([
    [
      'UTF-16 with a mark',
      Buffer.from('\ufeff{}', 'utf16le'),
      'docs.json:1:1 error config/encoding docs.json is encoded as UTF-16, not as UTF-8',
    ],
    [
      'UTF-16 without',
      Buffer.from('{"name":"a"}', 'utf16le'),
      'docs.json:1:1 error config/encoding docs.json is encoded as UTF-16 or UTF-32, not as UTF-8',
    ],
    [
      'Latin-1',
      Buffer.from('{\n "name":"caf\xe9"}', 'latin1'),
      'docs.json:2:13 error config/encoding docs.json is not valid UTF-8: unexpected byte 0xe9',
    ],
  ])('should refuse %s', (_name, bytes, problem) => {
    expect(lines({ 'docs.json': bytes })).toEqual([problem]);
  });

  test('should refuse more than 5 MiB', () => {
    expect(load(`"${'x'.repeat(5 * 1024 * 1024)}"`).diagnostics[0]).toMatchObject({ code: 'config/too-large' });
  });

  test('should accept a byte order mark and CRLF', () => {
    const plain = load(docs());
    const windows = load(`\ufeff${JSON.stringify(JSON.parse(docs()), null, 2).replaceAll('\n', '\r\n')}`);
    expect(windows.diagnostics).toEqual([]);
    const withoutPlaces = (value: unknown) => JSON.stringify(value, (key, part) => (key === 'location' ? undefined : part));
    expect(withoutPlaces(windows.value)).toBe(withoutPlaces(plain.value));
  });

  test('should prefer docs.json to mint.json', () => {
    expect(load({ 'docs.json': docs({ name: 'new' }), 'mint.json': '{' }).value?.name).toBe('new');
  });
});

describe('shape', () => {
  test.each<[string, string[]]>([
    ['[]', ['docs.json:1:1 error config/type docs.json must be an object, got array']],
    ['null', ['docs.json:1:1 error config/type docs.json must be an object, got null']],
    [
      '{"navgation":{"pages":["index"]},"theme":"mint","name":"A","colors":{"primary":"#123"}}',
      ['docs.json:1:2 error config/required unknown key "navgation": navigation is required'],
    ],
  ])('%s', (text, expected) => {
    expect(lines(text)).toEqual(expected);
  });

  test('should say what takes the place of a key of mint.json where only docs.json has the section', () => {
    const dropdowns = [{ dropdown: 'Blog', url: 'https://a.test' }];
    const text = docs(navigation({ global: { dropdowns }, groups: [{ group: 'A', pages: ['index'], url: '' }] }));
    expect(load(text).diagnostics.map(({ message, hint }) => [message, hint])).toEqual([
      ['unknown key "url": navigation.global.dropdowns[0].href is required', 'rename "url" to "href"'],
      ['unknown key "url" in navigation.groups[0]', 'remove it: it has no effect'],
    ]);
  });

  test('should not send the folder of a section of mint.json to a link', () => {
    const text = docs(navigation({ tabs: [{ tab: 'API', url: 'api', groups: [{ group: 'A', pages: ['index'] }] }] }));
    expect(load(text).diagnostics.map(({ hint }) => hint)).toEqual(['remove it: it is a key of the old mint.json format']);
  });

  test.each<[string, string, string | undefined]>([
    [
      'navigation that does not exist',
      '{"theme":"mint","name":"A","colors":{"primary":"#123"}}',
      'add "navigation": { "pages": ["index"] }',
    ],
    [
      'a list for the navigation',
      docs(navigation([{ group: 'A', pages: ['index'] }])),
      'write { "groups": […] }: a list is the old mint.json format',
    ],
    ['a text for a list', docs(navigation({ groups: [{ group: 'A', pages: 'index' }] })), 'write ["index"]'],
    ['a text for a list of objects', docs(navigation({ groups: 'index' })), undefined],
    ['a number for a text', docs(navigation({ versions: [{ version: 2, pages: ['index'] }] })), 'write "2"'],
    ['a text for a flag', docs(navigation({ groups: [{ group: 'A', expanded: 'true', pages: [] }] })), 'write true, without quotes'],
    ['a text for a key of an object', docs({ ...navigation({ pages: ['index'] }), appearance: 'dark' }), 'write { "default": "dark" }'],
    ['a list for a key of an object', docs({ ...navigation({ pages: ['index'] }), contextual: ['copy'] }), 'write { "options": […] }'],
    [
      'a list for an object',
      docs({ ...navigation({ pages: ['index'] }), footer: { socials: [{ x: 'https://x.com/a' }] } }),
      'write an object with keys such as "x", "website", "facebook"',
    ],
    ['a text for an object of one key', docs({ ...navigation({ pages: ['index'] }), banner: 'Hi' }), 'write { "content": "Hi" }'],
    ['a key that is missing', docs(navigation({ groups: [{ pages: ['index'] }] })), 'add "group"'],
    [
      'a key of few values',
      docs({ ...navigation({ pages: ['index'] }), navbar: { primary: { label: 'Go', href: '/' } } }),
      'add "type": "button", "github" or "discord"',
    ],
    ['an object for a page', docs(navigation({ pages: [{ page: 'index' }] })), 'write the page as text: "index"'],
    ['nothing at all', ' \n', 'the file is empty: write { } with its settings in it'],
    ['two commas', '{"a": 1,, "b": 2}', 'remove the comma'],
    ['two commas in a list', '[1,, 2]', 'remove the comma'],
    ['a sign that is no colon', '{"a" = 1}', 'write a colon between the key and its value'],
  ])('should suggest the fix for %s', (_, text, hint) => {
    expect(load(text).diagnostics[0]?.hint).toBe(hint);
  });

  test('should know keys by the names that writers give them', () => {
    const text = docs({ ...navigation({ groups: [{ title: 'A', pages: ['index'] }] }), redirects: [{ from: '/a', to: '/b' }] });
    expect(load(text).diagnostics.map(({ message, hint }) => [message, hint])).toEqual([
      ['unknown key "title": navigation.groups[0].group is required', 'rename "title" to "group"'],
      ['unknown key "from": redirects[0].source is required', 'rename "from" to "source"'],
      ['unknown key "to": redirects[0].destination is required', 'rename "to" to "destination"'],
    ]);
  });

  test('should give all errors of a run, each at its place', () => {
    const text = '{"theme":"mint","name":"A","colors":{"primary":"#123"},\n"navigation":{"groups":[{"group":5,"pages":"index"}]}}';
    expect(lines(text)).toEqual([
      'docs.json:2:34 error config/type navigation.groups[0].group must be string, got number',
      'docs.json:2:44 error config/type navigation.groups[0].pages must be array, got string',
    ]);
  });

  test.each<[object, string[]]>([
    [
      { theme: 'venus' },
      ['error config/enum theme must be one of mint, maple, palm, willow, linden, almond, aspen, sequoia, luma, got "venus"'],
    ],
    [{ colors: { primary: 'red' } }, ['error config/format colors.primary must be a hex colour such as #0d9373, got "red"']],
    [{ colors: { primary: '#123', acent: '#123' } }, ['error config/unknown-key unknown key "acent" in colors']],
    [{ favicon: 5 }, ['error config/type favicon must be string or object, got number']],
    [{ fonts: { family: 'X', source: '/x.woff2' } }, ['error config/required fonts.format is required']],
    [{ name: '' }, ['error config/empty name must not be empty']],
    [{ footer: { socials: { x: '@a' } } }, ['error config/format footer.socials.x must be an absolute URL, got "@a"']],
    [{ contextual: { options: ['copy', 'copy'] } }, ['error config/duplicate contextual.options contains "copy" twice']],
    [
      { api: { playground: { display: 'auth' } } },
      ['warning config/auth-required api.playground.display "auth" requires sign-in, which is not configured'],
    ],
    [{ tabs: [] }, ['warning config/unknown-key unknown key "tabs"']],
  ])('%j', (extra, expected) => {
    expect(problems(extra)).toEqual(expected);
  });

  test('should not be reached by a __proto__ key', () => {
    const text = docs().replace('{', '{"__proto__":{"polluted":true},');
    expect(lines(text)).toEqual(['docs.json:1:2 warning config/unknown-key unknown key "__proto__"']);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(Object.hasOwn(load(text).value as object, 'polluted')).toBe(false);
  });
});

describe('navigation', () => {
  test('should show how pages are listed when nothing is', () => {
    expect(load(docs({ navigation: {} })).diagnostics[0]?.hint).toBe('list the pages of the site: "pages": ["index"]');
  });

  const tab = (extra: object) => navigation({ tabs: [{ tab: 'A', ...extra }] });
  const group = (extra: object) => navigation({ groups: [{ group: 'G', pages: ['index'], ...extra }] });
  test.each<[object, string[]]>([
    [
      navigation({ tabs: [{ tab: 'A', pages: ['index'] }], groups: [{ group: 'G', pages: ['index'] }] }),
      [
        'error config/nav-pattern exactly one of pages, groups, tabs, anchors, dropdowns, products, versions, languages at the root; found tabs and groups (navigation.tabs and navigation.groups)',
      ],
    ],
    [
      navigation({ anchors: [{ anchor: 'X', href: 'https://x.y' }], versions: [{ version: '1', pages: ['index'] }] }),
      [
        'warning config/nav-pattern navigation.anchors has only links and is next to navigation.versions; docsgen shows the links on every page',
      ],
    ],
    [
      navigation({ anchors: [{ anchor: 'X', href: 'https://x.y', openapi: 'a.json' }], groups: [{ group: 'G', pages: ['index'] }] }),
      [
        'error config/nav-pattern exactly one of pages, groups, tabs, anchors, dropdowns, products, versions, languages at the root; found anchors and groups (navigation.anchors and navigation.groups)',
      ],
    ],
    [
      navigation({
        tabs: [{ tab: 'A', pages: ['index.mdx', { group: 'G', pages: ['GET /a'] }] }],
        versions: [{ version: '1', tabs: [{ tab: 'A', groups: [{ group: 'H', pages: ['/index', 'GET /a', 'more'] }] }] }],
      }),
      ['warning config/nav-pattern navigation.tabs repeats the tabs in navigation.versions; docsgen ignores it'],
    ],
    [
      navigation({ pages: ['/index'], tabs: [{ tab: 'A', groups: [{ group: 'G', pages: ['index'] }] }] }),
      ['warning config/nav-pattern navigation.pages repeats the pages in navigation.tabs; docsgen ignores it'],
    ],
    [
      navigation({ pages: ['start'], tabs: [{ tab: 'A', pages: ['index'] }] }),
      [
        'warning config/nav-pattern navigation.pages is next to navigation.tabs; docsgen builds its pages but does not list them in the navigation',
      ],
    ],
    ...[
      { pages: [{ group: 'G', pages: ['index'] }], tabs: [{ tab: 'A', pages: ['index'] }] },
      { pages: ['start', 'GET /a'], tabs: [{ tab: 'A', pages: ['index'] }] },
    ].map((root): [object, string[]] => [
      navigation(root),
      [
        'error config/nav-pattern exactly one of pages, groups, tabs, anchors, dropdowns, products, versions, languages at the root; found pages and tabs (navigation.pages and navigation.tabs)',
      ],
    ]),
    ...[[{ tab: 'A', pages: ['index', 'b'] }], [{ tab: 'B', pages: ['index'] }], [{ tab: 'A', pages: ['index'], openapi: 'a.json' }]].map(
      (tabs): [object, string[]] => [
        navigation({ tabs, versions: [{ version: '1', tabs: [{ tab: 'A', pages: ['index'] }] }] }),
        [
          'error config/nav-pattern exactly one of pages, groups, tabs, anchors, dropdowns, products, versions, languages at the root; found tabs and versions (navigation.tabs and navigation.versions)',
        ],
      ],
    ),
    [
      navigation({ openapi: 'a.json' }),
      [
        'error config/nav-pattern exactly one of pages, groups, tabs, anchors, dropdowns, products, versions, languages at the root; found none',
      ],
    ],
    [
      tab({ anchors: [{ anchor: 'x', pages: ['index'] }], groups: [{ group: 'G', pages: ['index'] }] }),
      ['error config/nav-children navigation.tabs[0] mixes anchors and groups'],
    ],
    [
      tab({ groups: [{ group: 'G', pages: ['index'] }], pages: ['index'] }),
      ['warning config/nav-children navigation.tabs[0] mixes groups and pages'],
    ],
    [tab({ pages: ['index'], groups: [] }), ['warning config/empty navigation.tabs[0].groups is empty']],
    [tab({ pages: ['index'], href: '/x' }), ['warning config/nav-children navigation.tabs[0] has href and pages; docsgen ignores href']],
    [tab({ tabs: [{ tab: 'B', pages: ['index'] }] }), ['error config/nav-children navigation.tabs[0].tabs: a tab must not contain tabs']],
    [
      tab({
        menu: [
          { item: 'i', anchors: [] },
          { item: 'j', pages: ['index'] },
        ],
      }),
      [
        'notice config/empty navigation.tabs[0].menu[0] has no pages and is not shown',
        'error config/nav-children menu items may contain only groups, pages and external links; navigation.tabs[0].menu[0] contains anchors',
      ],
    ],
    [
      tab({ menu: [{ item: 'i', tabs: [{ tab: 'B', pages: ['index'] }] }] }),
      [
        'warning config/nav-children menu items may contain only groups, pages and external links; navigation.tabs[0].menu[0] contains tabs, whose pages are shown in one list',
      ],
    ],
    [
      tab({ menu: [{ pages: ['index'] }] }),
      ['error config/nav-children navigation.tabs[0].menu[0] has no item: each entry of a menu needs a label'],
    ],
    [
      tab({ graphql: 's.graphql', openapi: 'a.json' }),
      ['error config/nav-children navigation.tabs[0] has graphql and openapi, but next to graphql only groups are allowed'],
    ],
    [
      group({ graphql: 's.graphql' }),
      ['error config/nav-children navigation.groups[0].graphql must be left out: a GraphQL source belongs to a tab'],
    ],
    [group({ expnded: true }), ['warning config/unknown-key unknown key "expnded" in navigation.groups[0]']],
    [group({ expanded: 'true' }), ['error config/type navigation.groups[0].expanded must be boolean, got string']],
    [
      group({ boost: -1 }),
      ['warning config/boost navigation.groups[0].boost is -1, but a search weight must be greater than 0; docsgen uses 1'],
    ],
    [
      navigation({
        versions: [
          { version: '1', default: true, pages: ['a'] },
          { version: '1', default: true, pages: ['b'] },
        ],
      }),
      [
        'error config/duplicate-name version "1" appears twice: navigation.versions[0] and navigation.versions[1]',
        'warning config/default only one version may be the default, but both navigation.versions[0] and navigation.versions[1] are; docsgen uses the first',
      ],
    ],
    [navigation({ pages: [] }), ['warning config/empty navigation has no pages']],
    [
      navigation({
        tabs: [
          { tab: 'Filled', pages: ['index'] },
          { tab: 'Bare' },
          { tab: 'Lists', groups: [{ group: 'None', pages: [] }] },
          { tab: 'API', openapi: 'a.json', groups: [{ group: 'All operations' }] },
          { tab: 'Link', href: 'https://a.b' },
        ],
      }),
      [
        'notice config/empty navigation.tabs[1] has no pages and is not shown',
        'notice config/empty navigation.tabs[2].groups[0] has no pages and is not shown',
      ],
    ],
    [{ ...navigation({ tabs: [{ tab: 'A', pages: ['index'] }, { tab: 'All operations' }] }), api: { openapi: 'a.json' } }, []],
    [
      navigation({ pages: ['index', 'https://a.b'] }),
      ['warning config/page-url "https://a.b" is a URL, not a page; docsgen ignores the entry'],
    ],
  ])('%j', (extra, expected) => {
    expect(problems(extra)).toEqual(expected);
  });

  test('should read the keys of the old mint.json in its sections, at their own locations', () => {
    const anchors = [
      { name: 'Blog', icon: 'newspaper', url: 'https://a.b/blog', color: '#2563eb' },
      { name: 'API', url: 'api', groups: [{ group: 'G', pages: ['b'] }] },
      { anchor: 'Kept', name: 'Other', href: 'https://a.b/kept', url: 'https://a.b/other' },
    ];
    const text = docs(navigation({ global: { anchors: [anchors[0], anchors[2]] }, anchors: [anchors[1]] }));
    const { value, diagnostics } = load(text);
    expect(diagnostics.map(({ severity, code, message, hint }) => `${severity} ${code} ${message}: ${hint}`)).toEqual([
      'warning config/ignored "name" in navigation.global.anchors[0] is a key of the old mint.json format; docsgen reads it as "anchor": rename "name" to "anchor"',
      'warning config/ignored "url" in navigation.global.anchors[0] is a key of the old mint.json format; docsgen reads it as "href": rename "url" to "href"',
      'warning config/ignored "color" in navigation.global.anchors[0] is a key of the old mint.json format; docsgen reads it as "color.light": write "color": { "light": "…", "dark": "…" }',
      'warning config/unknown-key unknown key "name" in navigation.global.anchors[1]: remove it: it has no effect',
      'warning config/unknown-key unknown key "url" in navigation.global.anchors[1]: remove it: it has no effect',
      'warning config/ignored "name" in navigation.anchors[0] is a key of the old mint.json format; docsgen reads it as "anchor": rename "name" to "anchor"',
      'warning config/unknown-key unknown key "url" in navigation.anchors[0]: remove it: it is a key of the old mint.json format',
    ]);
    for (const { location, message } of diagnostics) {
      const key = /"(\w+)" in/.exec(message)?.[1] as string;
      expect(text.slice((location?.column ?? 0) - 1)).toMatch(new RegExp(`^"${key}":`));
    }
    expect(value?.globalLinks).toMatchObject([
      { name: 'Blog', href: 'https://a.b/blog', color: { light: '#2563eb', dark: '#2563eb' } },
      { name: 'Kept', href: 'https://a.b/kept' },
    ]);
    expect(value?.navigation.entries).toMatchObject([{ kind: 'anchor', name: 'API' }]);
  });

  test('should judge the value of an old key where it is written', () => {
    expect(lines(docs(navigation({ anchors: [{ name: 'A', url: 'javascript:alert(1)' }], pages: ['index'] })))).toContain(
      'docs.json:1:102 error config/url-scheme navigation.anchors[0].href must be an http, https or mailto URL, or a site path, got "javascript:alert(1)"',
    );
    expect(problems(navigation({ groups: [{ name: 'G', pages: ['index'] }] }))).toEqual([
      'error config/required unknown key "name": navigation.groups[0].group is required',
    ]);
  });

  test('should list the languages for one that it does not know', () => {
    const [problem] = problems(navigation({ languages: [{ language: 'xx', pages: ['index'] }] }));
    expect(problem).toBe('error config/enum language "xx" is not supported');
    expect(hints(navigation({ languages: [{ language: 'xx', pages: ['index'] }] }))[0]).toMatch(
      /^use one of ar, ca, cn, cs, .* fr, fr-CA, he, .* zh-TW$/,
    );
  });

  test.each([
    ['ger', 'de'],
    ['german', 'de'],
    ['de-AT', 'de'],
    ['pt_BR', 'pt-BR'],
    ['Español', 'es'],
    ['dk', 'da'],
    ['zh-hans', 'zh-Hans'],
    ['eng', 'en'],
  ])('language %s: use %s', (language, code) => {
    expect(hints(navigation({ languages: [{ language, pages: ['index'] }] }))[0]).toBe(`use "${code}"`);
  });

  test.each([
    ['crimson', 'write "#dc143c"'],
    ['16a34a', 'write "#16a34a"'],
    ['#fb718', 'write 3 or 6 hexadecimal digits after #'],
    ['rgb(1, 2, 3)', undefined],
  ])('color %s: %s', (primary, hint) => {
    expect(hints({ colors: { primary } })).toEqual([hint]);
  });

  test.each([
    ['from', 'rename "from" to "source"'],
    ['form', 'rename "form" to "source"'],
    ['sorce', 'rename "sorce" to "source"'],
  ])('key %s of a redirect: one message', (key, hint) => {
    expect(hints({ redirects: [{ [key]: '/a', destination: '/index' }] })).toEqual([hint]);
  });

  test('should accept any division in any other, also inside a list of pages', () => {
    const pages = ['index', { group: 'G', pages: [{ anchor: 'A', groups: [{ group: 'H', pages: ['b'] }] }] }];
    const value = config(
      navigation({ languages: [{ language: 'en', products: [{ product: 'P', tabs: [{ tab: 'T', menu: [{ item: 'I', pages }] }] }] }] }),
    );
    expect(JSON.stringify(value.navigation)).toContain('navigation.languages[0].products[0].tabs[0].menu[0].pages[1].pages[0].groups[0]');
  });

  test.each([33, 60, 1_000, 20_000])('should refuse groups nested %i deep without a full stack', (depth) => {
    const text = `{"theme":"mint","name":"A","colors":{"primary":"#123"},"navigation":{"groups":[${'{"group":"G","pages":['.repeat(depth)}"index"${']}'.repeat(depth)}]}}`;
    const errors = load(text).diagnostics.filter(({ severity }) => severity === 'error');
    expect(errors).toMatchObject([
      {
        code: 'config/too-deep',
        message: expect.stringMatching(/^navigation nested deeper than 32 levels at navigation\.groups\[0\]\.pages\[0\]\.\.\.$/),
      },
    ]);
  });

  test('should take groups nested 32 deep', () => {
    const text = `{"theme":"mint","name":"A","colors":{"primary":"#123"},"navigation":{"groups":[${'{"group":"G","pages":['.repeat(32)}"index"${']}'.repeat(32)}]}}`;
    expect(lines(text)).toEqual([]);
  });
});

describe('paths', () => {
  test.each([
    ['in\u0000dex', 'error config/path control character U+0000 in navigation.pages[0]'],
    ['../outside/secret', 'error config/path path "../outside/secret" at navigation.pages[0] points outside the project'],
    ['a/../../b', 'error config/path path "a/../../b" at navigation.pages[0] points outside the project'],
    ['..\\b', 'error config/path path "..\\\\b" at navigation.pages[0] points outside the project'],
    ['/../b', 'error config/path path "/../b" at navigation.pages[0] points outside the project'],
    ['C:\\b', 'error config/path path "C:\\\\b" at navigation.pages[0] points outside the project'],
    ['../a.yaml GET /x', 'error config/path path "../a.yaml" at navigation.pages[0] points outside the project'],
    ['/etc/passwd', 'error config/path absolute paths resolve inside the project: etc/passwd not found'],
  ])('%j', (page, problem) => {
    expect(problems(navigation({ pages: [page] }))).toEqual([problem]);
  });

  test.each(['%2e%2e/x', '/a', './a', 'a/..b/c', 'guides/0.5', '指南/入门', 'a b+c', 'a/../b'])('should accept %j', (page) => {
    expect(problems(navigation({ pages: [page] }))).toEqual([]);
  });

  test.each<[object, string]>([
    [
      navigation({ openapi: '../secret.yaml', pages: ['index'] }),
      'error config/path path "../secret.yaml" at navigation.openapi points outside the project',
    ],
    [{ api: { asyncapi: ['../a.yaml'] } }, 'error config/path path "../a.yaml" at api.asyncapi[0] points outside the project'],
    [
      { api: { openapi: 'file:///etc/passwd' } },
      'error config/remote-denied api.openapi must be a path in the project or an https URL, got "file:///etc/passwd"',
    ],
    [{ logo: { light: '../a.svg', dark: '/b.svg' } }, 'error config/path path "../a.svg" at logo.light points outside the project'],
    [
      { favicon: 'javascript:alert(1)' },
      'error config/url-scheme favicon must be a path in the project or an https URL, got "javascript:alert(1)"',
    ],
  ])('%j', (extra, problem) => {
    expect(problems(extra)).toEqual([problem]);
  });
});

describe('hosts of specifications', () => {
  const denied = (url: string) => problems({ api: { openapi: url } }).some((problem) => problem.includes('cannot allow the private host'));
  test.each([
    'http://169.254.169.254/latest/meta-data',
    'http://localhost:3000/openapi.json',
    'http://127.1/x',
    'http://0x7f000001/x',
    'http://2130706433/x',
    'https://10.1.2.3/x',
    'https://172.31.0.1/x',
    'https://192.168.0.1/x',
    'https://100.64.0.1/x',
    'http://[::1]/x',
    'http://[::ffff:169.254.169.254]/x',
    'http://[fd00::1]/x',
    'http://metadata.google.internal/x',
    'http://printer.local./x',
  ])('should never ask %s', (url) => {
    expect(denied(url)).toBe(true);
  });

  test.each([
    'https://x.y/o.yaml',
    'http://x.y/o.json',
    'https://172.32.0.1/x',
    'https://localhost.example.com/x',
    'https://[2606:4700::1111]/x',
  ])('should leave %s to the reader', (url) => {
    expect(problems({ api: { openapi: url } })).toEqual([]);
  });

  const url = 'http://localhost:3000/a.json';
  test.each([
    ['as text', { openapi: url }],
    ['in a list', { openapi: [url] }],
    ['with a folder', { openapi: { source: url, directory: 'x' } }],
    ['in entries of pages', { openapi: url, pages: [`${url} GET /a`, `${url} webhook a`] }],
  ])('should take one that is named for it, %s', (_, group) => {
    const files = memory({ 'docs.json': docs({ navigation: { groups: [{ group: 'A', ...group }] } }) });
    const denied = loadConfig({ files }).diagnostics.filter(({ code }) => code === 'config/remote-denied');
    expect(denied[0]?.hint).toContain('--allow-remote http://localhost:3000,');
    expect(loadConfig({ files, isNamed: namedBy(['http://localhost:3000']) }).diagnostics).toEqual([]);
    for (const other of ['*', 'localhost', 'http://localhost:3001'])
      expect(loadConfig({ files, isNamed: namedBy([other]) }).diagnostics).toHaveLength(denied.length);
  });
});

describe('links', () => {
  test.each(['javascript:alert(1)', ' JaVa\tScRiPt:alert(1)', 'data:text/html,<script>alert(1)</script>', 'vbscript:x'])(
    'should refuse %j',
    (href) => {
      for (const extra of [
        navigation({ anchors: [{ anchor: 'x', href }] }),
        { navbar: { links: [{ label: 'x', href }] } },
        { footer: { links: [{ items: [{ label: 'x', href }] }] } },
        { contextual: { options: [{ title: 'T', description: 'D', href }] } },
        { logo: { light: '/a.svg', dark: '/b.svg', href } },
        navigation({ global: { anchors: [{ anchor: 'x', href }] }, pages: ['index'] }),
      ]) {
        expect(problems(extra).filter((problem) => problem.startsWith('error'))).toEqual([
          expect.stringMatching(/^error config\/url-scheme \S*href must be an http, https or mailto URL/),
        ]);
      }
    },
  );

  test('should say what is allowed', () => {
    expect(problems(navigation({ anchors: [{ anchor: 'x', href: 'javascript:alert(1)' }] }))[0]).toContain(
      'navigation.anchors[0].href must be an http, https or mailto URL, or a site path, got',
    );
  });
});

describe('icons', () => {
  const icon = (value: string) => problems(navigation({ groups: [{ group: 'G', icon: value, pages: ['index'] }] }));
  test.each([
    'star',
    'fa-brands github',
    '/images/a.svg',
    'https://x.y/a.png',
    '<svg viewBox="0 0 1 1"><path d="M0 0"/></svg>',
    '<svg xmlns="http://www.w3.org/2000/svg" fill=\'none\'><g><title>a</title><use href="#b"/></g></svg>',
  ])('should accept %s', (value) => {
    expect(icon(value)).toEqual([]);
  });

  test.each([
    '<svg onload=alert(1)>',
    '<svg onload="alert(1)"/>',
    '<svg><script>alert(1)</script></svg>',
    '<svg><a href="javascript:alert(1)"><path/></a></svg>',
    '<svg><use href="https://x.y/#a"/></svg>',
    '<svg><foreignObject><body/></foreignObject></svg>',
    '<svg><path style="background:url(https://x.y)"/></svg>',
    '<svg><animate onbegin="alert(1)"/></svg>',
    '<svg></svg><img src=x onerror=alert(1)>',
    '<img src=x onerror=alert(1)>',
    '<svg><path d="a"></svg>',
    'javascript:alert(1)',
  ])('should refuse %s', (value) => {
    expect(icon(value)).toEqual([
      expect.stringContaining('error config/icon navigation.groups[0].icon must be an icon name, a site path or an https URL'),
    ]);
  });
});

test.each(['data:image/svg+xml,%3Csvg%3E', 'data:image/png;base64,AAAA', 'ftp://x.example/a.png'])(
  'should leave out a background of social images that cannot be drawn: %s',
  (background) => {
    const { value, diagnostics } = load(docs({ thumbnails: { background } }));
    expect(diagnostics.map(({ severity, code }) => `${severity} ${code}`)).toEqual(['warning config/url-scheme']);
    expect(value?.thumbnails).toEqual({});
  },
);

describe('redirects', () => {
  const redirects = (...pairs: [string, string][]) =>
    problems({ redirects: pairs.map(([source, destination]) => ({ source, destination })) });
  test.each<[[string, string][], string[]]>([
    [
      [['/a', '//evil.example/x']],
      ['error config/redirect destination must be a site path or an absolute http(s) URL; // is ambiguous (redirects[0])'],
    ],
    [
      [['/a', '/\\evil.example']],
      ['error config/redirect destination must be a site path or an absolute http(s) URL; /\\ is ambiguous (redirects[0])'],
    ],
    [
      [['/a', 'javascript:alert(1)']],
      ['error config/redirect destination must be a site path or an absolute http(s) URL, got "javascript:alert(1)"'],
    ],
    [
      [['https://a.example/old', '/b']],
      [
        'warning config/redirect source "https://a.example/old" is a URL, but redirects match paths of this site; docsgen ignores the redirect',
      ],
    ],
    [
      [
        ['/a', '/b'],
        ['/a', '/c'],
      ],
      ['warning config/redirect source /a is redirected twice, first by redirects[0], which docsgen uses'],
    ],
    [
      [
        ['/a', '/b'],
        ['/a/', '/b'],
      ],
      [],
    ],
    [
      [
        ['/a', '/b'],
        ['/a/', '/c'],
      ],
      ['warning config/redirect source /a/ is redirected twice, first by redirects[0], which docsgen uses'],
    ],
    [
      [['/a/:id', '/b/:name']],
      ['warning config/redirect destination uses :name, which the source /a/:id does not contain; docsgen ignores the redirect'],
    ],
    [[['/a', '/b/*']], ['warning config/redirect destination uses *, which the source /a does not contain; docsgen ignores the redirect']],
    [
      [
        ['/a*', '/b/:slug*'],
        ['/a*', '/c'],
      ],
      ['warning config/redirect destination uses :slug, which the source /a* does not contain; docsgen ignores the redirect'],
    ],
    [
      [['/a/:x', '/b/:y/:z/:y']],
      ['warning config/redirect destination uses :y and :z, which the source /a/:x does not contain; docsgen ignores the redirect'],
    ],
    [
      [
        ['/a/:slug*', '/b/:slug*'],
        ['/c/*', '/d/*'],
        ['/e', 'https://x.y:80/z'],
        ['/f', 'g/h#i'],
      ],
      [],
    ],
  ])('%j', (pairs, expected) => {
    expect(redirects(...pairs)).toEqual(expected);
  });

  test('should say how the destination can be filled in', () => {
    const text = docs({
      ...navigation({ groups: [{ group: 'A', pages: ['index'] }] }),
      redirects: [{ source: '/a*', destination: '/b/:slug*' }],
    });
    expect(load({ 'docs.json': text }).diagnostics).toMatchObject([{ hint: expect.stringContaining('such as :slug*') }]);
  });
});

describe('secrets', () => {
  const token = `ghp_${'0123456789abcdefghijABCDEFGHIJ'.padEnd(36, 'x')}`;
  test('should stop the build and never be shown', () => {
    const { value, diagnostics } = load(docs({ description: `use ${token}`, unknown: token }));
    expect(value).toBeUndefined();
    expect(diagnostics.map(line).filter((text) => text.includes('config/secret'))).toEqual([
      expect.stringContaining('error config/secret description looks like a secret; keep it in an environment variable (ghp_*'),
      expect.stringContaining('error config/secret unknown looks like a secret'),
    ]);
    expect(JSON.stringify(diagnostics)).not.toContain(token);
    expect(diagnostics[0]?.location?.lineText).toContain('ghp_*');
  });

  test.each([
    `dg_admin_${'a1'.repeat(23)}`,
    'AKIAIOSFODNN7EXAMPLE',
    `sk-ant-${'a1'.repeat(20)}`,
    '-----BEGIN RSA PRIVATE KEY-----\nabc',
    `xoxb-${'1'.repeat(12)}`,
  ])('should know %s', (value) => {
    expect(problems({ description: value }).some((problem) => problem.includes('config/secret'))).toBe(true);
  });

  test('should leave public identifiers and page names alone', () => {
    const integrations = {
      posthog: { apiKey: `phc_${'a1'.repeat(20)}` },
      ga4: { measurementId: 'G-ABCDEF1234' },
      intercom: { appId: 'abcdef12' },
    };
    const pages = ['guides/task-management-for-large-teams-and-companies', 'sk-learn/how-to-use-it-with-our-platform'];
    expect(problems({ integrations, navigation: { pages } })).toEqual([]);
  });
});

describe('languages of api.examples', () => {
  test.each([
    [['curl', 'Python', '.Net', 'c#'], []],
    [['pyhton'], ['docsgen has no code samples for "pyhton"']],
    [['curl', 'cobol'], ['docsgen has no code samples for "cobol"']],
  ])('should judge %j', (languages, expected) => {
    const found = problems({ api: { examples: { languages } }, navigation: { pages: ['index'] } });
    expect(found).toEqual(expected.map((words) => expect.stringContaining(`config/ignored ${words}`)));
  });
});

describe('grammars of styling.codeblocks.languages.custom', () => {
  const withGrammar = (files: Record<string, string>, path = '/languages/own.json') =>
    lines({ 'docs.json': docs({ styling: { codeblocks: { languages: { custom: [path] } } } }), ...files });

  test.each<[string, Record<string, string>, string[]]>([
    ['one that is there', { 'languages/own.json': '{"name":"own","scopeName":"source.own","patterns":[]}' }, []],
    ['one that does not exist', {}, ['the grammar "/languages/own.json" does not exist']],
    ['broken JSON', { 'languages/own.json': '{"name":' }, ['the grammar "/languages/own.json" cannot be read']],
    ['JSON that is no grammar', { 'languages/own.json': '{"name":"own"}' }, ['has no `scopeName`']],
  ])('should judge %s', (_name, files, expected) => {
    expect(withGrammar(files)).toEqual(expected.map(() => expect.stringMatching(/docs\.json:1:\d+ warning config\/grammar /)));
    for (const [index, part] of expected.entries()) expect(withGrammar(files)[index]).toContain(part);
  });

  test('should say once what a path that is none of the project is', () => {
    expect(withGrammar({}, 'https://example.com/own.json')).toEqual([
      expect.stringContaining('config/grammar the grammar "https://example.com/own.json" is outside the project'),
    ]);
    expect(withGrammar({}, '../own.json')).toEqual([expect.stringContaining('error config/path ')]);
  });
});

describe('numbers and names out of their range', () => {
  test.each([
    [{ docsgen: { limits: { pageSeconds: 1e7 } } }, 'docsgen.limits.pageSeconds must be at most 3600, got 10000000'],
    [{ docsgen: { limits: { pageSeconds: 0 } } }, 'docsgen.limits.pageSeconds must be greater than 0, got 0'],
    [{ docsgen: { limits: { pageHeapMiB: 1e308 } } }, 'docsgen.limits.pageHeapMiB must be at most 2048, got 1e+308'],
    [{ docsgen: { limits: { mdxNesting: 5000 } } }, 'docsgen.limits.mdxNesting must be at most 200, got 5000'],
    [{ docsgen: { search: { results: 1000 } } }, 'docsgen.search.results must be at most 100, got 1000'],
    [{ docsgen: { search: { results: 0 } } }, 'docsgen.search.results must be at least 1, got 0'],
    [{ docsgen: { overrides: { components: { 'a b': '/x.jsx' } } } }, expect.stringMatching(/name of a component/)],
  ])('should be reported: %j', (extra, message) => {
    const { diagnostics } = load(docs(extra));
    expect(diagnostics.filter(({ severity }) => severity === 'error').map((one) => one.message)).toEqual([message]);
  });
});
