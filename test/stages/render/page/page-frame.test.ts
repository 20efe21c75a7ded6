import { describe, expect, test } from 'vitest';
import { withoutFrameIds } from '../../../../src/stages/render/page/frame-id-conflicts.ts';
import { element, renderedSite, stubs, visibleText } from '../rendered-site.ts';

const tabs = {
  navigation: {
    tabs: [
      { tab: 'Guides', icon: 'book', groups: [{ group: 'Start', pages: ['a', { group: 'More', pages: ['b', 'c'] }] }] },
      { tab: 'Reference', pages: ['d'] },
      { tab: 'Blog', href: 'https://blog.example' },
      { tab: 'Help', align: 'end', menu: [{ item: 'Chat', description: 'Talk to us', pages: ['e'] }] },
    ],
    global: { anchors: [{ anchor: 'Community', href: 'https://chat.example' }] },
  },
};
const files = stubs('a', 'b', 'c', 'd', 'e', 'hidden');

describe('the frame of a page', () => {
  test('should mark the tab of the page and only that', async () => {
    const site = await renderedSite(tabs, files);
    const bar = element(site.page('b'), /<nav class="nav-tabs"/);
    expect(bar.match(/aria-current="true"/g)).toHaveLength(1);
    expect(bar).toMatch(/href="\/a" aria-current="true"/);
    expect(element(site.page('d'), /<nav class="nav-tabs"/)).toMatch(/href="\/d" aria-current="true"/);
  });

  test('should show the menu of a tab as a drop-down with descriptions', async () => {
    const html = (await renderedSite(tabs, files)).page('e');
    const menu = element(html, /<details class="menu nav-tabs-item align-end"/);
    expect(menu).toContain('Talk to us');
    expect(menu).toMatch(/<summary[^>]*aria-current="true"/);
  });

  test('should say of a product without this page that its first page opens, but not of one that is a link', async () => {
    const products = [
      { product: 'One', pages: ['a'] },
      { product: 'Two', pages: ['b'] },
      { product: 'Three', href: 'https://three.example' },
    ];
    const html = (await renderedSite({ navigation: { products } }, stubs('a', 'b'))).page('a');
    const row = (name: string) => new RegExp(`<a class="menu-item"[^>]*href="([^"]*)"(?:(?!</a>).)*${name}.*?</a>`, 's').exec(html);
    expect(row('Two')?.[0]).toContain('Not available: opens the first page');
    expect(row('Three')?.[1]).toBe('https://three.example');
    expect(row('Three')?.[0]).not.toContain('Not there');
  });

  test('should leave groups without a name out of the breadcrumbs', async () => {
    const navigation = { tabs: [{ tab: 'One', groups: [{ group: ' ', pages: ['a'] }] }] };
    const path = async (styling: object) =>
      /<(?:p|nav) class="eyebrow".*?<\/(?:p|nav)>/.exec((await renderedSite({ navigation, styling }, stubs('a'))).page('a'))?.[0];
    const breadcrumbs = await path({ eyebrows: 'breadcrumbs' });
    expect(visibleText(breadcrumbs ?? '').trim()).toBe('One');
    expect(breadcrumbs?.match(/<li/g)).toHaveLength(1);
    expect(await path({})).toBeUndefined();
  });

  test('should open links to other sites in a new tab without an opener', async () => {
    const html = (await renderedSite(tabs, files)).page('a');
    for (const host of ['https://blog.example', 'https://chat.example']) {
      for (const [link] of html.matchAll(new RegExp(`<a [^>]*href="${host}"[^>]*>`, 'g'))) {
        expect(link).toContain('target="_blank"');
        expect(link).toContain('rel="noopener"');
      }
    }
  });

  test('should mark one page in the sidebar and open the groups above it', async () => {
    const site = await renderedSite(tabs, files);
    const onB = element(site.page('b'), /<div id="sidebar"/);
    expect(onB.match(/aria-current="page"/g)).toHaveLength(1);
    expect(onB).toMatch(/href="\/b" aria-current="page"/);
    expect(onB).toMatch(/<details data-key="[^"]*" open>/);
    const onA = element(site.page('a'), /<div id="sidebar"/);
    expect(onA).not.toMatch(/<details data-key="[^"]*" open/);
    expect(onA).not.toContain('data-placeholder');
  });

  test('should give pages outside of the navigation the first section without a mark', async () => {
    const sidebar = element((await renderedSite(tabs, files)).page('hidden'), /<div id="sidebar"/);
    expect(visibleText(sidebar)).toContain('Start A More B C');
    expect(sidebar).not.toContain('aria-current="page"');
  });

  test('should put the base path before every link of the site', async () => {
    const html = (await renderedSite({ ...tabs, favicon: '/f.svg', logo: '/l.svg' }, files, { base: '/docs' })).page('b');
    const local = [...html.matchAll(/(?:href|src)="(\/[^"]*)"/g)].map((match) => match[1] as string);
    expect(local.length).toBeGreaterThan(10);
    expect(local.filter((href) => !href.startsWith('/docs/'))).toEqual([]);
  });

  test('should show names and titles verbatim, never as markup', async () => {
    const evil = '<img src=x onerror=alert(1)>"\'&';
    const html = (
      await renderedSite(
        {
          name: evil,
          navigation: { tabs: [{ tab: evil, groups: [{ group: evil, tag: evil, pages: ['a'] }] }] },
          navbar: { links: [{ label: evil, href: 'https://x.example' }] },
          footer: { socials: { x: 'https://x.example' }, links: [{ header: evil, items: [{ label: evil, href: '/a' }] }] },
          banner: { content: evil },
        },
        { 'a.mdx': `---\ntitle: ${JSON.stringify(evil)}\ndescription: ${JSON.stringify(evil)}\ntag: ${JSON.stringify(evil)}\n---\n` },
      )
    ).page('a', { headings: [{ depth: 2, id: 'x"><b>', text: evil, inToc: true }] });
    expect(html).not.toContain('<img src=x');
    expect(html.split('&lt;img src=x onerror=alert(1)').length).toBeGreaterThan(10);
    expect(html).not.toContain('"><b>');
  });

  test('should read the Markdown of a description, and give meta tags its words', async () => {
    const description = 'Runs on [Daytona](https://x.example), see `config.toml`';
    const site = await renderedSite(
      { navigation: { groups: [{ group: 'G', root: 'g', directory: 'card', pages: ['a'] }] } },
      { 'a.mdx': `---\ntitle: A\ndescription: ${JSON.stringify(description)}\n---\n`, ...stubs('g') },
    );
    expect(site.page('a')).toContain(
      '<p class="page-description">Runs on <a class="link" href="https://x.example" target="_blank" rel="noopener">Daytona</a>, see <code>config.toml</code></p>',
    );
    expect(site.page('a')).toContain('<meta name="description" content="Runs on Daytona, see config.toml">');
    expect(site.page('g')).toContain('Runs on Daytona, see config.toml');
  });

  test('should refuse script addresses', async () => {
    const html = (
      await renderedSite(
        { navigation: { pages: ['a'] }, banner: { content: '[x](javascript:alert(1)) [y](java\u0009script:alert(1))' } },
        { 'a.mdx': '---\ntitle: A\nrelated:\n  - "Bad: javascript:alert(1)"\n---\n' },
      )
    ).page('a');
    expect(html).not.toMatch(/href="\s*java/i);
  });

  test('should fill previous and next, and leave them out on demand', async () => {
    const site = await renderedSite(
      { navigation: { pages: ['a', 'b', 'c'] } },
      { ...stubs('a', 'b'), 'c.mdx': '---\ntitle: C\nhideFooterPagination: true\n---\n' },
    );
    const links = [...element(site.page('b'), /<nav id="pagination"/).matchAll(/<a [^>]*href="([^"]*)"/g)].map((match) => match[1]);
    expect(links).toEqual(['/a', '/c']);
    expect(site.page('c')).not.toContain('id="pagination"');
  });

  test('should speak the language of the page', async () => {
    const site = await renderedSite(
      {
        navigation: {
          languages: [
            { language: 'en', pages: ['en/a'] },
            { language: 'ar', pages: ['ar/a'] },
            { language: 'cn', pages: ['cn/a'] },
          ],
        },
      },
      stubs('en/a', 'ar/a', 'cn/a'),
    );
    expect(site.page('en/a')).toContain('<html lang="en" dir="ltr"');
    expect(site.page('ar/a')).toContain('<html lang="ar" dir="rtl"');
    const chinese = site.page('cn/a');
    expect(chinese).toContain('<html lang="zh-CN" dir="ltr"');
    expect(chinese).toContain('跳到正文');
    const choices = [
      ...element(chinese, /<details class="menu switcher switcher-language"/).matchAll(/href="([^"]*)"[^>]*lang="([^"]*)"/g),
    ];
    expect(choices.map(([, href, lang]) => [href, lang])).toEqual([
      ['/en/a', 'en'],
      ['/ar/a', 'ar'],
      ['/cn/a', 'zh-CN'],
    ]);
  });

  test('should name its menus and its ground for the styles of the author, unless a heading has the name', async () => {
    const dropdowns = (code: string) => [
      { dropdown: 'Guides', pages: [`${code}/a`] },
      { dropdown: 'Code', pages: [`${code}/b`] },
    ];
    const languages = ['en', 'fr'].map((language) => ({ language, dropdowns: dropdowns(language) }));
    const plain = (await renderedSite({ navigation: { languages } }, stubs('en/a', 'en/b', 'fr/a', 'fr/b'))).page('en/b');
    expect(plain).toContain('<body id="background-color" data-part="background-color" class="');
    const menu = element(plain, /<details class="menu switcher switcher-language"/);
    expect(menu).toMatch(/<summary id="localization-select-trigger" /);
    expect(menu).toMatch(/<ul id="localization-select-content" [^>]*class="menu-list"/);
    expect(menu.match(/class="menu-item localization-select-item"/g)).toHaveLength(2);
    const sections = element(plain, /<details class="menu nav-dropdown"/);
    expect(sections).toMatch(/<summary class="nav-dropdown-trigger"/);
    expect(sections).toContain('<ul class="menu-list nav-dropdown-content">');
    expect(sections.match(/class="menu-item nav-dropdown-item"/g)).toHaveLength(2);
    const given = ['background-color', 'localization-select-trigger', 'localization-select-content'];
    const taken = withoutFrameIds(plain, given);
    expect(given.filter((id) => taken.includes(` id="${id}"`) || !taken.includes(` data-part="${id}"`))).toEqual([]);
  });
});

describe('page modes', () => {
  const heading = { depth: 2, id: 'h', text: 'H', inToc: true };
  test.each([
    ['', { title: true, toc: true, footer: true }],
    ['wide', { title: true, toc: false, footer: true }],
    ['center', { title: true, toc: false, footer: true }],
    ['frame', { title: false, toc: false, footer: false }],
    ['custom', { title: false, toc: false, footer: false }],
  ])('mode "%s"', async (mode, expected) => {
    const site = await renderedSite(
      { navigation: { pages: ['a', 'b'] }, footer: { socials: { github: 'https://github.com/x' } } },
      { 'a.mdx': `---\ntitle: A\n${mode && `mode: ${mode}`}\n---\n`, ...stubs('b') },
    );
    const html = site.page('a', { headings: [heading] });
    expect({
      title: html.includes('id="page-title"'),
      toc: html.includes('id="table-of-contents"'),
      footer: html.includes('id="footer"'),
    }).toEqual(expected);
    expect(html.match(/<h1/g)).toHaveLength(1);
  });

  test('should describe only pages of the site for sharing', async () => {
    const site = await renderedSite({ navigation: { pages: ['a'] }, seo: { metatags: { 'x-own': '1' } } }, stubs('a'));
    const missing = (await site.files()).get('404.html') as string;
    expect(site.page('a')).toContain('property="og:title"');
    expect(missing).toContain('<meta name="robots" content="noindex">');
    expect(missing).toContain('name="x-own"');
    expect(missing).not.toMatch(/og:|twitter:/);
  });

  test('should move content to the right column, or leave it in place without one', async () => {
    const site = await renderedSite({ navigation: { pages: ['a', 'b'] } }, { ...stubs('a'), 'b.mdx': '---\ntitle: B\nmode: wide\n---\n' });
    const html = '<p>1</p><!--aside--><pre>x</pre><!--/aside--><p>2</p>';
    const a = site.page('a', { html, headings: [heading] });
    expect(element(a, /<div id="panel"/)).toBe('<div id="panel" data-part="panel" class="mdx-content"><pre>x</pre></div>');
    expect(element(a, /<div id="content"/)).toBe('<div id="content" data-part="content" class="mdx-content"><p>1</p><p>2</p></div>');
    expect(a).not.toContain('id="table-of-contents"');
    expect(site.page('b', { html })).toContain('<p>1</p><pre>x</pre><p>2</p>');
  });
});
