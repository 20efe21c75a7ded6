import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildSite } from '../../../src/project/build/build-site.ts';
import { docsJson, removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';
import { element } from '../../stages/render/rendered-site.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder('overrides');
  mkdirSync(join(folder, 'project'));
});
afterEach(() => removeFolder(folder));

const navigation = {
  tabs: [
    { tab: 'Guide', pages: ['index', 'a'] },
    { tab: 'Other', pages: ['b'] },
  ],
};
const rest = { navbar: { links: [{ label: 'Blog', href: '/b' }] }, footer: { socials: { github: 'https://github.com/x' } } };

async function build(overrides: object, files: Readonly<Record<string, string>>) {
  const pages = { 'index.mdx': 'Home', 'a.mdx': 'A', 'b.mdx': 'B' };
  writeProject(join(folder, 'project'), { 'docs.json': docsJson(navigation, { ...rest, docsgen: { overrides } }), ...pages, ...files });
  const { status, diagnostics, summary } = await buildSite({ dir: join(folder, 'project'), outDir: join(folder, 'out'), useCache: false });
  const page = (path: string) => readFileSync(join(folder, 'out', path, 'index.html'), 'utf8');
  return {
    status,
    found: diagnostics.map(({ code, location }) => `${code} ${location?.file}:${location?.line}:${location?.column}`),
    summary,
    page,
  };
}

describe('parts of the page that a project writes itself', () => {
  test('should replace the default part in every page, with default pieces in their slots', async () => {
    const { found, summary, page } = await build(
      { header: '/snippets/header.mdx', sidebar: 'parts/sidebar.mdx', footer: '/snippets/footer.mdx' },
      {
        'snippets/header.mdx':
          '<div className="navbar-row">\n<docs-slot name="menu" />\n<docs-slot name="logo" />\n<b className="text-lg">Mine</b>\n<docs-slot name="tabs" />\n</div>',
        'parts/sidebar.mdx': '<docs-slot name="default" />\n\n<Note>See [a](/a).</Note>',
        'snippets/footer.mdx': '---\ntitle: Foot\n---\n{[1, 2].map((n) => <i key={n}>{n}</i>)}\n\n<docs-slot name="default" />',
      },
    );
    expect([found, summary?.pages]).toEqual([[], 3]);
    for (const path of ['', 'a', 'b']) {
      const header = element(page(path), /<header id="navbar"/);
      expect(header).toContain('<b class="text-lg">Mine</b>');
      expect(header.match(/drawer-open|nav-logo-name|class="nav-tabs"|theme-switch|navbar-links/g)).toEqual([
        'drawer-open',
        'nav-logo-name',
        'class="nav-tabs"',
      ]);
      const sidebar = element(page(path), /<div id="sidebar"/);
      expect(sidebar.indexOf('class="callout"') > sidebar.indexOf('class="sidebar-list"')).toBe(true);
      const footer = element(page(path), /<footer id="footer"/);
      expect(footer).toMatch(/<i>1<\/i>.*<i>2<\/i>[\s\S]*footer-socials/);
      expect(page(path)).not.toContain('docs-slot');
    }
    expect(page('a')).toMatch(/<a[^>]*href="\/a"[^>]*aria-current="page"/);
    expect(existsSync(join(folder, 'out/parts/sidebar/index.html'))).toBe(false);
  });

  test('should be reported when missing, and an unknown slot at its location', async () => {
    const { status, found, page } = await build(
      { header: '/no.mdx', footer: '/snippets/footer.mdx' },
      { 'snippets/footer.mdx': '---\ntitle: F\n---\n\nx\n<docs-slot name="logo" />' },
    );
    expect([status, found]).toEqual(['built', ['config/missing-override docs.json:39:17', 'config/unknown-slot snippets/footer.mdx:6:1']]);
    expect(element(page('a'), /<header id="navbar"/)).toContain('nav-logo-name');
  });
});

describe('components that a project writes itself', () => {
  const card = 'export const Card = ({ title, children }) => <section className="mine"><h3>{title}</h3>{children}</section>;';

  test('should replace the built-in one in pages and snippets, but not where a page has its own', async () => {
    const { found, page } = await build(
      { components: { Card: '/components/card.jsx' } },
      {
        'components/card.jsx': card,
        'snippets/s.mdx': '<Card title="In a snippet">x</Card>',
        'a.mdx': 'import S from "/snippets/s.mdx"\n\n<Card title="T">text</Card>\n\n<S />',
        'b.mdx': 'export const Card = () => <em>own</em>;\n\n<Card title="T" /> <CardGroup>x</CardGroup>',
      },
    );
    expect(found).toEqual([]);
    expect(page('a')).toMatch(/<section class="mine"><h3>T<\/h3>[\s\S]*<section class="mine"><h3>In a snippet<\/h3>/);
    expect(page('b')).toContain('<em>own</em>');
    expect(page('b')).not.toContain('class="mine"');
  });

  test('should be reported when their file is missing', async () => {
    const { status, found } = await build({ components: { Note: '/gone.jsx' } }, { 'a.mdx': 'x\n\n<Note>n</Note>' });
    expect([status, found]).toEqual(['built', ['config/missing-override docs.json:40:17']]);
  });
});
