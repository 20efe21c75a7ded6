import { defineConfig } from 'vitest/config';

// Minutes, not seconds: killed builds, large generated sites, the packed package. One after the other, so that times mean something.
export default defineConfig({
  test: {
    include: ['test/slow/**/*.test.ts'],
    env: { CASE_TIMES: 'off' },
    testTimeout: 600_000,
    hookTimeout: 600_000,
    pool: 'forks',
    fileParallelism: false,
  },
});
