import { expect, onTestFinished, test } from 'vitest';
import { describeInBrowser, openBrowser, visit } from '../harness/browser.ts';
import { docsJson } from '../harness/project.ts';
import { serveSite } from '../harness/serve-folder.ts';
import { shared } from '../harness/shared.ts';

describeInBrowser('services of docs.json', { timeout: 60_000 }, () => {
  const browser = shared(openBrowser);

  async function open(integrations: Readonly<Record<string, unknown>>) {
    const server = await serveSite({ 'docs.json': docsJson({ pages: ['index'] }, { integrations }), 'index.mdx': '# Hello' });
    onTestFinished(() => server.close());
    return visit(browser, server.origin);
  }

  const measuring = { ga4: { measurementId: 'G-TEST' }, plausible: { domain: 'example.com' }, clarity: { projectId: 'p' } };

  test('should be asked for nothing on a site that names none', async () => {
    const seen = await open({ telemetry: { enabled: true } });
    expect(await seen.page.locator('script[src*="integrations"], #docsgen-services').count()).toBe(0);
    expect(seen.foreign).toEqual([]);
    await seen.close();
  });

  test('should be asked for their scripts, with what these read', async () => {
    const seen = await open(measuring);
    await expect
      .poll(() => [...seen.foreign].sort())
      .toEqual(['https://plausible.io/js/script.js', 'https://www.clarity.ms/tag/p', 'https://www.googletagmanager.com/gtag/js?id=G-TEST']);
    expect(seen.violations).toEqual([]);
    const layer = () =>
      seen.page.evaluate(() => (window as unknown as { dataLayer: ArrayLike<unknown>[] }).dataLayer.map((call) => String(call[0])));
    expect(await layer()).toEqual(['js', 'config']);
    expect(await seen.page.evaluate(() => typeof (window as unknown as { clarity: { q: unknown } }).clarity.q)).toBe('object');
    expect(await seen.page.locator('script[data-domain="example.com"]').count()).toBe(1);
    await seen.close();
  });

  test('should be asked for nothing before the reader has agreed, and then without a reload', async () => {
    const seen = await open({ ...measuring, cookies: { key: 'consent', value: 'yes' } });
    await seen.page.waitForFunction(() => document.readyState === 'complete');
    expect(await seen.page.evaluate(() => document.querySelectorAll('script[async]:not([src^="/_docsgen/"])').length)).toBe(0);
    expect(seen.foreign).toEqual([]);
    await seen.page.evaluate(() => localStorage.setItem('consent', 'no'));
    await seen.page.reload();
    expect(seen.foreign).toEqual([]);
    await seen.page.evaluate(() => localStorage.setItem('consent', 'yes'));
    await expect.poll(() => seen.foreign.length, { timeout: 10_000 }).toBe(3);
    await seen.close();
  });
});
