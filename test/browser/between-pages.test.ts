import { expect, test } from 'vitest';
import { describeInBrowser } from '../harness/browser.ts';
import { sharedSite } from '../harness/shared.ts';

const long = Array.from({ length: 60 }, (_, index) => `Paragraph ${index} of a page that is longer than a window.`).join('\n\n');
const groups = Array.from({ length: 30 }, (_, index) => ({
  group: `Group ${index}`,
  pages: [`en/g${index}/a`, { group: `Deep ${index}`, pages: [`en/g${index}/b`] }],
}));
const names = groups.flatMap((_, index) => [`en/g${index}/a`, `en/g${index}/b`]);

const files = {
  'docs.json': JSON.stringify({
    theme: 'mint',
    name: 'Test',
    colors: { primary: '#16a34a' },
    navigation: {
      languages: [
        { language: 'en', groups: [{ group: 'Top', pages: ['en/long', 'en/folds', 'en/other'] }, ...groups] },
        { language: 'de', pages: ['de/other'] },
      ],
    },
  }),
  'en/long.mdx': `---\ntitle: Long\n---\n\n## First\n\n${long}\n\n## Pagination\n\n${long}\n`,
  'en/folds.mdx': `---\ntitle: Folds\n---\n\n<Accordion title="One">\n${long}\n</Accordion>\n\n${long}\n`,
  'en/other.mdx': '---\ntitle: Other\n---\n\nOther.\n',
  'de/other.mdx': '---\ntitle: Anderes\n---\n\nAnderes.\n',
  ...Object.fromEntries(names.map((name) => [`${name}.mdx`, `---\ntitle: ${name.slice(3)}\n---\n\nText.\n`])),
};

describeInBrowser('between pages', { timeout: 60_000 }, () => {
  const site = sharedSite(files, { hasPageCache: true });

  test('keeps the sidebar where it was, and what was open in it', async () => {
    const { page, close } = await site.visit('/en/g3/a');
    const fold = page.locator('#sidebar details', { hasText: 'Deep 12' });
    await fold.locator('summary').click();
    await page.evaluate(() => document.querySelector('#sidebar')?.scrollTo(0, 400));
    const link = page.locator('#sidebar a[href="/en/g12/a"]');
    await link.scrollIntoViewIfNeeded();
    const top = await page.evaluate(() => document.querySelector('#sidebar')?.scrollTop);
    await link.click();
    await page.waitForURL(/g12/);
    await page.waitForFunction((wanted) => document.querySelector('#sidebar')?.scrollTop === wanted, top);
    expect(await page.locator('#sidebar details', { hasText: 'Deep 12' }).getAttribute('open')).toBe('');
    await close();
  });

  test('comes back to the same place of the living page', async () => {
    const { page, close } = await site.visit('/en/long');
    await page.evaluate(() => {
      Object.assign(window, { mark: true });
      scrollTo(0, 900);
    });
    await page.locator('#sidebar a[href="/en/other"]').click();
    await page.waitForURL(/other/);
    await page.goBack({ waitUntil: 'commit' });
    await page.waitForFunction(() => scrollY === 900 && 'mark' in window);
    await close();
  });

  test('comes back to the page, not to the drawer that led away from it', async () => {
    const { page, close } = await site.visit('/en/long', { viewport: { width: 390, height: 800 } });
    await page.evaluate(() => Object.assign(window, { mark: true }));
    await page.locator('.drawer-open').click();
    await page.locator('#sidebar a[href="/en/other"]').click();
    await page.waitForURL(/other/);
    await page.goBack({ waitUntil: 'commit' });
    await page.waitForFunction(() => 'mark' in window);
    expect(await page.locator('html').getAttribute('class')).not.toContain('drawer-is-open');
    expect(await page.getByRole('heading', { name: 'Long' }).isVisible()).toBe(true);
    expect(await page.locator('#content-area').evaluate((content: HTMLElement) => content.inert)).toBe(false);
    await close();
  });

  test('keeps the page in another language where it is there, and says so where it is not', async () => {
    const { page, close } = await site.visit('/en/other');
    const german = page.locator('.switcher-language a[hreflang="de"]');
    expect(await german.getAttribute('href')).toBe('/de/other');
    expect(await german.innerText()).not.toContain('Not there');
    await page.goto(`${site.origin}/en/long`);
    await page.locator('.switcher-language summary').click();
    expect(await german.innerText()).toContain('Not available: opens the first page');
    await german.click();
    await page.waitForURL(/\/de\/other/);
    await close();
  });

  test('has the headings of a page in a collapsible list where there is no space beside it', async () => {
    const { page, close } = await site.visit('/en/long', {
      viewport: { width: 390, height: 800 },
      reducedMotion: 'reduce',
    });
    const contents = page.locator('.folded-contents');
    await contents.locator('summary').focus();
    await page.keyboard.press('Enter');
    await contents.getByRole('link', { name: 'Pagination' }).click();
    expect(new URL(page.url()).hash).toBe('#pagination');
    await page.waitForFunction(() => {
      const top = document.querySelector('h2#pagination')?.getBoundingClientRect().top ?? -1;
      return top >= 0 && top < innerHeight / 2;
    });
    await close();
  });
});

describeInBrowser('between pages that the browser does not keep', { timeout: 60_000 }, () => {
  const site = sharedSite(files);

  test.each([
    ['', ''],
    [', after a link within the page', '#pagination'],
  ])('comes back to the same place of the page and of the sidebar, with the same groups open, and forward too%s', async (_, hash) => {
    const { page, close } = await site.visit('/en/long');
    if (hash !== '') await page.evaluate((to) => location.assign(to), hash);
    const look = () =>
      page.evaluate(() => ({
        top: scrollY,
        sidebar: document.querySelector('#sidebar')?.scrollTop,
        open: [...document.querySelectorAll('#sidebar details[open] > summary')].map((summary) => summary.textContent),
        isLiving: 'mark' in window,
      }));
    await page.locator('#sidebar details', { hasText: 'Deep 3' }).first().locator('summary').click();
    await page.evaluate(() => {
      Object.assign(window, { mark: true });
      document.querySelector('#sidebar')?.scrollTo(0, 150);
      scrollTo({ top: 900, behavior: 'instant' });
    });
    const left = await look();
    expect(left).toMatchObject({ top: 900, sidebar: 150, open: ['Deep 3'], isLiving: true });
    await page.locator('#sidebar a[href="/en/other"]').evaluate((link: HTMLElement) => link.click());
    await page.waitForURL(/other/);
    const other = await look();
    await page.goBack({ waitUntil: 'load' });
    await expect.poll(look).toEqual({ ...left, isLiving: false });
    await page.goForward({ waitUntil: 'load' });
    await expect.poll(look).toEqual(other);
    await close();
  });

  test('comes back to the same words below what a reader had opened', async () => {
    const { page, close } = await site.visit('/en/folds');
    await page.locator('.accordion-summary').click();
    await page.evaluate(() => scrollTo({ top: 3000, behavior: 'instant' }));
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.locator('#sidebar a[href="/en/other"]').evaluate((link: HTMLElement) => link.click());
    await page.waitForURL(/other/);
    await page.goBack({ waitUntil: 'load' });
    await expect.poll(() => page.evaluate(() => [scrollY, document.documentElement.scrollHeight])).toEqual([3000, height]);
    await close();
  });
});
