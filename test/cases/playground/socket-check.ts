/** The console of a channel: where it connects, what it sends and shows, how it ends. */
import type { Locator, Page } from 'playwright-core';
import { fillValue, openPlayground } from './fill-form.ts';
import type { Any, PlaygroundCase } from './playground-case.ts';
import type { PlaygroundScene } from './run-playground.ts';

export async function socketDifference(entry: PlaygroundCase, page: Page, { echo }: PlaygroundScene): Promise<string | undefined> {
  const { spec } = entry;
  if (!/^wss?$/.test(spec.server.protocol))
    return (await page.getByRole('button', { name: 'Connect' }).count()) > 0 ? 'offers to connect' : undefined;
  echo.take();
  const dialog = await openPlayground(page);
  const query = Object.keys(spec.channel.bindings?.ws?.query?.properties ?? {});
  for (const name of query) await fillValue(dialog, name, 'a value');
  for (const name of Object.keys(spec.channel.bindings?.ws?.headers?.properties ?? {}))
    if (!(await dialog.getByText(new RegExp(`${name}.*cannot set headers`)).isVisible())) return `no notice about the header ${name}`;
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();

  if (/^\/close\b/.test(spec.channel.address)) {
    await state(dialog, /4001.*bye/);
    await dialog.getByRole('button', { name: 'Reconnect', exact: true }).click();
    await dialog
      .getByRole('log')
      .getByText(/4001.*bye/)
      .nth(1)
      .waitFor();
    return echo.take().length === 2 ? undefined : 'did not connect again';
  }
  await state(dialog, /Connected/);
  const [opened] = echo.take();
  const wanted = targetOf(spec) + (query.length > 0 ? `?${query.map((name) => `${name}=a%20value`).join('&')}` : '');
  if (opened?.target !== wanted) return `connected to ${opened?.target}, not ${wanted}`;
  const send = dialog.getByRole('button', { name: 'Send message' });
  if (spec.channel.publish || entry.asyncapi?.startsWith('3')) {
    await dialog.getByLabel('Message', { exact: true }).fill('{"text":"héllo"}');
    await send.click();
    await dialog.getByRole('log').getByText('{"text":"héllo"}').nth(1).waitFor();
  }
  return undefined;
}

function targetOf({ server, channel }: Any): string {
  const base: string = server.pathname ?? (server.url ? new URL(server.url).pathname : '');
  return (
    base.replace(/\/$/, '') +
    channel.address.replace(/\{(\w+)\}/g, (_: string, name: string) => encodeURIComponent(channel.parameters[name].default))
  );
}

async function state(dialog: Locator, words: RegExp): Promise<void> {
  await dialog.locator('.playground-state').filter({ hasText: words }).waitFor();
}
