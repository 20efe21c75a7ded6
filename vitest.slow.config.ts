import { defineConfig } from 'vitest/config';

// Minutes, not seconds: killed builds, large generated sites, the packed package. One after the other, so that times mean something.
export default defineConfig({
  test: {
    include: ['test/slow/**/*.test.ts'],
    // The slow hostile inputs take longer than all the rest: SLOW_CASES=1, or `npm run cases`, plays them.
    exclude: process.env.SLOW_CASES ? [] : ['test/slow/case-files.test.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    pool: 'forks',
    fileParallelism: false,
  },
});
