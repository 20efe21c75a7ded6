/** The page menu in a browser: what lands in the clipboard, where links lead, what works without scripts. */
import { expect, test } from 'vitest';
import { describeInBrowser } from '../harness/browser.ts';
import { docsJson } from '../harness/project.ts';
import { sharedSite } from '../harness/shared.ts';

describeInBrowser('the page menu', () => {
  const custom = {
    title: 'Ask us',
    description: 'About this page',
    href: { base: 'https://ask.example/', query: [{ key: 'q', value: 'At $path: $page' }] },
  };
  const site = sharedSite({
    'docs.json': docsJson({ pages: ['index', 'bare', 'news', 'list'] }, { contextual: { options: ['copy', 'view', 'chatgpt', custom] } }),
    'index.mdx': '---\ntitle: Home\n---\n\nSome **text**.',
    'news.mdx':
      '---\ntitle: News\nrss: true\ncontextual:\n  display: toc\n  options: [mcp, add-mcp, cursor, vscode, windsurf, devin-mcp, assistant]\n---\n\n## One\n\n<Update label="May 2026">\n  Words.\n</Update>\n',
    'api.json': JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'A', version: '1' },
      paths: { '/parcels': { get: { summary: 'List', responses: { 200: { description: 'All.' } } } } },
    }),
    'list.mdx': '---\nopenapi: GET /parcels\ncontextual:\n  options: [download-spec]\n---\n',
    'bare.mdx': '---\ncontextual:\n  options: []\n---\n\nBare.',
  });

  test('should copy the page as Markdown, by its button and when nothing is selected', async () => {
    const { page, violations, errors, close } = await site.visit('/', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await page.click('#page-context-menu-button');
    await expect.poll(clipboard).toBe('# Home\n\nSome **text**.\n');
    await page.evaluate(() => navigator.clipboard.writeText('other'));
    await page.locator('body').press('Control+c');
    await expect.poll(clipboard).toBe('# Home\n\nSome **text**.\n');
    expect({ violations, errors }).toEqual({ violations: [], errors: [] });
    await close();
  });

  test('should take the page to other places', async () => {
    const { page, close } = await site.visit('/');
    await page.click('.page-menu > summary');
    const assistant = page.locator('a[href^="https://chatgpt.com/"]');
    await assistant.hover();
    await expect.poll(() => assistant.getAttribute('href')).toContain(encodeURIComponent(`${site.origin}/index.md`));
    const own = page.locator('a[href^="https://ask.example/"]');
    await own.focus();
    await expect
      .poll(() => own.getAttribute('href'))
      .toBe(`https://ask.example/?q=At%20%2F%3A%20${encodeURIComponent('# Home\n\nSome **text**.\n')}`);
    await close();
  });

  test('should take the MCP server of the site to the clipboard and to editors', async () => {
    const { page, violations, errors, close } = await site.visit('/news', {
      viewport: { width: 1600, height: 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    await page.click('#table-of-contents-layout #page-context-menu-button');
    await expect.poll(clipboard).toBe(`${site.origin}/mcp`);
    await page.click('.page-menu > summary');
    await page.click('[data-copy-mcp^="npx"]');
    await expect.poll(clipboard).toBe(`npx add-mcp ${site.origin}/mcp`);
    for (const [name, key] of [
      ['Windsurf', 'serverUrl'],
      ['Devin', 'url'],
    ] as const) {
      await page.getByRole('button', { name: `${name} MCP` }).click();
      await expect.poll(async () => JSON.parse(await clipboard())).toEqual({ mcpServers: { Test: { [key]: `${site.origin}/mcp` } } });
    }
    const href = async (start: string) => {
      const link = page.locator(`[data-template^="${start}"]`);
      await link.hover();
      return link.getAttribute('href');
    };
    const config = Buffer.from(JSON.stringify({ url: `${site.origin}/mcp` })).toString('base64');
    await expect
      .poll(() => href('cursor:'))
      .toBe(`cursor://anysphere.cursor-deeplink/mcp/install?name=Test&config=${encodeURIComponent(config)}`);
    await expect
      .poll(async () => JSON.parse(decodeURIComponent(((await href('vscode:')) ?? '?{}').split('?')[1] ?? '{}')))
      .toEqual({ name: 'Test', type: 'http', url: `${site.origin}/mcp` });
    await page.locator('.page-menu [data-search]').click();
    await page.waitForSelector('dialog[open]');
    expect(await page.locator('a.feed-link').getAttribute('href')).toBe('/news/rss.xml');
    expect(await page.locator('link[type="application/rss+xml"]').getAttribute('href')).toBe('/news/rss.xml');
    expect({ violations, errors }).toEqual({ violations: [], errors: [] });
    await close();
  });

  test('should move through all its rows by arrow keys, including rows without a link', async () => {
    const { page, close } = await site.visit('/news', { viewport: { width: 1600, height: 900 } });
    const row = () => page.evaluate(() => (document.activeElement as HTMLElement).innerText.split('\n')[0]);
    await page.focus('.page-menu > summary');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    expect(await row()).toBe('npx add-mcp');
    await page.keyboard.press('ArrowDown');
    expect(await row()).toBe('Open in Cursor');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    expect(await row()).toBe('Search…');
    await close();
  });

  test('should lead to the API description of the page', async () => {
    const { page, close } = await site.visit('/list');
    expect(await page.locator('a#page-context-menu-button').getAttribute('href')).toBe('/api.json');
    await close();
  });

  test('should lead to the Markdown copy without scripts, and not be there where a page says so', async () => {
    const { page, close } = await site.visit('/', { javaScriptEnabled: false });
    await page.click('.page-menu > summary');
    expect(await page.locator('#page-context-menu :is(a, button):visible').allInnerTexts()).toEqual([
      expect.stringContaining('View as Markdown'),
    ]);
    await page.goto(`${site.origin}/bare`);
    expect(await page.locator('#page-context-menu').count()).toBe(0);
    await close();
  });
});
