import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContextOptions } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeInBrowser, openBrowser, visit } from '../harness/browser.ts';
import { writeProject } from '../harness/project.ts';
import { serveFolder } from '../harness/serve-folder.ts';
import { shared, sharedFolder } from '../harness/shared.ts';
import { renderedSite, stubs } from '../stages/render/rendered-site.ts';

const deep = Array.from({ length: 20 }, (_, group) => ({
  group: `G${group}`,
  pages: [`g${group}/top`, { group: `Deep ${group}`, icon: 'star', pages: Array.from({ length: 10 }, (_, page) => `g${group}/p${page}`) }],
}));
const paths = deep.flatMap((_, group) => [`g${group}/top`, ...Array.from({ length: 10 }, (_, page) => `g${group}/p${page}`)]);
const words = 'Words that fill the line of a page until it has to break somewhere. '.repeat(40);
const content = `<h2 id="one">One</h2><p>${words}</p><table><tr><td>${'wide'.repeat(80)}</td></tr></table><h2 id="two">Two</h2><p>${words}</p><h3 id="three">Three</h3><p>${words}</p>`;
const headings = [
  { depth: 2, id: 'one', text: 'One', inToc: true },
  { depth: 2, id: 'two', text: 'Two', inToc: true },
  { depth: 3, id: 'three', text: 'Three', inToc: true },
];
const docs = {
  navigation: {
    languages: [
      {
        language: 'en',
        tabs: [
          { tab: 'Guides', groups: deep },
          { tab: 'Menu', menu: [{ item: 'First', pages: ['m'] }] },
        ],
      },
      { language: 'ar', pages: ['ar/a'] },
    ],
  },
  navbar: { links: [{ label: 'Blog', href: '/m' }], primary: { type: 'button', label: 'Start', href: '/m' } },
  banner: { content: 'News **here**', dismissible: true },
  footer: { socials: { github: 'https://github.com/x' }, links: [{ header: 'More', items: [{ label: 'M', href: '/m' }] }] },
};

describeInBrowser('the page frame in a browser', () => {
  const folder = sharedFolder('frame');
  const server = shared(async () => {
    const site = await renderedSite(docs, stubs(...paths, 'm', 'ar/a'));
    const pages = site.site.pages.map((page) => site.render(page, { html: content, headings }).value);
    const files = [...pages, ...(await site.renderer.siteFiles()).value];
    writeProject(folder, Object.fromEntries(files.map((file) => [file.path, 'data' in file ? file.data : ''])));
    return serveFolder(folder);
  });
  const browser = shared(openBrowser);
  const open = (path: string, options: BrowserContextOptions = {}) =>
    visit(browser, `${server.origin}${path}`, { reducedMotion: 'reduce', ...options });
  const small = { viewport: { width: 390, height: 800 } };

  test('should complain of nothing and ask no other host', async () => {
    for (const path of ['/g3/p4', '/m', '/ar/a', '/404.html', '/_docsgen/nav/l0-t0-g0-p1.html']) {
      const seen = await open(path);
      expect([path, seen.errors, seen.violations, seen.foreign]).toEqual([path, [], [], []]);
      await seen.close();
    }
  });

  test('should run no script but its own', async () => {
    const seen = await open('/m');
    await seen.page
      .evaluate(() => {
        const script = document.createElement('script');
        script.text = 'window.ran = 1';
        document.body.append(script);
      })
      .catch(() => undefined);
    const sink = await seen.page.evaluate(() => {
      try {
        document.body.innerHTML += '<img src=x onerror="window.ran = 2">';
        return 'open';
      } catch {
        return 'closed';
      }
    });
    expect([sink, await seen.page.evaluate('window.ran')]).toEqual(['closed', undefined]);
    await seen.close();
  });

  test('should follow the system and keep what the reader chose', async () => {
    const seen = await open('/m', { colorScheme: 'dark' });
    const isDark = () => seen.page.evaluate(() => document.documentElement.classList.contains('dark'));
    expect(await isDark()).toBe(true);
    await seen.page.click('.theme-switch');
    expect(await isDark()).toBe(false);
    await seen.page.goto(`${server.origin}/g1/top`);
    expect(await isDark()).toBe(false);
    await seen.close();
  });

  test('should open the drawer, keep the focus in it, and close on Escape', async () => {
    const { page, close } = await open('/g3/p4', small);
    const sidebar = page.locator('#sidebar');
    expect(await sidebar.isVisible()).toBe(false);
    await page.focus('.drawer-open');
    await page.keyboard.press('Enter');
    expect(await sidebar.isVisible()).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.closest('#sidebar') !== null)).toBe(true);
    for (let step = 0; step < 12; step++) await page.keyboard.press('Shift+Tab');
    expect(
      await page.evaluate(() => document.activeElement === document.body || document.activeElement?.closest('#sidebar') !== null),
    ).toBe(true);
    await page.keyboard.press('Escape');
    expect(await sidebar.isVisible()).toBe(false);
    expect(await page.evaluate(() => document.activeElement?.className)).toContain('drawer-open');
    await close();
  });

  test('should be navigable without scripts', async () => {
    const { page, close } = await open('/g3/p4', { ...small, javaScriptEnabled: false });
    await page.click('.drawer-open');
    await page.locator('#sidebar a[href="/g5/top"]').click();
    expect(page.url()).toBe(`${server.origin}/g5/top`);
    await page.click('.drawer-open');
    await page.locator('#sidebar details', { hasText: 'Deep 7' }).locator('summary').click();
    await page.locator('#sidebar details[open] > a').first().click();
    await page.locator('.sidebar-branch a[href="/g7/p2"]').click();
    expect(page.url()).toBe(`${server.origin}/g7/p2`);
    await close();
  });

  test('should fetch a folded branch when it is opened, with its icons, and remember it', async () => {
    const seen = await open('/g3/p4');
    const fold = seen.page.locator('#sidebar details', { hasText: 'Deep 9' });
    await fold.locator('summary').click();
    await seen.page.locator('#sidebar a[href="/g9/p3"]').waitFor();
    expect(await fold.locator('> a').count()).toBe(0);
    await seen.page.goto(`${server.origin}/g2/top`);
    await seen.page.locator('#sidebar a[href="/g9/p3"]').waitFor();
    expect([seen.errors, seen.violations]).toEqual([[], []]);
    await seen.close();
  });

  test('should close a menu on Escape and on a click elsewhere', async () => {
    const { page, close } = await open('/m');
    const menu = page.locator('.nav-tabs .menu');
    await menu.locator('summary').click();
    expect(await menu.locator('a').isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await menu.locator('a').isVisible()).toBe(false);
    await menu.locator('summary').click();
    await page.click('h1');
    expect(await menu.locator('a').isVisible()).toBe(false);
    await close();
  });

  test('should forget a dismissed banner only when its text changes', async () => {
    const { page, close } = await open('/m');
    await page.click('.banner-dismiss');
    expect(await page.locator('#banner').isVisible()).toBe(false);
    await page.goto(`${server.origin}/g1/top`);
    expect(await page.locator('#banner').isVisible()).toBe(false);
    await close();
  });

  test('should mark in the contents what is being read', async () => {
    const { page, close } = await open('/m', { viewport: { width: 1440, height: 700 } });
    const current = page.locator('#table-of-contents a[aria-current]');
    expect(await current.allTextContents()).toEqual(['One']);
    await page.locator('#two').evaluate((heading) => heading.scrollIntoView());
    await expect.poll(() => current.allTextContents()).toEqual(['Two']);
    await close();
  });

  test.each([320, 390, 768, 1024, 1440])('should not scroll sideways at %i px', async (width) => {
    for (const path of ['/g3/p4', '/ar/a']) {
      const { page, close } = await open(path, { viewport: { width, height: 800 } });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await close();
    }
  });

  test('should have no problems that axe finds', async () => {
    const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const viewport of [small.viewport, { width: 1440, height: 900 }]) {
        const { page, close } = await open('/g3/p4', { colorScheme, viewport, bypassCSP: true });
        await page.evaluate(axe);
        const { violations } = (await page.evaluate('axe.run(document)')) as { violations: { id: string; nodes: { html: string }[] }[] };
        expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
        await close();
      }
    }
  });
});
