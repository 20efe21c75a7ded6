// Measures how often the search of a site finds the right page: `node bench/search-quality.mjs <folder of sites>
// [--verbose] [--only <site>]`. Builds the sites, opens them in a browser, and uses the search dialog. Prints, for each site and in
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
import { ranksOf } from './search-ranks.mjs';

const { positionals, values } = parseArgs({ allowPositionals: true, options: { verbose: { type: 'boolean' }, only: { type: 'string' } } });
const [sites] = positionals;
if (sites === undefined) {
  console.error('Usage: node bench/search-quality.mjs <folder that holds the sites> [--verbose]');
  process.exit(2);
}
const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--headless', '--no-sandbox', '--disable-gpu'] });
const total = { asked: 0, first: 0, three: 0 };
try {
  for (const [site, asked] of Object.entries(pairs)) {
    if (values.only !== undefined && site !== values.only) continue;
    if (!existsSync(join(sites, site))) {
      console.log(`${site.padEnd(36)} is not there`);
      continue;
    }
    const out = mkdtempSync(join(tmpdir(), 'docsgen-search-'));
    try {
      await measure(process.execPath, ['bin/docsgen.js', 'build', join(sites, site), '--out', out, '--allow-errors', '--quiet']);
      const ranks = await served(out, (page, origin) => ranksOf(page, origin, asked));
      const [first, three] = [ranks.filter(({ rank }) => rank === 1).length, ranks.filter(({ rank }) => rank <= 3).length];
      console.log(`${site.padEnd(36)} first ${first}/${asked.length}, first three ${three}/${asked.length}`);
      if (values.verbose)
        for (const { query, wanted, rank, first: other } of ranks)
          if (rank > 1) console.log(`  ${rank === Infinity ? 'nowhere' : rank}: "${query}" → ${wanted}, not ${other ?? 'nothing'}`);
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

async function served(out, ask) {
  const server = await serveFolder(out);
  const page = await browser.newPage();
  try {
    return await ask(page, server.origin);
  } finally {
    await page.close();
    await server.close();
  }
}
