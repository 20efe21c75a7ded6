import { defineConfig } from 'vitest/config';
import { LongFirst } from './test/harness/long-first.ts';

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: ['test/slow/**', 'node_modules/**'],
    env: { CASE_TIMES: 'off' },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'threads',
    // More than there are cores on small machines: most tests wait for processes, browsers and timers.
    maxWorkers: 3,
    maxConcurrency: 3,
    sequence: { sequencer: LongFirst },
  },
});
