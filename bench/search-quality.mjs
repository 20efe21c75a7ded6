// Measures how often the search of a site finds the right page: `node bench/search-quality.mjs <folder of sites>
// [--verbose]`. Builds the sites, opens them in a browser, and uses the search dialog. Prints, for each site and in
// total, how often the right page is first and among the first three.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { findBrowser } from '../scripts/browser.mjs';
import { serveFolder } from '../scripts/serve-folder.mjs';
import { measure } from './measure.mjs';
import { pairs } from './search-pairs.mjs';

const { positionals, values } = parseArgs({ allowPositionals: true, options: { verbose: { type: 'boolean' } } });
const [sites] = positionals;
if (sites === undefined) {
  console.error('Usage: node bench/search-quality.mjs <folder that holds the sites> [--verbose]');
  process.exit(2);
}
const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--headless', '--no-sandbox', '--disable-gpu'] });
const total = { asked: 0, first: 0, three: 0 };
try {
  for (const [site, asked] of Object.entries(pairs)) {
    if (!existsSync(join(sites, site))) {
      console.log(`${site.padEnd(36)} is not there`);
      continue;
    }
    const out = mkdtempSync(join(tmpdir(), 'docsgen-search-'));
    try {
      await measure(process.execPath, ['bin/docsgen.js', 'build', join(sites, site), '--out', out, '--allow-errors', '--quiet']);
      const ranks = await ranksOf(out, asked);
      const [first, three] = [ranks.filter((rank) => rank === 1).length, ranks.filter((rank) => rank <= 3).length];
      console.log(`${site.padEnd(36)} first ${first}/${asked.length}, first three ${three}/${asked.length}`);
      if (values.verbose)
        for (const [index, rank] of ranks.entries())
          if (rank > 1) console.log(`  ${rank === Infinity ? 'nowhere' : rank}: "${asked[index][0]}"`);
      total.asked += asked.length;
      total.first += first;
      total.three += three;
    } finally {
      rmSync(out, { recursive: true, force: true });
    }
  }
} finally {
  await browser.close();
}
const share = (count) => `${((100 * count) / Math.max(1, total.asked)).toFixed(0)} %`;
console.log(`${total.asked} pairs: first ${share(total.first)}, first three ${share(total.three)}`);

async function ranksOf(out, asked) {
  const server = await serveFolder(out);
  const page = await browser.newPage();
  try {
    await page.goto(server.origin);
    await page.locator('button[data-search]').first().waitFor({ state: 'attached' });
    const ranks = [];
    for (const [query, wanted] of asked) ranks.push(await rankOf(page, query, wanted));
    return ranks;
  } finally {
    await page.close();
    await server.close();
  }
}

async function rankOf(page, query, wanted) {
  await page.reload();
  await page.locator('button[data-search]:visible').first().click();
  const field = page.locator('#search-input');
  await field.fill(query);
  // Before a query, entry points are shown; results have marked words.
  const results = page.locator('.search-results');
  await results
    .locator('mark')
    .first()
    .waitFor({ timeout: 15_000 })
    .catch(() => {});
  const paths = await results
    .locator('a[href]')
    .evaluateAll((links) => links.map((link) => decodeURIComponent(new URL(link.href).pathname)));
  const index = [...new Set(paths)].indexOf(wanted);
  return index < 0 ? Infinity : index + 1;
}
