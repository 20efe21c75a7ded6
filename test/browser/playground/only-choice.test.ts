/** Values that are the only choice are sent without being chosen, where they must be; values that may be empty can be sent so. */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { caseSite } from '../../cases/playground/case-site.ts';
import { fillValue, group, openPlayground, sentFrom } from '../../cases/playground/fill-form.ts';
import { describeInBrowser, openBrowser } from '../../harness/browser.ts';
import { startEchoServer } from '../../harness/echo-server.ts';
import { shared } from '../../harness/shared.ts';

const operation = (id: string, spec: object) => ({
  id,
  group: 'form',
  input: {},
  expect: {},
  spec: { method: 'post', path: `/${id}`, ...spec },
});
const kind = { type: 'string', enum: ['v1'] };
const body = (schema: object, isRequired = true) => ({
  requestBody: { required: isRequired, content: { 'application/json': { schema } } },
});
const object = (properties: object, required: string[] = []) => ({ type: 'object', properties, required });
const text = { type: 'string' };
const alone = (value: string) => ({ title: value, ...object({ type: { const: value } }, ['type']) });
const cases = [
  operation('alone', body(object({ kind: { const: 'v1' } }, ['kind']))),
  operation('beside', body(object({ kind, name: text }, ['kind', 'name']))),
  operation('may-be-left-out', body(object({ kind, name: text }))),
  operation('optional-body', body(object({ kind, name: text }, ['kind']), false)),
  operation(
    'inside',
    body(object({ name: text, must: object({ kind }, ['kind']), may: object({ kind, more: text }, ['kind']) }, ['must'])),
  ),
  operation('one-of', body(object({ name: text, choice: { oneOf: [alone('auto'), alone('none')] } }))),
  operation('empty-value', body(object({ name: text, order: { type: 'string', enum: ['', 'up'] } }))),
  operation('parameters', {
    method: 'get',
    parameters: [
      { name: 'version', in: 'query', required: true, schema: kind },
      { name: 'other', in: 'query', schema: kind },
      { name: 'flag', in: 'query', allowEmptyValue: true, schema: { type: 'boolean' } },
      { name: 'count', in: 'query', allowEmptyValue: true, schema: { type: 'integer' } },
    ],
  }),
];

describeInBrowser('the only choice', { timeout: 60_000 }, () => {
  const echo = shared(startEchoServer);
  const site = shared(() => caseSite(cases, echo));
  const browser = shared(openBrowser);

  const sent = (id: string, fill: (dialog: Locator) => Promise<unknown>) => sentFrom({ browser, echo }, site.page(id), fill);
  const name = (value: string) => (dialog: Locator) => fillValue(group(dialog, 'Body').first(), 'name', value);

  test.each<[string, Parameters<typeof sent>[1], unknown]>([
    ['alone', async () => undefined, { kind: 'v1' }],
    ['beside', name('x'), { kind: 'v1', name: 'x' }],
    ['may-be-left-out', name('x'), { name: 'x' }],
    ['optional-body', async () => undefined, undefined],
    ['optional-body', name('x'), { kind: 'v1', name: 'x' }],
    ['optional-body', (dialog) => fillValue(group(dialog, 'Body').first(), 'kind', 'v1'), { kind: 'v1' }],
    [
      'optional-body',
      async (dialog) => {
        await name('x')(dialog);
        await name('')(dialog);
      },
      undefined,
    ],
    ['one-of', name('x'), { name: 'x' }],
    ['one-of', (dialog) => fillValue(group(dialog, 'Body').first(), 'choice', { type: 'auto' }), { choice: { type: 'auto' } }],
    ['empty-value', name('x'), { name: 'x' }],
    ['inside', name('x'), { name: 'x', must: { kind: 'v1' } }],
    [
      'inside',
      (dialog) => fillValue(group(dialog, 'Body').first(), 'may', { more: 'y' }),
      { must: { kind: 'v1' }, may: { kind: 'v1', more: 'y' } },
    ],
  ])('should be sent where it is needed: %s', async (id, fill, expected) => {
    const request = await sent(id, fill);
    const text = request?.body.toString();
    expect(text ? JSON.parse(text) : undefined).toEqual(expected);
  });

  test('should be asked for where a text is there without it, and come with the next change', async () => {
    const page = await browser.newPage();
    await page.goto(site.page('beside'));
    const dialog = await openPlayground(page);
    const body = group(dialog, 'Body').first();
    await body.getByRole('radio', { name: 'JSON', exact: true }).check();
    await body.getByLabel('Body', { exact: true }).last().fill('{"name":"x"}');
    await body.getByRole('radio', { name: 'Form', exact: true }).check();
    const choice = body.getByLabel('kind', { exact: true });
    const chosen = () => choice.evaluate((select) => (select as HTMLSelectElement).selectedOptions[0]?.textContent);
    expect(await chosen()).not.toBe('v1');
    await name('y')(dialog);
    expect(await chosen()).toBe('v1');
    await page.close();
  });

  test('should be sent as a parameter, and so should nothing at all', async () => {
    expect((await sent('parameters', async () => undefined))?.target).toBe('/parameters?version=v1');
    const empty = async (dialog: Locator) => {
      for (const each of ['flag', 'count']) await dialog.getByLabel(`Send ${each} empty`, { exact: true }).check();
    };
    expect((await sent('parameters', empty))?.target).toBe('/parameters?version=v1&flag=&count=');
  });
});
