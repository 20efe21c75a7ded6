// `npm run check`: format, lint, types, layers, sizes, doc comments, unused exports, lock file, then the fast tests. Runs all
// steps, several at once; exits with 1 if one failed. A second run looks only at what has changed: `--no-cache` does not.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { commandOf, root, runNode, startNode } from './run.mjs';
import { UncheckedFiles } from './unchecked-files.mjs';

const { values } = parseArgs({
  allowNegative: true,
  options: { tests: { type: 'boolean', default: true }, cache: { type: 'boolean', default: true }, report: { type: 'string' } },
});

/** What the tools keep between runs: derived from the sources alone, and removed with node_modules. */
const cache = join(root, 'node_modules/.cache/check');
if (!values.cache) rmSync(cache, { recursive: true, force: true });
mkdirSync(cache, { recursive: true });

const types = (project, name) =>
  commandOf('typescript', 'tsc', [
    ...['--noEmit', '--incremental', '--tsBuildInfoFile', join(cache, `${name}.tsbuildinfo`)],
    ...['-p', project],
  ]);
const formatted = new UncheckedFiles(join(cache, 'biome.json'));

/** The longest first, so that none of them is left over for the end. */
const steps = [
  { name: 'types: tests', args: types('test/tsconfig.json', 'tests') },
  { name: 'types: node', args: types('tsconfig.json', 'node') },
  {
    name: 'format and lint',
    args: formatted.isEmpty
      ? ['--eval', '']
      : commandOf('@biomejs/biome', 'biome', [
          'check',
          '--error-on-warnings',
          '--no-errors-on-unmatched',
          '--max-diagnostics=50',
          ...formatted.paths,
        ]),
    onPassed: () => formatted.passed(),
  },
  { name: 'unused exports', args: commandOf('knip', 'knip', ['--no-progress', '--cache', '--cache-location', join(cache, 'knip')]) },
  { name: 'types: browser', args: types('src/browser/tsconfig.json', 'browser') },
  { name: 'layers and cycles', args: ['scripts/check-layers.mjs'] },
  { name: 'sizes', args: ['scripts/check-sizes.mjs'] },
  { name: 'doc comments', args: ['scripts/check-comments.mjs'] },
  { name: 'lock file', args: ['scripts/check-lock.mjs'] },
];

const failed = [];
let next = 0;
async function runSteps() {
  for (let step = steps[next++]; step; step = steps[next++]) {
    const start = performance.now();
    const { exit, output } = await startNode(step.args);
    if (exit === 0) step.onPassed?.();
    else failed.push(step.name);
    console.log(`── ${step.name}: ${((performance.now() - start) / 1000).toFixed(1)} s\n${output}`.trimEnd());
  }
}
await Promise.all(Array.from({ length: Math.min(availableParallelism(), steps.length) }, runSteps));

let count = steps.length;
if (values.tests) {
  count += 1;
  console.log('── tests');
  if (runNode(['scripts/test.mjs']) !== 0) failed.push('tests');
}
if (values.report) {
  writeFileSync(join(root, values.report), JSON.stringify({ numPassedTests: count - failed.length, numFailedTests: failed.length }));
}
console.log(failed.length === 0 ? `All ${count} checks passed.` : `Failed: ${failed.join(', ')}.`);
process.exit(failed.length > 0 ? 1 : 0);
