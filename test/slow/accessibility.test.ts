import { expect, test } from 'vitest';
import { axeProblems } from '../harness/axe.ts';
import { describeInBrowser, openBrowser } from '../harness/browser.ts';
import { shared, sharedFolder } from '../harness/shared.ts';
import { serveShowcase, themes } from '../harness/showcase.ts';

const pages = [
  '/prose',
  '/components',
  '/code',
  '/tables',
  '/news',
  '/deep',
  '/links',
  '/modes/wide',
  '/modes/center',
  '/modes/custom',
  '/modes/frame',
  '/ar/prose',
  '/api-reference/ships/list-ships',
  '/api-reference/ships/announce-a-ship',
  '/_docsgen/sign-in.html',
  '/no-such-page',
];
const colorSchemes = ['light', 'dark'] as const;

describeInBrowser('what axe knows of', () => {
  const work = sharedFolder('accessibility');
  const browser = shared(openBrowser);

  /** Faults of all pages, each with where it was found. */
  async function problems(origin: string, colorScheme: 'light' | 'dark', paths = pages): Promise<string[]> {
    const context = await browser.newContext({
      colorScheme,
      reducedMotion: 'reduce',
      bypassCSP: true,
      viewport: { width: 1440, height: 900 },
    });
    const page = await context.newPage();
    const found: string[] = [];
    for (const path of paths) {
      await page.goto(origin + path);
      found.push(...(await axeProblems(page)).map((problem) => `${path} ${colorScheme} ${problem}`));
    }
    await context.close();
    return found;
  }

  /** Pages that scroll sideways in a window of 320 px: that of WCAG 1.4.10, a wide one at 400 %. */
  async function sideways(origin: string): Promise<string[]> {
    const page = await browser.newPage({ viewport: { width: 320, height: 640 } });
    const found: string[] = [];
    for (const path of pages) {
      await page.goto(origin + path);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > 320) found.push(`${path} is ${width} px wide`);
    }
    await page.close();
    return found;
  }

  test.each(themes)(
    'should be absent from every page of theme %s, light and dark, and nothing reach over a narrow window',
    async (theme) => {
      const server = await serveShowcase(theme, work);
      const found = await Promise.all([...colorSchemes.map((scheme) => problems(server.origin, scheme)), sideways(server.origin)]);
      await server.close();
      expect(found.flat()).toEqual([]);
    },
  );

  test.each([
    ['pale', { primary: '#ffe066', light: '#fff3bf', dark: '#ffd43b' }],
    ['dark', { primary: '#0b0b3b', light: '#1a1a5e', dark: '#050520' }],
    ['middling', { primary: '#888888', light: '#808080', dark: '#7f7f7f' }],
  ])('should be absent in %s colours of a site', async (name, colors) => {
    const server = await serveShowcase('mint', `${work}/${name}`, { colors });
    const found = await Promise.all(
      colorSchemes.map((scheme) => problems(server.origin, scheme, ['/components', '/prose', '/api-reference/ships/list-ships'])),
    );
    await server.close();
    expect(found.flat()).toEqual([]);
  });
});
