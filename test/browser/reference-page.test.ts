/** What a reference page loads later: nested schemas, code samples, the playground. */
import { expect, test } from 'vitest';
import { axeProblems } from '../harness/axe.ts';
import { describeInBrowser } from '../harness/browser.ts';
import { docsJson } from '../harness/project.ts';
import { sharedSite } from '../harness/shared.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const fields = (prefix: string) =>
  Object.fromEntries(Array.from({ length: 90 }, (_, index) => [`${prefix}_${index}`, { type: 'string', description: `Field ${index}.` }]));
const schemas = {
  Order: { type: 'object', properties: { id: { type: 'string' }, buyer: ref('Customer'), lines: { type: 'array', items: ref('Line') } } },
  Customer: {
    type: 'object',
    description: 'Who buys.',
    properties: { search: { type: 'string' }, address: ref('Address'), ...fields('c') },
  },
  Line: { type: 'object', description: 'One line.', properties: { sku: { type: 'string' }, ...fields('l') } },
  Address: { type: 'object', properties: { street: { type: 'string' }, ...fields('a') } },
};

describeInBrowser('a reference page', { timeout: 90_000 }, () => {
  const site = sharedSite({
    'docs.json': docsJson({
      groups: [
        { group: 'API', openapi: 'api.json' },
        { group: 'Own', pages: ['own'] },
      ],
    }),
    'own.mdx':
      '---\ntitle: Own\nopenapi: PUT /orders\n---\n\nText of the author.\n\n<RequestExample>\n```bash Own request\ncurl https://api.test\n```\n</RequestExample>\n\n' +
      '<ResponseExample>\n```json Own response\n{ "id": 1 }\n```\n</ResponseExample>\n',
    'api.json': JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'x', version: '1' },
      servers: [{ url: 'https://api.test' }],
      paths: {
        '/orders': {
          post: {
            summary: 'Order',
            parameters: [{ name: 'expand', in: 'query', schema: { type: 'string' } }],
            requestBody: { content: { 'application/json': { schema: ref('Order'), example: { id: "it's" } } } },
            responses: { 200: { description: 'ok', content: { 'application/json': { schema: ref('Order') } } } },
          },
          patch: {
            summary: 'Own samples',
            parameters: [{ name: 'expand', in: 'query', schema: { type: 'string' } }],
            responses: { 200: { description: 'ok' } },
            'x-codeSamples': [{ lang: 'shell', label: 'CLI', source: 'orders new' }],
          },
          put: {
            parameters: [{ name: 'expand', in: 'query', schema: { type: 'string' } }],
            responses: { 200: { description: 'ok', content: { 'application/json': { schema: ref('Order') } } } },
          },
        },
      },
      components: { schemas },
    }),
  });
  const path = '/api-reference/order';

  test('loads a nested schema when it is expanded, with anchors below the field', async () => {
    const { page, close } = await site.visit(path);
    expect(await page.locator('[id="buyer.address"]').count()).toBe(0);
    await page.locator('#buyer details > summary').click();
    // The frame of the schema's own page has a part with this name.
    await page.waitForSelector('[id="buyer.search"]');
    await page.locator('[id="buyer.address"] details > summary').click();
    await page.waitForSelector('[id="buyer.address.street"]');
    expect(await page.locator('[id="buyer.address.street"] > .field-head > a').getAttribute('href')).toBe('#buyer.address.street');
    expect(await page.locator('#lines').getByText('One line.').count()).toBe(1);
    expect(await axeProblems(page)).toEqual([]);
    await close();
  });

  test.each(['buyer.address.street', 'lines.sku', 'response-200.id', 'response-200.buyer.c_7'])('opens the way to #%s', async (id) => {
    const { page, close } = await site.visit(`${path}#${id}`);
    await page.locator(`[id="${id}"]`).waitFor({ state: 'visible' });
    await expect
      .poll(() => page.evaluate((name) => (document.getElementById(name)?.getBoundingClientRect().top ?? -1) >= 0, id))
      .toBe(true);
    await close();
  });

  test.each([
    [path, '.api-samples'],
    ['/own', '.request-example'],
    ['/own', '.response-example'],
  ])('shows the fields of %s before %s on a phone, and beside it on a wide screen', async (address, example) => {
    const { page, close } = await site.visit(address, { viewport: { width: 390, height: 800 } });
    const boxes = () =>
      page.evaluate((selector) => {
        const box = (element: string) => (document.querySelector(element) as Element).getBoundingClientRect();
        return { fields: box('#query-parameters').top, last: box('.api-page').bottom, example: box(selector) };
      }, example);
    const small = await boxes();
    expect(small.example.top).toBeGreaterThanOrEqual(small.last);
    await page.setViewportSize({ width: 1440, height: 900 });
    const wide = await boxes();
    expect(wide.example.top).toBeLessThan(wide.last);
    expect(wide.example.left).toBeGreaterThan(720);
    await close();
  });

  test('leads to the page of a schema without scripts', async () => {
    const { page, close } = await site.visit(path, { javaScriptEnabled: false });
    await page.locator('#buyer details > summary').click();
    await page.locator('#buyer').getByRole('link', { name: 'Show Customer' }).click();
    expect(new URL(page.url()).pathname).toBe('/api-reference/schemas/customer');
    expect(await page.locator('#c_7').isVisible()).toBe(true);
    await close();
  });

  test('writes the samples of other languages as the build does', async () => {
    const { page, close } = await site.visit(path);
    const copy = await (await fetch(`${site.origin}${path}.md`)).text();
    const samples = page.locator('.api-samples');
    for (const name of ['Python', 'Go', 'Ruby']) {
      await samples.locator('select').selectOption({ label: name });
      const code = samples.locator('.tab-panel[data-active] code');
      await code.waitFor();
      expect(copy).toContain(await code.textContent());
    }
    await page.reload();
    await samples.locator('.tab-panel[data-active][data-label=Ruby] code').waitFor();
    await close();
  });

  test('writes the samples with all parameters when asked', async () => {
    const { page, close } = await site.visit(path);
    const samples = page.locator('.api-samples');
    const code = samples.locator('.tab-panel[data-active] code');
    const all = samples.getByRole('button', { name: 'Show all parameters' });
    const smallest = await code.innerHTML();
    expect(smallest).not.toContain('expand=string');
    await all.click();
    await expect.poll(() => code.textContent()).toContain('expand=string');
    expect(await all.getAttribute('aria-pressed')).toBe('true');
    await samples.locator('select').selectOption({ label: 'Go' });
    await expect.poll(() => code.textContent()).toContain('expand=string');
    await all.click();
    await expect.poll(async () => (await code.textContent())?.includes('expand=string')).toBe(false);
    await samples.locator('select').selectOption({ label: 'cURL' });
    expect(await code.innerHTML()).toBe(smallest);
    expect(await axeProblems(page)).toEqual([]);
    await close();
  });

  test('offers all parameters only for samples that it can write', async () => {
    const { page, close } = await site.visit('/api-reference/own-samples');
    const samples = page.locator('.api-samples');
    const all = samples.locator('.samples-all');
    expect(await samples.locator('.tab-panel[data-active] code').textContent()).toContain('orders new');
    expect(await all.isVisible()).toBe(false);
    await samples.locator('select').selectOption({ label: 'Python' });
    await expect.poll(() => all.isVisible()).toBe(true);
    await samples.locator('select').selectOption({ label: 'CLI' });
    await expect.poll(() => all.isVisible()).toBe(false);
    await close();
  });

  test('shows one sample without scripts', async () => {
    const { page, close } = await site.visit(path, { javaScriptEnabled: false });
    expect(await page.locator('.api-samples .tab-panel:visible').count()).toBe(1);
    expect(await page.locator('.samples-all').isVisible()).toBe(false);
    expect(await page.locator('.api-samples').innerText()).toContain('curl --request POST');
    await close();
  });

  test('loads the playground with its styles on first use, and only its start before', async () => {
    const { page, requests, close } = await site.visit(path);
    const later = () => requests.filter((url) => url.includes('/playground.') && !url.endsWith('/playground.js'));
    expect(await page.locator('docs-playground').evaluate((element) => element.children.length)).toBe(2);
    await page.locator('.playground-open').click();
    await page.locator('dialog[open] .playground-send').waitFor();
    expect(later().some((url) => url.endsWith('.css'))).toBe(true);
    expect(later().some((url) => url.endsWith('.js'))).toBe(true);
    expect(await page.locator('dialog[open]').evaluate((dialog) => getComputedStyle(dialog).display)).toBe('flex');
    // Those of the page load later, and must not replace the styles of the dialog.
    await page.locator('link[href*="/site."][rel=stylesheet]').first().waitFor({ state: 'attached' });
    const code = page.locator('dialog[open] .playground-sample code');
    await expect.poll(() => code.evaluate((element) => getComputedStyle(element).paddingInlineStart)).toBe('18px');
    await close();
  });
});
