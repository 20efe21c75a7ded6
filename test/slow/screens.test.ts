import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import type { ThemeName } from '../../src/model/site-config.ts';
import { describeInBrowser, openBrowser } from '../harness/browser.ts';
import { shared, sharedFolder } from '../harness/shared.ts';
import { serveShowcase } from '../harness/showcase.ts';

/**
 * Pictures of the showcase beside those that are kept in `screens/`. They are half as large as what a reader sees:
 * the edges of letters, which differ from machine to machine, weigh little, and a part that moved weighs much.
 *
 *   UPDATE_SCREENS=1 npx vitest run -c vitest.slow.config.ts screens    keeps the pictures of today; look at them before you commit them
 */
const wide = { width: 1280, height: 800 };
const narrow = { width: 400, height: 800 };
const pictures: readonly [theme: ThemeName, path: string, mode: 'light' | 'dark', viewport: typeof wide][] = [
  ['mint', '/prose', 'light', wide],
  ['maple', '/components', 'light', wide],
  ['palm', '/tables', 'light', wide],
  ['willow', '/deep', 'light', wide],
  ['linden', '/prose', 'dark', wide],
  ['almond', '/components', 'dark', wide],
  ['aspen', '/deep', 'light', wide],
  ['sequoia', '/prose', 'light', wide],
  ['luma', '/api-reference/ships/list-ships', 'light', wide],
  ['mint', '/code', 'dark', narrow],
  ['luma', '/components', 'light', narrow],
  ['maple', '/ar/prose', 'light', wide],
];
/** Share of pixels that may differ. */
const tolerance = 0.01;
const kept = join(import.meta.dirname, 'screens');

describeInBrowser('the looks of a page', () => {
  const work = sharedFolder('screens');
  const browser = shared(openBrowser);

  test.each(pictures)('%s %s %s', async (theme, path, colorScheme, viewport) => {
    const server = await serveShowcase(theme, work);
    const page = await browser.newPage({ viewport, colorScheme, deviceScaleFactor: 0.5, reducedMotion: 'reduce', bypassCSP: true });
    // A face that comes late is for the next page: whether it does is not what is looked at here.
    await page.route(server.origin + path, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll(/font-display:(?:optional|swap)/g, 'font-display:block') });
    });
    await page.goto(server.origin + path, { waitUntil: 'networkidle' });
    await page.evaluate(() => document.fonts.ready);
    const taken = await page.screenshot();
    await page.close();
    await server.close();

    const file = join(kept, `${theme}${path.replaceAll('/', '-')}-${colorScheme}-${viewport.width}.png`);
    if (process.env.UPDATE_SCREENS || !existsSync(file)) {
      mkdirSync(kept, { recursive: true });
      writeFileSync(file, taken);
      if (!process.env.UPDATE_SCREENS) expect.fail(`there was no ${file}; it is written now`);
      return;
    }
    const [before, now] = [PNG.sync.read(readFileSync(file)), PNG.sync.read(taken)];
    expect([now.width, now.height]).toEqual([before.width, before.height]);
    const difference = new PNG({ width: now.width, height: now.height });
    const wrong = pixelmatch(before.data, now.data, difference.data, now.width, now.height, { threshold: 0.2 });
    const share = wrong / (now.width * now.height);
    const shown = join(work, '..', `difference-${theme}-${colorScheme}-${viewport.width}.png`);
    if (share > tolerance) writeFileSync(shown, PNG.sync.write(difference));
    expect(share, `the difference is drawn in ${shown}; UPDATE_SCREENS=1 keeps the new looks`).toBeLessThanOrEqual(tolerance);
  });
});
