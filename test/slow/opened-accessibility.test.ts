import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axeProblems } from '../harness/axe.ts';
import { describeInBrowser, openBrowser } from '../harness/browser.ts';
import { shared, sharedFolder } from '../harness/shared.ts';
import { serveShowcase } from '../harness/showcase.ts';

/** What opens over a page or in it: where, what opens it, and what is seen when it is open. */
interface Opened {
  readonly name: string;
  readonly path: string;
  readonly width?: number;
  open(page: Page): Promise<void>;
}

async function search(page: Page, words = ''): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.locator('#search-dialog[open] [role=combobox]').fill(words);
}

const opened: readonly Opened[] = [
  {
    name: 'search, before a word is typed',
    path: '/prose',
    open: (page) => search(page),
  },
  {
    name: 'search, with results',
    path: '/prose',
    async open(page) {
      await search(page, 'ship');
      await page.locator('#search-dialog [role=option]').first().waitFor();
    },
  },
  {
    name: 'search, with nothing found',
    path: '/prose',
    async open(page) {
      await search(page, 'qqzzxxqq');
      await page.locator('#search-dialog strong').first().waitFor();
    },
  },
  {
    name: 'the menu of the page',
    path: '/prose',
    async open(page) {
      await page.locator('details.page-menu > summary').first().click();
      await page.locator('details.page-menu[open]').first().waitFor();
    },
  },
  {
    name: 'the drawer, and a switcher in it',
    path: '/prose',
    width: 390,
    async open(page) {
      await page.locator('.drawer-open').click();
      await page.locator('#sidebar a:visible').first().waitFor();
      const switcher = page.locator('#sidebar details.menu:visible > summary').first();
      if ((await switcher.count()) > 0) await switcher.click();
    },
  },
  {
    name: 'every fold of a page',
    path: '/components',
    async open(page) {
      for (const fold of await page.locator('main details').all()) await fold.evaluate((node) => node.setAttribute('open', ''));
    },
  },
  {
    name: 'the playground, with what is missing said',
    path: '/api-reference/ships/announce-a-ship',
    async open(page) {
      await page.locator('.playground-open').first().click();
      await page.locator('dialog.playground-dialog[open] .playground-send').click();
      await page
        .locator('dialog.playground-dialog[open] .playground-faults li, dialog.playground-dialog[open] .playground-result')
        .first()
        .waitFor();
    },
  },
];

describeInBrowser('what axe knows of', () => {
  const work = sharedFolder('opened-accessibility');
  const browser = shared(openBrowser);

  /** Faults of what opens, each state in a page of its own. */
  async function problemsOpened(origin: string, options: BrowserContextOptions): Promise<string[]> {
    const context = await browser.newContext({ reducedMotion: 'reduce', bypassCSP: true, ...options });
    const found: string[] = [];
    for (const { name, path, width = 1440, open } of opened) {
      const page = await context.newPage();
      await page.setViewportSize({ width, height: 900 });
      await page.goto(origin + path);
      await open(page);
      const small = await page.evaluate(smallTargets);
      const problems = [...(await axeProblems(page)), ...small.map((target) => `small target: ${target}`)];
      found.push(...problems.map((problem) => `${name} (${options.colorScheme}) ${problem}`));
      await page.close();
    }
    await context.close();
    return found;
  }

  test.each(['mint', 'linden', 'almond', 'luma'] as const)(
    'should be absent from what opens in theme %s, light and dark',
    async (theme) => {
      const server = await serveShowcase(theme, work, { contextual: { options: ['copy', 'view', 'chatgpt', 'claude'] } });
      const found = await Promise.all((['light', 'dark'] as const).map((colorScheme) => problemsOpened(server.origin, { colorScheme })));
      await server.close();
      expect(found.flat()).toEqual([]);
    },
  );
});

describeInBrowser('the wishes of a reader', () => {
  const work = sharedFolder('wishes');
  const browser = shared(openBrowser);

  test('should show the focus in forced colours, and move nothing where motion is not wanted', async () => {
    const server = await serveShowcase('maple', work);
    const context = await browser.newContext({ forcedColors: 'active', reducedMotion: 'reduce', viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.goto(`${server.origin}/components`);
    const unseen: string[] = [];
    for (let step = 0; step < 40; step++) {
      await page.keyboard.press('Tab');
      const reported = await page.evaluate(() => {
        const at = document.activeElement;
        if (!at || at === document.body) return undefined;
        const isRinged = (element: Element, part?: string) => {
          const { content, outlineStyle, outlineWidth } = getComputedStyle(element, part);
          return outlineStyle !== 'none' && outlineWidth !== '0px' && (part === undefined || content !== 'none');
        };
        // The link of a card is as large as the card, which shows the focus for it; that of a heading is a sign drawn before it.
        const card = at.closest('.card');
        const seen = isRinged(at) || (card !== null && isRinged(card)) || isRinged(at, '::before');
        return seen ? undefined : at.outerHTML.slice(0, 160);
      });
      if (reported !== undefined) unseen.push(reported);
    }
    const moving = await page.evaluate(
      () => document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 1).length,
    );
    await context.close();
    await server.close();
    expect([unseen, moving]).toEqual([[], 0]);
  });
});

/**
 * Buttons and fields under 24 px that have no room around them (WCAG 2.5.8): runs in the page. Links in a line of text
 * are the exception that the rule makes.
 */
function smallTargets(): string[] {
  const found: string[] = [];
  const targets = [...document.querySelectorAll('button, summary, select, input:not([type=hidden]), [role=option], [role=tab]')]
    .map((node) => ({ node, box: (node.closest('label') ?? node).getBoundingClientRect() }))
    .filter(
      ({ node, box }) => box.width > 1 && box.height > 1 && node.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
    );
  for (const { node, box } of targets) {
    if (box.width >= 24 && box.height >= 24) continue;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const isCrowded = targets.some(
      ({ node: other, box: near }) =>
        other !== node &&
        !other.contains(node) &&
        !node.contains(other) &&
        Math.hypot(Math.max(near.left - x, 0, x - near.right), Math.max(near.top - y, 0, y - near.bottom)) < 12,
    );
    if (isCrowded) found.push(`${node.outerHTML.slice(0, 120)} ${Math.round(box.width)}×${Math.round(box.height)}`);
  }
  return found;
}
