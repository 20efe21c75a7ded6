/** Queries of the queue, which is the table of jobs itself: who works on what, and for how long. */
import { type Selectable, sql } from 'kysely';
import type { Lease } from './job-changes.ts';
import { clock, now, type Session } from './session.ts';
import type { JobRow } from './tables.ts';

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
 * Takes up to `most` jobs: those that wait longest, of the projects that have fewest at work. A job whose attempt was killed comes after
 * those that were never tried: if it is what kills workers, the others get done.
 * The fence grows, so that whoever had the job before can write to it no more.
 */
export async function claimJobs(session: Session, owner: string, leaseMs: number, most: number): Promise<JobRow[]> {
  if (session.engine === 'postgres') await sql`select pg_advisory_xact_lock(${claimLock})`.execute(session.db);
  const present = await now(session);
  // The conditions stand twice: a job that is cancelled while its row is waited for is looked at again, but not the ranking of all.
  const isWaiting = sql`status = 'active' and lease_until <= ${present} and run_after <= ${present}`;
  const { rows } = await sql<Selectable<JobRow>>`
    with busy as (select project_id, count(*) as jobs from jobs where status = 'active' and lease_until > ${present} group by project_id),
    waiting as (
      select id, project_id, attempt, queued_at, row_number() over (partition by project_id order by attempt, queued_at, id) as place
      from jobs where ${isWaiting}),
    ranked as (
      select waiting.id, waiting.attempt, waiting.queued_at, coalesce(busy.jobs, 0) + waiting.place as place from waiting
        left join busy on busy.project_id = waiting.project_id
        left join projects on projects.id = waiting.project_id
      where coalesce(busy.jobs, 0) + waiting.place <= coalesce(projects.concurrent, 1))
    update jobs set lease_owner = ${owner}, lease_until = ${present + leaseMs}, fence = fence + 1, attempt = attempt + 1
    where id in (select id from ranked order by place, attempt, queued_at, id limit ${sql.lit(most)}) and ${isWaiting}
    returning *`.execute(session.db);
  return rows.sort((a, b) => a.queued_at - b.queued_at || (a.id < b.id ? -1 : 1));
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

/**
 * Brings back what a clock that was ahead has put off: jobs that wait for longer than they were put off, by more than `slackMs`, and
 * withdrawals that are further away than `withdrawMs`, which is longer than any of them waits.
 */
export async function recallJobs(session: Session, slackMs: number, withdrawMs: number): Promise<void> {
  const present = clock(session);
  await sql`
    update jobs set run_after = 0 where status = 'active' and run_after > ${present} + pause_ms + ${sql.lit(slackMs)}`.execute(session.db);
  await sql`
    update jobs set withdraw_at = ${present} + ${sql.lit(withdrawMs)} where withdraw_at > ${present} + ${sql.lit(withdrawMs)}`.execute(
    session.db,
  );
}

/** A lease as it stands in the store. */
export type StoredLease = Pick<JobRow, 'id' | 'fence' | 'lease_until'>;

/** Leases that end later than any that is given now: the clock was ahead when they were given. */
export function leasesBeyond(session: Session, ms: number): Promise<StoredLease[]> {
  return session.db
    .selectFrom('jobs')
    .select(['id', 'fence', 'lease_until'])
    .where('status', '=', 'active')
    .where('lease_until', '>', sql<number>`${clock(session)} + ${sql.lit(ms)}`)
    .execute();
}

/** Ends a lease, unless it was given anew or made longer meanwhile. */
export async function endLease({ db }: Session, { id, fence, lease_until }: StoredLease): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ lease_owner: null, lease_until: 0 })
    .where('id', '=', id)
    .where('fence', '=', fence)
    .where('lease_until', '=', lease_until)
    .execute();
}
