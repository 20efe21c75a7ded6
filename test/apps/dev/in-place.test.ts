import { afterEach, expect, test } from 'vitest';
import { describeInBrowser, openBrowser, type Visit, visit } from '../../harness/browser.ts';
import { docsJson } from '../../harness/project.ts';
import { shared } from '../../harness/shared.ts';
import { type Served, serve } from './served.ts';

const spec = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Depot', version: '1' },
  servers: [{ url: 'https://api.test' }],
  paths: {
    '/boxes/{id}': {
      get: {
        summary: 'Get a box',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 200: { description: 'A box' } },
      },
    },
  },
});

const article = (text: string) => `---
title: Start
---

${text}

<Accordion title="More">Folded words.</Accordion>

<Tabs><Tab title="One">First</Tab><Tab title="Two">Second</Tab></Tabs>

<input id="field" />

${Array.from({ length: 60 }, (_, index) => `Paragraph ${index} of the page.`).join('\n\n')}
`;

describeInBrowser('an open page', () => {
  const browser = shared(openBrowser);
  let served: Served;
  let seen: Visit;
  afterEach(async () => {
    await seen.close();
    await served.close();
    expect(seen.violations).toEqual([]);
  });

  const open = async (path: string, ...site: Parameters<typeof serve>) => {
    served = await serve(...site);
    seen = await visit(browser, served.origin + path);
    // The bar is there once the server has spoken.
    await seen.page.locator('docsgen-dev .line').waitFor();
    await seen.page.evaluate('window.sameDocument = true');
    return seen.page;
  };
  const isSameDocument = () => seen.page.evaluate('window.sameDocument === true');

  test('should change in place and keep what the reader did', async () => {
    const page = await open('/', { 'index.mdx': article('Old words.') });
    await page.getByText('More', { exact: true }).click();
    await page.getByRole('tab', { name: 'Two' }).click();
    await page.locator('#field').fill('typed');
    await page.locator('.theme-switch').first().click();
    const isDark = await page.evaluate("document.documentElement.classList.contains('dark')");
    await page.evaluate('window.scrollTo(0, 400)');

    served.write({ 'index.mdx': article('New **words**.') });
    await page.getByText('New words.').waitFor({ state: 'attached' });
    expect(await page.locator('#content p').first().innerHTML()).toBe('New <strong>words</strong>.');
    expect(await page.getByText('Folded words.').isVisible()).toBe(true);
    expect(await page.getByRole('tabpanel', { name: 'Two' }).isVisible()).toBe(true);
    expect(await page.evaluate("document.documentElement.classList.contains('js')")).toBe(true);
    expect(await page.locator('#field').inputValue()).toBe('typed');
    expect(await page.evaluate("document.documentElement.classList.contains('dark')")).toBe(isDark);
    expect(await page.evaluate('Math.round(window.scrollY)')).toBe(400);
    expect(await isSameDocument()).toBe(true);
    expect(seen.errors).toEqual([]);
  });

  test('should keep the text in a playground field when the page file is edited', async () => {
    const source = (text: string) => `---\ntitle: Get a box\nopenapi: depot.json GET /boxes/{id}\n---\n\n${text}\n`;
    const page = await open(
      '/box',
      { 'index.mdx': 'Home', 'box.mdx': source('Old words.'), 'depot.json': spec },
      { pages: ['index', 'box'] },
    );
    await page.locator('docs-playground').waitFor({ state: 'attached' });
    const opener = page.locator('.playground-open').first();
    await opener.click();
    const field = page.locator('.playground-dialog input:visible').first();
    await field.fill('box 7');
    served.write({ 'box.mdx': source('New words.') });
    await page.getByText('New words.').waitFor({ state: 'attached' });
    expect(await field.inputValue()).toBe('box 7');
    expect(await isSameDocument()).toBe(true);
  });

  test('should take paragraphs in, out and over to another place', async () => {
    const page = await open('/', { 'index.mdx': 'a\n\nb\n\nc\n\n## Two\n\nd' });
    const words = () => page.locator('#content p, #content h2').allInnerTexts();
    served.write({ 'index.mdx': 'b\n\nx\n\n## Three\n\nd\n\na\n\ny' });
    await page.getByText('y', { exact: true }).waitFor();
    expect((await words()).map((text) => text.trim())).toEqual(['b', 'x', 'Three', 'd', 'a', 'y']);
    expect(await page.locator('#table-of-contents-content a').allInnerTexts()).toEqual(['Three']);
  });

  test('should follow snippets, components, docs.json, stylesheets and images', async () => {
    const page = await open(
      '/',
      {
        'index.mdx':
          "import S from '/snippets/s.mdx';\nimport { Hi } from '/snippets/hi.jsx';\n\n<S />\n\n<Hi />\n\n<p className=\"mark\">m</p>\n\n![Box](/box.svg)",
        'snippets/s.mdx': 'snippet one',
        'snippets/hi.jsx': 'export const Hi = () => <b>component one</b>;',
        'style.css': '.mark { color: rgb(1, 2, 3) }',
        'box.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"/>',
      },
      { pages: ['index'] },
    );
    served.write({ 'snippets/s.mdx': 'snippet two' });
    await page.getByText('snippet two').waitFor();
    served.write({ 'snippets/hi.jsx': 'export const Hi = () => <b>component two</b>;' });
    await page.getByText('component two').waitFor();
    served.write({ 'box.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"/>' });
    await page.locator('img[width="60"]').waitFor();
    served.write({ 'docs.json': docsJson({ pages: ['index'] }, { name: 'Another name' }) });
    await served.until(async () => (await page.title()).includes('Another name'));
    const primary = () => page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--dg-primary')");
    const before = await primary();
    served.write({ 'docs.json': docsJson({ pages: ['index'] }, { name: 'Another name', colors: { primary: '#ff0000' } }) });
    await served.until(async () => (await primary()) !== before);
    served.write({ 'style.css': '.mark { color: rgb(4, 5, 6) }' });
    await served.until(async () => (await page.evaluate("getComputedStyle(document.querySelector('.mark')).color")) === 'rgb(4, 5, 6)');
    expect(await isSameDocument()).toBe(true);
  });

  test('should follow descriptions, parts of the frame, own components, and pages that come and move', async () => {
    const overrides = { footer: '/snippets/footer.mdx', components: { Card: '/parts/card.jsx' } };
    const files = {
      'docs.json': docsJson({ pages: ['index', 'box'] }, { docsgen: { overrides } }),
      'index.mdx': '<Card title="One" />',
      'box.mdx': '---\nopenapi: depot.json GET /boxes/{id}\n---\n\nWords.',
      'depot.json': spec,
      'snippets/footer.mdx': 'foot one',
      'parts/card.jsx': 'export const Card = ({ title }) => <b>card one {title}</b>;',
    };
    const page = await open('/', files);
    await page.getByText('card one One').waitFor();
    served.write({ 'snippets/footer.mdx': 'foot <b>two</b>' });
    await page.locator('#footer').getByText('foot two').waitFor();
    served.write({ 'parts/card.jsx': 'export const Card = ({ title }) => <b>card two {title}</b>;' });
    await page.getByText('card two One').waitFor();
    served.write({ 'depot.json': spec.replace('Get a box', 'Fetch a box') });
    await page.locator('#sidebar').getByText('Fetch a box').waitFor();
    served.write({
      'new.mdx': '---\ntitle: Just written\n---\n',
      'docs.json': docsJson({ pages: ['index', 'new'] }, { docsgen: { overrides } }),
    });
    await page.locator('#sidebar').getByText('Just written').waitFor();
    served.remove('new.mdx');
    served.write({ 'moved.mdx': '---\ntitle: Just moved\n---\n', 'docs.json': docsJson({ pages: ['index', 'moved'] }) });
    await page.locator('#sidebar').getByText('Just moved').waitFor();
    expect(await page.getByText('Just written').count()).toBe(0);
    expect(await page.locator('#footer').getByText('foot two').count()).toBe(0);
    expect(await isSameDocument()).toBe(true);
  });

  test('should show an error with its location and code frame until it is fixed', async () => {
    const page = await open('/', { 'index.mdx': 'Good words.' });
    served.write({ 'index.mdx': 'Good words.\n\n<Card title="x">\n' });
    const overlay = page.locator('docsgen-dev .overlay');
    await overlay.waitFor();
    expect(await overlay.innerText()).toMatch(/index\.mdx:3:\d+/);
    expect(await overlay.locator('pre').innerText()).toContain('<Card title="x">');
    expect(await page.getByText('Good words.').isVisible()).toBe(true);
    // One of the two places shows the error: the page itself, once the overlay is closed.
    const inPage = page.locator('.build-errors').getByText('<Card> is never closed');
    expect(await inPage.isVisible()).toBe(false);
    await overlay.getByRole('button', { name: 'Close' }).click();
    await overlay.waitFor({ state: 'hidden' });
    expect(await inPage.isVisible()).toBe(true);
    served.write({ 'index.mdx': 'Better words.' });
    await overlay.waitFor({ state: 'hidden' });
    await page.getByText('Better words.').waitFor();

    served.write({ 'docs.json': '{ "name": ' });
    await overlay.waitFor();
    expect(await overlay.innerText()).toMatch(/docs\.json:1:\d+/);
    expect(await page.getByText('Better words.').isVisible()).toBe(true);
    served.write({ 'docs.json': docsJson({ pages: ['index'] }) });
    await overlay.waitFor({ state: 'hidden' });
  });

  test('should show the problems of a check of the whole site, and success when they are fixed', async () => {
    const other = '---\ntitle: Other\n---\n\n## There';
    const page = await open('/', { 'index.mdx': '[There](/other#nowhere)', 'other.mdx': other }, { pages: ['index', 'other'] });
    const bar = page.locator('docsgen-dev .bar');
    await bar.getByText('1 warning here').waitFor();
    await bar.locator('.state').click();
    await bar.getByText('"/other#nowhere" points to a heading that does not exist').waitFor();
    await bar.getByText(/^Whole site, all checks: 0 errors, 1 warning/).waitFor();
    served.write({ 'index.mdx': '[There](/other#there)' });
    await bar.getByText('all well').waitFor();
    expect(await isSameDocument()).toBe(true);
    await bar.getByRole('button', { name: 'Collapse the bar' }).click();
    expect(await bar.getByText('all well').count()).toBe(0);
    await page.reload();
    await bar.getByRole('button', { name: 'docsgen dev: all well. Expand the bar' }).click();
    await bar.getByText('all well').waitFor();
  });

  test('should offer to write a page that is listed and not there', async () => {
    const page = await open('/guides/first-steps', { 'index.mdx': 'Home' }, { pages: ['index', 'guides/first-steps'] });
    await page.getByRole('button', { name: 'Create guides/first-steps.mdx' }).first().click();
    await page.getByRole('heading', { name: 'First steps' }).waitFor();
    expect(seen.errors.filter((error) => !error.includes('404'))).toEqual([]);
  });

  test('should name a page that was deleted, and bring it back with its file', async () => {
    const page = await open('/a', { 'index.mdx': 'Home', 'a.mdx': 'Page A.' }, { pages: ['index', 'a'] });
    served.remove('a.mdx');
    await page.locator('docsgen-dev .overlay').getByText('a.mdx does not exist').waitFor();
    served.write({ 'a.mdx': 'Page A again.' });
    await page.getByText('Page A again.').waitFor();
    await page.locator('docsgen-dev .overlay').waitFor({ state: 'hidden' });
  });
});
