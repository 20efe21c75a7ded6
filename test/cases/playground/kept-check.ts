/** What is kept from page to page: the chosen server always, secrets only when asked, and never where they leak. */
import type { Page } from 'playwright-core';
import { openPlayground } from './fill-form.ts';
import type { PlaygroundCase, uiChecks } from './playground-case.ts';
import type { PlaygroundScene } from './run-playground.ts';

export async function keptDifference(
  { id, input }: PlaygroundCase,
  page: Page,
  { site }: PlaygroundScene,
  checked: ReadonlySet<(typeof uiChecks)[number]>,
): Promise<string | undefined> {
  if (checked.has('server-kept')) {
    await page.goto(site.page(id, true));
    const dialog = await openPlayground(page);
    const chosen = await dialog.getByLabel('Server', { exact: true }).last().inputValue();
    return chosen === String(input.server_index) ? undefined : `server ${chosen} on the second page`;
  }
  if (!checked.has('secret-kept')) return undefined;
  const secret = Object.values(input.auth as Record<string, string>)[0] as string;
  const dialog = page.getByRole('dialog');
  const stored = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]));
  if ((await stored()).includes(secret)) return 'kept without being asked to';
  await dialog.getByLabel('Keep in this tab').check();
  if ((await page.evaluate(() => JSON.stringify({ ...localStorage }))).includes(secret)) return 'in localStorage';
  const read = async () => (await openPlayground(page)).getByLabel('Token', { exact: true }).inputValue();
  await page.goto(site.page(id, true));
  if ((await read()) !== secret) return 'gone on the second page';
  await page.reload();
  if ((await read()) !== secret) return 'gone after a reload';
  if (page.url().includes(secret)) return 'in the URL';
  await page.getByRole('dialog').getByRole('button', { name: 'Forget' }).click();
  return (await stored()).includes(secret) ? 'not forgotten' : undefined;
}
