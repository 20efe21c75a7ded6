/** Visibility settings of a page apply to every output. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSite } from '../../../src/project/build/build-site.ts';
import { docsJson, removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';

const navigation = {
  languages: [
    {
      language: 'en',
      groups: [
        { group: 'Start', pages: ['index', 'plain', 'hidden', 'noindex', 'unsearchable', 'grouped'] },
        { group: 'Hidden', hidden: true, pages: ['in-hidden'] },
        { group: 'Found', hidden: true, searchable: true, pages: ['in-found'] },
      ],
    },
    { language: 'fr', groups: [{ group: 'Début', pages: ['fr/index', 'fr/plain'] }] },
  ],
};
const page = (title: string, more = '') =>
  `---\ntitle: ${title} word-${title}\ndescription: About ${title}\n${more}---\n\n## Head\n\nText of ${title}.\n`;
const files = {
  'index.mdx': page('home'),
  'plain.mdx': page('plain', 'lastUpdatedDate: 2026-02-03\n'),
  'hidden.mdx': page('hidden', 'hidden: true\n'),
  'noindex.mdx': page('noindex', 'noindex: true\n'),
  'unsearchable.mdx': page('unsearchable', 'searchable: false\n'),
  'grouped.mdx': page('grouped', 'groups: [staff]\n'),
  'in-hidden.mdx': page('in-hidden'),
  'in-found.mdx': page('in-found'),
  'unlisted.mdx': page('unlisted'),
  'fr/index.mdx': page('accueil'),
  'fr/plain.mdx': page('simple'),
};

async function built(settings: Readonly<Record<string, unknown>>) {
  const folder = temporaryFolder('visibility');
  writeProject(folder, { ...files, 'docs.json': docsJson(navigation, settings) });
  const out = join(folder, 'out');
  const { status } = await buildSite({ dir: folder, outDir: out, useCache: false });
  expect(status).toBe('built');
  const read = (path: string) => readFileSync(join(out, path), 'utf8');
  return { folder, read };
}

describe('a site that lists what its navigation lists', () => {
  let site: Awaited<ReturnType<typeof built>>;
  beforeAll(async () => {
    site = await built({ seo: { metatags: { canonical: 'https://docs.example' } }, markdown: { instructions: ['Be kind.', 'Be brief.'] } });
  }, 60_000);
  afterAll(() => removeFolder(site.folder));

  test.each<[string, string, { sitemap: boolean; llms: boolean; full: boolean; noindex: boolean }]>([
    ['plain', 'plain', { sitemap: true, llms: true, full: true, noindex: false }],
    ['hidden', 'hidden', { sitemap: false, llms: false, full: false, noindex: true }],
    ['noindex', 'noindex', { sitemap: false, llms: false, full: false, noindex: true }],
    ['unsearchable', 'unsearchable', { sitemap: true, llms: true, full: true, noindex: false }],
    ['grouped', 'grouped', { sitemap: false, llms: false, full: false, noindex: false }],
    ['in-hidden', 'in-hidden', { sitemap: false, llms: false, full: false, noindex: true }],
    ['in-found', 'in-found', { sitemap: true, llms: true, full: true, noindex: false }],
    ['unlisted', 'unlisted', { sitemap: false, llms: false, full: false, noindex: false }],
    ['another language', 'fr/plain', { sitemap: true, llms: false, full: true, noindex: false }],
  ])('%s', (_, path, wanted) => {
    expect({
      sitemap: site.read('sitemap.xml').includes(`<loc>https://docs.example/${path}</loc>`),
      llms: site.read('llms.txt').includes(`(https://docs.example/${path}.md)`),
      full: site.read('llms-full.txt').includes(`Source: https://docs.example/${path}\n`),
      noindex: site.read(`${path}/index.html`).includes('<meta name="robots" content="noindex">'),
    }).toEqual(wanted);
  });

  test('should say the same at the well-known place', () => {
    expect(site.read('.well-known/llms.txt')).toBe(site.read('llms.txt'));
  });

  test('should give a Markdown copy of each page with what the site asks of agents', () => {
    expect(site.read('plain.md')).toBe(
      '# plain word-plain\n\n> About plain\n\n> **Agent Instructions**\n>\n> Be kind.\n> Be brief.\n\n## Head\n\nText of plain.\n',
    );
    expect(site.read('plain/index.html')).toContain('<link rel="alternate" type="text/markdown" href="/plain.md">');
    expect(site.read('llms.txt')).toContain('> **Agent Instructions**\n>\n> Be kind.');
  });

  test('should give search engines other languages and change times', () => {
    const map = site.read('sitemap.xml');
    expect(map).toContain(
      '<url><loc>https://docs.example/plain</loc><lastmod>2026-02-03</lastmod>' +
        '<xhtml:link rel="alternate" hreflang="en" href="https://docs.example/plain"/>' +
        '<xhtml:link rel="alternate" hreflang="fr" href="https://docs.example/fr/plain"/>' +
        '<xhtml:link rel="alternate" hreflang="x-default" href="https://docs.example/plain"/></url>',
    );
    expect(site.read('robots.txt')).toContain('Sitemap: https://docs.example/sitemap.xml');
  });
});

describe('what agents find', () => {
  let site: Awaited<ReturnType<typeof built>>;
  beforeAll(async () => {
    site = await built({ name: 'Test Docs', description: 'A test.' });
  }, 60_000);
  afterAll(() => removeFolder(site.folder));

  test('should list a skill with its digest', () => {
    const skill = site.read('skill.md');
    expect(skill).toMatch(/^---\nname: test-docs\ndescription: "Use when working with Test Docs: .* A test\."\n---\n\n# Test Docs\n/);
    const [entry] = JSON.parse(site.read('.well-known/agent-skills/index.json')).skills;
    expect(entry).toMatchObject({ name: 'test-docs', type: 'skill-md', url: '/skill.md' });
    expect(entry.digest).toBe(`sha256:${createHash('sha256').update(skill).digest('hex')}`);
    expect(site.read('.well-known/skills/test-docs/SKILL.md')).toBe(skill);
    expect(site.read('_headers')).toContain('</llms.txt>; rel="llms-txt"');
    expect(site.read('plain/index.html')).toContain('<link rel="llms-txt" href="/llms.txt">');
  });

  test('should list for programs only the pages that agents may see', () => {
    const urls = JSON.parse(site.read('_docsgen/pages.json')).pages.map(({ url }: { url: string }) => url);
    expect(urls.sort()).toEqual(['/', '/fr', '/fr/plain', '/in-found', '/plain', '/unsearchable']);
  });
});

test('should show the date of the last change in the language of the page', async () => {
  const site = await built({ metadata: { timestamp: true } });
  expect(site.read('plain/index.html')).toContain(
    '<p class="last-change">Last modified: <time datetime="2026-02-03">February 3, 2026</time></p>',
  );
  expect(site.read('fr/plain/index.html')).toMatch(
    /<p class="last-change">Dernière modification: <time datetime="\d{4}-[^"]+">\d+ \S+ \d{4}<\/time>/,
  );
  removeFolder(site.folder);
}, 60_000);

test('should list all pages but those that say no, when the site asks for it', async () => {
  const site = await built({ seo: { indexing: 'all', trailingSlash: true } });
  const map = site.read('sitemap.xml');
  for (const path of ['hidden', 'in-hidden', 'unlisted']) expect(map).toContain(`<loc>/${path}/</loc>`);
  expect(map).not.toContain('/noindex/');
  const llms = site.read('llms.txt');
  expect(llms.indexOf('(/unlisted.md)')).toBeGreaterThan(llms.indexOf('(/plain.md)'));
  removeFolder(site.folder);
}, 60_000);

test('should leave the map out of a site that asks to be forgotten', async () => {
  const site = await built({ seo: { metatags: { robots: 'noindex' } } });
  expect(() => site.read('sitemap.xml')).toThrow();
  expect(site.read('robots.txt')).not.toContain('Sitemap');
  removeFolder(site.folder);
}, 60_000);
