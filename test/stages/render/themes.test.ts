import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { ThemeName } from '../../../src/model/site-config.ts';
import { loadTheme } from '../../../src/stages/render/styles/theme.ts';
import { element, renderedSite, stubs } from './rendered-site.ts';

const themes: readonly ThemeName[] = ['mint', 'maple', 'palm', 'willow', 'linden', 'almond', 'aspen', 'sequoia', 'luma'];
const modes = ['default', 'wide', 'custom', 'frame', 'center'] as const;
const groups = Array.from({ length: 6 }, (_, group) => ({ group: `G${group}`, pages: [0, 1, 2, 3].map((page) => `g${group}/p${page}`) }));
const paths = groups.flatMap(({ pages }) => pages);
const navigation = {
  tabs: [
    { tab: 'Guides', groups },
    { tab: 'Other', pages: ['other'] },
  ],
};

describe.each(themes)('theme %s', (theme) => {
  const site = () => renderedSite({ theme, navigation }, stubs(...paths, 'other'));

  test('should have the tabs in one place on wide screens and one on small', async () => {
    const page = (await site()).page('g0/p0');
    const bar = element(page, /<header id="navbar"/);
    const place = loadTheme(theme).layout.tabs;
    expect(bar.split('class="nav-tabs"').length - 1).toBe(1);
    expect(element(page, /<div class="navbar-row"/).includes('class="nav-tabs"')).toBe(place !== 'row');
    expect(element(page, /<ul class="drawer-tabs" id="mobile-nav-content"/)).toContain('href="/other"');
    expect(/<html [^>]*has-tabs/.test(page)).toBe(place === 'row');
  });

  test('should have all groups at the top expanded', async () => {
    const sidebar = element((await site()).page('g2/p1'), /<div id="sidebar"/);
    expect(sidebar).not.toMatch(/<details data-key="[^"]*groups\[\d\]"/);
    for (const path of paths) expect(sidebar).toContain(`href="/${path}"`);
  });

  test('should have every mode of a page', async () => {
    const files = Object.fromEntries(modes.map((mode) => [`${mode}.mdx`, `---\ntitle: T\nmode: ${mode}\n---\n`]));
    const made = await renderedSite({ theme, navigation: { pages: [...modes] } }, files);
    const seen = modes.map((mode) => {
      const page = made.page(mode, { html: '<h2 id="a">A</h2>', headings: [{ depth: 2, id: 'a', text: 'A', inToc: true }] });
      const has = (text: string) => (page.includes(text) ? '+' : '-');
      return [mode, has('has-sidebar'), has('id="page-title"'), has('id="table-of-contents"'), has('id="pagination"')].join(' ');
    });
    expect(seen).toEqual(['default + + + +', 'wide + + - +', 'custom - - - -', 'frame + - - -', 'center - + - +']);
  });

  test('should have no sidebar beside the only page of a section, where the tabs have their own row', async () => {
    const navigation = {
      tabs: [
        { tab: 'Guides', pages: ['a', 'b'] },
        { tab: 'News', groups: [{ group: 'News', pages: ['news'] }] },
      ],
    };
    const made = await renderedSite({ theme, navigation }, { 'a.mdx': '', 'b.mdx': '', 'news.mdx': '' });
    expect(made.page('a')).toContain('has-sidebar');
    expect(made.page('news').includes('has-sidebar')).toBe(loadTheme(theme).layout.tabs !== 'row');
    // The drawer of small screens has it.
    expect(element(made.page('news'), /<div id="sidebar"/)).toContain('href="/news"');
  });

  test('should keep the stylesheet of a site below 25 kB', async () => {
    const [css] = [...(await (await site()).files())].filter(([path]) => /site\.[0-9a-f]+\.css$/.test(path)).map(([, text]) => text);
    expect(gzipSync(css as string).length).toBeLessThan(25_000);
  });
});

describe('fonts of a theme', () => {
  test('should give way to those of docs.json', async () => {
    const css = async (fonts: object) =>
      [...(await (await renderedSite({ theme: 'linden', fonts, navigation: { pages: ['a'] } }, stubs('a'))).files())]
        .map(([, text]) => text)
        .find((text) => text.includes('--dg-font:'));
    expect(await css({})).toMatch(/--dg-font:\s*"JetBrains Mono"/);
    expect(await css({ family: 'Inter' })).toMatch(/--dg-font:\s*"Inter"/);
  });
});
