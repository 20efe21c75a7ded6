/** Examples of the description in a real browser: filled in on request, and shown until there is a response. */
import type { BrowserContext, Locator } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { caseSite } from '../../cases/playground/case-site.ts';
import { fillValue, openPlayground } from '../../cases/playground/fill-form.ts';
import { describeInBrowser, openBrowser } from '../../harness/browser.ts';
import { startEchoServer } from '../../harness/echo-server.ts';
import { shared } from '../../harness/shared.ts';

const spec = {
  method: 'post',
  path: '/any/{id}',
  parameters: [
    { name: 'id', in: 'path', required: true, example: 'x7', schema: { type: 'string' } },
    { name: 'limit', in: 'query', schema: { type: 'integer', example: 25 } },
    { name: 'sort', in: 'query', schema: { type: 'string' } },
  ],
  responses: { 200: { description: 'ok', content: { 'application/json': { example: { documented: true } } } } },
};
const requestBody = {
  content: { 'application/json': { schema: { type: 'object', properties: { name: { type: 'string', example: 'Ada' } } } } },
};

describeInBrowser('examples in the playground', { timeout: 60_000 }, () => {
  const echo = shared(startEchoServer);
  const entry = { group: 'examples', input: {}, expect: {} };
  const site = shared(() =>
    caseSite(
      [
        { ...entry, id: 'parameters', spec },
        { ...entry, id: 'body', spec: { ...spec, requestBody } },
        { ...entry, id: 'documented', spec: { ...spec, requestBody: { content: { 'application/json': { example: { name: 'Bob' } } } } } },
      ],
      echo,
    ),
  );
  const browser = shared(openBrowser);
  let context: BrowserContext;

  beforeEach(async () => {
    context = await browser.newContext();
    context.setDefaultTimeout(10_000);
  });
  afterEach(() => context.close());

  async function open(id: string): Promise<Locator> {
    const page = await context.newPage();
    await page.goto(site.page(id));
    echo.take();
    return openPlayground(page);
  }

  async function sent(dialog: Locator) {
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await dialog.getByRole('region', { name: 'Response' }).waitFor();
    return echo.take().find(({ method }) => method === 'POST');
  }

  test('of what is required are filled in at the start', async () => {
    const dialog = await open('parameters');
    expect((await sent(dialog))?.target).toMatch(/\/any\/x7$/);
    const withBody = await open('documented');
    const request = await sent(withBody);
    expect(request?.target).toMatch(/\/any\/x7$/);
    expect(JSON.parse(String(request?.body))).toEqual({ name: 'Bob' });
  });

  test('fill in parameters that are empty', async () => {
    const dialog = await open('parameters');
    await fillValue(dialog, 'id', 'own');
    await dialog.getByRole('button', { name: 'Use example' }).click();
    expect((await sent(dialog))?.target).toMatch(/\/any\/own\?limit=25$/);
  });

  test('fill in body and parameters together', async () => {
    const dialog = await open('body');
    await dialog.getByRole('button', { name: 'Use example' }).click();
    const request = await sent(dialog);
    expect(request?.target).toMatch(/\/any\/x7\?limit=25$/);
    expect(JSON.parse(String(request?.body))).toEqual({ name: 'Ada' });
  });

  test('show the documented response until there is one', async () => {
    const dialog = await open('parameters');
    const example = dialog.getByText('"documented"');
    await example.waitFor();
    await dialog.getByText('Example: 200').waitFor();
    await dialog.getByRole('button', { name: 'Use example' }).click();
    await sent(dialog);
    expect(await example.count()).toBe(0);
  });
});
