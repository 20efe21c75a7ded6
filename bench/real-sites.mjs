// Builds real sites and checks each build: it succeeds, every page of the navigation exists or is named in a
// diagnostic, nothing threw, and no `undefined` or `[object Object]` is visible.
//   node bench/real-sites.mjs <folder…> [--out <folder>] [--markdown <file>] [--verbose]
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt, root } from '../scripts/run.mjs';
import { measure, table } from './measure.mjs';
import { navigationOf } from './navigation-entries.mjs';
import { leaksOf } from './visible-text.mjs';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string' }, markdown: { type: 'string' }, verbose: { type: 'boolean', short: 'v' } },
});
if (positionals.length === 0) {
  console.error(
    'Usage: node bench/real-sites.mjs <folder…> [--out <folder to keep the sites in>] [--markdown <file for the table>] [--verbose]',
  );
  process.exit(2);
}
if (ensureBuilt() !== 0) process.exit(1);

const kept = values.out !== undefined;
const outRoot = kept ? resolve(values.out) : mkdtempSync(join(tmpdir(), 'docsgen-real-'));
mkdirSync(outRoot, { recursive: true });
const rows = [['site', 'pages', 'nav', 'absent', 'warnings', 'errors', 'seconds', 'peak MiB', 'MB out', 'leaks', 'threw', 'exit']];
/** Site → its failed checks. */
const broken = new Map();

for (const folder of positionals) {
  const site = basename(resolve(folder));
  const docs = findDocs(resolve(folder));
  if (!docs) {
    broken.set(site, ['no docs.json or mint.json']);
    continue;
  }
  const { row, problems } = await judge(docs, join(outRoot, site));
  rows.push([site, ...row]);
  if (problems.length > 0) broken.set(site, problems);
  if (values.verbose) console.log([site, ...row].join('  '), ...problems.map((problem) => `\n    ${problem}`));
  if (!kept) rmSync(join(outRoot, site), { recursive: true, force: true });
}
if (!kept) rmSync(outRoot, { recursive: true, force: true });

const text = table(rows);
console.log(text);
if (values.markdown) writeFileSync(values.markdown, `${text}\n`);
for (const [site, problems] of broken) console.log(`\n${site}\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
console.log(`\n${rows.length - 1} sites, ${broken.size} with failed checks`);
process.exit(broken.size > 0 ? 1 : 0);

/** Builds one site: its row of the table, and a sentence for each failed check (the first few of each kind). */
async function judge(docs, out) {
  const cli = join(root, 'bin/docsgen.js');
  const build = await measure(process.execPath, [cli, 'build', docs, '--out', out, '--no-cache', '--format', 'json']);
  const findings = readFindings(build.stdout);
  const count = (severity) => findings.filter((finding) => finding.severity === severity).length;
  const written = existsSync(out);
  const files = written ? readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()) : [];
  const bytes = files.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
  const listed = navigationOf(docs);
  const absent = listed.filter((page) => !isThere(out, page) && !findings.some((finding) => finding.message.includes(page)));
  const leaks = written ? leaksOf(out, docs) : [];
  const threw = findings.filter((finding) => finding.code === 'mdx/render').map(words);
  const errors = findings.filter((finding) => finding.severity === 'error').map(words);
  const row = [
    files.filter((entry) => entry.name === 'index.html' && !leadsOn(join(entry.parentPath, entry.name))).length,
    listed.length,
    absent.length,
    count('warning'),
    count('error'),
    build.seconds.toFixed(1),
    Math.round(build.peakMiB),
    (bytes / 1e6).toFixed(0),
    leaks.length,
    threw.length,
    build.exit ?? build.signal,
  ];
  const problems = [
    ...(build.exit === 0 ? [] : [`exit ${build.exit ?? build.signal}: ${errors.slice(0, 5).join('; ') || build.stderr.slice(-600)}`]),
    ...absent.slice(0, 5).map((page) => `"${page}" is neither built nor named`),
    ...threw.slice(0, 5),
    ...leaks.slice(0, 5),
  ];
  return { row, problems };
}

/** The folder with docs.json (else mint.json), at most four levels down, the topmost one first. */
function findDocs(folder) {
  for (const name of ['docs.json', 'mint.json']) {
    let level = [folder];
    for (let depth = 0; depth <= 4 && level.length > 0; depth++) {
      const found = level.find((candidate) => existsSync(join(candidate, name)));
      if (found) return found;
      level = level.flatMap(foldersIn);
    }
  }
  return undefined;
}

function foldersIn(parent) {
  return readdirSync(parent, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^(?:\.|node_modules$)/.test(entry.name))
    .map((entry) => join(parent, entry.name));
}

/** Redirect pages are not pages of the site. */
function leadsOn(path) {
  return readFileSync(path, 'utf8').slice(0, 2000).includes('http-equiv="refresh"');
}

function readFindings(stdout) {
  try {
    const parsed = JSON.parse(stdout);
    return Array.isArray(parsed) ? parsed : (parsed.diagnostics ?? []);
  } catch {
    return [];
  }
}

function words(finding) {
  const place = finding.location ? `${finding.location.file}:${finding.location.line} ` : '';
  return `${place}${finding.code} ${finding.message}`;
}

function isThere(out, page) {
  const folder = page.replace(/(?:^|\/)(?:index|README)$/, '');
  return [page, folder].some((candidate) => existsSync(join(out, candidate, 'index.html')));
}
