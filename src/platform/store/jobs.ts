/** Queries over jobs, their turns and their events. */
import type { JobStatus } from '../../model/agent/job.ts';
import { type Session, storable } from './session.ts';
import type { EventRow, JobRow, TurnRow } from './tables.ts';

/** What a client's record is made of: without the long texts. */
export const recordColumns = ['id', 'project_id', 'repository', 'ref', 'model', 'status', 'pr_url', 'created_at', 'archived_at'] as const;

/** What every poll reads of a job. */
export type RecordRow = Pick<JobRow, (typeof recordColumns)[number]>;

/** Undefined when the project has no such job: a job of another project is as unknown as none. */
export function findRecord(session: Session, projectId: string, id: string): Promise<RecordRow | undefined> {
  return session.db.selectFrom('jobs').select(recordColumns).where('id', '=', id).where('project_id', '=', projectId).executeTakeFirst();
}

/** The whole row, with its diff. Undefined as for `findRecord`. */
export function findJob(session: Session, projectId: string, id: string): Promise<JobRow | undefined> {
  return session.db.selectFrom('jobs').selectAll().where('id', '=', id).where('project_id', '=', projectId).executeTakeFirst();
}

/** The job, kept from every other writer until the transaction ends. */
export function lockJob(session: Session, projectId: string, id: string): Promise<JobRow | undefined> {
  const query = session.db.selectFrom('jobs').selectAll().where('id', '=', id).where('project_id', '=', projectId);
  return (session.engine === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
}

/** With its first turn and event in the same transaction, else a worker may find a job without an instruction. */
export async function insertJob(session: Session, row: JobRow): Promise<void> {
  await session.db.insertInto('jobs').values(row).execute();
}

/** A job in a list: without its diff, which may have a megabyte. */
export type ListedRow = RecordRow & Pick<JobRow, 'pr_number'>;

/** Places in the list of a project, newest first. */
export interface ListPlace {
  readonly createdAt: number;
  readonly id: string;
}

/** Newest first, at most `limit`; `after` is the last job of the page before. */
export async function listJobs(
  session: Session,
  choice: {
    /** All projects without it. */
    readonly projectIds?: readonly string[] | undefined;
    readonly status?: JobStatus | undefined;
    readonly after?: ListPlace | undefined;
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

/** The prompt as the store can keep it (`storable`). */
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

/** The turn that was asked for after this one, if there is any. Its text is not read. */
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

/** What the agent said at the end of a turn; later turns are told of it. */
export async function summarizeTurn(session: Session, jobId: string, number: number, summary: string): Promise<void> {
  await session.db
    .updateTable('turns')
    .set({ summary: storable(summary) })
    .where('job_id', '=', jobId)
    .where('number', '=', number)
    .execute();
}

/** Job → the instruction that made it. */
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

/** In order, those with a greater number than `seq`. */
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

/** Job → number of its last event, and whether it can have more. */
export async function lastEvents(
  session: Session,
  jobIds: readonly string[],
): Promise<ReadonlyMap<string, { seq: number; status: JobStatus }>> {
  if (jobIds.length === 0) return new Map();
  const rows = await session.db.selectFrom('jobs').select(['id', 'event_seq', 'status']).where('id', 'in', jobIds).execute();
  return new Map(rows.map((row) => [row.id, { seq: row.event_seq, status: row.status }]));
}
