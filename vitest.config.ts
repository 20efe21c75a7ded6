import { defineConfig } from 'vitest/config';

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: ['test/slow/**', 'node_modules/**'],
    testTimeout: 30_000,
    pool: 'threads',
    maxWorkers: 2,
  },
});
