// `node bench/dev.mjs`: the development server on generated sites. Start to first page, save to changed text in a real browser, memory.
//   --pages 1000,5000   sizes    --edits 20   timed edits    --more 200   edits before memory is read again
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { findBrowser } from '../scripts/browser.mjs';
import { ensureBuilt, root } from '../scripts/run.mjs';
import { writeDocsgenSite } from './content.mjs';
import { median, table } from './measure.mjs';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '1000,5000' },
    edits: { type: 'string', default: '20' },
    more: { type: 'string', default: '200' },
    starts: { type: 'string', default: '5' },
  },
});
if (ensureBuilt() !== 0) process.exit(1);
const executablePath = findBrowser();
if (!executablePath) {
  console.error('No browser on this machine.');
  process.exit(1);
}
console.log(`Node ${process.version}, ${availableParallelism()} cores, load ${loadavg()[0].toFixed(1)}.\n`);

const folder = mkdtempSync(join(tmpdir(), 'docsgen-bench-'));
const browser = await chromium.launch({ executablePath, args: ['--headless', '--no-sandbox', '--disable-gpu'] });
const rows = [
  [
    'pages',
    'start to first page, ms',
    'again, ms',
    'save to text, median ms',
    'p95 ms',
    'MiB when compiled',
    `MiB after ${values.more} edits`,
  ],
];
for (const count of values.pages.split(',').map(Number)) rows.push(await measureSize(count));
console.log(table(rows));
await browser.close();
rmSync(folder, { recursive: true, force: true });

async function measureSize(count) {
  const project = join(folder, `site-${count}`);
  writeDocsgenSite(project, count);
  const page = 'section-0/page-7';
  const cold = [];
  const warm = [];
  for (let run = 0; run < Number(values.starts); run++) {
    const first = await start(project, ['--no-cache'], page);
    cold.push(first.ms);
    await stop(first);
  }
  const filling = await start(project, [], page);
  await settled(filling);
  await stop(filling);
  for (let run = 0; run < Number(values.starts); run++) {
    const again = await start(project, [], page);
    warm.push(again.ms);
    await stop(again);
  }

  const server = await start(project, [], page);
  await settled(server);
  const compiled = memoryOf(server.child.pid);
  const tab = await browser.newPage();
  await tab.goto(`${server.url}/${page}`);
  await tab.locator('docsgen-dev .state.good, docsgen-dev .state.fair').first().waitFor();
  const file = join(project, `${page}.mdx`);
  const source = readFileSync(file, 'utf8');
  const times = [];
  const edit = async (number) => {
    const words = `Edited for the time ${number} of many.`;
    // The page reports when it has the text, because polling it would take time.
    const seen = tab.evaluate(
      (wanted) =>
        new Promise((resolve) => {
          const look = () =>
            document.getElementById('content').textContent.includes(wanted) && resolve(performance.timeOrigin + performance.now());
          new MutationObserver(look).observe(document.getElementById('content'), { subtree: true, childList: true, characterData: true });
        }),
      words,
    );
    await tab.evaluate('1');
    const saved = performance.timeOrigin + performance.now();
    writeFileSync(file, source.replace(/\n\n## /, `\n\n${words}\n\n## `));
    times.push((await seen) - saved);
  };
  for (let number = 0; number < Number(values.edits); number++) {
    await edit(number);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  const timed = times.splice(0).sort((a, b) => a - b);
  for (let number = 0; number < Number(values.more); number++) await edit(1000 + number);
  const after = memoryOf(server.child.pid);
  await tab.close();
  await stop(server);
  const at95 = timed[Math.min(timed.length - 1, Math.ceil(timed.length * 0.95) - 1)];
  return [count, ...[median(cold), median(warm), median(timed), at95, compiled, after].map((value) => Math.round(value))];
}

/** Starts the server and requests a page as soon as it responds. */
async function start(project, options, page) {
  const started = performance.now();
  const child = spawn(process.execPath, [join(root, 'bin/docsgen.js'), 'dev', project, '--port', '0', '--no-open', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NO_COLOR: '1' },
  });
  const url = await new Promise((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (bytes) => {
      said += bytes;
      const found = /http:\/\/localhost:\d+/.exec(said);
      if (found) resolve(found[0]);
    });
    child.on('exit', (code) => reject(new Error(`docsgen dev ended with ${code}`)));
  });
  const response = await fetch(`${url}/${page}`);
  const html = await response.text();
  if (response.status !== 200 || !html.includes('<h1')) throw new Error(`the first page is ${response.status}`);
  return { child, url, ms: performance.now() - started };
}

/** Waits until the background work has ended. */
async function settled({ child }) {
  let used = -1;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const now = Number(fields[11]) + Number(fields[12]);
    if (now - used < 5) return;
    used = now;
  }
}

function stop({ child }) {
  return new Promise((resolve) => {
    child.removeAllListeners('exit').once('exit', resolve);
    child.kill('SIGTERM');
  });
}

function memoryOf(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
}
