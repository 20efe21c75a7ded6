/** A base URL that the description does not name, in a real browser with the security policy of the page. */
import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { caseSite } from '../../cases/playground/case-site.ts';
import { openPlayground } from '../../cases/playground/fill-form.ts';
import { describeInBrowser, openBrowser } from '../../harness/browser.ts';
import { startEchoServer } from '../../harness/echo-server.ts';
import { shared } from '../../harness/shared.ts';

const cases = [{ id: 'a', group: 'server', input: {}, expect: {}, spec: { method: 'get', path: '/things' } }];

describeInBrowser('another base URL in the playground', { timeout: 60_000 }, () => {
  const echo = shared(startEchoServer);
  const closed = shared(() => caseSite(cases, echo));
  const open = shared(() => caseSite(cases, echo, { docsgen: { api: { otherServers: true } } }));
  const browser = shared(openBrowser);
  let context: BrowserContext;
  let page: Page;

  beforeEach(async () => {
    context = await browser.newContext();
    context.setDefaultTimeout(10_000);
    page = await context.newPage();
    echo.take();
  });
  afterEach(() => context.close());

  async function sent() {
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await dialog.getByRole('region', { name: 'Response' }).waitFor();
    const [request] = echo.take().filter(({ method }) => method === 'GET');
    return `${new Headers([...(request?.headers ?? [])] as [string, string][]).get('host')}${request?.target}`;
  }

  test('should be sent to, and remembered', async () => {
    const other = `localhost:${new URL(echo.origin).port}`;
    await page.goto(open.page('a'));
    const dialog = await openPlayground(page);
    expect(await sent()).toBe(`${echo.host}/things`);
    await dialog.getByLabel('Server', { exact: true }).selectOption('Base URL…');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await dialog.getByText('Base URL is required').first().waitFor();
    await dialog.getByLabel('Base URL', { exact: true }).fill(`http://${other}/mine`);
    expect(await sent()).toBe(`${other}/mine/things`);
    await page.reload();
    await openPlayground(page);
    expect(await sent()).toBe(`${other}/mine/things`);
    await dialog.getByLabel('Server', { exact: true }).selectOption(echo.origin);
    expect(await sent()).toBe(`${echo.host}/things`);
  });

  test('should not be offered unless the site allows it', async () => {
    await page.goto(closed.page('a'));
    const dialog = await openPlayground(page);
    expect(await dialog.getByLabel('Server', { exact: true }).count()).toBe(0);
    const policy = (await page.locator('meta[http-equiv=Content-Security-Policy]').getAttribute('content')) ?? '';
    expect(policy).toContain(`connect-src 'self' ${echo.origin};`);
  });
});
