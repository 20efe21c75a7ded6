import { defineConfig } from 'vitest/config';
import { LongFirst } from './test/harness/long-first.ts';

// Minutes, not seconds: killed builds, large generated sites, the packed package. Three files at once: how long anything
// takes is judged by `npm run cases`, where nothing runs beside it.
export default defineConfig({
  test: {
    include: ['test/slow/**/*.test.ts'],
    env: { CASE_TIMES: 'off' },
    testTimeout: 600_000,
    hookTimeout: 600_000,
    pool: 'forks',
    // More than there are cores on small machines: most tests wait for processes, browsers and timers.
    maxWorkers: 3,
    maxConcurrency: 3,
    sequence: { sequencer: LongFirst },
    globalSetup: 'test/harness/browser-server.ts',
    expect: { poll: { timeout: 15_000 } },
  },
});
