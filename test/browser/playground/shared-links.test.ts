/** A link to a filled form, as somebody else may have made it: it fills fields and does nothing else. */
import { expect, test } from 'vitest';
import { describeInBrowser } from '../../harness/browser.ts';
import { startEchoServer } from '../../harness/echo-server.ts';
import { docsJson } from '../../harness/project.ts';
import { shared, sharedSite } from '../../harness/shared.ts';

describeInBrowser('a link to a request', () => {
  const api = shared(async () => startEchoServer());
  const evil = shared(async () => startEchoServer());
  const site = sharedSite(() => ({
    'docs.json': docsJson({ pages: ['a'] }),
    'api.json': JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'x', version: '1' },
      servers: [{ url: api.origin }, { url: 'http://{name}.localhost:1', variables: { name: { default: 'other' } } }],
      components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
      security: [{ key: [] }],
      paths: {
        '/items/{id}': {
          delete: {
            summary: 'Remove',
            parameters: [
              { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
              { name: 'q', in: 'query', schema: { type: 'string' } },
            ],
            responses: { 200: { description: 'ok' } },
          },
        },
      },
    }),
    'a.mdx': '---\nopenapi: /api.json DELETE /items/{id}\n---\n',
  }));

  const link = (state: object) => `/a#try=${Buffer.from(JSON.stringify(state)).toString('base64url')}`;

  test('sends nothing by itself, chooses no server and no key, and leaves the path it names', async () => {
    const state = {
      values: {
        path: { id: `../../${evil.host}/x?y#z` },
        query: { q: '<img src=x onerror="window.X=1">' },
        header: { Host: evil.host, Authorization: 'Bearer evil', 'X-Key': 'evil' },
        cookie: { session: 'evil' },
        __proto__: { polluted: true },
      },
      server: evil.origin,
      url: evil.origin,
      base: evil.origin,
      credentials: { key: 'evil' },
      send: true,
      auto: true,
      body: { text: 'x' },
    };
    const { page, requests, close } = await site.visit(link(state));
    await page.waitForSelector('docs-playground input');
    await page.waitForTimeout(500);
    expect([api.take(), evil.take(), requests.filter((url) => !url.startsWith(site.origin))]).toEqual([[], [], []]);
    expect(await page.evaluate('window.X ?? ({}).polluted ?? null')).toBeNull();
    const values = await page
      .locator('docs-playground input')
      .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
    expect(values.filter((value) => value.includes('evil'))).toEqual([]);
    // The servers are those of the description, and the first of them is chosen.
    expect(await page.locator('docs-playground select option:checked').first().textContent()).toContain(api.origin);
    expect(values).toContain(`../../${evil.host}/x?y#z`);
    await close();
  });

  test.each([['#try='], ['#try=%00'], ['#try=bnVsbA'], ['#try=W10'], ['#try=eyJ2YWx1ZXMiOjF9'], [`#try=${'A'.repeat(100_000)}`]])(
    'does no harm when it is broken: %.20s',
    async (hash) => {
      const { errors, close } = await site.visit(`/a${hash}`);
      expect(errors).toEqual([]);
      await close();
    },
  );
});
