/** Values of any kind, typed into the form: what arrives is what `buildRequest` says, for every place and style. */
import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { buildRequest } from '../../../src/shared/request/build-request.ts';
import type { BuiltRequest, ParameterValue, RequestParameter } from '../../../src/shared/request/request.ts';
import { caseSite } from '../../cases/playground/case-site.ts';
import { fillValue, group, openPlayground } from '../../cases/playground/fill-form.ts';
import { describeInBrowser, openBrowser } from '../../harness/browser.ts';
import { startEchoServer } from '../../harness/echo-server.ts';
import { shared } from '../../harness/shared.ts';

const list = { type: 'array', items: { type: 'string' } };
const object = { type: 'object', properties: { a: { type: 'string' }, 'b c': { type: 'string' } } };
const text = { type: 'string' };
const parameters = [
  { name: 'p', in: 'path', required: true, schema: text },
  { name: 'm', in: 'path', required: true, style: 'matrix', explode: true, schema: list },
  { name: 'l', in: 'path', required: true, style: 'label', schema: list },
  { name: 'q', in: 'query', schema: text },
  { name: 'reserved', in: 'query', allowReserved: true, schema: text },
  { name: 'pipes', in: 'query', style: 'pipeDelimited', explode: false, schema: list },
  { name: 'many', in: 'query', schema: list },
  { name: 'deep', in: 'query', style: 'deepObject', explode: true, schema: object },
  { name: 'json', in: 'query', content: { 'application/json': { schema: object } } },
  { name: 'X-H', in: 'header', schema: text },
] as const;

const spec = {
  method: 'post',
  path: '/{p}/{m}/{l}',
  parameters,
  requestBody: {
    content: { 'application/x-www-form-urlencoded': { schema: { type: 'object', properties: { f: text, g: list } } } },
  },
};

const sections = { path: 'Path', query: 'Query', header: 'Headers' } as const;

/** A line of a form holds no line breaks, and no header begins or ends with white space. */
const line = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 12 }),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
    fc.constantFrom('a b', '%2F', '../..', '\'"`$(x)', 'ä€𐐷', '&=+#?;,|', '{x}', '[0]', '%', '\\', '<script>', '__proto__', '.', 'a/b'),
  )
  .map((value) => value.toWellFormed().replace(/[\p{Cc}\u2028\u2029]/gu, ''))
  .filter((value) => value !== '');
const latin = fc
  .string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)), minLength: 1, maxLength: 10 })
  .filter((value) => value.trim() !== '');
const lines = fc.array(line, { minLength: 1, maxLength: 3 });
const members = fc.record({ a: line, 'b c': line }, { requiredKeys: ['a'] });
const values = fc.record({
  path: fc.record({ p: line, m: lines, l: lines }),
  query: fc.record({ q: line, reserved: line, pipes: lines, many: lines, deep: members, json: members }, { requiredKeys: [] }),
  header: fc.record({ 'X-H': latin }, { requiredKeys: [] }),
  fields: fc.record({ f: line, g: lines }, { requiredKeys: [] }),
});

type Typed = typeof values extends fc.Arbitrary<infer Value> ? Value : never;

function requestOf({ fields, ...typed }: Typed, server: string): BuiltRequest {
  return buildRequest({
    method: 'POST',
    server,
    path: spec.path,
    parameters: parameters.map(parameterOf),
    values: typed as Record<string, Record<string, ParameterValue>>,
    body: { kind: 'form', mediaType: 'application/x-www-form-urlencoded', fields: { ...fields } },
  });
}

/** Each round is a test with a time of its own: what fails in a browser is not made smaller by playing it a hundred times more. */
const rounds = fc
  .sample(values, { numRuns: 60, seed: 20_261_121 })
  .filter((typed) => !requestOf(typed, 'http://127.0.0.1').problems.some(({ blocks }) => blocks))
  .slice(0, 25);

describeInBrowser('what is typed', () => {
  const echo = shared(startEchoServer);
  const site = shared(() => caseSite([{ id: 'a', group: 'fuzz', input: {}, expect: {}, spec }], echo));
  const browser = shared(openBrowser);
  let page: Page;

  beforeAll(async () => {
    page = await browser.newPage();
    page.setDefaultTimeout(10_000);
    // What was typed before is kept for the tab: each load begins without it.
    await page.addInitScript(() => sessionStorage.clear());
  });

  test.each(rounds.map((typed, index) => [index + 1, typed] as const))(
    'arrives as the request builder says, round %i',
    async (_, typed) => {
      const request = requestOf(typed, echo.origin);
      await page.goto(site.page('a'));
      const dialog = await openPlayground(page);
      for (const [place, title] of Object.entries(sections))
        for (const [name, value] of Object.entries(typed[place as keyof typeof sections]))
          await fillValue(group(dialog, title), name, value);
      for (const [name, value] of Object.entries(typed.fields)) await fillValue(group(dialog, 'Body'), name, value);
      echo.take();
      await dialog.getByRole('button', { name: 'Send', exact: true }).click();
      await dialog.getByRole('region', { name: 'Response' }).waitFor();

      const [received] = echo.take();
      // As the URL standard writes it: an apostrophe in a query, and nothing else, is encoded on the way.
      const wanted = new URL(request.url);
      expect(received?.target).toBe(wanted.pathname + wanted.search);
      expect(received?.body.toString()).toBe(request.body?.kind === 'text' ? request.body.text : '');
      for (const [name, value] of request.headers) expect(new Map(received?.headers).get(name.toLowerCase())).toBe(value);
    },
  );

  test('is of many kinds', () => expect(rounds).toHaveLength(25));
});

function parameterOf(parameter: (typeof parameters)[number]): RequestParameter {
  const { schema: _schema, content, ...rest } = { schema: undefined, content: undefined, ...parameter };
  return { ...rest, ...(content && { contentType: 'application/json' }) };
}
