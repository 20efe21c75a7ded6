/** Sums of what an agent spends, and what of it counts. */
import type { Usage } from '../../../model/agent/job.ts';

/** Before the first step. */
export const noUsage: Usage = { inputTokens: 0, outputTokens: 0, steps: 0 };

/** Both together. */
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
 * Tokens as they count against a budget. Each step of an agent sends all that was said before, so a cache holds most of the input of a long
 * turn: a token that was read from there counts as a tenth, which is about what providers bill for it.
 */
export function countedTokens({ inputTokens, cachedTokens = 0, outputTokens }: Usage): number {
  return inputTokens - cachedTokens + Math.ceil(cachedTokens / 10) + outputTokens;
}
