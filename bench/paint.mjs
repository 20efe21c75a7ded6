// Largest contentful paint and layout shift of a page in a real browser, compared with the same text as bare HTML in
// the same run. Medians of many loads, each with an empty cache, alternating between the two pages.
//
//   npm run build && node bench/paint.mjs [--project docs] [--page /write/pages] [--runs 21] [--slow] [--work]
//
// `--slow` simulates a phone on a slow network: 1.6 Mbit/s, 150 ms, four times slower CPU. `--work` traces half as many
// additional loads and prints the work of the main thread until the largest paint.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { findBrowser } from '../scripts/browser.mjs';
import { median } from './measure.mjs';
import { workUntilPaint } from './paint-work.mjs';
import { openPhone } from './phone.mjs';
import { serveAsHost } from './serve-as-host.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values } = parseArgs({
  options: {
    project: { type: 'string', default: join(root, 'docs') },
    page: { type: 'string', default: '/write/pages' },
    runs: { type: 'string', default: '21' },
    slow: { type: 'boolean', default: false },
    work: { type: 'boolean', default: false },
  },
});
const barePath = '/bare-text';

const work = mkdtempSync(join(tmpdir(), 'docsgen-paint-'));
const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--headless', '--no-sandbox', '--disable-gpu'] });
try {
  const site = join(work, 'site');
  const build = [join(root, 'bin/docsgen.js'), 'build', resolve(values.project), '--out', site, '--allow-errors'];
  execFileSync(process.execPath, build, { stdio: ['ignore', 'ignore', 'inherit'] });
  const bare = bareText(readFileSync(join(site, values.page, 'index.html'), 'utf8'));
  const server = await serveAsHost(site, (path) => (path === barePath ? bare : undefined));
  const ours = [];
  const plain = [];
  for (let run = 0; run < Number(values.runs); run++) {
    ours.push(await load(server.origin + values.page));
    plain.push(await load(server.origin + barePath));
  }
  const works = { page: [], 'bare text': [] };
  for (let run = 0; values.work && run < Number(values.runs) / 2; run++) {
    works.page.push(await workUntilPaint(browser, server.origin + values.page, { isSlow: values.slow }));
    works['bare text'].push(await workUntilPaint(browser, server.origin + barePath, { isSlow: values.slow }));
  }
  await server.close();
  tell('page', ours);
  tell('bare text', plain);
  console.log(
    `largest paint: ${(median(ours.map(({ paint }) => paint)) / median(plain.map(({ paint }) => paint))).toFixed(2)} × the bare text`,
  );
  if (values.work) for (const [name, loads] of Object.entries(works)) tellWork(name, loads);
} finally {
  await browser.close();
  rmSync(work, { recursive: true, force: true });
}

/** The content of `main`, without styles, scripts, images and policy. */
function bareText(html) {
  const main = /<main[\s\S]*<\/main>/.exec(html)[0].replace(/<(svg|script|style)[\s\S]*?<\/\1>/g, '');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Text</title>${main}</html>`;
}

/** One load in a new context: milliseconds of the largest paint, the sum of layout shifts, and what shifted. */
async function load(url) {
  const { context, page } = await openPhone(browser, { isSlow: values.slow });
  await page.addInitScript(() => {
    window.seen = { paint: 0, first: 0, shift: 0, moved: [] };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.seen.paint = entry.startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntriesByName('first-contentful-paint')) window.seen.first = entry.startTime;
    }).observe({ type: 'paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        window.seen.shift += entry.value;
        for (const { node, previousRect, currentRect } of entry.sources) {
          const name =
            node?.nodeType === 1 ? `${node.localName}${node.id && `#${node.id}`}.${node.className}` : node?.textContent?.slice(0, 30);
          window.seen.moved.push(`${name} ${JSON.stringify(previousRect)} → ${JSON.stringify(currentRect)}`);
        }
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.evaluate(() => document.fonts.ready);
  const seen = await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(window.seen), 50))));
  await context.close();
  return seen;
}

function tell(name, loads) {
  const [first, paint] = ['first', 'paint'].map((key) => Math.round(median(loads.map((load) => load[key]))));
  const shift = Math.max(...loads.map((load) => load.shift));
  console.log(`${name}: first paint ${first} ms, largest ${paint} ms, layout shift at most ${shift}`);
  for (const moved of new Set(loads.flatMap((load) => load.moved))) console.log(`  moved: ${moved}`);
}

function tellWork(name, loads) {
  const parts = Object.keys(loads[0]).map((kind) => `${kind} ${median(loads.map((load) => load[kind])).toFixed(1)}`);
  console.log(`${name}, ms of the main thread until its largest paint: ${parts.join(', ')}`);
}
