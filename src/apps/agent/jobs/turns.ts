/** The changes of a job when a turn begins and ends. Each function runs in a transaction that has locked the job. */
import { randomBytes } from 'node:crypto';
import type { Failure, PullRequest } from '../../../model/agent/job.ts';
import { changeJob, type JobEvent } from '../../../platform/store/job-changes.ts';
import { nextTurn, summarizeTurn } from '../../../platform/store/jobs.ts';
import { insertMessage } from '../../../platform/store/outbox.ts';
import { findProject } from '../../../platform/store/projects.ts';
import { now, type Session, storable } from '../../../platform/store/session.ts';
import type { JobRow } from '../../../platform/store/tables.ts';
import { jobRecord } from './job-record.ts';

/** The values that reset a job for a new turn. `keepsCommit` keeps an undelivered commit, so that only the delivery is retried. */
export function beginTurn(number: number, queuedAt: number, keepsCommit = false) {
  return {
    status: 'active',
    ...(keepsCommit ? {} : { stage: 'queued' as const }),
    turn: number,
    queued_at: queuedAt,
    attempt: 0,
    lease_owner: null,
    lease_until: 0,
    suspected_at: null,
    lone_deaths: 0,
    run_after: 0,
    pause_ms: 0,
    failure_code: null,
    failure_message: null,
  } satisfies Partial<JobRow>;
}

/** Ends a turn. If there is a queued message, the next turn begins; otherwise the job is completed. */
export async function finishTurn(session: Session, job: JobRow, outcome: { pullRequest?: PullRequest; summary: string }): Promise<void> {
  const { pullRequest, summary } = outcome;
  await summarizeTurn(session, job.id, job.turn, summary);
  const done: Partial<JobRow> = {
    stage: 'done',
    summary: storable(summary),
    lease_owner: null,
    lease_until: 0,
    ...(pullRequest ? { pr_url: pullRequest.url, pr_number: pullRequest.number, delivered_sha: job.commit_sha } : {}),
  };
  const completed: JobEvent = { kind: 'turn_completed', data: { turn: job.turn, pullRequest: pullRequest?.url ?? null, summary } };
  const next = await nextTurn(session, job.id, job.turn);
  if (next)
    await changeJob(session, job.id, { ...done, ...beginTurn(next.number, next.created_at) }, [
      completed,
      { kind: 'turn_queued', data: { turn: next.number } },
    ]);
  else await endJob(session, job, { ...done, status: 'completed' }, {}, [completed]);
}

/** @param more other values to store with the end of the job. */
export function failJob(session: Session, job: JobRow, failure: Failure, more: Partial<JobRow> = {}): Promise<JobRow> {
  const values: Partial<JobRow> = {
    ...more,
    status: 'failed',
    failure_code: failure.code,
    failure_message: storable(failure.message),
    lease_owner: null,
    lease_until: 0,
    fence: job.fence + 1,
  };
  return endJob(session, job, values, { code: failure.code, message: failure.message });
}

/**
 * Ends a job, and reports the end in its event log and to the project's webhook.
 * @param values the changed values, including the new status.
 * @param details the data of the event.
 * @param before events that precede the end event.
 */
export async function endJob(
  session: Session,
  job: JobRow,
  values: Partial<JobRow>,
  details: Readonly<Record<string, string>> = {},
  before: readonly JobEvent[] = [],
): Promise<JobRow> {
  const ended = { ...job, ...values };
  await changeJob(session, job.id, values, [...before, { kind: ended.status, data: details }]);
  const project = await findProject(session, job.project_id);
  if (project?.webhook) await enqueueWebhook(session, ended, details);
  return ended;
}

async function enqueueWebhook(session: Session, job: JobRow, details: Readonly<Record<string, string>>): Promise<void> {
  const at = await now(session);
  const kind = `job.${job.status}`;
  const { seq } = await session.db.selectFrom('jobs').select('event_seq as seq').where('id', '=', job.id).executeTakeFirstOrThrow();
  await insertMessage(session, {
    id: `msg_${randomBytes(16).toString('hex')}`,
    seq,
    project_id: job.project_id,
    job_id: job.id,
    kind,
    body: JSON.stringify({
      type: kind,
      timestamp: new Date(at).toISOString(),
      data: { projectId: job.project_id, job: jobRecord(job), ...details },
    }),
    created_at: at,
    tries: 0,
    next_at: at,
    settled_at: null,
    given_up: 0,
  });
}
