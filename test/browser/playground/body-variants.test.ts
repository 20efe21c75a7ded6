/** A body that is one of several schemas: chosen by title, filled in as a form, and told apart when it comes from a text. */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { caseSite } from '../../cases/playground/case-site.ts';
import { fillValue, group, openPlayground, sentFrom } from '../../cases/playground/fill-form.ts';
import { describeInBrowser, openBrowser } from '../../harness/browser.ts';
import { startEchoServer } from '../../harness/echo-server.ts';
import { shared } from '../../harness/shared.ts';

const operation = (id: string, schema: object, { schemas = {}, isRequired = true } = {}) => ({
  id,
  group: 'form',
  input: {},
  expect: {},
  spec: {
    method: 'post',
    path: `/${id}`,
    requestBody: { required: isRequired, content: { 'application/json': { schema } } },
    schemas,
  },
});
const text = { type: 'string' };
const object = (properties: object, required: string[] = []) => ({ type: 'object', properties, required });
const titled = (title: string, properties: object, required: string[] = []) => ({ title, ...object(properties, required) });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const card = titled('Card', { type: { const: 'card' }, number: text, note: text }, ['type', 'number']);
const bank = titled('Bank', { type: { const: 'bank' }, iban: text, note: text }, ['type', 'iban']);
const kinds = {
  Base: object({ kind: text, name: text }, ['kind']),
  Cat: { allOf: [ref('Base'), object({ lives: { type: 'integer' } })] },
  Dog: { allOf: [ref('Base'), object({ tricks: { type: 'array', items: text } })] },
};
const mapping = { propertyName: 'kind', mapping: { meow: '#/components/schemas/Cat', woof: '#/components/schemas/Dog' } };

const cases = [
  operation('one-of', { oneOf: [card, bank] }),
  operation('any-of', { anyOf: [card, bank] }),
  operation('optional', { oneOf: [card, bank] }, { isRequired: false }),
  operation('mapped', { oneOf: [ref('Cat'), ref('Dog')], discriminator: mapping }, { schemas: kinds }),
  operation('named', { oneOf: [ref('Cat'), ref('Dog')], discriminator: { propertyName: 'kind' } }, { schemas: kinds }),
  operation('heirs', ref('Base'), { schemas: { ...kinds, Base: { ...kinds.Base, discriminator: mapping } } }),
  operation('around', {
    ...object({ id: text, kind: { type: 'string', enum: ['a', 'b'] } }, ['id']),
    oneOf: [titled('A', { kind: { const: 'a' }, size: { type: 'number' } }, ['kind']), titled('B', { kind: { const: 'b' } }, ['kind'])],
  }),
  operation('asked-for', { ...object({ mail: text, phone: text }), anyOf: [{ required: ['mail'] }, { required: ['phone'] }] }),
  operation('list-or-one', {
    oneOf: [titled('One', { name: text }, ['name']), { title: 'Many', type: 'array', items: object({ name: text }) }],
  }),
  operation('no-fields', { oneOf: [{ type: 'string' }, { type: 'array', items: text }] }),
];

const body = (dialog: Locator) => group(dialog, 'Body').first();
const kind = (dialog: Locator) => body(dialog).getByLabel('Kind of Body', { exact: true });
const choose = (dialog: Locator, title: string) => kind(dialog).selectOption({ label: title });
const chosen = (dialog: Locator) => kind(dialog).evaluate((select) => (select as HTMLSelectElement).selectedOptions[0]?.textContent);
const fill = (dialog: Locator, name: string, value: unknown) => fillValue(body(dialog), name, value);
const show = (dialog: Locator, view: 'Form' | 'JSON') => body(dialog).getByRole('radio', { name: view, exact: true }).click();
const area = (dialog: Locator) => body(dialog).getByRole('textbox', { name: 'Body', exact: true });

describeInBrowser('a body of several variants', { timeout: 60_000 }, () => {
  const echo = shared(startEchoServer);
  const site = shared(() => caseSite(cases, echo));
  const browser = shared(openBrowser);

  test.each<[string, (dialog: Locator) => Promise<unknown>, unknown]>([
    ['one-of', (dialog) => fill(dialog, 'number', '42'), { type: 'card', number: '42' }],
    ['any-of', (dialog) => fill(dialog, 'number', '42'), { type: 'card', number: '42' }],
    [
      'one-of',
      async (dialog) => {
        await choose(dialog, 'Bank');
        await fill(dialog, 'iban', 'DE1');
      },
      { type: 'bank', iban: 'DE1' },
    ],
    // What both know is not typed twice; what the other does not know stays behind, and is there on the way back.
    [
      'one-of',
      async (dialog) => {
        await fill(dialog, 'number', '42');
        await fill(dialog, 'note', 'x');
        await choose(dialog, 'Bank');
        await fill(dialog, 'iban', 'DE1');
      },
      { type: 'bank', iban: 'DE1', note: 'x' },
    ],
    [
      'one-of',
      async (dialog) => {
        await fill(dialog, 'number', '42');
        await choose(dialog, 'Bank');
        await fill(dialog, 'iban', 'DE1');
        await choose(dialog, 'Card');
      },
      { type: 'card', number: '42' },
    ],
    [
      'one-of',
      async (dialog) => {
        await fill(dialog, 'number', '42');
        await fill(dialog, 'note', 'x');
        await choose(dialog, 'Bank');
        await fill(dialog, 'note', 'y');
        await choose(dialog, 'Card');
      },
      { type: 'card', number: '42', note: 'y' },
    ],
    ['optional', async () => undefined, undefined],
    [
      'optional',
      async (dialog) => {
        await choose(dialog, 'Bank');
        await fill(dialog, 'iban', 'DE1');
      },
      { type: 'bank', iban: 'DE1' },
    ],
    ['mapped', (dialog) => fill(dialog, 'lives', '9'), { kind: 'meow', lives: 9 }],
    [
      'mapped',
      async (dialog) => {
        await choose(dialog, 'Dog');
        await fill(dialog, 'tricks', ['roll']);
      },
      { kind: 'woof', tricks: ['roll'] },
    ],
    ['named', (dialog) => fill(dialog, 'name', 'Tom'), { kind: 'Cat', name: 'Tom' }],
    [
      'heirs',
      async (dialog) => {
        await choose(dialog, 'Dog');
        await fill(dialog, 'name', 'Rex');
      },
      { kind: 'woof', name: 'Rex' },
    ],
    [
      'around',
      async (dialog) => {
        await fill(dialog, 'id', '1');
        await fill(dialog, 'size', '2.5');
      },
      { id: '1', kind: 'a', size: 2.5 },
    ],
    [
      'around',
      async (dialog) => {
        await fill(dialog, 'id', '1');
        await choose(dialog, 'B');
      },
      { id: '1', kind: 'b' },
    ],
    ['asked-for', (dialog) => fill(dialog, 'phone', '7'), { phone: '7' }],
    [
      'list-or-one',
      async (dialog) => {
        await choose(dialog, 'Many');
        await body(dialog).getByRole('button', { name: 'Add Body', exact: true }).click();
        await fillValue(group(body(dialog), 'Body 2'), 'name', 'b');
      },
      [{ name: 'b' }],
    ],
  ])('should be sent as chosen and filled in: %s', async (id, act, expected) => {
    const request = await sentFrom({ browser, echo }, site.page(id), act);
    const sent = request?.body.toString();
    expect(sent ? JSON.parse(sent) : undefined).toEqual(expected);
  });

  test('should show the code of the variant that is chosen', async () => {
    const page = await browser.newPage();
    await page.goto(site.page('one-of'));
    const dialog = await openPlayground(page);
    const sample = dialog.locator('.playground-right pre').last();
    await expect.poll(() => sample.textContent()).toContain('"card"');
    await choose(dialog, 'Bank');
    await expect.poll(() => sample.textContent()).toContain('"bank"');
    expect(await sample.textContent()).not.toContain('"card"');
    await page.close();
  });

  test.each<[string, string, string | undefined]>([
    ['one-of', '{"type":"bank","iban":"DE1"}', 'Bank'],
    ['one-of', '{"iban":"DE1"}', 'Bank'],
    ['mapped', '{"kind":"woof","name":"Rex"}', 'Dog'],
    ['around', '{"id":"1","kind":"b"}', 'B'],
    ['list-or-one', '[{"name":"a"}]', 'Many'],
    // No text is lost to a form that has no place for it.
    ['one-of', '{"type":"other","extra":[1.0]}', 'Card'],
    ['one-of', '[1]', undefined],
    ['one-of', '"card"', undefined],
  ])('should find the variant of a text: %s %s', async (id, given, title) => {
    const page = await browser.newPage();
    await page.goto(site.page(id));
    const dialog = await openPlayground(page);
    await show(dialog, 'JSON');
    await area(dialog).fill(given);
    await show(dialog, 'Form');
    if (title === undefined) expect(await area(dialog).isVisible()).toBe(true);
    else {
      expect(await chosen(dialog)).toBe(title);
      await show(dialog, 'JSON');
    }
    expect(await area(dialog).inputValue()).toBe(given);
    await page.close();
  });

  test('should keep members of a text that no field knows when another variant is chosen, and when the first comes back', async () => {
    const page = await browser.newPage();
    await page.goto(site.page('one-of'));
    const dialog = await openPlayground(page);
    const written = async () => {
      await show(dialog, 'JSON');
      const value: unknown = JSON.parse(await area(dialog).inputValue());
      await show(dialog, 'Form');
      return value;
    };
    await show(dialog, 'JSON');
    await area(dialog).fill('{"type":"card","number":"42","extra":[1],"iban":"DE1"}');
    await show(dialog, 'Form');
    await choose(dialog, 'Bank');
    expect(await written()).toEqual({ type: 'bank', iban: 'DE1', extra: [1] });
    await choose(dialog, 'Card');
    expect(await written()).toMatchObject({ type: 'card', extra: [1] });
    await page.close();
  });

  test('should ask for no choice where there is none', async () => {
    const page = await browser.newPage();
    for (const [id, isForm] of [
      ['asked-for', true],
      ['no-fields', false],
    ] as const) {
      await page.goto(site.page(id));
      const dialog = await openPlayground(page);
      expect(await kind(dialog).count()).toBe(0);
      expect(await body(dialog).getByRole('radio', { name: 'Form', exact: true }).count()).toBe(isForm ? 1 : 0);
    }
    await page.close();
  });
});
