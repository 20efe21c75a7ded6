/** Where versions and products are chosen, as the window is wide or narrow. */
import { expect, test } from 'vitest';
import { describeInBrowser } from '../harness/browser.ts';
import { sharedSite } from '../harness/shared.ts';

describeInBrowser('the switchers of a site', { timeout: 60_000 }, () => {
  const versions = (version: string) => ({ version, groups: [{ group: 'All', pages: [`${version}/a`] }] });
  const products = ['One', 'Two'].map((product, index) => ({ product, versions: [versions(`v${index}`), versions(`w${index}`)] }));
  const site = sharedSite({
    'docs.json': JSON.stringify({ theme: 'mint', name: 'Test', colors: { primary: '#16a34a' }, navigation: { products } }),
    ...Object.fromEntries(['v0', 'w0', 'v1', 'w1'].map((name) => [`${name}/a.mdx`, `---\ntitle: ${name}\n---\n\nText.\n`])),
  });

  const shown = '.switcher:visible .switcher-name';

  test('are in the drawer on a phone, and move back in order when the window grows', async () => {
    const seen = await site.visit('/v0/a', { viewport: { width: 390, height: 800 } });
    const { page: tab } = seen;
    await tab.locator('#mobile-nav > .switcher').nth(1).waitFor({ state: 'attached' });
    expect(await tab.locator('#navbar .switcher').count()).toBe(0);
    await tab.locator('.drawer-open').click();
    expect(await tab.locator(shown).allTextContents()).toEqual(['One', 'v0']);

    await tab.locator('#mobile-nav .switcher summary').first().click();
    await tab.keyboard.press('Escape');
    expect(await tab.locator('.switcher[open]').count()).toBe(0);
    expect(await tab.locator('html.drawer-is-open').count()).toBe(1);
    await tab.keyboard.press('Escape');
    await tab.setViewportSize({ width: 1200, height: 800 });
    await tab.locator('#navbar .switcher').nth(1).waitFor();
    expect(await tab.locator(`#navbar ${shown}`).allTextContents()).toEqual(['One', 'v0']);
    expect([seen.errors, seen.violations]).toEqual([[], []]);
    await seen.close();
  });

  test('are in the header without scripts', async () => {
    const seen = await site.visit('/v0/a', { viewport: { width: 390, height: 800 }, javaScriptEnabled: false });
    expect(await seen.page.locator(`#navbar ${shown}`).allTextContents()).toEqual(['One', 'v0']);
    await seen.close();
  });
});
