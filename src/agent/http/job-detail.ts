/** A row of the store → the detail of a job. */
import type { z } from 'zod';
import type { JobRow, TurnRow } from '../store/tables.ts';
import type { detailSchema } from './schemas.ts';

export function jobDetail(row: JobRow, turns: readonly TurnRow[]): z.infer<typeof detailSchema> {
  const hasCommit = row.commit_sha !== null;
  return {
    stage: row.stage,
    attempt: row.attempt,
    failure: row.failure_code === null ? null : { code: row.failure_code, message: row.failure_message ?? '' },
    // What a token costs is between the operator and the provider; the service does not know it.
    usage: { inputTokens: row.input_tokens, outputTokens: row.output_tokens, steps: row.steps, costUsd: null },
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
