/** Adds up the usage of an agent. */
import type { Usage } from '../../../model/agent/job.ts';

/** The usage before the first step. */
export const noUsage: Usage = { inputTokens: 0, outputTokens: 0, steps: 0 };

/** The sum of both. */
export function addUsage(a: Usage, b: Usage): Usage {
  const cachedTokens = (a.cachedTokens ?? 0) + (b.cachedTokens ?? 0);
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    steps: a.steps + b.steps,
    ...(cachedTokens > 0 && { cachedTokens }),
  };
}

/**
 * The tokens that count towards a budget. Each step sends the whole conversation, so in a long turn most of the input comes from the
 * cache. Cached tokens count as a tenth, which is about what providers charge for them.
 */
export function countedTokens({ inputTokens, cachedTokens = 0, outputTokens }: Usage): number {
  return inputTokens - cachedTokens + Math.ceil(cachedTokens / 10) + outputTokens;
}
