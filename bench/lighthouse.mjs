// Runs Lighthouse with its mobile settings on pages of a built site: the four scores, the times behind the first, and
// the problems found. Medians of several runs.
//
//   npm run build && node bench/lighthouse.mjs [--project docs] [--pages
//   /write/pages,/apis/example/parcels/send-a-parcel] [--runs 3]
//
// Lighthouse is not a dependency: `LIGHTHOUSE` names it, else npx downloads it. Without it nothing is measured. The
// site is served like on a host: compressed, with long caching for hashed files.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findBrowser } from '../scripts/browser.mjs';
import { serveAsHost } from './serve-as-host.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values } = parseArgs({
  options: {
    project: { type: 'string', default: join(root, 'docs') },
    pages: { type: 'string', default: '/write/pages,/apis/example/parcels/send-a-parcel' },
    runs: { type: 'string', default: '3' },
  },
});
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];
const times = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift', 'speed-index'];
const command = (process.env.LIGHTHOUSE ?? 'npx --yes lighthouse@13').split(' ');

const work = mkdtempSync(join(tmpdir(), 'docsgen-lighthouse-'));
try {
  if ((await lighthouse(['--version'])) !== 0)
    console.log('Nothing measured: there is no Lighthouse here (set LIGHTHOUSE to its command).');
  else await measure();
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function measure() {
  const site = join(work, 'site');
  const build = [join(root, 'bin/docsgen.js'), 'build', resolve(values.project), '--out', site, '--allow-errors'];
  execFileSync(process.execPath, build, { stdio: ['ignore', 'ignore', 'inherit'] });
  const server = await serveAsHost(site);
  try {
    for (const path of values.pages.split(',')) {
      const reports = [];
      for (let run = 0; run < Number(values.runs); run++) reports.push(await report(server.origin + path, join(work, `${run}.json`)));
      tell(path, reports);
    }
  } finally {
    await server.close();
  }
}

/** Its exit code. Must not block, because this process serves the site. */
async function lighthouse(args) {
  const [program, ...first] = command;
  // Its temporary profile is in the scratch folder, which is removed at the end.
  const env = { ...process.env, CHROME_PATH: findBrowser() ?? '', TMPDIR: work };
  const [code] = await once(spawn(program, [...first, ...args], { stdio: 'ignore', env }), 'close').catch(() => [1]);
  return code;
}

async function report(url, file) {
  const status = await lighthouse([
    url,
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    `--only-categories=${categories.join(',')}`,
    '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
  ]);
  if (status !== 0) throw new Error(`Lighthouse ended with ${status} on ${url}`);
  return JSON.parse(readFileSync(file, 'utf8'));
}

function tell(path, reports) {
  const scores = categories.map((name) => Math.round(middle(reports.map((report) => report.categories[name].score)) * 100));
  console.log(`${path}: ${scores.join(' / ')}  (${categories.join(', ')})`);
  for (const name of times) {
    const value = middle(reports.map((report) => report.audits[name].numericValue));
    console.log(`  ${name}: ${name === 'cumulative-layout-shift' ? value : `${Math.round(value)} ms`}`);
  }
  const last = reports[reports.length - 1];
  for (const category of categories) {
    for (const { id, weight } of last.categories[category].auditRefs) {
      const { score, scoreDisplayMode, title, displayValue = '', details } = last.audits[id];
      if (
        score === null ||
        score === 1 ||
        (scoreDisplayMode !== 'binary' && scoreDisplayMode !== 'numeric' && scoreDisplayMode !== 'metricSavings')
      )
        continue;
      console.log(`  ${category} ${id} (weight ${weight}, score ${score}): ${title} ${displayValue}`);
      for (const item of details?.items?.slice(0, 5) ?? []) console.log(`    ${JSON.stringify(item).slice(0, 300)}`);
    }
  }
}

function middle(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
