/** What a theme draws its own way stays in keeping: edges, lines, sizes of letters, measured in a browser. */
import { expect, test } from 'vitest';
import type { ThemeName } from '../../../src/model/site-config.ts';
import { describeInBrowser, openBrowser, visit } from '../../harness/browser.ts';
import { shared, sharedFolder } from '../../harness/shared.ts';
import { serveShowcase } from '../../harness/showcase.ts';

describeInBrowser('details of a theme', { timeout: 60_000 }, () => {
  const folder = sharedFolder('theme-details');
  const browser = shared(openBrowser);

  /** The components of the showcase in a theme; the caller closes. */
  async function components(theme: ThemeName, width = 1440) {
    const server = await serveShowcase(theme, folder);
    const seen = await visit(browser, `${server.origin}/components`, { viewport: { width, height: 800 }, reducedMotion: 'reduce' });
    const close = async () => {
      await seen.close();
      await server.close();
    };
    return { page: seen.page, close };
  }

  test.each(['maple', 'linden'] as const)(
    'draws the mark of the current page as far from both edges of its panel, in %s',
    async (theme) => {
      const { page, close } = await components(theme);
      const [start, end] = await page.evaluate(() => {
        const panel = (document.querySelector('#sidebar') as Element).getBoundingClientRect();
        const mark = (document.querySelector('#sidebar .sidebar-link[aria-current="page"]') as Element).getBoundingClientRect();
        return [mark.left - panel.left, panel.right - 1 - mark.right];
      });
      expect(start).toBe(end);
      await close();
    },
  );

  test('draws form controls in the colour of the site', async () => {
    const { page, close } = await components('mint');
    const [control, primary] = await page.evaluate(() => {
      const [box, text] = [document.createElement('input'), document.createElement('span')];
      box.type = 'checkbox';
      text.style.color = 'var(--dg-primary)';
      document.querySelector('#content')?.append(box, text);
      return [getComputedStyle(box).accentColor, getComputedStyle(text).color];
    });
    expect(control).toBe(primary);
    await close();
  });

  test('begins the page beside the logo when that is above the page list, and separates cards without boxes from lists, in willow', async () => {
    const { page, close } = await components('willow');
    const seen = await page.evaluate(() => {
      const box = (selector: string) => (document.querySelector(selector) as Element).getBoundingClientRect();
      const middle = ({ top, bottom }: DOMRect) => (top + bottom) / 2;
      const [first, second] = [...document.querySelectorAll('.columns > .card')].map((card) => card.getBoundingClientRect());
      return {
        firstLine: Math.abs(middle(box('.eyebrow')) - middle(box('a.nav-logo'))),
        cards: (second as DOMRect).left - (first as DOMRect).right,
        lines: box('.accordion-group + .accordion').top - box('.accordion-group').bottom,
      };
    });
    expect(seen).toEqual({ firstLine: expect.closeTo(0, -0.5), cards: 32, lines: -1 });
    await close();
  });

  test('tints one entry of the sidebar when the tabs are in it, in sequoia', async () => {
    const { page, close } = await components('sequoia');
    const tinted = await page
      .locator('#sidebar .sidebar-link[aria-current]')
      .evaluateAll((links) =>
        links.filter((link) => !/, 0\)|transparent/.test(getComputedStyle(link).backgroundColor)).map((link) => link.textContent),
      );
    expect(tinted).toEqual(['All components']);
    await close();
  });

  test.each(['palm', 'linden', 'sequoia'] as const)(
    'writes titles no smaller than their text, and tags as their author did, in %s',
    async (theme) => {
      const { page, close } = await components(theme);
      const seen = await page.evaluate(() => {
        const style = (selector: string) => getComputedStyle(document.querySelector(selector) as Element);
        const size = (selector: string) => Number.parseFloat(style(selector).fontSize);
        return {
          tile: size('.tile-title') >= size('.tile-description'),
          step: size('.step-title') >= size('.step-content'),
          tag: style('.sidebar-title .nav-tag-pill').textTransform,
        };
      });
      expect(seen).toEqual({ tile: true, step: true, tag: 'none' });
      await close();
    },
  );

  test.each(['palm', 'sequoia', 'willow'] as const)(
    'begins the contents beside the first line, and a canvas at its edge, in %s',
    async (theme) => {
      // Under a banner there is room for a column that would be pushed down at once.
      const server = await serveShowcase(theme, folder, { banner: undefined });
      const options = { viewport: { width: 1440, height: 800 }, reducedMotion: 'reduce' } as const;
      const prose = await visit(browser, `${server.origin}/prose`, options);
      const apart = await prose.page.evaluate(() => {
        const middle = (selector: string) => {
          const { top, bottom } = (document.querySelector(selector) as Element).getBoundingClientRect();
          return (top + bottom) / 2;
        };
        return Math.abs(middle('.eyebrow') - middle('#table-of-contents-title'));
      });
      await prose.close();
      expect(apart).toBeLessThanOrEqual(2);
      for (const mode of ['custom', 'frame']) {
        const canvas = await visit(browser, `${server.origin}/modes/${mode}`, options);
        expect(await canvas.page.locator('#content-area').evaluate((element) => getComputedStyle(element).paddingBlockStart)).toBe('0px');
        await canvas.close();
      }
      await server.close();
    },
  );

  test('draws a small diagram completely on a phone, and uses the available space', async () => {
    const { page, close } = await components('mint', 390);
    await page.locator('docs-mermaid').scrollIntoViewIfNeeded();
    const view = page.locator('.mermaid-view');
    await view.waitFor();
    const seen = await view.evaluate((element) => {
      const svg = element.querySelector('svg') as SVGSVGElement;
      return { hidden: element.scrollWidth - element.clientWidth, scale: svg.getBoundingClientRect().width / svg.viewBox.baseVal.width };
    });
    expect(seen.hidden).toBe(0);
    expect(seen.scale).toBeGreaterThan(0.57);
    await close();
  });
});
