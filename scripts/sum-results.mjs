// Adds up the results of `.ci/run`: `<suite>.exit` and, with tests, `<suite>.json` (vitest's report). Lists failures,
// and tests that passed only on retry, then prints one line for the CI.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const folder = process.argv[2] ?? 'reports';
let passed = 0;
let failed = 0;
for (const name of readdirSync(folder).filter((file) => file.endsWith('.exit'))) {
  const suite = name.slice(0, -'.exit'.length);
  const exit = Number(readFileSync(join(folder, name), 'utf8'));
  const report = readReport(join(folder, `${suite}.json`));
  const failures = report.numFailedTests ?? 0;
  passed += report.numPassedTests ?? 0;
  // A suite that crashed without a failing test counts as a failure.
  failed += exit !== 0 && failures === 0 ? 1 : failures;
  for (const line of remarks(report)) console.log(`${suite}: ${line}`);
  if (exit !== 0 && failures === 0) console.log(`${suite}: ended with code ${exit} and no failing test`);
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);

function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

/**
 * One line for a file that could not run, a failed test, and a test that passed on retry, with the first lines of the
 * reason.
 */
function remarks(report) {
  const lines = [];
  for (const file of report.testResults ?? []) {
    const path = relative(process.cwd(), file.name);
    if (file.status === 'failed' && file.message) lines.push(`FAILED ${path}: ${firstLines(file.message)}`);
    for (const test of file.assertionResults ?? []) {
      const messages = test.failureMessages ?? [];
      if (test.status === 'failed') lines.push(`FAILED ${path} > ${test.fullName}: ${firstLines(messages.join('\n'))}`);
      else if (test.status === 'passed' && messages.length > 0) {
        lines.push(`unsteady ${path} > ${test.fullName}: ${firstLines(messages[0])}`);
      }
    }
  }
  return lines;
}

function firstLines(text) {
  return text
    .trim()
    .split('\n')
    .filter((line) => !line.includes('node_modules') && !line.includes('at new Promise'))
    .slice(0, 6)
    .join('\n    ')
    .slice(0, 800);
}
