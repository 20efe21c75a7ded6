/** A site from a disk, in a browser: no server answers, and nothing may complain. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { crc32, inflateRawSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { exportSite } from '../../../../src/project/build/export-site.ts';
import { offlinePage } from '../../../../src/stages/outputs/offline/offline-page.ts';
import { relativePage, relativeUrl } from '../../../../src/stages/outputs/offline/relative-links.ts';
import { describeInBrowser, openBrowser } from '../../../harness/browser.ts';
import { docsJson, removeFolder, temporaryFolder, writeProject } from '../../../harness/project.ts';
import { shared, sharedFolder } from '../../../harness/shared.ts';

const disk = vi.hoisted(() => ({ isFull: false }));
vi.mock('node:fs', async (load) => {
  const fs = await load<typeof import('node:fs')>();
  const openSync: typeof fs.openSync = (path, ...more) =>
    disk.isFull && String(path).endsWith('.zip.part') ? fs.openSync('/dev/full', 'w') : fs.openSync(path, ...more);
  return { ...fs, default: fs, openSync };
});
afterEach(() => {
  disk.isFull = false;
});

const has = (path: string) => ['index.html', 'a/b/index.html', 'i.png', 'ä/index.html'].includes(path);

describe('addresses', () => {
  test.each([
    ['/', 'index.html', './index.html'],
    ['/a/b', 'a/b/index.html', '../../a/b/index.html'],
    ['/a/b/?x=1#y', 'index.html', './a/b/index.html?x=1#y'],
    ['/i.png', 'a/b/index.html', '../../i.png'],
    ['/%C3%A4', 'index.html', './%C3%A4/index.html'],
    ['/nothing', 'index.html', './nothing'],
    ['https://x.example/', 'index.html', 'https://x.example/'],
    ['//x.example/', 'index.html', '//x.example/'],
    ['#y', 'index.html', '#y'],
  ])('%s from %s: %s', (address, from, wanted) => {
    expect(relativeUrl(address, from, has)).toBe(wanted);
  });

  test.each([
    ['<a class="x" href="/a/b">/a/b</a>', '<a class="x" href="./a/b/index.html">/a/b</a>'],
    [
      '<img srcset="/i.png 1x, /i.png 2x" style="background:url(/i.png)">',
      '<img srcset="./i.png 1x, ./i.png 2x" style="background:url(./i.png)">',
    ],
    ['<pre> href="/a/b" </pre>', '<pre> href="/a/b" </pre>'],
    [
      '<script type="application/json">{"a":"<a href=\\"/a/b\\">"}</script>',
      '<script type="application/json">{"a":"<a href=\\"/a/b\\">"}</script>',
    ],
    ['<script defer src="/i.png"></script>', '<script defer src="./i.png"></script>'],
    ['<meta http-equiv="refresh" content="0; url=/a/b">', '<meta http-equiv="refresh" content="0; url=./a/b/index.html">'],
  ])('%s', (html, wanted) => {
    expect(relativePage(html, 'index.html', has)).toBe(wanted);
  });
});

test('should find the fonts of the first paint, whose rules the policy knows', () => {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const page = (style: string) =>
    `<head><meta http-equiv="Content-Security-Policy" content="style-src-elem ${hash(style)}"><style>${style}</style></head><p>/i.png</p>`;
  expect(offlinePage(page('a{b:url(/i.png)}'), 'a/b/index.html', has)).toBe(page('a{b:url(../../i.png)}'));
});

describeInBrowser('a site that was exported', () => {
  const folder = sharedFolder('export');
  const browser = shared(openBrowser);
  const out = join(folder, 'a site');
  beforeAll(async () => {
    writeProject(folder, {
      'docs/docs.json': docsJson(
        {
          groups: [
            { group: 'Start', pages: ['index', 'guides/weights'] },
            { group: 'API', openapi: 'api.json' },
          ],
        },
        { contextual: { options: ['copy', 'view'] } },
      ),
      'docs/index.mdx': '---\ntitle: Welcome\n---\n\n[Weights](/guides/weights#heavy)\n\n![A dot](/dot.svg)\n\n```js\nconst a = 1;\n```\n',
      'docs/guides/weights.mdx': '---\ntitle: Weights\n---\n\n## Heavy\n\nThe wolverine weighs twenty kilograms.\n',
      'docs/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><circle r="5"/></svg>',
      'docs/api.json': JSON.stringify({
        openapi: '3.1.0',
        info: { title: 'A', version: '1' },
        servers: [{ url: 'https://api.example' }],
        paths: {
          '/parcels/{id}': {
            get: {
              summary: 'Find a parcel',
              parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
              responses: { 200: { description: 'One.' } },
            },
          },
        },
      }),
    });
    const { status, zipFile } = await exportSite({ dir: join(folder, 'docs'), outDir: out, zip: true, useCache: false });
    expect({ status, zipFile }).toEqual({ status: 'built', zipFile: `${out}.zip` });
  });

  async function open(path: string): Promise<{ page: Page; complaints: string[]; close(): Promise<void> }> {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
    });
    page.on('requestfailed', (request) => {
      // What is still under way when a page is left is given up, and nothing is missing.
      const reason = request.failure()?.errorText ?? '';
      if (reason !== 'net::ERR_ABORTED') complaints.push(`failed: ${request.url()} ${reason}`);
    });
    page.on('request', (request) => {
      if (!/^(?:file|data|blob):/.test(request.url())) complaints.push(`asked: ${request.url()}`);
    });
    await page.goto(pathToFileURL(join(out, path)).href);
    return { page, complaints, close: () => context.close() };
  }

  test('leads from page to page', async () => {
    const { page, complaints, close } = await open('index.html');
    expect(await page.locator('img[alt="A dot"]').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await page.click('#content a:has-text("Weights")');
    await page.waitForURL(/guides\/weights\/index\.html#heavy$/);
    expect(await page.locator('h1').innerText()).toBe('Weights');
    await page.click('#sidebar a:has-text("Welcome")');
    await page.waitForURL(/a%20site\/index\.html$/);
    expect(await page.evaluate(() => document.fonts.ready.then(() => getComputedStyle(document.body).fontFamily))).toContain('Inter');
    expect(complaints).toEqual([]);
    await close();
  });

  test('finds pages, and leads to what it found', async () => {
    const { page, complaints, close } = await open('guides/weights/index.html');
    await page.click('#search-bar-entry');
    await page.fill('#search-input', 'wolverine');
    await page.locator('.search-results [role="option"]:has-text("Heavy")').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/guides\/weights\/index\.html#heavy$/);
    await page.click('#search-bar-entry');
    await page.fill('#search-input', 'GET /parcels');
    await page.locator('.search-results [role="option"]:has-text("parcel")').first().click();
    await page.waitForURL(/find-a-parcel\/index\.html/);
    expect(complaints).toEqual([]);
    await close();
  });

  test('copies a page, and opens the form of an endpoint', async () => {
    const { page, complaints, close } = await open('api-reference/find-a-parcel/index.html');
    await page.click('.playground-open');
    await page.locator('dialog[open]').getByLabel('id', { exact: true }).fill('p 7');
    await expect.poll(() => page.locator('dialog[open]').innerText()).toContain('https://api.example/parcels/p%207');
    await page.keyboard.press('Escape');
    expect(complaints).toEqual([]);
    await close();
  });

  test('is whole as an archive', () => {
    const files = readZip(readFileSync(`${out}.zip`));
    expect(files.get('a site/guides/weights/index.html')).toEqual(readFileSync(join(out, 'guides/weights/index.html')));
    expect(files.has('a site/index.html')).toBe(true);
    expect([...files.keys()].filter((name) => !name.startsWith('a site/') || name.includes('_headers'))).toEqual([]);
  });
});

/** By its directory, as readers do; every sum is checked. */
function readZip(bytes: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = bytes.lastIndexOf('PK\u0005\u0006');
  let at = bytes.readUInt32LE(end + 16);
  for (let count = bytes.readUInt16LE(end + 10); count > 0; count--) {
    expect(bytes.readUInt32LE(at)).toBe(0x02014b50);
    const [method, sum, size, nameLength] = [
      bytes.readUInt16LE(at + 10),
      bytes.readUInt32LE(at + 16),
      bytes.readUInt32LE(at + 20),
      bytes.readUInt16LE(at + 28),
    ];
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26);
    const content = bytes.subarray(start, start + size);
    const data = method === 8 ? inflateRawSync(content) : content;
    expect([bytes.readUInt32LE(local), crc32(data)]).toEqual([0x04034b50, sum]);
    files.set(name, data);
    at += 46 + nameLength;
  }
  return files;
}

test('should write the archive through no link that came with the project', async () => {
  const folder = temporaryFolder('linked');
  try {
    writeProject(join(folder, 'docs'), { 'docs.json': docsJson({ pages: ['index'] }), 'index.mdx': 'Hello' });
    const [out, mine] = [join(folder, 'out'), join(folder, 'mine.txt')];
    writeFileSync(mine, 'mine');
    for (const name of ['out.zip', 'out.zip.part']) symlinkSync(mine, join(folder, name));
    const { status } = await exportSite({ dir: join(folder, 'docs'), outDir: out, zip: true, useCache: false });
    expect([status, readFileSync(mine, 'utf8')]).toEqual(['built', 'mine']);
    expect(readZip(readFileSync(`${out}.zip`)).has('out/index.html')).toBe(true);
  } finally {
    removeFolder(folder);
  }
});

test.runIf(existsSync('/dev/full'))('should keep the archive of before when the disk is full', async () => {
  const folder = temporaryFolder('full');
  try {
    writeProject(join(folder, 'docs'), { 'docs.json': docsJson({ pages: ['index'] }), 'index.mdx': 'Hello' });
    const out = join(folder, 'out');
    writeFileSync(`${out}.zip`, 'before');
    disk.isFull = true;
    const { status, zipFile, diagnostics } = await exportSite({ dir: join(folder, 'docs'), outDir: out, zip: true, useCache: false });
    expect({ status, zipFile, codes: diagnostics.map(({ code }) => code) }).toEqual({ status: 'environment', codes: ['io/no-space'] });
    expect(readFileSync(`${out}.zip`, 'utf8')).toBe('before');
    expect(readdirSync(folder).sort()).toEqual(['docs', 'out', 'out.zip']);
  } finally {
    removeFolder(folder);
  }
});
