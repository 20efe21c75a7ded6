// `npm run bench`: builds generated sites with docsgen, Hugo and other tools, alternately. `--help` explains the
// measurements.
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { findBrowser } from '../scripts/browser.mjs';
import { ensureBuilt, root } from '../scripts/run.mjs';
import { writeDocsgenSite, writeHugoSite } from './content.mjs';
import { measure, median, table } from './measure.mjs';
import { pageLoad } from './page-load.mjs';
import { installPeers, peerCommand, sitePeers } from './peers.mjs';
import { serveAsHost } from './serve-as-host.mjs';

const help = `npm run bench -- [options]

Builds generated sites with docsgen and, if it is installed, with Hugo, alternately: cold (no cache, and no earlier output), cold
without the search index, which Hugo does not make, again after one page has changed, and again after nothing has changed. Prints the
medians: wall time, CPU time of all processes, peak memory, bytes written; then what a browser loads for an ordinary page. With --peers,
VitePress, Starlight and Docusaurus (its faster mode) build the same pages in the same rounds. npm installs them in a scratch folder;
tools that cannot be installed are left out, with a message. Chromium then loads a page of each as on a slow phone.

  --pages 1000,5000   sizes of the sites (1000)
  --runs 5            rounds; each tool builds once in a round (3)
  --versions 13       each site in this many versions with the same content: --pages 1700 --versions 13 is 22,100 pages (1)
  --peers all         or some of vitepress,starlight,docusaurus (none)
  --scratch <folder>  where the other tools are installed (docsgen-bench-peers in the temporary folder of the system)
  --keep              keep the sites and print their folder
  --report <file>     also write the result as a page, as in docs/benchmarks.mdx
  --help              print this text

Other figures, each with its options in its first lines:
  node bench/api.mjs          GitHub's API, 1,223 operations: time, memory, size of pages; beside Redocly and Zudoku
  node bench/start-up.mjs     --version, --help and a check of a small file
  node bench/real-sites.mjs   real documentation sites: time, memory, findings
  node bench/dev.mjs          from saving a file to the change in the browser
  node bench/serve.mjs        requests a second
  node bench/lighthouse.mjs   Lighthouse    node bench/paint.mjs   first paint
`;
const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '1000' },
    runs: { type: 'string', default: '3' },
    versions: { type: 'string', default: '1' },
    peers: { type: 'string', default: '' },
    scratch: { type: 'string', default: join(tmpdir(), 'docsgen-bench-peers') },
    keep: { type: 'boolean', default: false },
    report: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(help);
  process.exit(0);
}
if (ensureBuilt() !== 0) process.exit(1);

const hugo = spawnSync('hugo', ['version'], { encoding: 'utf8' }).stdout?.trim();
const hugoName = hugo ? hugo.split(/[+ ]linux/)[0] : 'Hugo is not installed (apt-get install hugo): left out';
console.log(`Node ${process.version}, ${availableParallelism()} cores. ${hugoName}.\n`);

const peers = installPeers(sitePeers, values.peers, values.scratch);
const versions = Number(values.versions);
const changed = `${versions === 1 ? '' : 'v1/'}section-0/page-7.mdx`;
const withoutSearch = 'docsgen, no search';
const again = 'docsgen, one page changed';
const unchanged = 'docsgen, nothing changed';
const folder = mkdtempSync(join(tmpdir(), 'docsgen-bench-'));
const rows = [['pages', 'tool', 'seconds', 'CPU seconds', 'peak MiB', 'output MB', 'seconds, docsgen = 1', 'seconds, Hugo = 1']];
/** For the first size: name → site folder and the path of one page in it. */
const pages = new Map();
for (const count of values.pages.split(',').map(Number)) {
  const source = (name) => join(folder, `${name.replace(/\W+/g, '-')}-${count}`);
  const target = (name) => join(folder, `${name.replace(/\W+/g, '-')}-out-${count}`);
  writeDocsgenSite(source('docsgen'), count, {}, versions);
  writeDocsgenSite(source(withoutSearch), count, { docsgen: { search: { enabled: false } } }, versions);
  writeDocsgenSite(source(again), count, {}, versions);
  writeDocsgenSite(source(unchanged), count, {}, versions);
  const cli = join(root, 'bin/docsgen.js');
  const build = (name, ...options) => measure(process.execPath, [cli, 'build', source(name), '--out', target(name), '--quiet', ...options]);
  await build(again);
  // Twice: the first build does not trust the times of files that were written just before.
  for (let run = 0; run < 2; run++) await build(unchanged);
  const cold = (name) => {
    rmSync(target(name), { recursive: true, force: true });
    return build(name, '--no-cache');
  };
  const tools = new Map([
    ['docsgen', () => cold('docsgen')],
    [withoutSearch, () => cold(withoutSearch)],
    [
      again,
      () => {
        appendFileSync(join(source(again), changed), '\nOne more sentence.\n');
        return build(again);
      },
    ],
    [unchanged, () => build(unchanged)],
  ]);
  // Hugo has no page versions.
  if (hugo && versions === 1) {
    writeHugoSite(source('hugo'), count);
    tools.set('hugo', () => {
      rmSync(target('hugo'), { recursive: true, force: true });
      return measure('hugo', ['--quiet', '-s', source('hugo'), '-d', target('hugo')]);
    });
  }
  /** Site folders of peers. */
  const sites = new Map();
  if (versions === 1) {
    for (const peer of peers.values()) {
      const project = peer.project(`site-${count}`);
      peer.write(project, count);
      sites.set(peer.name, { out: join(project, peer.out), page: peer.page });
      tools.set(peer.name, () => {
        rmSync(join(project, peer.out), { recursive: true, force: true });
        return measure(...peerCommand(peer, project));
      });
    }
  }

  const results = new Map([...tools.keys()].map((name) => [name, []]));
  for (let round = 0; round < Number(values.runs); round++) {
    for (const [name, run] of tools) {
      const result = await run();
      if (result.exit !== 0 && sites.has(name)) {
        console.log(`${name} is left out: it ended with ${result.exit ?? result.signal}: ${result.stderr.trim().split('\n').at(-1)}`);
        tools.delete(name);
        continue;
      }
      if (result.exit !== 0) {
        console.error(`${name} ended with ${result.exit ?? result.signal}:\n${result.stdout}${result.stderr}`);
        process.exit(1);
      }
      results.get(name).push(result);
    }
  }
  const middle = (name, key) => median(results.get(name).map((result) => result[key]));
  for (const name of tools.keys()) {
    const seconds = middle(name, 'seconds');
    rows.push([
      count * versions,
      name,
      seconds.toFixed(2),
      middle(name, 'cpuSeconds').toFixed(2),
      Math.round(middle(name, 'peakMiB')),
      (bytesOf(sites.get(name)?.out ?? target(name)) / 1e6).toFixed(1),
      (seconds / middle('docsgen', 'seconds')).toFixed(2),
      tools.has('hugo') ? (seconds / middle('hugo', 'seconds')).toFixed(2) : '-',
    ]);
  }
  const path = changed.replace(/\.mdx$/, '');
  if (pages.size === 0) {
    pages.set('docsgen', { folder: target('docsgen'), path });
    if (tools.has('hugo')) pages.set('hugo', { folder: target('hugo'), path });
    for (const [name, { out, page }] of sites) if (tools.has(name)) pages.set(name, { folder: out, path: page(path) });
  }
}
console.log(`${table(rows)}\n`);
const { folder: site, path } = pages.get('docsgen');
console.log(`${weightOf(site, path)}\n`);
const loads = peers.size > 0 ? await loadPages() : undefined;
if (loads)
  console.log(`${table(loads)}\n(gzip or Brotli as sent; 1.6 Mbit/s, 150 ms, a processor four times slower; middle of five loads)`);
if (values.report) writeFileSync(values.report, reportPage());
if (values.keep) console.log(`\nKept in ${folder}`);
else rmSync(folder, { recursive: true, force: true });

/** Loads a page of each tool in a browser: rows of a table, or undefined without a browser. */
async function loadPages() {
  const executablePath = findBrowser();
  if (executablePath === undefined) return undefined;
  const browser = await chromium.launch({ executablePath, args: ['--headless', '--no-sandbox', '--disable-gpu'] });
  const rows = [['a page of', 'requests', 'kB', 'kB of JavaScript', 'largest paint, ms', 'blocked, ms']];
  try {
    for (const [name, { folder, path }] of pages) {
      const server = await serveAsHost(folder, (asked) => (asked === '/favicon.ico' ? '' : undefined));
      const { requests, bytes, scriptBytes, paint, blocked } = await pageLoad(browser, `${server.origin}/${path}`, 5);
      await server.close();
      rows.push([name, requests, (bytes / 1000).toFixed(1), (scriptBytes / 1000).toFixed(1), Math.round(paint), Math.round(blocked)]);
    }
  } finally {
    await browser.close();
  }
  return rows;
}

/** The measurements as a page of the documentation, with the computer, the versions and the command that repeats them. */
function reportPage() {
  const command = [
    'npm run bench --',
    ...process.argv.slice(2).filter((argument, index, all) => argument !== '--report' && all[index - 1] !== '--report'),
  ].join(' ');
  const processor = cpus()[0]?.model.trim() || process.arch;
  const tools = [`Node.js ${process.version}`, ...(hugo ? [hugoName] : []), ...[...peers.values()].flatMap(({ packages }) => packages)];
  return `---
title: Benchmarks
description: Build time, memory and page weight of docsgen and other tools, with the computer, the versions and the command to repeat them.
icon: gauge
mode: wide
---

{/* Written by \`npm run bench -- --report docs/benchmarks.mdx\`. Do not edit. */}

Measured on ${new Date().toISOString().slice(0, 10)} with ${availableParallelism()} cores (${processor}), ${Math.round(totalmem() / 2 ** 30)} GiB of memory, ${process.platform} ${process.arch}. The [versions](#versions) of all tools are at the end.

All tools build the same generated pages: about 5.4 KiB each, with headings, a table, three code blocks, a callout, cards, tabs and steps. They run alternately, ${values.runs} ${values.runs === '1' ? 'time' : 'times'} each; the tables show the median. Compare the ratios: seconds depend on the computer.

## Build

${markdownTable(rows)}

“docsgen, no search” builds no search index, like Hugo. “one page changed” is a second build after one sentence was added to one page, “nothing changed” one without any change. Every other row is a build without a cache.

## Page

${weightOf(site, path)}
${loads ? `\nA page of the smallest site above on a simulated phone (1.6 Mbit/s, 150 ms latency, processor four times slower; median of five loads):\n\n${markdownTable(loads)}\n` : ''}
## Versions

${tools.map((tool) => `\`${tool}\``).join(', ')}

## Repeat it

In a clone of docsgen:

\`\`\`text
npm ci
${command}
\`\`\`

\`npm run bench -- --help\` explains the options and lists further measurements: large API descriptions, start-up time, \`docsgen dev\`, \`docsgen serve\` and Lighthouse.
`;
}

/** A Markdown table of `rows`, whose first row is the header and whose numbers are right-aligned. */
function markdownTable(rows) {
  const [head, ...body] = rows.map((row) => `| ${row.join(' | ')} |`);
  const alignment = rows[0].map((_, column) => (rows.slice(1).every((row) => /^[\d.-]+$/.test(String(row[column]))) ? '--:' : '---'));
  return [head, `| ${alignment.join(' | ')} |`, ...body].join('\n');
}

function bytesOf(path) {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

/** The transfer size of one page in a browser. */
function weightOf(out, path) {
  const html = readFileSync(join(out, path, 'index.html'), 'utf8');
  const files = (tag, attribute) =>
    (html.match(tag) ?? [])
      .map((text) => attribute.exec(text)?.[1])
      // The stylesheet is linked twice: with and without scripts.
      .filter((url, index, all) => url !== undefined && all.indexOf(url) === index)
      .map((url) => readFileSync(join(out, decodeURI(url))));
  const scripts = files(/<script\b[^>]*>/g, /\ssrc="([^"]+)"/);
  const styles = files(/<link\b[^>]*\brel="stylesheet"[^>]*>/g, /\shref="([^"]+)"/);
  const gzip = (buffers) => (buffers.reduce((sum, buffer) => sum + gzipSync(buffer).length, 0) / 1000).toFixed(1);
  const size = (html.length / 1000).toFixed(1);
  return `A typical page: ${size} kB of HTML (${gzip([Buffer.from(html)])} gzip), ${gzip(scripts)} kB of JavaScript and ${gzip(styles)} kB of CSS (gzip).`;
}
