/** Queries over jobs, their turns and their events. */
import type { JobStatus } from '../../model/agent/job.ts';
import { type Session, storable } from './session.ts';
import type { EventRow, JobRow, TurnRow } from './tables.ts';

/** The columns of a client's job record, without long texts. */
export const recordColumns = ['id', 'project_id', 'repository', 'ref', 'model', 'status', 'pr_url', 'created_at', 'archived_at'] as const;

/** The columns that a poll reads. */
export type RecordRow = Pick<JobRow, (typeof recordColumns)[number]>;

/** Undefined when the project has no such job, even if another project has. */
export function findRecord(session: Session, projectId: string, id: string): Promise<RecordRow | undefined> {
  return session.db.selectFrom('jobs').select(recordColumns).where('id', '=', id).where('project_id', '=', projectId).executeTakeFirst();
}

/** The complete row, including the diff. Undefined as for `findRecord`. */
export function findJob(session: Session, projectId: string, id: string): Promise<JobRow | undefined> {
  return session.db.selectFrom('jobs').selectAll().where('id', '=', id).where('project_id', '=', projectId).executeTakeFirst();
}

/** Returns the job and locks it until the transaction ends. */
export function lockJob(session: Session, projectId: string, id: string): Promise<JobRow | undefined> {
  const query = session.db.selectFrom('jobs').selectAll().where('id', '=', id).where('project_id', '=', projectId);
  return (session.engine === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
}

/** Must be in the same transaction as its first turn and event; otherwise a worker could claim a job without an instruction. */
export async function insertJob(session: Session, row: JobRow): Promise<void> {
  await session.db.insertInto('jobs').values(row).execute();
}

/** A job in a list, without its diff, which may be large. */
export type ListedRow = RecordRow & Pick<JobRow, 'pr_number'>;

/** A position in a list of jobs, newest first. */
export interface ListPosition {
  readonly createdAt: number;
  readonly id: string;
}

/** Newest first, at most `limit`. `after` is the last job of the previous page. */
export async function listJobs(
  session: Session,
  choice: {
    /** Undefined means all projects. */
    readonly projectIds?: readonly string[] | undefined;
    readonly status?: JobStatus | undefined;
    readonly after?: ListPosition | undefined;
    readonly limit: number;
  },
): Promise<ListedRow[]> {
  const { projectIds, status, after } = choice;
  let query = session.db
    .selectFrom('jobs')
    .select([...recordColumns, 'pr_number'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(choice.limit);
  if (projectIds) query = query.where('project_id', 'in', projectIds);
  if (status) query = query.where('status', '=', status);
  if (after)
    query = query.where((where) =>
      where.or([
        where('created_at', '<', after.createdAt),
        where.and([where('created_at', '=', after.createdAt), where('id', '<', after.id)]),
      ]),
    );
  return query.execute();
}

/** Stores the prompt in a form that both engines accept (`storable`). */
export async function insertTurn(session: Session, row: TurnRow): Promise<void> {
  await session.db
    .insertInto('turns')
    .values({ ...row, prompt: storable(row.prompt) })
    .execute();
}

/** Oldest first. */
export function turnsOf(session: Session, jobId: string): Promise<TurnRow[]> {
  return session.db.selectFrom('turns').selectAll().where('job_id', '=', jobId).orderBy('number').execute();
}

/** The turn after this one, if there is any, without its text. */
export function nextTurn(session: Session, jobId: string, after: number): Promise<Pick<TurnRow, 'number' | 'created_at'> | undefined> {
  return session.db
    .selectFrom('turns')
    .select(['number', 'created_at'])
    .where('job_id', '=', jobId)
    .where('number', '>', after)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();
}

/** 0 for a job without turns. */
export async function lastTurnNumber(session: Session, jobId: string): Promise<number> {
  const row = await session.db
    .selectFrom('turns')
    .select((turn) => turn.fn.max('number').as('number'))
    .where('job_id', '=', jobId)
    .executeTakeFirst();
  return Number(row?.number ?? 0);
}

/** Stores the agent's summary of a turn, which is passed to later turns. */
export async function summarizeTurn(session: Session, jobId: string, number: number, summary: string): Promise<void> {
  await session.db
    .updateTable('turns')
    .set({ summary: storable(summary) })
    .where('job_id', '=', jobId)
    .where('number', '=', number)
    .execute();
}

/** The first instruction of each job, by job ID. */
export async function promptsOf(session: Session, jobIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (jobIds.length === 0) return new Map();
  const rows = await session.db
    .selectFrom('turns')
    .select(['job_id', 'prompt'])
    .where('job_id', 'in', jobIds)
    .where('number', '=', 1)
    .execute();
  return new Map(rows.map((row) => [row.job_id, row.prompt]));
}

/** The events after `seq`, in order. */
export function eventsAfter(session: Session, jobId: string, seq: number, limit: number): Promise<EventRow[]> {
  return session.db
    .selectFrom('events')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit)
    .execute();
}

/** The number of the last event and the status, by job ID. */
export async function lastEvents(
  session: Session,
  jobIds: readonly string[],
): Promise<ReadonlyMap<string, { seq: number; status: JobStatus }>> {
  if (jobIds.length === 0) return new Map();
  const rows = await session.db.selectFrom('jobs').select(['id', 'event_seq', 'status']).where('id', 'in', jobIds).execute();
  return new Map(rows.map((row) => [row.id, { seq: row.event_seq, status: row.status }]));
}
