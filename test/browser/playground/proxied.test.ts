/** A playground on a page whose server offers to send: what no browser does arrives, and every refusal is said in words. */
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { caseSite } from '../../cases/playground/case-site.ts';
import { fillValue, openPlayground } from '../../cases/playground/fill-form.ts';
import { describeInBrowser, openBrowser } from '../../harness/browser.ts';
import { startEchoServer } from '../../harness/echo-server.ts';
import { shared } from '../../harness/shared.ts';
import { named, reach, startProxyServer } from '../../platform/proxy/proxy-server.ts';

const spec = {
  method: 'post',
  path: '/any/{id}',
  parameters: [
    { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
    { name: 'sid', in: 'cookie', schema: { type: 'string' } },
    { name: 'User-Agent', in: 'header', schema: { type: 'string' } },
  ],
  requestBody: {
    content: { 'multipart/form-data': { schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } } } },
  },
};

describeInBrowser('a playground with a server behind it', { timeout: 60_000 }, () => {
  let origins: string[];
  const echo = shared(startEchoServer);
  const site = shared(() => caseSite([{ id: 'a', group: 'proxied', input: {}, expect: {}, spec }], echo));
  const server = shared(() => startProxyServer({ reach: () => reach(named(...origins), { allowPrivate: origins }) }, site.folder));
  const browser = shared(openBrowser);
  let context: BrowserContext;
  let page: Page;
  let dialog: Locator;

  beforeEach(async () => {
    origins = [echo.origin];
    context = await browser.newContext();
    context.setDefaultTimeout(10_000);
    page = await context.newPage();
    await page.goto(site.page('a').replace(site.origin, server.origin));
    dialog = await openPlayground(page);
    await fillValue(dialog, 'id', '1');
    echo.take();
  });
  afterEach(() => context.close());

  const result = () => dialog.getByRole('region', { name: 'Response' });
  const send = async () => {
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await result().waitFor();
    await dialog.getByRole('button', { name: 'Send', exact: true }).waitFor();
    return result().innerText();
  };

  test('sends cookies and headers of its own choice to an API that answers no page', async () => {
    echo.reply('/any/1', { refusesPages: true, headers: { 'content-type': 'application/json' }, body: '{"ok":true}' });
    await fillValue(dialog, 'sid', 'v 1');
    await fillValue(dialog, 'User-Agent', 'mine');
    await dialog.getByLabel('file', { exact: true }).setInputFiles([{ name: 'a.bin', mimeType: 'x/y', buffer: Buffer.from([0, 10, 255]) }]);
    expect(await dialog.getByText(/do not let pages set/).count()).toBe(1);
    expect(
      await dialog
        .getByText(/do not let pages set the Cookie header/)
        .first()
        .isVisible(),
    ).toBe(false);
    await send();
    await result().getByText('"ok": true').waitFor();
    expect(await result().innerText()).toContain('200 OK');
    const [received] = echo.take();
    const headers = new Map(received?.headers);
    expect(headers.get('cookie')).toBe('sid=v%201');
    expect(headers.get('user-agent')).toBe('mine');
    expect(headers.get('content-type')).toMatch(/^multipart\/form-data; boundary=/);
    expect(received?.body.includes(Buffer.from([13, 10, 0, 10, 255, 13, 10]))).toBe(true);
    expect(headers.has('origin')).toBe(false);
  });

  test('sends from the browser when selected, and keeps the choice', async () => {
    await dialog.getByLabel('Sent by', { exact: true }).selectOption({ label: 'This browser' });
    await send();
    expect(new Map(echo.take()[0]?.headers).get('origin')).toBe(server.origin);
    await page.reload();
    dialog = await openPlayground(page);
    expect(await dialog.getByLabel('Sent by', { exact: true }).inputValue()).toBe('browser');
  });

  test('says what the server refuses, and can send again', async () => {
    origins = [];
    expect(await send()).toMatch(/cannot reach http:\/\/127\.0\.0\.1:\d+: no API description of this site names it/);
    expect(echo.take()).toEqual([]);
    origins = [echo.origin];
    expect(await send()).toMatch(/200 OK/);
  });

  test('shows a stream as it comes', async () => {
    echo.reply('/any/1', {
      headers: { 'content-type': 'text/event-stream' },
      stream: (response) => void response.write('data: one\n\n'),
    });
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await result().getByText('one').waitFor();
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
    await result().getByText('Cancelled. The data received so far is shown.').waitFor();
  });

  test('does not exist without such a server', async () => {
    await page.goto(site.page('a'));
    dialog = await openPlayground(page);
    expect(await dialog.getByLabel('Sent by', { exact: true }).count()).toBe(0);
  });
});
