/** Links to one parameter or property: each has an id of its own, its link copies the URL, and that URL leads back to it. */
import type { Page } from 'playwright-core';
import type { PlaygroundCase } from './playground-case.ts';

export async function anchorDifference({ input }: PlaygroundCase, page: Page): Promise<string | undefined> {
  const open: string = input.open;
  const repeated = await page.evaluate(() => {
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    return ids.filter((id, index) => ids.indexOf(id) !== index);
  });
  if (repeated.length > 0) return `ids stand twice: ${repeated.join(', ')}`;
  if (open.startsWith('#')) {
    await page.goto(page.url() + open);
    return targetDifference(page, open.slice(1));
  }
  const path = /link icon of (\S+)/.exec(open)?.[1];
  if (path !== undefined) {
    const id = path.replaceAll('[]', '');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `#${id}`);
    const link = page.locator(`[id="${id}"] a[href$="#${id}"]`).first();
    await link.click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    if (copied !== page.url() || !copied.endsWith(`#${id}`)) return `copied ${copied} at ${page.url()}`;
    const tab = await page.context().newPage();
    await tab.goto(copied);
    return targetDifference(tab, id);
  }
  const pairs = [...open.matchAll(/(\w+) "(\w+)"/g)];
  if (pairs.length === 0) return `nothing here opens "${open}"`;
  for (const [, place, name] of pairs) {
    const ids = await page.evaluate(
      (wanted) =>
        [...document.querySelectorAll('main [id]')].map(({ id }) => id).filter((id) => id === wanted || id.endsWith(`.${wanted}`)),
      name as string,
    );
    if (new Set(ids).size < 2) return `${place} ${name} has no id of its own: ${ids.join(', ')}`;
  }
  return undefined;
}

async function targetDifference(page: Page, id: string): Promise<string | undefined> {
  await page.waitForTimeout(300);
  const found = await page.evaluate((wanted) => {
    const target = document.querySelector(':target');
    const { top, bottom, height } = target?.getBoundingClientRect() ?? { top: -1, bottom: -1, height: 0 };
    return { id: target?.id, isSeen: height > 0 && bottom > 0 && top < innerHeight, wanted };
  }, id);
  return found.id === id && found.isSeen ? undefined : `#${id} leads to ${JSON.stringify(found)}`;
}
