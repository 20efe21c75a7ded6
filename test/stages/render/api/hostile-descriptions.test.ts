/** Descriptions full of markup and scripts, as pages in a real browser with the playground open: nothing of them runs. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { caseSite } from '../../../cases/playground/case-site.ts';
import { openPlayground } from '../../../cases/playground/fill-form.ts';
import { describeInBrowser, openBrowser } from '../../../harness/browser.ts';
import { startEchoServer } from '../../../harness/echo-server.ts';
import { shared } from '../../../harness/shared.ts';

const naughty = JSON.parse(readFileSync(new URL('../../../../fixtures/cases/naughty-strings.json', import.meta.url), 'utf8')) as string[];
const payloads = [
  '<img src=x onerror=window.X=1><script>window.X=1</script>[a](javascript:window.X=1)',
  '</script><script>window.X=1</script>',
  '<!--<script>window.X=1</script>-->\u2028',
  '<svg onload=window.X=1><a xlink:href="javascript:window.X=1">x</a></svg>',
  '<iframe srcdoc="<script>top.X=1</script>"></iframe><base href="//evil.test/">',
  '"><input autofocus onfocus=window.X=1>',
  "{window.X=1}${window.X=1}{{constructor.constructor('window.X=1')()}}",
  '[x](data:text/html,<script>top.X=1</script>) ![y](javascript:window.X=1)',
  '<docs-playground><script type="application/json">{}</script></docs-playground>',
  ...naughty.filter((text) => /<|javascript:|on\w+=/i.test(text)),
];
/** Ten payloads to a page: each page names them in every place that a description has. */
const pageful = 10;

function spec(texts: readonly string[]): object {
  const text = texts.join('\n\n');
  const properties = Object.fromEntries(
    texts.map((each, index) => [
      `${index} ${each}`,
      { type: 'string', description: each, enum: [each], example: each, default: each, pattern: each },
    ]),
  );
  return {
    method: 'post',
    path: '/x',
    description: text,
    tags: [texts[0]],
    parameters: texts.map((each, index) => ({
      name: `${index} ${each}`,
      in: 'query',
      description: each,
      schema: { type: 'string', enum: [each, 'b'], example: each, title: each, format: each },
    })),
    requestBody: {
      description: text,
      content: { 'application/json': { schema: { type: 'object', title: texts[0], description: text, properties }, example: texts } },
    },
    responses: { 200: { description: text, content: { 'application/json': { schema: { type: 'object', properties } } } } },
    securitySchemes: { k: { type: 'apiKey', in: 'header', name: 'X-Key', description: text } },
    security: [{ k: [] }],
    servers: [
      { url: '{ORIGIN}', description: texts[0] },
      { url: '{ORIGIN}/v2', description: text },
    ],
  };
}

describeInBrowser('hostile descriptions', { timeout: 240_000 }, () => {
  const groups = Array.from({ length: Math.ceil(payloads.length / pageful) }, (_, index) => ({
    id: `g${index}`,
    group: 'hostile',
    input: {},
    expect: {},
    spec: spec(payloads.slice(index * pageful, (index + 1) * pageful)),
  }));
  const echo = shared(startEchoServer);
  const site = shared(() => caseSite(groups, echo));
  const browser = shared(openBrowser);

  test.each(groups.map(({ id }) => id))('run nothing: %s', async (id) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const reported: string[] = [];
    page.on('dialog', (dialog) => {
      reported.push(dialog.message());
      void dialog.dismiss();
    });
    page.on('pageerror', (error) => reported.push(String(error)));
    await page.goto(site.page(id));
    expect(await strayParts(page)).toEqual([]);
    const dialog = await openPlayground(page);
    expect(await strayParts(page)).toEqual([]);
    const shown = dialog.getByRole('radio', { name: 'JSON', exact: true });
    if ((await shown.count()) > 0) await shown.check();
    for (const button of await dialog.getByRole('button', { name: 'Use example' }).all()) await button.click();
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await page.waitForTimeout(100);
    await page.evaluate(() => {
      for (const link of document.querySelectorAll<HTMLAnchorElement>('main a[href]')) if (link.protocol === 'javascript:') link.click();
    });
    expect(await page.evaluate('window.X')).toBeUndefined();
    expect(reported).toEqual([]);
    await context.close();
  });
});

/** Elements and attributes that only a description could have brought. */
function strayParts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter((node) =>
        /^(?:iframe|base|object|embed|input)$/i.test(node.localName) && !node.closest('dialog, label, form')
          ? true
          : [...node.attributes].some(({ name, value }) => /^on/i.test(name) || /^\s*javascript:/i.test(value)),
      )
      .map((node) => node.outerHTML.slice(0, 200)),
  );
}
