// Compares two evaluators: node bench/evaluators.mjs <other checkout> <site folder>… [--rounds n] [--details file]
// Checks each site with the other checkout and with this one (both built before), alternately and without a cache, and compares the HTML of
// every evaluated page byte for byte. Times are medians of the rounds: of all evaluations from the first to the last, and of
// the whole command. --command build builds the sites instead.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const here = dirname(fileURLToPath(import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '1' }, details: { type: 'string' }, command: { type: 'string', default: 'check' } },
});
const [other, ...sites] = positionals;
if (!other || sites.length === 0)
  throw new Error('usage: node bench/evaluators.mjs <other checkout> <site folder>… [--rounds n] [--details file]');
const checkouts = [resolve(other), dirname(here)];
const work = mkdtempSync(join(tmpdir(), 'evaluators-'));

function build(checkout, site) {
  const record = join(work, 'evaluations.json');
  rmSync(record, { force: true });
  const start = performance.now();
  const { status } = spawnSync(
    process.execPath,
    [
      '--import',
      pathToFileURL(join(here, 'evaluation-recorder.mjs')).href,
      join(checkout, 'bin/docsgen.js'),
      values.command,
      site,
      ...(values.command === 'build' ? ['--out', join(work, 'out')] : []),
      '--no-cache',
    ],
    { env: { ...process.env, EVALUATIONS: record }, stdio: 'ignore', timeout: 300_000 },
  );
  const whole = performance.now() - start;
  const pages = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : [];
  const times = pages.filter(({ end }) => end !== undefined);
  const evaluation = times.length > 0 ? Math.max(...times.map(({ end }) => end)) - Math.min(...times.map(({ start }) => start)) : 0;
  return { status, whole, evaluation, pages: new Map(pages.map((page) => [page.file, page])) };
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
const rows = [];
const details = [];
const total = { sites: 0, pages: 0, html: 0, diagnostics: 0, times: [0, 0] };

for (const site of sites) {
  const runs = Array.from({ length: Number(values.rounds) }, () => checkouts.map((checkout) => build(checkout, resolve(site))));
  const [before, after] = runs[0];
  const files = [...new Set([...before.pages.keys(), ...after.pages.keys()])];
  if (files.length === 0) continue;
  let html = 0;
  let diagnostics = 0;
  for (const file of files) {
    const [old, now] = [before.pages.get(file), after.pages.get(file)];
    const isSame = old?.html === now?.html && JSON.stringify(old?.live) === JSON.stringify(now?.live);
    const kinds = (page) => JSON.stringify(page?.problems?.map(({ kind }) => kind));
    if (!isSame) html++;
    if (kinds(old) !== kinds(now)) diagnostics++;
    if (!isSame || kinds(old) !== kinds(now)) details.push({ site, file, old, now });
  }
  const times = [0, 1].map((side) => median(runs.map((run) => run[side].evaluation)));
  const wholes = [0, 1].map((side) => median(runs.map((run) => run[side].whole)));
  rows.push([
    basename(resolve(site)),
    files.length,
    html,
    diagnostics,
    ...times.map(Math.round),
    ratio(times),
    ...wholes.map(Math.round),
    ratio(wholes),
  ]);
  total.sites++;
  total.pages += files.length;
  total.html += html;
  total.diagnostics += diagnostics;
  for (const side of [0, 1]) total.times[side] += times[side];
  console.log(rows.at(-1).join('\t'));
}
rmSync(work, { recursive: true, force: true });
if (values.details) writeFileSync(values.details, JSON.stringify(details, null, 1));

function ratio([before, after]) {
  return before > 0 ? (after / before).toFixed(2) : '';
}

console.log(
  '\n| Site | Pages | Other HTML | Other diagnostics | Evaluation before, ms | after | ratio | Command before, ms | after | ratio |',
);
console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |');
for (const row of rows) console.log(`| ${row.join(' | ')} |`);
console.log(
  `\n${total.pages} pages of ${total.sites} sites: ${total.html} with other HTML, ${total.diagnostics} with other diagnostics; time ${ratio(total.times)}`,
);
