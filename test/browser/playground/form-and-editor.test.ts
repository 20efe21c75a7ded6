/** Bodies as form and as text, the editor of JSON, live complaints, the keyboard, and what axe finds. */
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { caseSite } from '../../cases/playground/case-site.ts';
import { fillValue, openPlayground } from '../../cases/playground/fill-form.ts';
import { axeProblems } from '../../harness/axe.ts';
import { describeInBrowser, openBrowser } from '../../harness/browser.ts';
import { startEchoServer } from '../../harness/echo-server.ts';
import { shared } from '../../harness/shared.ts';

const pet = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', description: 'What it is called. Not its kind.' },
    kind: { type: 'string', enum: ['cat', 'dog'] },
    id: { type: 'integer' },
    note: { type: ['string', 'null'] },
    owner: { type: 'object', required: ['mail'], properties: { mail: { type: 'string' }, age: { type: 'integer' } } },
    tags: { type: 'array', items: { type: 'string' } },
  },
};
const spec = {
  method: 'post',
  path: '/pets/{store}',
  parameters: [
    { name: 'store', in: 'path', required: true, description: 'Where.', schema: { type: 'string' } },
    { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 9 } },
    { name: 'sort', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
    { name: 'deep', in: 'query', style: 'deepObject', schema: { type: 'object', properties: { a: { type: 'boolean' } } } },
  ],
  requestBody: {
    required: true,
    content: {
      'application/json': { schema: pet },
      'multipart/form-data': { schema: pet, encoding: { owner: { headers: { 'X-Kind': { schema: { type: 'string' } } } } } },
    },
  },
  securitySchemes: {
    key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    login: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: '{ORIGIN}/__token', scopes: { read: 'Read' } } } },
  },
  security: [{ key: [] }, { login: ['read'] }],
};

describeInBrowser('the form of a request', () => {
  const echo = shared(startEchoServer);
  const site = shared(() => caseSite([{ id: 'a', group: 'form', input: {}, expect: {}, spec }], echo));
  const browser = shared(openBrowser);
  let context: BrowserContext;
  let page: Page;
  let dialog: Locator;

  beforeEach(() => start({}));
  afterEach(() => context.close());

  async function start(options: object): Promise<void> {
    await context?.close();
    context = await browser.newContext(options);
    context.setDefaultTimeout(30_000);
    page = await context.newPage();
    await page.goto(site.page('a'));
    dialog = await openPlayground(page);
    echo.take();
  }

  const body = () => dialog.getByRole('group', { name: 'Body', exact: true }).first();
  const area = () => body().getByRole('textbox', { name: 'Body', exact: true });
  const show = (view: 'Form' | 'JSON') => body().getByRole('radio', { name: view, exact: true }).check();
  const send = () => dialog.getByRole('button', { name: 'Send', exact: true }).click();
  async function sentBody(): Promise<string> {
    await fillValue(dialog, 'store', 's');
    await send();
    await dialog.getByRole('region', { name: 'Response' }).waitFor();
    return echo.take().at(-1)?.body.toString() ?? '';
  }

  test('writes a body from its fields', async () => {
    await fillValue(body(), 'name', 'Rex');
    await fillValue(body(), 'kind', 'dog');
    await fillValue(body(), 'id', '12345678901234567890');
    await fillValue(body(), 'owner', { mail: 'a@b', age: 3 });
    await fillValue(body(), 'tags', ['x', 'y']);
    const sent = await sentBody();
    expect(sent).toContain('12345678901234567890');
    expect(JSON.parse(sent)).toEqual({
      name: 'Rex',
      kind: 'dog',
      id: Number('12345678901234567890'),
      owner: { mail: 'a@b', age: 3 },
      tags: ['x', 'y'],
    });
  });

  test('keeps what has no field, and every digit, while it goes from text to form and back', async () => {
    const text = '{"name":"Rex","extra":{"deep":[1.0]},"note":null,"id":9007199254740993,"tags":[]}';
    await show('JSON');
    await area().fill(text);
    await show('Form');
    await show('JSON');
    expect(await area().inputValue()).toBe(text);
    await show('Form');
    await fillValue(body(), 'name', 'Max');
    const sent = await sentBody();
    expect(sent.replace(/\s+/g, '')).toContain('9007199254740993');
    expect(JSON.parse(sent)).toEqual({ ...JSON.parse(text), name: 'Max' });
  });

  test('sends lines and headers in the parts of a multipart body', async () => {
    await body().getByLabel('Content type', { exact: true }).selectOption({ label: 'multipart/form-data' });
    await fillValue(body(), 'name', 'two\nlines');
    await fillValue(body(), 'owner', { mail: 'a@b' });
    await fillValue(body(), 'owner: X-Kind', 'draft');
    const sent = (await sentBody()).split('\r\n');
    expect(sent).toContain('two\nlines');
    expect(sent.slice(sent.indexOf('Content-Disposition: form-data; name="owner"'))).toEqual([
      'Content-Disposition: form-data; name="owner"',
      'Content-Type: application/json',
      'X-Kind: draft',
      '',
      '{"mail":"a@b"}',
      expect.stringMatching(/^--/),
      '',
    ]);
  });

  test('stays with the text when that is no object', async () => {
    await show('JSON');
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await area().fill('[1]');
    await body().getByText('Form', { exact: true }).click();
    await body().getByText('The form needs a JSON object').waitFor();
    // The text is checked a moment after the last key, which must not take the message back.
    await page.clock.runFor(2_000);
    expect(await body().getByText('The form needs a JSON object').isVisible()).toBe(true);
    expect(await area().inputValue()).toBe('[1]');
  });

  test('says what is missing, and takes it back when it is there', async () => {
    await fillValue(dialog, 'limit', 'many');
    await fillValue(body(), 'owner', { age: 3 });
    await send();
    const problems = dialog.locator('.playground-faults');
    await problems.getByText('store is required').waitFor();
    await problems.getByText('many is not of type integer').waitFor();
    expect(await body().getByText('mail is required').isVisible()).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true');
    await fillValue(dialog, 'store', 's');
    await problems.getByText('store is required').waitFor({ state: 'detached' });
    await fillValue(dialog, 'limit', '2');
    await fillValue(body(), 'name', 'Rex');
    await fillValue(body(), 'owner', { mail: 'x' });
    await expect.poll(() => problems.textContent()).toBe('');
    expect(echo.take()).toEqual([]);
  });

  test('completes, indents, checks and formats JSON', async () => {
    await show('JSON');
    await body().locator('.playground-editor[data-colored]').waitFor();
    await area().click();
    await page.keyboard.type('{');
    await page.keyboard.press('Enter');
    await page.keyboard.type('"ki');
    await body().getByRole('option', { name: /^kind/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Control+ ');
    await body().getByRole('option', { name: '"dog"' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await body().getByRole('listbox', { name: 'Completions' }).count()).toBe(0);
    expect(await dialog.count()).toBe(1);
    await page.keyboard.press('Control+ ');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    expect(await area().inputValue()).toMatch(/^\{\n {2}"kind": ?"dog"/);
    await area().fill('{"name":"Rex","kind":"cow"}');
    await body().getByText('kind must be one of "cat", "dog"').waitFor();
    await body().getByRole('button', { name: 'Format' }).click();
    expect(await area().inputValue()).toBe('{\n  "name": "Rex",\n  "kind": "cow"\n}');
    await page.keyboard.press('Control+z');
    expect(await area().inputValue()).toBe('{"name":"Rex","kind":"cow"}');
    await area().fill('{"name":"Rex",\n bad}');
    await body()
      .getByText(/Not JSON: line 2/)
      .waitFor();
    expect(await body().locator('.line[data-fault]').innerText()).toContain('bad');
  });

  test('fetches the editor only when it is shown', async () => {
    const parts = () =>
      page.evaluate(
        () => performance.getEntriesByType('resource').filter(({ name }) => /\/playground\.\w+\/(?!playground)/.test(name)).length,
      );
    const before = await parts();
    await show('JSON');
    await expect.poll(parts).toBeGreaterThan(before);
  });

  test('opens, fills, sends and reads with the keyboard alone', async () => {
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog.count()).toBe(0);
    await page.locator('.playground-open').focus();
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    const focus = (name: string) => tabTo(page, (label) => label === name);
    await focus('store');
    await page.keyboard.type('by keys');
    await focus('Add sort');
    await page.keyboard.press('Enter');
    await page.keyboard.type('up');
    await focus('Form');
    await page.keyboard.press('ArrowRight');
    await focus('Body');
    await page.keyboard.type('{"name":"Rex"}');
    await page.keyboard.press('Control+Enter');
    await dialog.getByRole('region', { name: 'Response' }).waitFor();
    const [received] = echo.take();
    expect(received?.target).toBe('/pets/by%20keys?sort=up');
    await focus('Response body');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('{}');
    await focus('Close');
    await page.keyboard.press('Enter');
    await expect.poll(() => dialog.count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.className)).toContain('playground-open');
  });

  test.each(['light', 'dark'] as const)('axe finds nothing, %s', async (colorScheme) => {
    await start({ colorScheme });
    expect(await axeProblems(page)).toEqual([]);
    await dialog.getByLabel('Authorize with', { exact: true }).selectOption({ index: 1 });
    await dialog.getByText('Get a token').click();
    await fillValue(dialog, 'sort', ['a']);
    await send();
    await show('JSON');
    await body().locator('.playground-editor[data-colored]').waitFor();
    await area().fill('{"name":1}');
    await body().getByText('name must be a string').waitFor();
    expect(await axeProblems(page)).toEqual([]);
    await fillValue(dialog, 'store', 's');
    await area().fill('{"name":"Rex"}');
    echo.reply('/pets/s', { status: 422, headers: { 'content-type': 'application/json' }, body: '{"a":[1,"x",null],"b":{"c":true}}' });
    await send();
    await dialog.getByRole('region', { name: 'Response' }).getByText('422 Unprocessable Entity').waitFor();
    expect(await axeProblems(page)).toEqual([]);
  });
});

/** Presses Tab until the focused control is called so. */
async function tabTo(page: Page, isIt: (name: string) => boolean): Promise<void> {
  for (let step = 0; step < 80; step++) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => {
      const node = document.activeElement as HTMLInputElement | null;
      return node?.ariaLabel ?? node?.labels?.[0]?.textContent ?? node?.textContent ?? '';
    });
    if (isIt(name)) return;
  }
  throw new Error('nothing of that name can be reached with Tab');
}
