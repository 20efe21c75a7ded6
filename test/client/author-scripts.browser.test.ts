import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildSite } from '../../src/site/build-site.ts';
import { describeInBrowser, openBrowser } from '../harness/browser.ts';
import { docsJson, removeFolder, temporaryFolder, writeProject } from '../harness/project.ts';
import { type ServedFolder, serveFolder } from '../harness/serve-folder.ts';

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
  const folder = temporaryFolder('author-scripts');
  let site: ServedFolder;
  let browser: Browser;
  beforeAll(async () => {
    writeProject(folder, { 'docs.json': docsJson({ pages: ['index'] }), 'index.mdx': 'A', 'own.js': script });
    await buildSite({ dir: folder, outDir: join(folder, 'out') });
    site = await serveFolder(join(folder, 'out'));
    browser = await openBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await site.close();
    removeFolder(folder);
  });

  it('should write HTML and data into the page, and no code', async () => {
    const page = await browser.newPage();
    await page.goto(site.origin);
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
  });
});
