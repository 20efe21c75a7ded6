/** What a reader types, pastes, keeps and shares, in a real browser. What an API may answer is played with the cases of the area `playground`. */
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { caseSite } from '../../cases/playground/case-site.ts';
import { fillValue, group, openPlayground } from '../../cases/playground/fill-form.ts';
import { describeInBrowser, openBrowser } from '../../harness/browser.ts';
import { startEchoServer } from '../../harness/echo-server.ts';
import { shared } from '../../harness/shared.ts';

const spec = {
  method: 'post',
  path: '/any/{id}',
  parameters: [
    { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
    { name: 'X-A', in: 'header', schema: { type: 'string' } },
    { name: 'Host', in: 'header', schema: { type: 'string' } },
  ],
  requestBody: {
    content: { 'multipart/form-data': { schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } } } },
  },
  securitySchemes: { t: { type: 'http', scheme: 'bearer' } },
  security: [{ t: [] }],
};

describeInBrowser('a playground', { timeout: 60_000 }, () => {
  const echo = shared(startEchoServer);
  const entry = { group: 'hostile', input: {}, expect: {}, spec };
  const cases = [
    { ...entry, id: 'a' },
    { ...entry, id: 'b' },
    { ...entry, id: 'trace', spec: { ...spec, method: 'trace' } },
  ];
  const site = shared(() => caseSite(cases, echo));
  const browser = shared(openBrowser);
  let context: BrowserContext;
  let page: Page;
  let dialog: Locator;

  beforeEach(async () => {
    context = await browser.newContext();
    context.setDefaultTimeout(10_000);
    page = await context.newPage();
    await page.goto(site.page('a'));
    dialog = await openPlayground(page);
    echo.take();
  });
  afterEach(async () => {
    expect(await page.evaluate('window.X')).toBeUndefined();
    await context.close();
  });

  const send = () => dialog.getByRole('button', { name: 'Send', exact: true }).click();
  const result = () => dialog.getByRole('region', { name: 'Response' });

  test('shows a stream as it comes, and cancels it', async () => {
    echo.reply('/any/1', {
      headers: { 'content-type': 'text/event-stream' },
      stream: (response) => void response.write('event: hello\ndata: {"n":1}\n\n: ping\n\ndata: two\ndata: lines\n\n'),
    });
    await fillValue(dialog, 'id', '1');
    await send();
    await result().getByText('two\nlines').waitFor();
    expect(await result().locator('pre').innerText()).toContain('hello: {"n":1}');
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
    await result().getByText('Cancelled. The data received so far is shown.').waitFor();
  });

  test('stays quick when one event of a stream has many lines', async () => {
    echo.reply('/any/1', {
      headers: { 'content-type': 'text/event-stream' },
      stream: (response) => void response.end(`${'data: x\n'.repeat(150_000)}\ndata: after\n\n`),
    });
    await fillValue(dialog, 'id', '1');
    await send();
    await result().getByText('after').waitFor({ timeout: 8_000 });
  });

  test('copies without a clipboard, as on a site that is opened by an address in the local network', async () => {
    await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await page.goto(site.page('a'));
    dialog = await openPlayground(page);
    await fillValue(dialog, 'id', '7');
    const copy = dialog.getByRole('button', { name: 'Copy as cURL' });
    await copy.click();
    await dialog.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Copied');
    await dialog.locator('.playground-import > summary').click();
    const area = dialog.locator('.playground-import > textarea');
    const pasted = async () => {
      await dialog.getByRole('button', { name: /^(?:Copy as cURL|Copied)$/ }).click();
      await area.fill('');
      await page.keyboard.press('Control+v');
      return area.inputValue();
    };
    // All tests that run at the same time share one clipboard.
    await expect.poll(pasted).toContain('/any/7');
  });

  test('names required fields that are missing, and waits', async () => {
    await send();
    await dialog.getByRole('alert').getByText('id is required').first().waitFor();
    expect(echo.take()).toEqual([]);
    expect(await dialog.getByLabel('id', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true');
  });

  test('says which header values and names a browser does not send', async () => {
    await fillValue(dialog, 'id', '1');
    await fillValue(dialog, 'Host', 'evil.test');
    await dialog.getByText(/do not let pages set Host/).waitFor();
    await fillValue(dialog, 'X-A', '日本');
    await send();
    await dialog
      .getByRole('alert')
      .getByText(/Browsers cannot send this value of X-A/)
      .waitFor();
    expect(echo.take()).toEqual([]);
  });

  test('says that no browser sends TRACE', async () => {
    await page.goto(site.page('trace'));
    dialog = await openPlayground(page);
    await dialog.getByText(/do not send TRACE/).waitFor();
  });

  test('keeps secrets from other descriptions, links and samples', async () => {
    await fillValue(dialog, 'Token', 'secret-token');
    await dialog.getByLabel('Keep in this tab').check();
    expect(await dialog.locator('.playground-sample').innerText()).not.toContain('secret-token');
    await page.goto(site.page('b'));
    dialog = await openPlayground(page);
    expect(await dialog.getByLabel('Token', { exact: true }).inputValue()).toBe('');
  });

  test('opens a shared request, without sending it', async () => {
    const state = Buffer.from(JSON.stringify({ values: { path: { id: 'shared' }, __proto__: null }, alternative: 9 })).toString(
      'base64url',
    );
    await page.goto('about:blank');
    await page.goto(`${site.page('a')}#try=${state}`);
    dialog = page.getByRole('dialog');
    expect(await dialog.getByLabel('id', { exact: true }).inputValue()).toBe('shared');
    expect(page.url()).not.toContain('#try');
    expect(echo.take()).toEqual([]);
  });

  test('takes nothing from the query string', async () => {
    await page.goto(`${site.page('a')}/?server=https://evil.example&token=x&url=https://evil.example/spec.json`);
    dialog = await openPlayground(page);
    expect(await dialog.locator('.playground-address').innerText()).toContain(echo.origin);
    expect(await dialog.getByLabel('Token', { exact: true }).inputValue()).toBe('');
  });

  test('fills in a pasted cURL command', async () => {
    await dialog.getByText('Paste a cURL command').click();
    await dialog.getByLabel('cURL command').fill(`curl -X POST '${echo.origin}/any/42' -H 'X-A: b' -H 'Authorization: Bearer pasted'`);
    await dialog.getByRole('button', { name: 'Fill in' }).click();
    expect(await dialog.getByLabel('id', { exact: true }).inputValue()).toBe('42');
    expect(await group(dialog, 't').getByLabel('Token').inputValue()).toBe('pasted');
  });
});
