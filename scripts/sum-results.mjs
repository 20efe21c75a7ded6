// Adds up what the suites of `.ci/run` left: `<suite>.exit` and, where it has tests, `<suite>.json` (vitest's report).
// Prints the one line that a CI reads.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2] ?? 'reports';
let passed = 0;
let failed = 0;
for (const name of readdirSync(folder).filter((file) => file.endsWith('.exit'))) {
  const exit = Number(readFileSync(join(folder, name), 'utf8'));
  const counts = countsOf(join(folder, name.replace(/exit$/, 'json')));
  passed += counts.passed;
  // A suite that died without a failing test is a failure of its own.
  failed += exit !== 0 && counts.failed === 0 ? 1 : counts.failed;
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);

function countsOf(report) {
  if (!existsSync(report)) return { passed: 0, failed: 0 };
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
  return { passed: numPassedTests, failed: numFailedTests };
}
