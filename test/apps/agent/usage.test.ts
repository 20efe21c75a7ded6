/** What a turn costs, and what of it counts. */
import { expect, test } from 'vitest';
import { addUsage, countedTokens, noUsage } from '../../../src/apps/agent/agents/usage.ts';
import { jobDetail } from '../../../src/apps/agent/http/job-detail.ts';
import type { JobRow } from '../../../src/platform/store/tables.ts';

test.each([
  [{ inputTokens: 100, outputTokens: 10, steps: 1 }, 110],
  [{ inputTokens: 1_000_000, cachedTokens: 990_005, outputTokens: 10, steps: 1 }, 9_995 + 99_001 + 10],
])('of %j %i count against a budget', (usage, counted) => {
  expect(countedTokens(usage)).toBe(counted);
});

test('should add what came from a cache, and name none where there was none', () => {
  const step = { inputTokens: 10, cachedTokens: 7, outputTokens: 1, steps: 1 };
  expect(addUsage(addUsage(noUsage, step), step)).toEqual({ inputTokens: 20, cachedTokens: 14, outputTokens: 2, steps: 2 });
  expect(addUsage(noUsage, noUsage)).toEqual(noUsage);
});

test.each([
  [{ input: 3, output: 15 }, 4.5],
  [{ input: 3, output: 15, cached: 0.3 }, 2.07],
])('should have the price of %j', (price, costUsd) => {
  const row = { input_tokens: 1_000_000, cached_tokens: 900_000, output_tokens: 100_000, files: '[]', checks: '[]', failure_code: null };
  expect(jobDetail(row as unknown as JobRow, [], price).usage).toMatchObject({ cachedTokens: 900_000, costUsd });
});
