import { expect, test } from 'vitest';
import { describeInBrowser } from '../harness/browser.ts';
import { docsJson } from '../harness/project.ts';
import { sharedSite } from '../harness/shared.ts';

/** What each of these does is written to `window.done`, or the name of the error that refused it. */
const script = `
window.done = {};
const attempt = (name, run) => { try { window.done[name] = String(run()); } catch (error) { window.done[name] = error.name; } };
const insert = (type, text) => {
  const element = document.createElement('script');
  if (type) element.type = type;
  element.textContent = text;
  document.head.append(element);
  return element.textContent;
};
attempt('html', () => { document.body.insertAdjacentHTML('beforeend', '<i id="written"></i>'); return document.querySelector('#written').localName; });
attempt('data', () => insert('application/ld+json', '{"@type":"Organization"}'));
attempt('code', () => insert('', 'window.hasRun = true'));
attempt('code as data', () => insert('application/ld+json', 'window.hasRun = true'));
attempt('string', () => insert('', '"use strict"'));
attempt('eval', () => eval('1 + 1'));
`;

describeInBrowser('a script of the site', { timeout: 60_000 }, () => {
  const site = sharedSite({ 'docs.json': docsJson({ pages: ['index'] }), 'index.mdx': 'A', 'own.js': script });

  test('should write HTML and data into the page, and no code', async () => {
    const { page, close } = await site.visit('/');
    const seen = () => page.evaluate(() => (window as unknown as { done: object }).done);
    await expect.poll(seen).toEqual({
      html: 'i',
      data: '{"@type":"Organization"}',
      code: 'SyntaxError',
      'code as data': 'SyntaxError',
      string: '"use strict"',
      eval: expect.stringMatching(/Error$/),
    });
    expect(await page.evaluate(() => 'hasRun' in window)).toBe(false);
    await close();
  });
});
