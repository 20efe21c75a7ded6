/** The paths that are declared before a build are those that it writes, and the link checker goes by them. */
import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openProject } from '../../../src/platform/files/disk.ts';
import { buildSite } from '../../../src/project/build/build-site.ts';
import { loadSite } from '../../../src/project/build/load-site.ts';
import { checkProject } from '../../../src/project/check/check-project.ts';
import { hostFiles } from '../../../src/shared/site/host-files.ts';
import { feedPath } from '../../../src/shared/site/markdown-path.ts';
import { repository } from '../../harness/cli.ts';
import { docsJson, type Files, hashFiles, removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';

let folder: string;
let project: string;
beforeEach(() => {
  folder = temporaryFolder('written');
  project = join(folder, 'project');
  mkdirSync(project);
});
afterEach(() => removeFolder(folder));

const pages = { pages: ['index', 'news', 'plain'] };
const texts = { 'index.mdx': 'Home', 'news.mdx': '<Update label="2026-01-02">New</Update>', 'plain.mdx': '```mdx\n<Update>\n```' };

const sites: Readonly<Record<string, Files>> = {
  'pages, a feed and redirects': {
    ...texts,
    'docs.json': docsJson(pages, {
      redirects: [
        { source: '/old', destination: '/news' },
        { source: '/p/*', destination: '/plain' },
      ],
    }),
  },
  'files of the author in their place': {
    ...texts,
    'docs.json': docsJson(pages),
    'llms.txt': 'mine',
    'skill.md': '---\nname: by-hand\ndescription: Mine\n---\n',
    'news.md': 'no page: news.mdx is',
    'public/robots.txt': 'User-agent: *',
  },
  'nothing for search engines and agents': {
    ...texts,
    'docs.json': docsJson(pages, { seo: { metatags: { robots: 'noindex' } } }),
    'index.mdx': '---\nnoindex: true\n---\nHome',
    'news.mdx': '---\ngroups: [staff]\n---\n<Update label="2026-01-02">New</Update>',
  },
  'no page at the root, an API description': {
    'docs.json': docsJson({ pages: ['guide/a'], openapi: 'api.yaml' }),
    'guide/a.mdx': 'A',
    'api.yaml': 'openapi: 3.1.0\ninfo: {title: A, version: "1"}\npaths: {/x: {get: {responses: {"200": {description: OK}}}}}\n',
  },
  'sign-in': {
    ...texts,
    'docs.json': docsJson(pages, { docsgen: { auth: { method: 'password' } } }),
    'index.mdx': '---\npublic: true\n---\nHome',
    'news.mdx': '---\npublic: true\n---\n<Update label="2026-01-02">New</Update>',
  },
};

async function compare(redirectHosts: readonly ('vercel' | 'nginx')[] = []) {
  const out = join(folder, 'out');
  const { diagnostics, status } = await buildSite({ dir: project, outDir: out, allowErrors: true, redirectHosts });
  expect([status, diagnostics.filter(({ severity }) => severity === 'error')]).toEqual(['built', []]);
  const site = loadSite(openProject(project).value, '').value;
  if (site === undefined) throw new Error('the site was not loaded');
  const files = new Set(hashFiles(out).keys());
  const others = new Set<string>([...site.assets, ...site.styles, ...site.scripts, ...site.pages.map(({ output }) => output)]);
  const isMade = (path: string) =>
    !others.has(path) &&
    !path.startsWith('.docsgen-') &&
    !(path.startsWith('_docsgen/') && path !== '_docsgen/pages.json') &&
    !(hostFiles as readonly string[]).includes(path);
  const made = [...files].filter(isMade).map((path) => `/${path}`);
  const feeds = site.pages.map(({ url }) => feedPath(url)).filter((path) => site.written.at(path));
  return {
    undeclared: made.filter((path) => site.written.at(path) === undefined),
    unwritten: site.written.siteWide.filter((path) => !files.has(path.slice(1))),
    feeds: feeds.filter((path) => files.has(path.slice(1))),
    files,
  };
}

describe('declared paths', () => {
  test.each(Object.keys(sites))('should be the written ones: %s', async (name) => {
    writeProject(project, sites[name] as Files);
    const { undeclared, unwritten } = await compare();
    expect({ undeclared, unwritten }).toEqual({ undeclared: [], unwritten: [] });
  });

  test('should be the written ones of the showcase', async () => {
    cpSync(join(import.meta.dirname, '../../../fixtures/showcase'), project, { recursive: true });
    const { undeclared, unwritten } = await compare(['vercel', 'nginx']);
    expect({ undeclared, unwritten }).toEqual({ undeclared: [], unwritten: [] });
  });

  test('should each be expected by a test of their content', () => {
    const folder = join(repository, 'test');
    const tests = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.test.ts') && !path.endsWith('written-paths.test.ts'))
      .map((path) => readFileSync(join(folder, path), 'utf8'))
      .join('\n');
    const declared = new Set<string>();
    for (const files of Object.values(sites)) {
      writeProject(project, files);
      const { written } = loadSite(openProject(project).value, '').value ?? {};
      for (const path of written?.siteWide ?? []) declared.add(path.slice(1));
    }
    // Pages that redirect, and lists of folders, have the names that the sites above choose.
    const names = [...declared].filter((path) => !path.endsWith('index.html')).map((path) => path.replace(/^_llms\/.*/, '_llms/'));
    expect(names.length).toBeGreaterThan(5);
    // The folder of a skill has the name of the site.
    const isExpected = (path: string) => tests.includes(path) || (path.includes('/') && tests.includes(path.slice(path.lastIndexOf('/'))));
    expect(names.filter((path) => !isExpected(path))).toEqual([]);
  });

  test('should name each file of a host', async () => {
    writeProject(project, sites['pages, a feed and redirects'] as Files);
    const { files } = await compare(['vercel', 'nginx']);
    expect(hostFiles.filter((path) => !files.has(path))).toEqual([]);
  });
});

describe('links to them', () => {
  const links = (paths: readonly string[]) => paths.map((path) => `[x](${path})`).join('\n');
  const broken = async () => {
    const ofBuild = (await buildSite({ dir: project, outDir: join(folder, 'out') })).diagnostics;
    const ofCheck = (await checkProject({ dir: project })).diagnostics;
    const found = (all: typeof ofBuild) =>
      all.flatMap(({ code, message }) => (code === 'links/broken' ? [/"(.*?)"/.exec(message)?.[1]] : []));
    expect(found(ofCheck)).toEqual(found(ofBuild));
    return found(ofBuild);
  };

  test('should be broken where no file is written', async () => {
    const missing = [
      '/feed.xml',
      '/rss.xml',
      '/index/feed.xml',
      '/plain/rss.xml',
      '/sitemap-1.xml',
      '/.well-known/api-catalog',
      '/_headers',
    ];
    const there = ['/news/rss.xml', '/sitemap.xml', '/robots.txt', '/llms.txt', '/news.md', '/404.html', '/mcp', '/old/index.html'];
    writeProject(project, {
      ...texts,
      'docs.json': docsJson(pages, { redirects: [{ source: '/old', destination: '/news' }] }),
      'index.mdx': links([...missing, ...there, '/.well-known/skills/test/SKILL.md', '/.well-known/skills/other/SKILL.md']),
    });
    expect(new Set(await broken())).toEqual(new Set([...missing, '/.well-known/skills/other/SKILL.md']));
  });

  test('should follow the settings and the pages, also with a cache', async () => {
    const write = (news: string, robots: string, name: string) =>
      writeProject(project, {
        ...texts,
        'docs.json': docsJson(pages, { name, seo: { metatags: { robots } } }),
        'index.mdx': links(['/news/rss.xml', '/sitemap.xml', '/.well-known/skills/first/SKILL.md']),
        'news.mdx': news,
      });
    write(texts['news.mdx'], 'all', 'First');
    expect(await broken()).toEqual([]);
    write('Nothing new', 'all', 'First');
    expect(await broken()).toEqual(['/news/rss.xml']);
    write(texts['news.mdx'], 'noindex', 'Second');
    expect(await broken()).toEqual(['/sitemap.xml', '/.well-known/skills/first/SKILL.md']);
  });

  test('should find the parts of a large sitemap', async () => {
    const { writtenPaths } = await import('../../../src/stages/outputs/written-paths.ts');
    const page = { url: '/a', path: 'a', output: 'a/index.html', access: { inSitemap: true, groups: [] } };
    const config = { name: 'A', base: '', seo: { metatags: {} }, api: { specs: [] }, navigation: { specs: [], entries: [] } };
    const site = { config, pages: Array.from({ length: 50_001 }, () => page), redirects: [], assets: [] };
    const { at } = writtenPaths(site as unknown as Parameters<typeof writtenPaths>[0], false);
    expect(['/sitemap.xml', '/sitemap-1.xml', '/sitemap-2.xml', '/sitemap-3.xml'].map((path) => at(path) !== undefined)).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});
