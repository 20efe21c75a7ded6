// Measures the language server on a real site: each capability with its 95th percentile, driven by a client of the protocol,
// and in Neovim if it is installed. Works on a copy of the site.
//   node bench/language-server.mjs <folder> [repetitions] [--without-neovim] [--only <part of a name>]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { capabilities } from './editor/capabilities.mjs';
import { runWithClient } from './editor/client.mjs';
import { hasNeovim, runInNeovim } from './editor/neovim.mjs';
import { copySite, samplesOf } from './editor/site.mjs';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'without-neovim': { type: 'boolean' }, only: { type: 'string', default: '' } },
});
const [folder = 'docs', times = '40'] = positionals;
const repetitions = Number(times);
const work = mkdtempSync(join(tmpdir(), 'docsgen-editor-'));
try {
  const dir = join(work, 'site');
  copySite(folder, dir);
  const samples = samplesOf(dir);
  const steps = capabilities(dir, samples).filter(({ capability }) => capability.includes(values.only));
  const { answers, opened, exit } = await runWithClient(dir, steps, repetitions);
  console.log(`${folder}: ${samples.pages} pages, first diagnostics after ${opened.toFixed(0)} ms, exit code ${exit}`);
  // Fewer repetitions: the times of an editor include its own.
  const inNeovim =
    !values['without-neovim'] && hasNeovim() ? runInNeovim(dir, steps, Math.min(repetitions, 8), join(work, 'neovim')) : undefined;
  const rows = steps.map((step, index) => [
    step.capability,
    ...figures(step, answers[index]),
    ...(inNeovim ? figures(step, inNeovim[index]) : []),
  ]);
  const head = ['Capability', 'Passed', 'Median, ms', '95 %, ms', ...(inNeovim ? ['Passed in Neovim', 'Median, ms', '95 %, ms'] : [])];
  for (const row of [head, head.map(() => '---'), ...rows]) console.log(`| ${row.join(' | ')} |`);
  const isRight = (row) => [row[1], row[4] ?? row[1]].every((passed) => passed.split('/')[0] === passed.split('/')[1]);
  const wrong = rows.filter((row) => !isRight(row));
  console.log(`${rows.length - wrong.length} of ${rows.length} capabilities passed`);
  if (wrong.length > 0) process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** Passed repetitions, median and 95th percentile of the times. */
function figures({ isRight }, { results, durations }) {
  const sorted = durations.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(0);
  return [`${results.filter((result) => isRight(result)).length}/${results.length}`, at(0.5), at(0.95)];
}
