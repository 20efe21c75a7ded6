import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildSite } from '../../src/project/build/build-site.ts';
import { describeInBrowser, openBrowser } from '../harness/browser.ts';
import { docsJson, removeFolder, temporaryFolder, writeProject } from '../harness/project.ts';
import { shared, sharedSite } from '../harness/shared.ts';

describeInBrowser('the question whether a page has helped', { timeout: 60_000 }, () => {
  const received: string[] = [];
  const receiver = shared(async () => {
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += chunk));
      request.on('end', () => {
        // A browser also asks where it has gone to for an icon.
        if (request.method === 'POST') received.push(`${request.url} ${body}`);
        response.end('taken');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return server;
  });
  const site = sharedSite(() => {
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/answers`;
    return {
      'docs.json': docsJson({ pages: ['index', 'guide'] }, { docsgen: { feedback: { url } } }),
      'index.mdx': 'A',
      'guide.mdx': 'B',
    };
  });
  const browser = shared(openBrowser);

  test.each([
    ['staying on the page', true, 'yes'],
    ['as a form where no scripts run', false, 'no'],
  ])('should send the answer, %s', async (_, javaScriptEnabled, answer) => {
    received.length = 0;
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    const refused: string[] = [];
    page.on('console', (message) => void (/Content Security Policy/.test(message.text()) && refused.push(message.text())));
    await page.goto(`${site.origin}/guide`);
    await page.locator(`#feedback button[value=${answer}]`).click();
    await expect.poll(() => received).toEqual([`/answers page=%2Fguide&helpful=${answer}`]);
    if (javaScriptEnabled) {
      await expect.poll(() => page.locator('#feedback [role=status]').textContent()).toBe('Thank you!');
      expect(await page.locator('#feedback button:enabled').count()).toBe(0);
      expect(page.url()).toBe(`${site.origin}/guide`);
    }
    expect(refused).toEqual([]);
    await context.close();
  });
});

test('should not be asked without an address, nor where telemetry is off', async () => {
  const folder = temporaryFolder('feedback');
  const pageOf = async (rest: Readonly<Record<string, unknown>>) => {
    writeProject(folder, { 'docs.json': docsJson({ pages: ['index'] }, rest), 'index.mdx': 'A' });
    await buildSite({ dir: folder, outDir: join(folder, 'out') });
    return readFileSync(join(folder, 'out/index.html'), 'utf8');
  };
  const feedback = { docsgen: { feedback: { url: '/answers' } } };
  expect(await pageOf(feedback)).toContain('<form id="feedback" data-part="feedback" action="/answers"');
  expect(await pageOf({})).not.toContain('id="feedback"');
  expect(await pageOf({ ...feedback, integrations: { telemetry: { enabled: false } } })).not.toContain('id="feedback"');
  removeFolder(folder);
}, 60_000);
