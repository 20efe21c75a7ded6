// Compares the content of page sources in real sites with the generated HTML and Markdown copies.
//   npm run fidelity -- <folder with docs.json…> [--built <folder>] [--threshold 99.9] [--json <file>] [--all]
// The sources are parsed by remark-mdx, the HTML by parse5: docsgen's own parser is not used.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt, root } from '../scripts/run.mjs';
import { kinds } from './fidelity/compare.mjs';
import { compareSite, zero } from './fidelity/site.mjs';
import { measure, table } from './measure.mjs';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    built: { type: 'string' },
    threshold: { type: 'string', default: '99.9' },
    json: { type: 'string' },
    all: { type: 'boolean' },
    quiet: { type: 'boolean' },
  },
});
const threshold = Number(values.threshold);
if (positionals.length === 0 || !(threshold >= 0 && threshold <= 100)) {
  console.error(
    'Usage: npm run fidelity -- <folder with docs.json…> [--built <folder with the built sites, by name>] [--threshold <per cent>] [--json <file>] [--all]',
  );
  process.exit(2);
}
if (values.built === undefined && ensureBuilt() !== 0) process.exit(1);

const sites = [];
for (const folder of positionals) {
  const name = basename(resolve(folder));
  const kept = values.built === undefined ? undefined : join(resolve(values.built), name);
  const out = kept ?? mkdtempSync(join(tmpdir(), 'docsgen-fidelity-'));
  if (kept === undefined)
    await measure(process.execPath, [join(root, 'bin/docsgen.js'), 'build', resolve(folder), '--out', out, '--no-cache']);
  if (!existsSync(join(out, '_docsgen'))) sites.push({ name, refused: true });
  else sites.push({ name, ...compareSite(resolve(folder), out) });
  if (kept === undefined) rmSync(out, { recursive: true, force: true });
}

const rows = [['site', 'pages', 'form', ...kinds, 'all']];
const totals = { pages: 0, html: zero(), markdown: zero() };
for (const site of sites) {
  if (site.refused) {
    rows.push([site.name, 'not built', '', ...kinds.map(() => ''), '']);
    continue;
  }
  totals.pages += site.pages;
  for (const form of ['html', 'markdown']) {
    for (const kind of kinds) {
      totals[form][kind].total += site[form][kind].total;
      totals[form][kind].lost += site[form][kind].lost;
    }
    rows.push([site.name, site.pages, form, ...shares(site[form])]);
  }
}
for (const form of ['html', 'markdown']) rows.push(['all sites', totals.pages, form, ...shares(totals[form])]);
console.log(table(rows));

const classes = new Map();
for (const one of sites.flatMap((site) => site.differences ?? [])) {
  const name = `${one.form}, ${one.kind}: ${one.class}`;
  classes.set(name, (classes.get(name) ?? 0) + 1);
}
console.log(
  `\n${[...classes]
    .sort((a, b) => b[1] - a[1])
    .map(([name, number]) => `${String(number).padStart(7)}  ${name}`)
    .join('\n')}`,
);
for (const site of values.quiet ? [] : sites) {
  const lost = (site.differences ?? []).filter((one) => values.all || one.class === 'loss');
  if (lost.length > 0) console.log(`\n${site.name}`);
  for (const one of lost)
    console.log(
      `  ${one.file}:${one.line}${one.file === one.page ? '' : ` (${one.page})`}  ${one.form} ${one.kind}, ${one.class}: ${one.text}`,
    );
  for (const one of site.unreadable ?? []) console.log(`  ${site.name}, not read by the reference: ${one}`);
  for (const one of site.absent ?? []) console.log(`  ${site.name}, not a page of the built site: ${one}`);
}
if (values.json) writeFileSync(values.json, JSON.stringify({ totals, sites }, null, 1));

const below = ['html', 'markdown'].filter((form) => share(totals[form]) < threshold);
for (const form of below) console.log(`\n${form}: ${share(totals[form]).toFixed(3)} % is below ${threshold} %`);
process.exit(below.length > 0 ? 1 : 0);

function shares(counts) {
  return [...kinds.map((kind) => percent(counts[kind])), percent(all(counts))];
}

function all(counts) {
  return kinds.reduce((sum, kind) => ({ total: sum.total + counts[kind].total, lost: sum.lost + counts[kind].lost }), {
    total: 0,
    lost: 0,
  });
}

function share(counts) {
  const { total, lost } = all(counts);
  return total === 0 ? 100 : (100 * (total - lost)) / total;
}

function percent({ total, lost }) {
  return total === 0 ? '-' : lost === 0 ? '100' : (Math.floor((100000 * (total - lost)) / total) / 1000).toFixed(3);
}
