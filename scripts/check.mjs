// `npm run check`: format, lint, types, layers, doc comments, unused exports, lock file, then the fast tests. Runs all
// steps; exits with 1 if one failed.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root, runNode, runTool } from './run.mjs';

const { values } = parseArgs({
  allowNegative: true,
  options: { tests: { type: 'boolean', default: true }, report: { type: 'string' } },
});

const steps = [
  ['format and lint', () => runTool('@biomejs/biome', 'biome', ['check', '--error-on-warnings', '--max-diagnostics=50', '.'])],
  ['types: node', () => runTool('typescript', 'tsc', ['--noEmit', '-p', 'tsconfig.json'])],
  ['types: browser', () => runTool('typescript', 'tsc', ['-p', 'src/browser/tsconfig.json'])],
  ['types: tests', () => runTool('typescript', 'tsc', ['-p', 'test/tsconfig.json'])],
  ['layers and cycles', () => runNode(['scripts/check-layers.mjs'])],
  ['doc comments', () => runNode(['scripts/check-comments.mjs'])],
  ['unused exports', () => runTool('knip', 'knip', ['--no-progress'])],
  ['lock law', () => runNode(['scripts/check-lock.mjs'])],
];
if (values.tests) steps.push(['tests', () => runNode(['scripts/test.mjs'])]);

const failed = [];
for (const [name, run] of steps) {
  console.log(`── ${name}`);
  const start = performance.now();
  if (run() !== 0) failed.push(name);
  console.log(`   ${((performance.now() - start) / 1000).toFixed(1)} s`);
}
if (values.report) {
  writeFileSync(join(root, values.report), JSON.stringify({ numPassedTests: steps.length - failed.length, numFailedTests: failed.length }));
}
console.log(failed.length === 0 ? `All ${steps.length} checks passed.` : `Failed: ${failed.join(', ')}.`);
process.exit(failed.length > 0 ? 1 : 0);
