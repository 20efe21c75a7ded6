import { describe, expect, test } from 'vitest';
import type { ResolvedRedirect } from '../../../src/model/link-target.ts';
import type { OutputFile } from '../../../src/model/output-file.ts';
import { redirectFinder } from '../../../src/shared/site/redirect-patterns.ts';
import type { OutputsInput } from '../../../src/stages/outputs/outputs-input.ts';
import { siteOutputs } from '../../../src/stages/outputs/site-outputs.ts';

const textOf = (file: OutputFile) => ('data' in file ? String(file.data) : 'pieces' in file ? [...file.pieces()].join('') : '');

function outputs(redirects: [string, string, boolean?][], more: Partial<OutputsInput> = {}): Map<string, string> {
  const resolved = redirects.map(
    ([source, destination, permanent = true]): ResolvedRedirect => ({
      source,
      destination,
      permanent,
      isPattern: /[*:]/.test(source),
      location: { file: 'docs.json', line: 1, column: 1 },
    }),
  );
  const { config = { name: 'A & B', base: '' }, ...rest } = more;
  const input = {
    pages: [],
    redirects: resolved,
    assets: [],
    ...rest,
    config: { seo: { metatags: {} }, ...config },
  } as unknown as OutputsInput;
  return new Map(siteOutputs(input).map((file) => [file.path, textOf(file)]));
}

describe('redirect pages', () => {
  test('should send readers on without a script', () => {
    const page = outputs([['/a/b', '/c d#e']]).get('a/b/index.html') ?? '';
    expect(page).toContain('<meta http-equiv="refresh" content="0; url=/c%20d#e">');
    expect(page).toContain('<link rel="canonical" href="/c%20d#e">');
    expect(page).toContain('<a href="/c%20d#e">');
    expect(page).toContain('<title>A &amp; B</title>');
    expect(page).not.toContain('<script');
  });

  test.each<[string, string, string[]]>([
    ['/a', '/b', ['a/index.html']],
    ['/a.html', '/b', ['a.html']],
    ['/', '/b', ['index.html']],
    ['/a.md', '/b', []],
    ['/a/*', '/b', []],
    ['/a', 'javascript:alert(1)', []],
    ['/../outside', '/b', []],
    ['/a/../../outside', '/b', []],
    ['/a\\..\\b', '/b', []],
    [`/${'x'.repeat(300)}`, '/b', []],
  ])('should write %s → %s to %j', (source, destination, expected) => {
    expect([...outputs([[source, destination]]).keys()].filter((path) => path.endsWith('.html'))).toEqual(expected);
  });

  test('should not replace a page or a file', () => {
    const taken = outputs(
      [
        ['/a', '/b'],
        ['/f.html', '/b'],
        ['/g', '/b'],
      ],
      { pages: [{ output: 'a/index.html', access: {} }] as unknown as OutputsInput['pages'], assets: ['f.html', 'g'] },
    );
    expect([...taken.keys()].filter((path) => path.endsWith('.html'))).toEqual([]);
  });

  test('should never write a file below another one', () => {
    const written = outputs(
      [
        ['/a.html', '/x'],
        ['/a.html/b', '/x'],
        ['/c/d', '/x'],
        ['/images', '/x'],
      ],
      { assets: ['images/index.html', 'c'] },
    );
    expect([...written.keys()].filter((path) => path.endsWith('.html'))).toEqual(['a.html']);
  });

  test('should escape hostile destinations and put the base before site paths', () => {
    const page =
      outputs([['/a', '/"><script>alert(1)</script>']], { config: { name: 'x', base: '/docs' } as OutputsInput['config'] }).get(
        'a/index.html',
      ) ?? '';
    expect(page).not.toContain('<script>');
    expect(page).toContain('url=/docs/%22%3E');
  });

  test('should write a home page where there is none', () => {
    expect(outputs([], { homeHref: '/start' }).get('index.html')).toContain('url=/start"');
    expect(outputs([['/', '/mine']], { homeHref: '/mine' }).get('index.html')).toContain('url=/mine"');
  });
});

const rules: [string, string, boolean?][] = [
  ['/u/:id', '/users/:id'],
  ['/old/:rest*', '/new/:rest*'],
  ['/v1/*', 'https://x.example/*', false],
  ['/a/*/c', '/x/*'],
  ['/exact page', '/b'],
];

test('should write _redirects with exact sources first', () => {
  expect(outputs(rules).get('_redirects')).toBe(
    [
      '/exact%20page /b 301',
      '/u/:id /users/:id 301',
      '/old/* /new/:splat 301',
      '/v1/* https://x.example/:splat 302',
      '# not supported by this host: /a/*/c /x/:splat 301',
      '',
    ].join('\n'),
  );
});

test('should write half of a surrogate pair as the replacement character', () => {
  expect(outputs([['/x\ud800', '/\ud800']]).get('_redirects')).toBe('/x%EF%BF%BD /%EF%BF%BD 301\n');
});

test('should write vercel.json on request', () => {
  expect(outputs(rules).has('vercel.json')).toBe(false);
  expect(JSON.parse(outputs(rules, { redirectHosts: ['vercel'] }).get('vercel.json') ?? '').redirects).toEqual([
    { source: '/exact%20page', destination: '/b', permanent: true },
    { source: '/u/:id', destination: '/users/:id', permanent: true },
    { source: '/old/:rest*', destination: '/new/:rest*', permanent: true },
    { source: '/v1/:star1(.*)', destination: 'https://x.example/:star1', permanent: false },
    { source: '/a/:star1(.*)/c', destination: '/x/:star1', permanent: true },
  ]);
});

test.each([true, false])('should write seo.trailingSlash to vercel.json: %s', (trailingSlash) => {
  const config = { name: 'A', base: '', seo: { trailingSlash, metatags: {} } } as never;
  const file = outputs(rules, { config, redirectHosts: ['vercel'] }).get('vercel.json') ?? '';
  expect(JSON.parse(file).trailingSlash).toBe(trailingSlash);
});

test('should write an nginx file on request that no author text can break out of', () => {
  const hostile: [string, string][] = [
    ['/q"; return 200', '/x'],
    ['/d', '/$host"; }'],
  ];
  const any = '[^\\x00-\\x1f\\x5c\\x7f]';
  const lookFirst = (number: number): string => `{ try_files $uri $uri/index.html @docsgen_redirect_${number}; }`;
  expect(
    outputs([...rules, ...hostile], { redirectHosts: ['nginx'] })
      .get('nginx-redirects.conf')
      ?.replace(/\$\{/g, '{'),
  ).toBe(
    [
      'location = "/exact page" { return 308 "/b"; }',
      '# not supported for nginx: /q%22;%20return%20200',
      'location = "/d" { return 308 "/%24host%22;%20%7D"; }',
      `location ~ "^/u/(?<docsgen_id>[^/\\x00-\\x1f\\x5c\\x7f]+)/?$" ${lookFirst(4)}`,
      'location @docsgen_redirect_4 { return 308 "/users/{docsgen_id}"; }',
      `location ~ "^/old(?:/|$)(?<docsgen_rest>${any}*?)/?$" ${lookFirst(5)}`,
      'location @docsgen_redirect_5 { return 308 "/new/{docsgen_rest}"; }',
      `location ~ "^/v1(?:/|$)(?<docsgen_star1>${any}*?)/?$" ${lookFirst(6)}`,
      'location @docsgen_redirect_6 { return 307 "https://x.example/{docsgen_star1}"; }',
      `location ~ "^/a/(?<docsgen_star1>${any}*)/c/?$" ${lookFirst(7)}`,
      'location @docsgen_redirect_7 { return 308 "/x/{docsgen_star1}"; }',
      '',
    ].join('\n'),
  );
});

test.each(['', '/docs'])('should write patterns for nginx that lead where our own server leads, under "%s"', (base) => {
  const patterns: [string, string][] = [
    ...rules.filter(([source]) => /[:*]/.test(source)),
    ['/p-*', '/q-*'],
    ['/:lang/x/:rest*', '/:rest*'],
    ['/t/:tenant/y', 'https://:tenant.example/:tenant'],
    ['/s-*', 'https://*.example'],
  ].map(([source = '', destination = '']) => [source, destination]);
  const text =
    outputs(patterns, { redirectHosts: ['nginx'], config: { name: 'A', base } as OutputsInput['config'] }).get('nginx-redirects.conf') ??
    '';
  const rule = /^location ~ "(.*)" \{ try_files \$uri \$uri\/index\.html (@\w+); \}\nlocation \2 \{ return \d+ "(.*)"; \}$/gm;
  const locations = [...text.matchAll(rule)].map(([, pattern = '', , target = '']) => ({
    test: new RegExp(pattern),
    target,
  }));
  expect(locations).toHaveLength(patterns.length);
  const nginx = (path: string): string | undefined => {
    for (const { test, target } of locations) {
      const match = test.exec(path);
      if (match) return target.replace(/\$\{(\w+)\}/g, (_, name: string) => match.groups?.[name] ?? '');
    }
    return undefined;
  };
  const find = redirectFinder(patterns.map(([source, destination]) => ({ source, destination, isPattern: true })));
  const own = (path: string): string | undefined => {
    const destination = find(path)?.destination;
    return destination?.startsWith('/') ? base + destination : destination;
  };
  const paths = [
    '/old',
    '/old/',
    '/old/a',
    '/old/a/',
    '/old/a/b',
    '/older',
    '/u/1',
    '/u/1/',
    '/u/',
    '/u/1/2',
    '/v1',
    '/v1/x/',
    '/a/b/c',
    '/a/b/c/d',
  ];
  // Otherwise, the reader would choose the host.
  const hosts = ['one', 'one.two', 'evil.example?', 'evil.example#', 'me@evil.example', 'evil.example:1'];
  paths.push(...hosts.flatMap((host) => [`/t/${host}/y`, `/s-${host}`]), '/s-evil.example/a');
  for (const path of [...paths, '/p-1', '/p-', '/p', '/de/x', '/de/x/y/', '/de/y'])
    expect([path, nginx(base + path)]).toEqual([path, own(path)]);
  // nginx matches decoded addresses, and writes what it found into a header.
  for (const path of ['/u/1\r\nx: y', '/old/a\r\nx: y', '/old/\\x.example', '/p-\u007f', '/v1/\n\n<p>'])
    expect([path, nginx(base + path)]).toEqual([path, undefined]);
});

test('should write headers, and nothing over a file of the author', () => {
  const headers = outputs([], { immutablePaths: ['/_assets/', '/_main.1a.js'] }).get('_headers');
  expect(headers).toContain("/*\n  Content-Security-Policy: frame-ancestors 'self'\n");
  expect(headers).toContain("/*.svg\n  Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; sandbox\n");
  expect(headers).toContain('/_assets/*\n  Cache-Control: public, max-age=31536000, immutable\n');
  expect(headers).toContain('/_main.1a.js\n  Cache-Control: public, max-age=31536000, immutable\n');
  expect(outputs([], { assets: ['_headers'] }).has('_headers')).toBe(false);
});

describe("an author's skill", () => {
  test.each([
    ['"Use it \\"well\\""', 'Use it "well"'],
    // An escape of YAML that JSON does not have.
    ['"It\\_is"', 'It\\_is'],
    ["'as it is'", 'as it is'],
    ['plain words', 'plain words'],
  ])('should be described by %s', (written, description) => {
    const pages = [
      { url: '/', path: 'index', output: 'index.html', title: 'A', access: { inLlms: true, groups: [] }, frontMatter: { keywords: [] } },
    ];
    const input = {
      pages,
      authorSkill: `---\nname: mine\ndescription: ${written}\n---\n`,
      config: { name: 'A', base: '', seo: { metatags: {} }, api: { specs: [] }, navigation: { specs: [], entries: [] } },
      redirects: [],
      assets: [],
      nav: {},
    } as unknown as OutputsInput;
    const [index] = siteOutputs(input, (path) => path === '.well-known/agent-skills/index.json') as [OutputFile];
    expect(JSON.parse(textOf(index)).skills[0]).toMatchObject({ name: 'mine', description });
  });
});

test.each([0, 1])('should cut long descriptions between characters (%i)', (shift) => {
  const long = 'x'.repeat(shift) + '😀'.repeat(600);
  const page = { url: '/', path: 'index', output: 'index.html', title: 'A', description: long, access: { inLlms: true, groups: [] } };
  const input = {
    pages: [page],
    redirects: [],
    assets: [],
    nav: { root: { kind: 'root', name: '', children: [] }, places: new Map() },
    config: {
      name: 'A',
      base: '',
      description: long,
      seo: { metatags: {} },
      markdown: {},
      api: { specs: [] },
      navigation: { specs: [], entries: [] },
    },
  } as unknown as OutputsInput;
  const [llms, index] = siteOutputs(input, (path) => path === 'llms.txt' || path === '.well-known/agent-skills/index.json') as [
    OutputFile,
    OutputFile,
  ];
  const { description } = JSON.parse(textOf(index)).skills[0];
  expect([description.isWellFormed(), description.length > 1000]).toEqual([true, true]);
  const line = /^- \[A\].*$/m.exec(textOf(llms))?.[0] ?? '';
  expect([line.isWellFormed(), line.endsWith('😀…')]).toEqual([true, true]);
});

describe('lists of pages for agents', () => {
  const page = (path: string, more: object = {}) => ({
    path,
    url: `/${path}`,
    output: `${path}/index.html`,
    kind: 'mdx',
    title: path,
    description: 'About this page. '.repeat(10).trim(),
    access: { inLlms: true, inSidebar: true, groups: [] },
    ...more,
  });
  const lists = (pages: object[]) => {
    const input = {
      pages,
      redirects: [],
      assets: [],
      nav: { root: { kind: 'root', name: '', children: [] }, places: new Map() },
      config: { name: 'A', base: '', seo: { metatags: {} }, markdown: {}, api: { specs: [] }, navigation: { specs: [], entries: [] } },
    } as unknown as OutputsInput;
    return new Map(siteOutputs(input, (path) => /^(?:_llms\/|llms\.txt)/.test(path)).map((file) => [file.path, textOf(file)]));
  };

  test('should exist for the whole site and for each first folder', () => {
    const found = lists([
      page('index', { url: '/' }),
      page('guides/a'),
      page('guides/deep/b'),
      page('api/c'),
      page('own/d', { access: { inLlms: false, groups: [] } }),
    ]);
    expect([...found.keys()]).toEqual(['llms.txt', '_llms/guides.md', '_llms/api.md']);
    expect(found.get('_llms/guides.md')).toMatch(
      /^# A: guides\n\n## Docs\n\n- \[guides\/a\]\(\/guides\/a\.md\): About .*\n- \[guides\/deep\/b\].*\n$/,
    );
    expect(found.get('llms.txt')).not.toContain('_llms/');
  });

  test('should name the lists of the folders where one list is too long', () => {
    const found = lists(Array.from({ length: 4000 }, (_, index) => page(`${index % 2 ? 'guides' : 'api'}/page-${index}`)));
    for (const text of found.values()) expect(text.length).toBeLessThan(100_000);
    expect(found.get('llms.txt')).toMatch(
      /^# A\n\n## Lists by folder\n\n- \[api\]\(\/_llms\/api\.md\)\n- \[guides\]\(\/_llms\/guides\.md\)\n\n## Docs\n/,
    );
    expect(found.get('llms.txt')).toMatch(/- \d+ more pages\n$/);
    expect(found.get('_llms/api.md')).not.toContain('more pages');
  });
});
