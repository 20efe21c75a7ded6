/** The requests of clients: create, message, update, cancel and archive a job. Each is one transaction. */
import type { JobRecord } from '../../../model/agent/job.ts';
import type { Project } from '../../../model/agent/project.ts';
import { changeJob } from '../../../platform/store/job-changes.ts';
import { findJob, insertJob, insertTurn, lastTurnNumber, lockJob, nextTurn } from '../../../platform/store/jobs.ts';
import { lockProject, recallUses } from '../../../platform/store/projects.ts';
import { now, type Session } from '../../../platform/store/session.ts';
import type { Store } from '../../../platform/store/store.ts';
import type { JobRow } from '../../../platform/store/tables.ts';
import { findRequest, saveRequest } from './idempotency.ts';
import { branchName, newJobId } from './job-id.ts';
import { jobRecord } from './job-record.ts';
import { type Allowance, allowance, type UseCount } from './limits.ts';
import { beginTurn, endJob, failJob } from './turns.ts';

/** A validated instruction. `idempotencyKey` makes repeated requests have one effect. */
export interface Instruction {
  readonly prompt: string;
  readonly idempotencyKey?: string | undefined;
}

/**
 * The result of an instruction. `replayed` has the current job, not the job of the first response; `absent` means that the project
 * or the job does not exist.
 */
export type Accepted =
  | { readonly kind: 'accepted'; readonly record: JobRecord; readonly allowance: Allowance }
  | { readonly kind: 'replayed'; readonly record: JobRecord; readonly allowance: Allowance }
  | { readonly kind: 'limited'; readonly allowance: Allowance }
  | { readonly kind: 'key-reused' }
  | { readonly kind: 'absent' };

/** The state of the job does not allow the request. `code` never changes; `message` is a sentence. */
export type Refused = { readonly kind: 'conflict'; readonly code: string; readonly message: string };

/** Creates a job. Only new jobs count towards the limit; replays do not. */
export function createJob(store: Store, project: Project, instruction: Instruction): Promise<Accepted> {
  const request = ['create', instruction.prompt];
  return store.write(async (session) => {
    const before = await beforeAccepting(session, project.id, 'jobs', instruction, request);
    if ('kind' in before) return before;
    const row = await newJob(session, project);
    await insertJob(session, row);
    await insertTurn(session, {
      job_id: row.id,
      number: 1,
      project_id: project.id,
      prompt: instruction.prompt,
      summary: '',
      created_at: row.created_at,
      is_update: 0,
    });
    await changeJob(session, row.id, {}, [{ kind: 'created', data: { turn: 1 } }]);
    if (instruction.idempotencyKey !== undefined) await saveRequest(session, project.id, instruction.idempotencyKey, request, row.id);
    return { kind: 'accepted', record: jobRecord(row), allowance: afterUse(before) };
  });
}

/**
 * Adds a follow-up instruction. A finished job becomes active again; an active one handles the message after its current turn.
 * A job whose delivery failed retries only the delivery.
 */
export function messageJob(store: Store, projectId: string, jobId: string, instruction: Instruction): Promise<Accepted | Refused> {
  return addTurn(store, projectId, jobId, instruction, ['message', jobId, instruction.prompt], false);
}

/** Updates the branch of a job from its base, as a turn without an instruction. It counts as a message. */
export function updateJob(store: Store, projectId: string, jobId: string, idempotencyKey?: string): Promise<Accepted | Refused> {
  const instruction = { prompt: 'Update the branch of the change from its base.', idempotencyKey };
  return addTurn(store, projectId, jobId, instruction, ['update', jobId], true);
}

function addTurn(
  store: Store,
  projectId: string,
  jobId: string,
  instruction: Instruction,
  request: readonly string[],
  isUpdate: boolean,
): Promise<Accepted | Refused> {
  return store.write(async (session) => {
    const before = await beforeAccepting(session, projectId, 'messages', instruction, request);
    if ('kind' in before) return before;
    const job = await lockJob(session, projectId, jobId);
    if (!job) return { kind: 'absent' };
    const refusal = refusalOfMessage(job) ?? (isUpdate ? refusalOfUpdate(job) : undefined);
    if (refusal) return refusal;
    const number = (await lastTurnNumber(session, jobId)) + 1;
    const created_at = await now(session);
    const { prompt } = instruction;
    await insertTurn(session, {
      job_id: jobId,
      number,
      project_id: projectId,
      prompt,
      summary: '',
      created_at,
      is_update: Number(isUpdate),
    });
    const values = job.status === 'active' ? {} : await requeued(session, job, { number, created_at });
    await changeJob(session, jobId, values, [{ kind: isUpdate ? 'update' : 'message', data: { turn: number } }]);
    if (instruction.idempotencyKey !== undefined) await saveRequest(session, projectId, instruction.idempotencyKey, request, jobId);
    return { kind: 'accepted', record: jobRecord({ ...job, ...values }), allowance: afterUse(before) };
  });
}

/** Ends an active job as failed. Its current work is stopped, and anything it stores afterwards is ignored. */
export function cancelJob(store: Store, projectId: string, jobId: string): Promise<JobRecord | Refused | undefined> {
  return store.write(async (session) => {
    const job = await lockJob(session, projectId, jobId);
    if (!job) return undefined;
    if (job.status !== 'active')
      return { kind: 'conflict', code: `job_${job.status}`, message: `The job is ${job.status}; only an active job can be cancelled.` };
    return jobRecord(await failJob(session, job, { code: 'cancelled', message: 'The job was cancelled.' }, stopValues(job)));
  });
}

/** Archives a job permanently. An active job is stopped first. Archiving it again has no effect. */
export function archiveJob(store: Store, projectId: string, jobId: string): Promise<JobRecord | undefined> {
  return store.write(async (session) => {
    const job = await lockJob(session, projectId, jobId);
    if (!job) return undefined;
    if (job.status === 'archived') return jobRecord(job);
    const values: Partial<JobRow> = {
      ...(job.status === 'active' ? stopValues(job) : {}),
      status: 'archived',
      archived_at: await now(session),
      fence: job.fence + 1,
      lease_owner: null,
      lease_until: 0,
    };
    return jobRecord(await endJob(session, job, values));
  });
}

/** For operators: restarts the last turn of a failed job. A stored commit is kept and only delivered. */
export function retryJob(store: Store, projectId: string, jobId: string): Promise<JobRecord | Refused | undefined> {
  return store.write(async (session) => {
    const job = await lockJob(session, projectId, jobId);
    if (!job) return undefined;
    if (job.status !== 'failed')
      return { kind: 'conflict', code: `job_${job.status}`, message: `The job is ${job.status}; only a failed job can be retried.` };
    const values = beginTurn(job.turn, await now(session), isUndelivered(job));
    await changeJob(session, jobId, values, [{ kind: 'retried', data: { turn: job.turn } }]);
    return jobRecord({ ...job, ...values });
  });
}

/** A synchronized clock is set back by less than this. */
const clockSlackMs = 5_000;

/** The checks that all instructions share. Returns what remains of the limit when they pass. */
async function beforeAccepting(
  session: Session,
  projectId: string,
  countedUse: UseCount,
  { idempotencyKey }: Instruction,
  request: readonly string[],
): Promise<Allowance | Exclude<Accepted, { kind: 'accepted' }>> {
  if (!(await lockProject(session, projectId))) return { kind: 'absent' };
  await recallUses(session, projectId, await now(session), clockSlackMs);
  const left = await allowance(session, projectId, countedUse);
  const earlier = idempotencyKey === undefined ? undefined : await findRequest(session, projectId, idempotencyKey, request);
  if (earlier === 'other') return { kind: 'key-reused' };
  if (earlier) {
    const job = await findJob(session, projectId, earlier.jobId);
    return job ? { kind: 'replayed', record: jobRecord(job), allowance: left } : { kind: 'absent' };
  }
  return left.remaining === 0 ? { kind: 'limited', allowance: left } : left;
}

function afterUse(left: Allowance): Allowance {
  return { ...left, remaining: left.remaining - 1 };
}

async function newJob(session: Session, project: Project): Promise<JobRow> {
  const id = newJobId();
  const created_at = await now(session);
  return {
    id,
    project_id: project.id,
    repository: project.repository,
    ref: project.ref,
    model: project.model,
    created_at,
    archived_at: null,
    fence: 0,
    branch: branchName(id, 1),
    branch_number: 1,
    base_sha: null,
    commit_sha: null,
    delivered_sha: null,
    pr_url: null,
    pr_number: null,
    diff: null,
    files: '[]',
    checks: '[]',
    summary: '',
    input_tokens: 0,
    output_tokens: 0,
    cached_tokens: 0,
    steps: 0,
    event_seq: 0,
    withdraw_at: null,
    stage: 'queued',
    ...beginTurn(1, created_at),
  };
}

/** The values that reactivate a finished job. It starts with the first message that its failed turn left in the queue, so that none is lost. */
async function requeued(session: Session, job: JobRow, message: { readonly number: number; readonly created_at: number }) {
  // Cancelling a job also cancels its queued messages.
  const first = job.failure_code === 'cancelled' ? message : ((await nextTurn(session, job.id, job.turn)) ?? message);
  // If other messages come first, all of them follow the delivery; otherwise the delivery is part of the turn of this message.
  if (isUndelivered(job)) return beginTurn(first.number === message.number ? message.number : job.turn, message.created_at, true);
  return beginTurn(first.number, message.created_at);
}

/** Whether the job has a stored commit without a pull request. */
function isUndelivered(job: JobRow): boolean {
  return (
    job.status === 'failed' &&
    (job.failure_code === 'pull_request_failed' || job.failure_code === 'push_failed' || job.failure_code === 'attempts_exhausted') &&
    (job.stage === 'committed' || job.stage === 'pushed')
  );
}

function refusalOfMessage(job: JobRow): Refused | undefined {
  if (job.status === 'archived') return { kind: 'conflict', code: 'job_archived', message: 'The job is archived and accepts no messages.' };
  if (job.status === 'failed' && job.delivered_sha === null && !isUndelivered(job))
    return { kind: 'conflict', code: 'job_failed', message: 'The job failed before it had a branch. Create a new job.' };
  return undefined;
}

function refusalOfUpdate(job: JobRow): Refused | undefined {
  if (job.status === 'active' || job.delivered_sha !== null || isUndelivered(job)) return undefined;
  return { kind: 'conflict', code: 'job_without_change', message: 'The job has no change to update.' };
}

/** After its lease, an attempt may still have a request in flight to the code host for this long. */
const withdrawAfterMs = 2_000;

/** Values for a job that is stopped while its first pull request may be opening: the pull request is looked up and closed later. */
function stopValues(job: JobRow): Partial<JobRow> {
  const mayHaveOpened = (job.stage === 'pushed' || job.stage === 'opened') && job.delivered_sha === null;
  return mayHaveOpened ? { pr_url: null, pr_number: null, withdraw_at: Math.max(job.lease_until, job.queued_at) + withdrawAfterMs } : {};
}
