import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { LongFirst } from './test/harness/long-first.ts';

/** Files that start hundreds of processes. */
const processes = [
  'test/apps/agent/**/*.test.ts',
  'test/model/agent/run-turn.test.ts',
  'test/action/*.test.ts',
  'test/project/preview/*.test.ts',
];

/** Files that replace modules (`vi.mock`): each is run in a worker of its own. */
const isolated = globSync('test/**/*.test.ts', { exclude: ['test/slow/**'] }).filter((file) =>
  /^vi\.mock\(/m.test(readFileSync(file, 'utf8')),
);

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    env: { CASE_TIMES: 'off' },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Not threads, which share one process: the more memory a process has, the longer it takes to start another one.
    pool: 'forks',
    // More than there are cores on small machines: most tests wait for processes, browsers and timers.
    maxWorkers: 3,
    maxConcurrency: 3,
    sequence: { sequencer: LongFirst },
    // On a busy machine a page may take longer than a second to show what a test waits for.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      // A worker keeps the modules of docsgen between its files: loading and warming them up takes longer than most tests.
      {
        extends: true,
        test: {
          name: 'fast',
          isolate: false,
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['test/slow/**', ...processes, ...isolated],
          globalSetup: 'test/harness/browser-server.ts',
        },
      },
      // In workers of their own, which stay small because they never load the stages of a build.
      { extends: true, test: { name: 'processes', isolate: false, include: processes, globalSetup: 'test/harness/browser-server.ts' } },
      { extends: true, test: { name: 'isolated', include: isolated } },
    ],
  },
});
