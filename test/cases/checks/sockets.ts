/** Connections whose server sends more than a tab can bear, and what no page should take for its own. */
import { findBrowser } from '../../../scripts/browser.mjs';
import { openBrowser } from '../../harness/browser.ts';
import { startEchoServer } from '../../harness/echo-server.ts';
import { caseSite } from '../playground/case-site.ts';
import { openPlayground } from '../playground/fill-form.ts';
import type { Check } from './check.ts';
import { becomes, unless } from './playground-stage.ts';

/** asyncapi-11. */
export const hostileSocket: Check = async () => {
  if (!findBrowser()) return { skipped: 'no browser on this machine' };
  const echo = await startEchoServer();
  const spec = { server: { host: '{HOST}', protocol: 'ws' }, channel: { address: '/flood' }, operation: { action: 'send' } };
  const site = await caseSite([{ id: 'flood', group: 'websocket', asyncapi: '3.0.0', input: {}, expect: {}, spec }], echo);
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(site.page('flood'));
    const dialog = await openPlayground(page);
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    const state = dialog.locator('.playground-state');
    const failures = await becomes(() => state.innerText(), /Closed: 1002 "no" \(protocol error\)/);
    const log = dialog.getByRole('log');
    failures.push(...(await becomes(() => log.innerText(), /<script>window\.X=1.*Binary message, 3 B.*Closed: 1002/s)));
    const rows = await log.locator('.playground-row').count();
    failures.push(...unless(rows <= 1000, `${rows} rows`));
    failures.push(...(await becomes(() => dialog.innerText(), /100003 messages, the last 500 shown/)));
    failures.push(...unless((await page.evaluate('window.X')) === undefined, 'a script ran'));
    await dialog.getByRole('button', { name: 'Reconnect', exact: true }).waitFor();
    return failures;
  } finally {
    await browser.close();
    await site.close();
    await echo.close();
  }
};

export const socketChecks: readonly (readonly [string, Check])[] = [['flood-of-messages', hostileSocket]];
