/** Where the parts of a page stand, measured in a browser. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeInBrowser, openBrowser, visit } from '../../harness/browser.ts';
import { removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';
import { type ServedFolder, serveFolder, serveSite } from '../../harness/serve-folder.ts';
import { serveShowcase } from '../../harness/showcase.ts';
import { renderedSite, stubs } from './rendered-site.ts';

const themes = ['mint', 'maple', 'almond'];
const docs = {
  contextual: { options: ['copy', 'view'] },
  navigation: { pages: ['plain', 'frame', 'custom', 'center', 'code', 'grid', 'night', 'names'] },
};
const columns = Array.from({ length: 12 }, (_, index) => `<td>column${index}</td>`).join('');
const content = `<p>Text</p><div class="drawn">Drawn</div><div class="table-wrap"><table><tr>${columns}</tr></table></div>`;
const grid = `<div class="grid" style="display:grid"><div><pre><code>${'-H key '.repeat(60)}\n</code></pre></div></div>`;
const night = '<div class="night" style="color: rgb(1, 2, 3)"><h2>Drawn</h2><div class="card"><h3>Ours</h3></div></div>';
const described = `<div class="field-content"><p>For instance:</p><pre><code>${'-H key '.repeat(60)}\n</code></pre></div>`;
const names = `<table>${['harbour.berths.listAll()', `/${'berths/'.repeat(20)}`]
  .map((name) => `<tr><td><code>${name}</code></td><td>${'What it does for ships. '.repeat(12)}</td><td>more</td></tr>`)
  .join('')}</table>`;
const paged = (mode: string) => `---\ntitle: T\nmode: ${mode}\n---\n`;

const tabNames = ['Guides', 'API Reference', 'Integrations', 'Changelog', 'Cookbook'];
/** More in the header than there is room for. */
const crowded = {
  theme: 'palm',
  navbar: { links: ['Support', 'Community', 'Blog'].map((label) => ({ label, href: `https://example.com/${label}` })) },
  navigation: {
    products: [
      {
        product: 'Container Registry',
        versions: [{ version: 'v2.4.1 (latest)', tabs: tabNames.map((tab, index) => ({ tab, pages: [`tab-${index}`] })) }],
      },
      { product: 'Berths', pages: ['berths'] },
    ],
  },
};

describeInBrowser('the layout of a page', { timeout: 60_000 }, () => {
  const folder = temporaryFolder('layout');
  const servers = new Map<string, ServedFolder>();
  let showcase: ServedFolder | undefined;
  let crowd: ServedFolder | undefined;
  let browser: Browser;

  beforeAll(async () => {
    for (const theme of themes) {
      const modes = {
        'frame.mdx': paged('frame'),
        'custom.mdx': paged('custom'),
        'center.mdx': paged('center'),
        'night.mdx': paged('custom'),
      };
      const site = await renderedSite({ ...docs, theme }, { ...stubs('plain', 'code', 'grid', 'names'), ...modes });
      const own: Record<string, string> = { code: described, grid, night, names };
      const pages = site.site.pages.map((page) => site.render(page, { html: own[page.path] ?? content }).value);
      const files = [...pages, ...(await site.renderer.siteFiles()).value];
      writeProject(`${folder}/${theme}`, Object.fromEntries(files.map((file) => [file.path, 'data' in file ? file.data : ''])));
      servers.set(theme, await serveFolder(`${folder}/${theme}`));
    }
    const files = Object.fromEntries([...tabNames.map((_, index) => `tab-${index}`), 'berths'].map((name) => [`${name}.mdx`, '# T']));
    crowd = await serveSite({
      'docs.json': JSON.stringify({ name: 'Harbourmaster', colors: { primary: '#16a34a' }, ...crowded }),
      ...files,
    });
    showcase = await serveShowcase('maple', `${folder}/showcase`, { contextual: { options: ['copy', 'view'] } });
    browser = await openBrowser();
  }, 60_000);

  afterAll(async () => {
    await browser?.close();
    for (const server of servers.values()) await server.close();
    await showcase?.close();
    await crowd?.close();
    removeFolder(folder);
  });

  async function at<T>(theme: string, path: string, width: number, look: (page: Page) => Promise<T>): Promise<T> {
    const seen = await visit(browser, `${servers.get(theme)?.origin}/${path}`, {
      viewport: { width, height: 800 },
      reducedMotion: 'reduce',
    });
    const found = await look(seen.page);
    await seen.close();
    return found;
  }
  const edges = (page: Page, selector: string) =>
    page.locator(selector).evaluate((element) => {
      const { left, right } = element.getBoundingClientRect();
      return [Math.round(left), Math.round(right)] as [number, number];
    });

  test.each(themes.flatMap((theme) => (['frame', 'custom'] as const).map((mode) => [theme, mode] as const)))(
    'keeps plain text off the edges of the canvas and of the screen, and lets what is drawn reach those of the canvas: %s, mode %s',
    async (theme, mode) => {
      for (const width of [1280, 390]) {
        const seen = await at(theme, mode, width, async (page) => ({
          canvas: await edges(page, '#content-area'),
          drawn: await edges(page, '.drawn'),
          text: await edges(page, '#content > p'),
          table: await edges(page, '#content > .table-wrap'),
        }));
        expect(seen.drawn).toEqual(seen.canvas);
        if (mode === 'custom') expect(seen.canvas).toEqual([0, width]);
        // On a narrow screen a frame has no edge of its own: nothing of it may touch that of the screen.
        const isNarrowFrame = mode === 'frame' && width === 390;
        const [left, right] = isNarrowFrame ? [0, width] : seen.canvas;
        expect(seen.text[0] - left).toBeGreaterThanOrEqual(isNarrowFrame ? 16 : 20);
        expect(right - seen.text[1]).toBeGreaterThanOrEqual(isNarrowFrame ? 16 : 20);
        if (isNarrowFrame) expect(seen.drawn).toEqual(seen.text);
        expect(seen.table).toEqual(seen.text);
      }
    },
  );

  test('keeps the content where it is when the right column of an API page arrives', async () => {
    const { page, close } = await visit(browser, `${showcase?.origin}/api-reference/ships/announce-a-ship`, {
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
    });
    const places = async () => [await edges(page, '#header'), await edges(page, '#content'), await edges(page, '#page-context-menu')];
    const whole = await places();
    expect(whole[1]?.[1]).toBeLessThan((await edges(page, '#panel'))[0]);
    // The panel is the last part of the page in the HTML.
    await page.evaluate(() => document.querySelector('#panel')?.remove());
    expect(await places()).toEqual(whole);
    await close();
  });

  test('gives the text of a page in the middle the same width in every theme', async () => {
    const widths = await Promise.all(
      themes.map((theme) =>
        at(theme, 'center', 1280, async (page) => {
          const [left, right] = await edges(page, '#content');
          return right - left;
        }),
      ),
    );
    expect(new Set(widths).size).toBe(1);
  });

  test('shows the text of the search field completely or not at all, and the whole language, however full the header is', async () => {
    const { page, close } = await visit(browser, `${showcase?.origin}/prose`, {
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
    });
    const kinds = new Set<string>();
    for (let width = 400; width <= 1200; width += 40) {
      const seen = await page.evaluate((room) => {
        (document.querySelector('.navbar-row') as HTMLElement).style.width = `${room}px`;
        const [prompt, key, language] = ['.search-entry-prompt', '.search-entry-key', '.switcher-language .switcher-name'].map(
          (name) => document.querySelector(name) as HTMLElement,
        );
        const isWhole = (element: HTMLElement | undefined) => element !== undefined && element.scrollWidth <= element.clientWidth;
        return {
          isHidden: prompt !== undefined && getComputedStyle(prompt).clipPath !== 'none',
          isWhole: isWhole(prompt) && (key?.clientWidth === 0 || isWhole(key)),
          hasLanguage: isWhole(language),
        };
      }, width);
      expect([width, seen.isHidden || seen.isWhole, seen.hasLanguage]).toEqual([width, true, true]);
      kinds.add(seen.isHidden ? 'hidden' : 'whole');
    }
    expect([...kinds].sort()).toEqual(['hidden', 'whole']);
    await close();
  });

  test.each([
    '.banner-dismiss',
    '.tile-preview',
    '.prompt-text summary',
    '.menu > summary',
    '.tab:not([aria-selected="true"])',
    '.accordion-summary',
  ])('answers the pointer: %s', async (selector) => {
    const { page, close } = await visit(browser, `${showcase?.origin}/components`, { reducedMotion: 'reduce' });
    await page.addStyleTag({ content: '*{transition:none!important}' });
    const part = page.locator(selector).first();
    await part.scrollIntoViewIfNeeded();
    const looks = () =>
      part.evaluate((element) => {
        const { color, backgroundColor, borderBottomColor } = getComputedStyle(element);
        return [color, backgroundColor, borderBottomColor].join();
      });
    const before = await looks();
    // What lies over a part and belongs to it, as the link of a tile does, takes the pointer for it.
    await part.hover({ force: true });
    expect(await looks()).not.toBe(before);
    await close();
  });

  test('shows the ring of the focus whole, and in another colour than the ground', async () => {
    const { page, close } = await visit(browser, `${showcase?.origin}/components`, { reducedMotion: 'reduce' });
    await page.keyboard.press('Tab');
    const parts = [
      '.accordion-group .accordion-summary',
      '.prompt-text summary',
      '.frame-content [data-zoom]',
      '.sidebar-link',
      '.banner-dismiss',
    ];
    for (const part of parts) {
      const seen = await page
        .locator(part)
        .locator('visible=true')
        .first()
        .evaluate((element: HTMLElement) => {
          element.scrollIntoView({ block: 'center' });
          element.focus();
          const { outlineStyle, outlineOffset, outlineWidth, outlineColor } = getComputedStyle(element);
          const reach = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth);
          const box = element.getBoundingClientRect();
          let isCut = false;
          for (let around = element.parentElement; around && around !== document.body; around = around.parentElement) {
            const room = around.getBoundingClientRect();
            if (getComputedStyle(around).overflowX !== 'visible')
              isCut ||= box.left - reach < room.left - 1 || box.right + reach > room.right + 1;
          }
          const ground = element.closest('[data-part="banner"]');
          return { outlineStyle, isCut, isSeen: !ground || getComputedStyle(ground).backgroundColor !== outlineColor };
        });
      expect([part, seen]).toEqual([part, { outlineStyle: 'solid', isCut: false, isSeen: true }]);
    }
    await close();
  });

  test('keeps the sign of the page menu whole where a site pads every summary', async () => {
    const { page, close } = await visit(browser, `${showcase?.origin}/prose`, { viewport: { width: 1280, height: 800 } });
    await page.locator('.page-menu > summary').evaluate((element) => element.style.setProperty('padding', '12px 16px', 'important'));
    const [box, sign] = [await edges(page, '.page-menu > summary'), await edges(page, '.page-menu > summary > .icon')];
    await close();
    expect(sign[1] - sign[0]).toBe(14);
    expect(sign[0] + sign[1]).toBeCloseTo(box[0] + box[1], -1);
  });

  test('lets tabs scroll before it shortens the names of product and version, and shows the current tab', async () => {
    for (const width of [1180, 1280, 1440]) {
      const { page, close } = await visit(browser, `${crowd?.origin}/tab-4`, { viewport: { width, height: 800 } });
      const cut = await page.evaluate(() =>
        [...document.querySelectorAll('.switcher-name')]
          .filter((name) => name.scrollWidth > name.clientWidth)
          .map((name) => name.textContent),
      );
      const [bar, current] = [await edges(page, '.nav-tabs'), await edges(page, '.nav-tabs [aria-current]')];
      await close();
      expect([width, cut]).toEqual([width, []]);
      expect(current[0]).toBeGreaterThanOrEqual(bar[0]);
      expect(current[1]).toBeLessThanOrEqual(bar[1]);
    }
  });

  test('shortens names in the header between words only, and moves links to the sidebar before', async () => {
    const { page, close } = await visit(browser, `${crowd?.origin}/tab-1`, { viewport: { width: 1280, height: 800 } });
    const longName = 'Harbourmaster of the Eastern Docks and Basins';
    for (const name of ['Harbourmaster', longName])
      for (const width of [768, 1024, 1100, 1279]) {
        await page.setViewportSize({ width, height: 800 });
        const seen = await page.evaluate((text) => {
          const logo = document.querySelector('.nav-logo-name') as HTMLElement;
          logo.textContent = text;
          const names = [logo, ...document.querySelectorAll('.switcher-name')];
          // Not `checkVisibility`: what stands in a shut drawer is skipped, some time after it has shut.
          const links = [...document.querySelectorAll('.navbar-link')].filter((link) => link.getClientRects().length > 0);
          return {
            cut: names.filter((element) => element.scrollWidth > element.clientWidth).map((element) => element.textContent),
            shortened: names.filter((element) => element.scrollHeight > element.clientHeight + 4).map((element) => element.textContent),
            over: document.documentElement.scrollWidth - document.documentElement.clientWidth,
            linksIn: [...new Set(links.map((link) => link.closest('ul')?.className))],
          };
        }, name);
        // That of the site gives way first.
        expect([width, seen]).toEqual([
          width,
          {
            cut: [],
            shortened: seen.shortened.filter((each) => each === longName),
            over: 0,
            linksIn: ['drawer-links'],
          },
        ]);
      }
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await page.locator('.navbar-links .navbar-link').first().isVisible()).toBe(true);
    expect(await page.locator('.drawer-links').isVisible()).toBe(false);
    await close();
  });

  test('keeps two switchers and a few links in the bar when tabs are elsewhere', async () => {
    const sequoia = await serveSite({
      'docs.json': JSON.stringify({
        ...crowded,
        theme: 'sequoia',
        name: 'Harbourmaster of the Eastern Docks',
        colors: { primary: '#16a34a' },
      }),
      ...Object.fromEntries([...tabNames.map((_, index) => `tab-${index}`), 'berths'].map((name) => [`${name}.mdx`, '# T'])),
    });
    const { page, close } = await visit(browser, `${sequoia.origin}/tab-1`, { viewport: { width: 1100, height: 800 } });
    for (const width of [1024, 1100, 1279]) {
      await page.setViewportSize({ width, height: 800 });
      const seen = await page.evaluate(() => ({
        linksIn: [...document.querySelectorAll('.navbar-link')]
          .filter((link) => link.checkVisibility())
          .map((link) => link.closest('ul')?.className),
        cut: [...document.querySelectorAll('.nav-logo-name, .switcher-name')].filter((name) => name.scrollWidth > name.clientWidth).length,
        over: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      }));
      expect([width, seen]).toEqual([width, { linksIn: Array(3).fill('navbar-links'), cut: 0, over: 0 }]);
    }
    await close();
    await sequoia.close();
  });

  test('names headings by their text alone, and shows their link in the margin, to a pointer and to the keyboard', async () => {
    const { page, close } = await visit(browser, `${showcase?.origin}/prose`, {
      viewport: { width: 1280, height: 800 },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const heading = page.locator('.mdx-content h2:has(> .heading-anchor)').first();
    const id = (await heading.getAttribute('id')) ?? '';
    const text = (await heading.textContent()) ?? '';
    expect(await page.getByRole('heading', { name: text, exact: true }).count()).toBe(1);
    const before = await heading.boundingBox();
    await heading.hover();
    const link = heading.locator('.heading-anchor');
    expect(await link.evaluate((element) => getComputedStyle(element, '::before').content)).toContain('#');
    expect((await heading.boundingBox())?.height).toBe(before?.height);
    // Beside the first letter, outside of the text.
    await page.mouse.click((before?.x ?? 0) - 8, (before?.y ?? 0) + 12);
    await link.and(page.locator('[data-copied]')).waitFor({ state: 'attached' });
    expect(new URL(page.url()).hash).toBe(`#${encodeURIComponent(id)}`);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
    // By keyboard the link is the next stop from the section, and is called as the section is.
    const next = page.locator('.mdx-content h2:has(> .heading-anchor)').nth(1);
    const name = (await next.textContent()) ?? '';
    const anchor = page.getByRole('heading', { name, exact: true }).getByRole('link', { name, exact: true });
    await page.evaluate((hash) => location.assign(hash), `#${await next.getAttribute('id')}`);
    await page.keyboard.press('Tab');
    expect(await anchor.evaluate((link) => [link === document.activeElement, getComputedStyle(link, '::before').outlineStyle])).toEqual([
      true,
      'solid',
    ]);
    await page.keyboard.press('Enter');
    await anchor.and(page.locator('[data-copied]')).waitFor({ state: 'attached' });
    await close();
  });

  test('names fields by their name alone', async () => {
    const { page, close } = await visit(browser, `${showcase?.origin}/components`);
    expect(await page.getByRole('link', { name: 'limit', exact: true }).count()).toBe(1);
    await close();
  });

  test('keeps names in code unbroken in tables, with the line of their link', async () => {
    const name = 'client.workspaces.listInvitations()';
    const tables = await serveSite({
      'docs.json': JSON.stringify({ theme: 'mint', name: 'Tables', colors: { primary: '#16a34a' }, navigation: { pages: ['a'] } }),
      'a.mdx': `# A\n\n| Name | What it does | More |\n| - | - | - |\n| [\`${name}\`](/a) | ${'long words '.repeat(40)} | ~~\`old\`~~ |\n`,
    });
    const { page, close } = await visit(browser, `${tables.origin}/a`, { viewport: { width: 1280, height: 800 } });
    const seen = await page.locator('td code').evaluateAll((codes) =>
      codes.map((code) => ({
        lines: Math.round((code.getBoundingClientRect().height - 4) / Number.parseFloat(getComputedStyle(code).lineHeight)),
        line: getComputedStyle(code).textDecorationLine,
      })),
    );
    expect(seen).toEqual([
      { lines: 1, line: 'underline' },
      { lines: 1, line: 'line-through' },
    ]);
    await close();
    await tables.close();
  });

  test('shows the link of a heading in a card beside the heading too', async () => {
    const cards = await serveSite({
      'docs.json': JSON.stringify({ theme: 'mint', name: 'Cards', colors: { primary: '#16a34a' }, navigation: { pages: ['a'] } }),
      'a.mdx': '# A\n\n<Card title="B">\n\n### Inside of a card\n\nText\n\n</Card>\n',
    });
    const { page, close } = await visit(browser, `${cards.origin}/a`, { viewport: { width: 1280, height: 800 } });
    await page.getByRole('heading', { name: 'Inside of a card', exact: true }).hover();
    // The sign stands where the heading begins, not where its link does, behind the last letter.
    const link = page.locator('.card-content .heading-anchor');
    expect(await link.evaluate((element) => (element as HTMLElement).offsetParent?.tagName)).toBe('H3');
    expect(await link.evaluate((element) => getComputedStyle(element).position)).toBe('static');
    await close();
    await cards.close();
  });

  test.each(['linden', 'almond'] as const)('holds on a small screen with letters twice as large, in %s', async (theme) => {
    const site = await serveShowcase(theme, `${folder}/large-${theme}`, {});
    const { page, close } = await visit(browser, `${site.origin}/code`, { viewport: { width: 320, height: 800 } });
    const session = await page.context().newCDPSession(page);
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
    await page.goto(`${site.origin}/components`);
    await page.locator('.view-switch').waitFor();
    const seen = await page.evaluate(() => [getComputedStyle(document.documentElement).fontSize, document.documentElement.scrollWidth]);
    await close();
    await site.close();
    expect(seen).toEqual(['32px', 320]);
  });

  test('keeps links, the button and a name of one long word in their place where the sidebar has the header, or is the site’s own', async () => {
    const primary = { type: 'button', label: 'Start', href: 'https://example.com/start' };
    const site = (more: object) => ({
      'docs.json': JSON.stringify({
        name: '海港',
        colors: { primary: '#16a34a' },
        ...crowded,
        navbar: { ...crowded.navbar, primary },
        ...more,
      }),
      ...Object.fromEntries([...tabNames.map((_, index) => `tab-${index}`), 'berths'].map((name) => [`${name}.mdx`, '# T'])),
    });
    const side = await serveSite(site({ theme: 'willow', name: '海'.repeat(30) }));
    const own = await serveSite({
      ...site({ docsgen: { overrides: { sidebar: '/snippets/sidebar.mdx' } } }),
      'snippets/sidebar.mdx': '<docs-slot name="pages" />',
    });
    for (const { origin } of [side, own]) {
      const { page, close } = await visit(browser, `${origin}/tab-1`, { viewport: { width: 1100, height: 800 } });
      const seen = await page.evaluate(() => {
        const count = (selector: string) => [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility()).length;
        const name = document.querySelector('.nav-logo-name') as HTMLElement;
        const next = document.querySelector('.theme-switch') as HTMLElement;
        return [count('.navbar-link'), count('.cta-button'), name.getBoundingClientRect().right <= next.getBoundingClientRect().left];
      });
      await close();
      expect(seen).toEqual([3, 1, true]);
    }
    await side.close();
    await own.close();
  });

  test('shows a name beside the sign before it', async () => {
    const linden = await serveSite({
      'docs.json': JSON.stringify({ ...crowded, name: '海'.repeat(14), theme: 'linden', colors: { primary: '#16a34a' } }),
      ...Object.fromEntries([...tabNames.map((_, index) => `tab-${index}`), 'berths'].map((name) => [`${name}.mdx`, '# T'])),
    });
    const { page, close } = await visit(browser, `${linden.origin}/tab-1`, { viewport: { width: 768, height: 800 } });
    const [bottom, top] = await page.evaluate(() => {
      const name = document.querySelector('.nav-logo-name') as HTMLElement;
      const text = document.createRange();
      text.selectNodeContents(name);
      return [name.getBoundingClientRect().bottom, text.getBoundingClientRect().top];
    });
    await close();
    await linden.close();
    expect(top).toBeLessThan(bottom);
  });

  test.each(['light', 'dark'] as const)('draws the edge of what can be typed in so that it is seen, in %s', async (colorScheme) => {
    const { page, close } = await visit(browser, `${showcase?.origin}/api-reference/ships/announce-a-ship`, { colorScheme });
    await page.click('.playground-open');
    await page.waitForSelector('.playground-dialog[open] input:not([type="checkbox"], [type="radio"])');
    const luminances = await page.evaluate(() => {
      const field = document.querySelector('.playground-dialog input:not([type="checkbox"], [type="radio"])') as HTMLElement;
      const { backgroundColor, borderTopColor } = getComputedStyle(field);
      const canvas = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
      return [backgroundColor, borderTopColor].map((color) => {
        canvas.fillStyle = color;
        canvas.fillRect(0, 0, 1, 1);
        const linear = [...canvas.getImageData(0, 0, 1, 1).data].map((part) =>
          part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
        );
        return 0.2126 * (linear[0] ?? 0) + 0.7152 * (linear[1] ?? 0) + 0.0722 * (linear[2] ?? 0);
      });
    });
    await close();
    const [darker = 0, lighter = 0] = luminances.sort((one, other) => one - other);
    // WCAG 2.2, 1.4.11
    expect((lighter + 0.05) / (darker + 0.05)).toBeGreaterThanOrEqual(3);
  });

  test('starts the text of an opened accordion where its title starts, on every width', async () => {
    for (const width of [320, 390, 800, 1280]) {
      const { page, close } = await visit(browser, `${showcase?.origin}/components`, { viewport: { width, height: 800 } });
      const [title, text] = [
        await edges(page, '.accordion[open] .accordion-title'),
        await edges(page, '.accordion[open] .accordion-content > p'),
      ];
      await close();
      expect([width, Math.abs(title[0] - text[0]) <= 1]).toEqual([width, true]);
    }
  });

  test('centres the page menu on a phone beside the path, or the title', async () => {
    const middles = (url: string, beside: string) =>
      visit(browser, url, { viewport: { width: 390, height: 800 } }).then(async ({ page, close }) => {
        const found = await Promise.all(
          [beside, '[data-part="page-context-menu"]'].map((selector) =>
            page.locator(selector).evaluate((element) => {
              const { top, bottom } = element.getBoundingClientRect();
              return (top + bottom) / 2;
            }),
          ),
        );
        await close();
        return found as [number, number];
      });
    const [path, besidePath] = await middles(`${showcase?.origin}/prose`, '.eyebrow');
    expect(Math.abs(path - besidePath)).toBeLessThanOrEqual(1.5);
    const [title, besideTitle] = await middles(`${servers.get('mint')?.origin}/plain`, '[data-part="page-title"]');
    expect(Math.abs(title - besideTitle)).toBeLessThanOrEqual(1.5);
  });

  test('distinguishes code in the text of a description, and keeps it inside', async () => {
    for (const width of [1280, 390]) {
      const { block, words, ground } = await at('mint', 'code', width, async (page) => ({
        block: await edges(page, '.field-content pre'),
        words: await edges(page, '.field-content'),
        ground: await page.locator('.field-content pre').evaluate((element) => getComputedStyle(element).backgroundColor),
      }));
      expect(ground).not.toBe('rgba(0, 0, 0, 0)');
      expect(block).toEqual(words);
    }
  });

  test('keeps a line of code in an author’s grid from widening the page', async () => {
    expect(await at('mint', 'grid', 390, (page) => page.evaluate(() => document.documentElement.scrollWidth))).toBe(390);
  });

  test('leaves headings that authors draw on a canvas the colour around them', async () => {
    const colours = (page: Page) => page.locator('.night :is(h2, h3)').evaluateAll((all) => all.map((one) => getComputedStyle(one).color));
    const [drawn, ours] = await at('mint', 'night', 1280, colours);
    expect(drawn).toBe('rgb(1, 2, 3)');
    expect(ours).not.toBe(drawn);
  });

  test.each([
    [1280, 1, 0],
    [390, 2, undefined],
  ])('keeps names in tables unbroken when they fit, and always inside their cell: %i px', async (width, maxLines, beyond) => {
    const seen = await at('mint', 'names', width, (page) =>
      page.locator('.table-scroll').evaluate((box) => ({
        lines: [...box.querySelectorAll('code')].map((code) => Math.round(code.offsetHeight / 20)),
        left: [...box.querySelectorAll('code')].filter((code) => code.offsetWidth > (code.parentElement as HTMLElement).clientWidth).length,
        beyond: box.scrollWidth - box.clientWidth,
      })),
    );
    expect(seen.lines[0]).toBeLessThanOrEqual(maxLines);
    expect(seen.lines[1]).toBeGreaterThan(3);
    expect(seen.left).toBe(0);
    if (beyond !== undefined) expect(seen.beyond).toBe(beyond);
  });

  test('fits a wide table on paper', async () => {
    const overflow = (page: Page) =>
      page
        .locator('.table-scroll')
        .evaluate((box) => (box.querySelector('table') as HTMLElement).offsetWidth - (box as HTMLElement).offsetWidth);
    const [screen, paper] = await at('mint', 'plain', 700, async (page) => {
      const onScreen = await overflow(page);
      await page.emulateMedia({ media: 'print' });
      return [onScreen, await overflow(page)] as const;
    });
    expect(screen).toBeGreaterThan(0);
    expect(paper).toBeLessThanOrEqual(0);
  });
});
