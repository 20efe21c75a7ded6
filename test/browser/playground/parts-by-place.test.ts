/** Multipart bodies that are lists: one part for each item, in their order, without names. */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { caseSite } from '../../cases/playground/case-site.ts';
import { fillValue, sentFrom } from '../../cases/playground/fill-form.ts';
import { describeInBrowser, openBrowser } from '../../harness/browser.ts';
import { startEchoServer } from '../../harness/echo-server.ts';
import { shared } from '../../harness/shared.ts';

const about = { type: 'object', properties: { title: { type: 'string' }, pages: { type: 'integer' } } };
const operation = (id: string, content: object) => ({
  id,
  group: 'form',
  input: {},
  expect: {},
  spec: { method: 'post', path: `/${id}`, requestBody: { required: true, content } },
});
const cases = [
  operation('tuple', {
    'multipart/mixed': {
      schema: { type: 'array', prefixItems: [about, { type: 'integer' }], items: { type: 'string' } },
      prefixEncoding: [
        { contentType: 'application/vnd.about+json' },
        { headers: { 'X-Unit': { schema: { type: 'string' }, example: 'mm' } } },
      ],
      itemEncoding: { contentType: 'text/markdown' },
      example: [{ title: 'A', pages: 3 }, 7, 'one', 'two'],
    },
  }),
  operation('stream', { 'multipart/related': { itemSchema: about, itemEncoding: { contentType: 'application/json' } } }),
];

describeInBrowser('a list of parts', { timeout: 60_000 }, () => {
  const echo = shared(startEchoServer);
  const site = shared(() => caseSite(cases, echo));
  const browser = shared(openBrowser);

  async function sent(id: string, fill: (dialog: Locator) => Promise<void>) {
    const request = await sentFrom({ browser, echo }, site.page(id), fill);
    const edge = /boundary=([^;]+)/.exec(new Map(request?.headers).get('content-type') ?? '')?.[1] ?? '?';
    return { type: new Map(request?.headers).get('content-type'), parts: request?.body.toString().split(`--${edge}`).slice(1) };
  }
  const part = (headers: string[], text: string) => `\r\n${headers.map((header) => `${header}\r\n`).join('')}\r\n${text}\r\n`;

  test('should be sent as its example says', async () => {
    const { type, parts } = await sent('tuple', (dialog) => dialog.getByRole('button', { name: 'Use example' }).click());
    expect(type).toMatch(/^multipart\/mixed; boundary=/);
    expect(parts).toEqual([
      part(['Content-Type: application/vnd.about+json'], '{"title":"A","pages":3}'),
      part(['X-Unit: mm'], '7'),
      part(['Content-Type: text/markdown'], 'one'),
      part(['Content-Type: text/markdown'], 'two'),
      '--\r\n',
    ]);
  });

  test('should be sent as it is filled in', async () => {
    const { parts } = await sent('tuple', async (dialog) => {
      const body = dialog.getByRole('group', { name: 'Body', exact: true }).first();
      await fillValue(body, '[0]', { title: 'B', pages: 2 });
      await fillValue(body, '[1]', '12345678901234567890');
      // The form begins with the documented example, which has two.
      await fillValue(body, '[]', ['x', 'y']);
    });
    expect(parts).toEqual([
      part(['Content-Type: application/vnd.about+json'], '{"title":"B","pages":2}'),
      expect.stringMatching(/\r\n\r\n12345678901234567890\r\n$/),
      part(['Content-Type: text/markdown'], 'x'),
      part(['Content-Type: text/markdown'], 'y'),
      '--\r\n',
    ]);
  });

  test('should hold as many items of a stream as there are', async () => {
    const { type, parts } = await sent('stream', async (dialog) => {
      const body = dialog.getByRole('group', { name: 'Body', exact: true }).first();
      await fillValue(body, '[]', [{ title: 'C' }, { pages: 1 }]);
    });
    expect(type).toMatch(/^multipart\/related; boundary=/);
    expect(parts).toEqual([
      part(['Content-Type: application/json'], '{"title":"C"}'),
      part(['Content-Type: application/json'], '{"pages":1}'),
      '--\r\n',
    ]);
  });
});
