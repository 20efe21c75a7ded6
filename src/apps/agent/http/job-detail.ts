/** Converts a row of the store to the detail of a job. */
import type { z } from 'zod';
import type { Project } from '../../../model/agent/project.ts';
import type { JobRow, TurnRow } from '../../../platform/store/tables.ts';
import type { detailSchema } from './schemas.ts';

/** @param price of the project's tokens; without it, `costUsd` is null. */
export function jobDetail(row: JobRow, turns: readonly TurnRow[], price: Project['price']): z.infer<typeof detailSchema> {
  const hasCommit = row.commit_sha !== null;
  return {
    stage: row.stage,
    attempt: row.attempt,
    failure: row.failure_code === null ? null : { code: row.failure_code, message: row.failure_message ?? '' },
    usage: {
      inputTokens: row.input_tokens,
      cachedTokens: row.cached_tokens,
      outputTokens: row.output_tokens,
      steps: row.steps,
      costUsd: price ? costOf(row, price) : null,
    },
    branch: hasCommit ? row.branch : null,
    commit: row.commit_sha,
    summary: row.summary,
    changedFiles: JSON.parse(row.files),
    checks: JSON.parse(row.checks),
    turns: turns.map((turn) => ({
      number: turn.number,
      prompt: turn.prompt,
      summary: turn.summary,
      createdAt: new Date(turn.created_at).toISOString(),
    })),
  };
}

/** In US dollars, rounded to a millionth. Without a price for cached tokens, they cost as much as the others, which is an upper bound. */
function costOf({ input_tokens, cached_tokens, output_tokens }: JobRow, { input, cached, output }: NonNullable<Project['price']>): number {
  const read = (input_tokens - cached_tokens) * input + cached_tokens * (cached ?? input);
  return Math.round(read + output_tokens * output) / 1_000_000;
}
