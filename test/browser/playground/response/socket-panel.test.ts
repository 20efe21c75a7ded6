import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { caseSite } from '../../../cases/playground/case-site.ts';
import { openPlayground } from '../../../cases/playground/fill-form.ts';
import { axeProblems } from '../../../harness/axe.ts';
import { describeInBrowser, openBrowser } from '../../../harness/browser.ts';
import { startEchoServer } from '../../../harness/echo-server.ts';
import { shared } from '../../../harness/shared.ts';

describeInBrowser('the console of a channel', { timeout: 120_000 }, () => {
  const echo = shared(startEchoServer);
  const spec = { server: { host: '{HOST}', protocol: 'ws' }, channel: { address: '/chat' }, operation: { action: 'receive' } };
  const site = shared(() => caseSite([{ id: 'chat', group: 'websocket', asyncapi: '3.0.0', input: {}, expect: {}, spec }], echo));
  const browser = shared(openBrowser);
  let page: Page;
  let dialog: Locator;

  beforeEach(async () => {
    page = await browser.newPage();
    page.setDefaultTimeout(10_000);
    await page.goto(site.page('chat'));
    dialog = await openPlayground(page);
  });

  const log = () => dialog.getByRole('log').innerText();

  test('starts from the example, checks, sends, closes with a code, and connects again', async () => {
    const message = dialog.getByLabel('Message', { exact: true });
    expect(JSON.parse(await message.inputValue())).toEqual({ text: 'hello' });
    await dialog.getByRole('button', { name: 'Send message' }).click();
    await dialog.getByText('Not connected: connect first.').waitFor();
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await dialog.locator('.playground-state').getByText('Connected').waitFor();
    await message.fill('{"text":1}');
    await dialog.getByText('text must be a string, not a number').first().waitFor();
    await dialog.getByRole('button', { name: 'Send message' }).click();
    await dialog.getByRole('button', { name: 'Send anyway' }).click();
    await expect.poll(log).toMatch(/Sent\s*\{"text":1\}.*Received\s*\{"text":1\}/s);
    expect(await axeProblems(page)).toEqual([]);
    await dialog.getByText('Close with a code').click();
    await dialog.getByLabel('Close code', { exact: true }).fill('1001');
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    await dialog.getByText(/with a code of 1000 or 3000–4999/).waitFor();
    await dialog.getByLabel('Close code', { exact: true }).fill('4002');
    await dialog.getByLabel('Close reason', { exact: true }).fill('done');
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    await expect.poll(log).toMatch(/Closed: 4002 "done"/);
    await dialog.getByRole('button', { name: 'Reconnect', exact: true }).click();
    await dialog.locator('.playground-state').getByText('Connected').waitFor();
  });
});
