/** The frame of a page in a real browser, by keyboard and between pages. */
import { expect, test } from 'vitest';
import { describeInBrowser } from '../harness/browser.ts';
import { sharedSite } from '../harness/shared.ts';

const parts = `---
title: Parts
---

<Tabs>
  <Tab title="npm">first panel</Tab>
  <Tab title="pnpm">second panel</Tab>
</Tabs>

<Accordion title="More">folded text</Accordion>

\`\`\`sh
npm install
\`\`\`
`;

describeInBrowser('the page frame', { timeout: 60_000 }, () => {
  const site = sharedSite({
    'docs.json': JSON.stringify({
      theme: 'mint',
      name: 'Test',
      colors: { primary: '#16a34a' },
      navigation: { groups: [{ group: 'All', pages: ['index', 'parts', { group: 'Inner', pages: ['inner/a', 'inner/b'] }] }] },
    }),
    'index.mdx': '---\ntitle: Start\n---\n\nHello.\n',
    'parts.mdx': parts,
    'inner/a.mdx': '---\ntitle: A\n---\n\nA.\n',
    'inner/b.mdx': '---\ntitle: B\n---\n\nB.\n',
  });

  test('is walked through by keyboard: search, tabs, accordion, copy', async () => {
    const seen = await site.visit('/', { permissions: ['clipboard-read', 'clipboard-write'] });
    const { page: tab } = seen;
    await tab.keyboard.press('Control+k');
    await tab.locator('#search-dialog[open]').waitFor();
    await tab.keyboard.type('parts');
    await tab.getByRole('option', { name: /Parts/ }).first().waitFor();
    await tab.keyboard.press('Enter');
    await tab.waitForURL(/\/parts/);

    await tab.getByRole('tab', { name: 'npm', exact: true }).focus();
    await tab.keyboard.press('ArrowRight');
    expect(await tab.getByText('second panel').isVisible()).toBe(true);
    await tab.locator('summary', { hasText: 'More' }).focus();
    await tab.keyboard.press('Enter');
    await tab.getByText('folded text').waitFor();
    await tab.locator('.code-block button').first().focus();
    await tab.keyboard.press('Enter');
    expect(await tab.evaluate(() => navigator.clipboard.readText())).toBe('npm install');
    expect([seen.errors, seen.violations]).toEqual([[], []]);
    await seen.close();
  });

  test('names the pages that a wrong address may have meant, and offers the search', async () => {
    const seen = await site.visit('/iner/b');
    const { page: tab } = seen;
    await tab.locator('.not-found-pages a[href="/inner/b"]').waitFor();
    expect(await tab.locator('.not-found-pages h2').textContent()).toBe('Pages with similar URLs');
    await tab.locator('main .search-entry').click();
    await tab.locator('#search-dialog[open]').waitFor();
    expect(seen.violations).toEqual([]);
    await seen.close();
  });

  test('says where to begin on an address that is near to none, and without scripts', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const seen = await site.visit('/zzzz', { javaScriptEnabled });
      await seen.page.waitForLoadState('networkidle');
      expect(await seen.page.locator('.not-found-pages a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
        '/',
      ]);
      await seen.close();
    }
  });

  test('opens its drawer on a small screen, and gives the focus back', async () => {
    const seen = await site.visit('/parts', { viewport: { width: 390, height: 800 } });
    const { page: tab } = seen;
    await tab.locator('.drawer-open').focus();
    await tab.keyboard.press('Enter');
    expect(await tab.evaluate(() => document.activeElement?.closest('#sidebar') !== null)).toBe(true);
    await tab.keyboard.press('Escape');
    expect(await tab.evaluate(() => document.activeElement?.className)).toContain('drawer-open');
    await seen.close();
  });

  test('fetches a page ahead once the pointer rests on its link', async () => {
    const seen = await site.visit('/');
    await seen.page.hover('#sidebar a[href="/parts"]');
    await seen.page.waitForFunction(() => document.querySelector('link[rel=prefetch]') !== null);
    await seen.page.hover('#sidebar a[href="/parts"]');
    expect(await seen.page.locator('link[rel=prefetch]').count()).toBe(1);
    expect(seen.violations).toEqual([]);
    await seen.close();
  });
});
