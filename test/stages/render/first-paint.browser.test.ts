/** A page is painted with the rules in its head; the stylesheet that comes later must not move or colour anything. */
import { expect, test } from 'vitest';
import { describeInBrowser, openBrowser } from '../../harness/browser.ts';
import { shared, sharedFolder } from '../../harness/shared.ts';
import { serveShowcase } from '../../harness/showcase.ts';

/** More pages than those that contain their styles. */
const manyPages = 250;
const pages = ['/components', '/tables', '/ar/prose', '/api-reference/ships/announce-a-ship'];

describeInBrowser('the first paint', { timeout: 120_000 }, () => {
  const work = sharedFolder('first-paint');
  const server = shared(() => serveShowcase('mint', work));
  const largeWork = sharedFolder('first-paint-large');
  const largeServer = shared(() => serveShowcase('mint', largeWork, {}, { addedPages: manyPages }));
  const browser = shared(openBrowser);

  /** Every element with its place and its looks. Fonts stay away: when they arrive is not ours to say. */
  async function looks(path: string, width: number, blocked: RegExp, origin = server.origin): Promise<string[]> {
    const context = await browser.newContext({ viewport: { width, height: 900 }, javaScriptEnabled: false, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.route(blocked, (route) => route.abort());
    await page.goto(origin + path);
    const seen = await page.evaluate(() =>
      [...document.querySelectorAll('body *:not(link)')].map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const { color, backgroundColor, display, fontSize, opacity, borderTopWidth } = getComputedStyle(element);
        const name = `${element.localName}#${element.id}.${element.getAttribute('class') ?? ''}`;
        return [name, x, y, width, height, color, backgroundColor, display, fontSize, opacity, borderTopWidth].join(' ');
      }),
    );
    await context.close();
    return seen;
  }

  test.each(pages)('should be that of the whole stylesheet on %s', async (path) => {
    for (const width of [390, 1440]) {
      const early = await looks(path, width, /\.woff2|_docsgen\/(?:site|playground)\.\w+\.css/);
      expect(early).toEqual(await looks(path, width, /\.woff2/));
    }
  });

  test.each([
    ['/code', true],
    ['/tables', true],
    ['/deep', true],
    ['/components', false],
    ['/api-reference/ships/announce-a-ship', false],
  ])('should be that of the whole stylesheet on %s of a large site', async (path, isCommon) => {
    const { origin } = largeServer;
    const html = await (await fetch(origin + path)).text();
    expect(/<link rel="stylesheet" href="\/_docsgen\/(first|fonts)\./.exec(html)?.[1]).toBe(isCommon ? 'first' : 'fonts');
    for (const width of [390, 1440]) {
      const early = await looks(path, width, isCommon ? /\.woff2|_docsgen\/site\.\w+\.css/ : /\.woff2|_docsgen\/playground\./, origin);
      expect(early).toEqual(await looks(path, width, /\.woff2/, origin));
    }
  });

  test.each([
    ['/components', true],
    ['/components#tabs', false],
  ])('should omit styles for content far below only when the page opens at its top: %s', async (path, leavesOut) => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    await page.addInitScript(() => {
      const isAtFirst = () => document.documentElement.classList.contains('at-first');
      document.addEventListener('DOMContentLoaded', () => Object.assign(window, { leftOut: isAtFirst() }));
    });
    await page.goto(server.origin + path);
    expect(await page.evaluate(() => (window as { leftOut?: boolean }).leftOut)).toBe(leavesOut);
    await page.waitForFunction(() => !document.documentElement.classList.contains('at-first'));
    const hidden = () =>
      [...document.querySelectorAll('#content *')].filter((element) => getComputedStyle(element).contentVisibility !== 'visible');
    expect(await page.evaluate(`(${hidden})().length`)).toBe(0);
    await context.close();
  });

  test.each([
    { kbits: 1600, rtt: 400, loadsFonts: false },
    { kbits: 20_000, rtt: 20, loadsFonts: true },
  ])('should load fonts before it on a fast connection alone: $kbits kbit/s, $rtt ms', async ({ kbits, rtt, loadsFonts }) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    const bytesPerSecond = (kbits * 1000) / 8;
    const speed = { latency: rtt, downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond };
    await session.send('Network.emulateNetworkConditions', { offline: false, ...speed });
    await page.goto(`${server.origin}/components`);
    expect(await page.locator('link[as=font][rel=preload]').count()).toBe(loadsFonts ? 2 : 0);
    expect(await page.locator('link[as=font]').count()).toBe(2);
    await context.close();
  });

  test('should have its scripts at work when it is loaded', async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.goto(server.origin + pages[0], { waitUntil: 'load' });
    expect(await page.evaluate(() => customElements.get('docs-tabs') !== undefined)).toBe(true);
    await context.close();
  });

  test('should be as wide in the fallback font as in Inter, also in bold', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(server.origin + pages[0]);
    const { ratios, boldToPlain } = await page.evaluate(async () => {
      const text = 'Announce a ship before it reaches the port, and read what became of it';
      const drawing = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
      const width = (font: string) => {
        drawing.font = font;
        return drawing.measureText(text).width;
      };
      const ratio = async (weight: number) => {
        await document.fonts.load(`${weight} 100px Inter`, text);
        return width(`${weight} 100px "Inter Fallback"`) / width(`${weight} 100px Inter`);
      };
      const standIn = (weight: number) => width(`${weight} 100px "Inter Fallback"`);
      return { ratios: await Promise.all([400, 500, 600, 700].map(ratio)), boldToPlain: standIn(700) / standIn(400) };
    });
    for (const ratio of ratios) expect(Math.abs(ratio - 1)).toBeLessThan(0.025);
    // Letters that a browser makes bold itself are as wide as plain ones.
    expect(boldToPlain).toBeGreaterThan(1.005);
    await context.close();
  });
});
