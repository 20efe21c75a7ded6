// `npm run cases -- <file…>`: runs case files in any supported form. Prints a line for each failure, then the totals.
import { parseArgs } from 'node:util';
import { ensureBuilt } from './run.mjs';
import './typescript.mjs';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { verbose: { type: 'boolean', short: 'v' }, only: { type: 'string' } },
});
if (positionals.length === 0) {
  console.error('Usage: npm run cases -- <file…> [--only <id>] [--verbose]');
  process.exit(2);
}
if (ensureBuilt() !== 0) process.exit(1);
// Imported here because TypeScript can be loaded now, and the built package exists.
const { runCaseFile } = await import('../test/cases/run-case-file.ts');

const counts = { passed: 0, failed: 0, skipped: 0 };
/** Reason → names of skipped cases. */
const reasons = new Map();
/** Group → its counts, for files with groups. */
const groups = new Map();
for (const path of positionals) {
  try {
    const only = values.only?.split(',');
    await runCaseFile(path, { only }, (outcome) => {
      counts[outcome.status] += 1;
      if (outcome.status === 'skipped') reasons.set(outcome.reason, [...(reasons.get(outcome.reason) ?? []), outcome.name]);
      if (outcome.group) {
        const group = groups.get(outcome.group) ?? { passed: 0, all: 0 };
        group.all += 1;
        if (outcome.status === 'passed') group.passed += 1;
        groups.set(outcome.group, group);
      }
      if (outcome.status === 'failed') console.log(`failed   ${outcome.name}: ${outcome.reason}`);
      else if (values.verbose || outcome.note) {
        const words = outcome.reason ?? outcome.note;
        console.log(`${outcome.status.padEnd(8)} ${outcome.name}${words ? `: ${words}` : ''}`);
      }
    });
  } catch (error) {
    counts.failed += 1;
    console.log(`failed   ${path}: ${error.message}`);
  }
}
for (const [group, { passed, all }] of groups) console.log(`${group.padEnd(16)} ${passed}/${all}`);
for (const [reason, names] of reasons) {
  const shown = names.slice(0, 5).join(', ') + (names.length > 5 ? ` and ${names.length - 5} more` : '');
  console.log(`skipped  ${shown}: ${reason}`);
}
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exit(counts.failed > 0 ? 1 : 0);
