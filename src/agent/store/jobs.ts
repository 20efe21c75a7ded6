/** Queries over jobs, their turns and their events. */
import { type Selectable, sql } from 'kysely';
import type { JobStatus, Json } from '../job.ts';
import { Fenced } from '../run-turn.ts';
import { clock, now, type Session, storable } from './session.ts';
import type { EventRow, JobRow, TurnRow } from './tables.ts';

/** Who may write to a job that is at work: the attempt that claimed it last. */
export interface Lease {
  readonly jobId: string;
  readonly fence: number;
}

/** What a client's record is made of: without the long texts. */
export const recordColumns = ['id', 'project_id', 'repository', 'ref', 'model', 'status', 'pr_url', 'created_at', 'archived_at'] as const;

export type RecordRow = Pick<JobRow, (typeof recordColumns)[number]>;

export function findRecord(session: Session, projectId: string, id: string): Promise<RecordRow | undefined> {
  return session.db.selectFrom('jobs').select(recordColumns).where('id', '=', id).where('project_id', '=', projectId).executeTakeFirst();
}

export function findJob(session: Session, projectId: string, id: string): Promise<JobRow | undefined> {
  return session.db.selectFrom('jobs').selectAll().where('id', '=', id).where('project_id', '=', projectId).executeTakeFirst();
}

/** The job, kept from every other writer until the transaction ends. */
export function lockJob(session: Session, projectId: string, id: string): Promise<JobRow | undefined> {
  const query = session.db.selectFrom('jobs').selectAll().where('id', '=', id).where('project_id', '=', projectId);
  return (session.engine === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
}

export async function insertJob(session: Session, row: JobRow): Promise<void> {
  await session.db.insertInto('jobs').values(row).execute();
}

/** Places in the list of a project, newest first. */
export interface ListPlace {
  readonly createdAt: number;
  readonly id: string;
}

export async function listJobs(
  session: Session,
  choice: {
    /** All projects without it. */
    readonly projectIds?: readonly string[] | undefined;
    readonly status?: JobStatus | undefined;
    readonly after?: ListPlace | undefined;
    readonly limit: number;
  },
): Promise<JobRow[]> {
  const { projectIds, status, after } = choice;
  let query = session.db.selectFrom('jobs').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(choice.limit);
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

export async function updateJob(session: Session, id: string, values: Partial<JobRow>): Promise<void> {
  await session.db.updateTable('jobs').set(values).where('id', '=', id).execute();
}

/** Writes as the attempt that holds the lease; throws `Fenced` when that is another one by now, or none. */
export async function updateLeased(session: Session, lease: Lease, values: Partial<JobRow>): Promise<void> {
  const { numUpdatedRows } = await session.db
    .updateTable('jobs')
    .set(values)
    .where('id', '=', lease.jobId)
    .where('fence', '=', lease.fence)
    .where('status', '=', 'active')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Fenced('another attempt holds this job, or it has ended');
}

/** The leased job, locked. Throws `Fenced` as `updateLeased` does. */
export async function lockLeased(session: Session, lease: Lease): Promise<JobRow> {
  const query = session.db
    .selectFrom('jobs')
    .selectAll()
    .where('id', '=', lease.jobId)
    .where('fence', '=', lease.fence)
    .where('status', '=', 'active');
  const row = await (session.engine === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
  if (!row) throw new Fenced('another attempt holds this job, or it has ended');
  return row;
}

/** Any number that nothing else in the database locks: claims go one after the other, so that limits of projects are exact. */
const claimLock = 7_318_204_402;

/** Whether a claim is worth its write transaction. */
export async function hasWork(session: Session): Promise<boolean> {
  const present = clock(session);
  const { rows } = await sql`
    select 1 from jobs where status = 'active' and lease_until <= ${present} and run_after <= ${present} limit 1`.execute(session.db);
  return rows.length > 0;
}

/**
 * Takes the job that waits longest, of the project that has fewest at work; undefined when none may run now. A job whose attempt was
 * killed comes after those that were never tried: if it is what kills workers, the others get done.
 * The fence grows, so that whoever had the job before can write to it no more.
 */
export async function claimJob(session: Session, owner: string, leaseMs: number): Promise<JobRow | undefined> {
  const isPostgres = session.engine === 'postgres';
  if (isPostgres) await sql`select pg_advisory_xact_lock(${claimLock})`.execute(session.db);
  const present = await now(session);
  const { rows } = await sql<Selectable<JobRow>>`
    with busy as (select project_id, count(*) as jobs from jobs where status = 'active' and lease_until > ${present} group by project_id)
    update jobs set lease_owner = ${owner}, lease_until = ${present + leaseMs}, fence = fence + 1, attempt = attempt + 1
    where id = (
      select waiting.id from jobs waiting
        left join busy on busy.project_id = waiting.project_id
        left join projects on projects.id = waiting.project_id
      where waiting.status = 'active' and waiting.lease_until <= ${present} and waiting.run_after <= ${present}
        and coalesce(busy.jobs, 0) < coalesce(projects.concurrent, 1)
      order by coalesce(busy.jobs, 0), waiting.attempt, waiting.queued_at, waiting.id
      limit 1 ${isPostgres ? sql`for update of waiting skip locked` : sql``})
    returning *`.execute(session.db);
  return rows[0];
}

/** Which of these leases still hold. With `leaseMs` they are made longer as well. */
export async function liveLeases(session: Session, leases: readonly Lease[], leaseMs?: number): Promise<ReadonlySet<string>> {
  if (leases.length === 0) return new Set();
  const held = sql.join(
    leases.map(({ jobId, fence }) => sql`(id = ${jobId} and fence = ${fence})`),
    sql` or `,
  );
  const { rows } =
    leaseMs === undefined
      ? await sql<{ id: string }>`select id from jobs where status = 'active' and (${held})`.execute(session.db)
      : await sql<{ id: string }>`
          update jobs set lease_until = ${clock(session)} + ${sql.lit(leaseMs)} where status = 'active' and (${held}) returning id`.execute(
          session.db,
        );
  return new Set(rows.map(({ id }) => id));
}

export async function insertTurn(session: Session, row: TurnRow): Promise<void> {
  await session.db
    .insertInto('turns')
    .values({ ...row, prompt: storable(row.prompt) })
    .execute();
}

export function turnsOf(session: Session, jobId: string): Promise<TurnRow[]> {
  return session.db.selectFrom('turns').selectAll().where('job_id', '=', jobId).orderBy('number').execute();
}

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

/** Appends to the log of a job; numbers have no gaps. The job's row is locked by it. */
export async function appendEvent(session: Session, jobId: string, kind: string, data: Json): Promise<void> {
  const row = await session.db
    .updateTable('jobs')
    .set((row) => ({ event_seq: row('event_seq', '+', 1) }))
    .where('id', '=', jobId)
    .returning('event_seq')
    .executeTakeFirstOrThrow();
  await session.db
    .insertInto('events')
    .values({ job_id: jobId, seq: row.event_seq, at: await now(session), kind, data: JSON.stringify(data) })
    .execute();
}

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
