/** Queries over the job queue, which is the jobs table itself: claims and leases. */
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Lease } from './job-changes.ts';
import { clock, now, type Session } from './session.ts';
import type { JobRow } from './tables.ts';

/** An arbitrary number for the advisory lock, unique in the database. Claims run one after the other, so that project limits are exact. */
const claimLock = 7_318_204_402;

/** A job that waits for a worker. A job with an expired lease is not free until `settleDeaths` has processed it. */
const isFree = (currentTime: RawBuilder<number>) => sql`status = 'active' and lease_owner is null and run_after <= ${currentTime}`;

/** Whether a claim is worth a write transaction. */
export async function hasWork(session: Session, mayTakeSuspects: boolean): Promise<boolean> {
  const currentTime = clock(session);
  const isTaken = mayTakeSuspects ? sql`` : sql`and suspected_at is null`;
  const { rows } = await sql`
    select 1 from jobs where (${isFree(currentTime)} ${isTaken})
      or (status = 'active' and lease_owner is not null and lease_until <= ${currentTime}) limit 1`.execute(session.db);
  return rows.length > 0;
}

/** How long a suspect waits for an idle process. After that, a process finishes its other jobs in order to run it. */
const patienceMs = 30_000;

/** Whether a suspect has waited so long that a process should claim no other jobs, in order to run it alone. */
export async function hasPatientSuspect(session: Session): Promise<boolean> {
  const currentTime = clock(session);
  const { rows } = await sql`
    select 1 from jobs where ${isFree(currentTime)} and suspected_at <= ${currentTime} - ${sql.lit(patienceMs)} limit 1`.execute(
    session.db,
  );
  return rows.length > 0;
}

/** The parameters of a claim. */
export interface ClaimOptions {
  readonly owner: string;
  readonly leaseMs: number;
  readonly most: number;
  /** Maximum number of attempts at a turn. */
  readonly attempts: number;
  /** Whether suspects may be claimed, which requires an idle process, and whether they come first. */
  readonly suspects: 'first' | 'last' | 'none';
  /** Maximum number of suspects that are claimed together. */
  readonly mostSuspects: number;
  /** Leases of this process whose attempts ended without storing the result. They are released; after `unavailable`, the attempt does not count. */
  readonly unreleased: ReadonlyMap<Lease, 'unavailable' | 'fault'>;
}

/**
 * Claims up to `most` jobs: the longest waiting, from the projects with the fewest running jobs. Suspects are never claimed together with
 * other jobs and, unless they come first, after jobs that were never tried, so that a job that crashes processes does not block the others.
 * Each claim increases the fence, so that the previous holder can no longer write to the job.
 */
export async function claimJobs(session: Session, wish: ClaimOptions): Promise<JobRow[]> {
  const { owner, leaseMs, most, suspects } = wish;
  if (session.engine === 'postgres') await sql`select pg_advisory_xact_lock(${claimLock})`.execute(session.db);
  const currentTime = await now(session);
  await release(session, wish.unreleased);
  await releaseLapsed(session, owner, currentTime);
  await settleDeaths(session, owner, leaseMs, currentTime);
  const order = suspects === 'first' ? (['suspects', 'others'] as const) : (['others', 'suspects'] as const);
  for (const kind of order) {
    if (kind === 'suspects' && suspects === 'none') continue;
    const count = kind === 'suspects' ? wish.mostSuspects : most;
    const claimed = await claim(session, { owner, leaseMs, most: count, currentTime, isSuspect: kind === 'suspects' });
    if (claimed.length > 0)
      return kind === 'suspects' ? Promise.all(claimed.map((job) => forgiven(session, job, wish.attempts, currentTime))) : claimed;
  }
  return [];
}

/** Resets the attempts of a job that has used them up, if processes have meanwhile crashed without running it. */
async function forgiven(session: Session, job: JobRow, attempts: number, currentTime: number): Promise<JobRow> {
  if (job.attempt <= attempts || !(await hasOtherDeath(session, job.id, currentTime - evidenceMs))) return job;
  await session.db.updateTable('jobs').set({ attempt: 1 }).where('id', '=', job.id).execute();
  return { ...job, attempt: 1 };
}

async function claim(
  session: Session,
  {
    owner,
    leaseMs,
    most,
    currentTime,
    isSuspect,
  }: { owner: string; leaseMs: number; most: number; currentTime: number; isSuspect: boolean },
): Promise<JobRow[]> {
  // The conditions are repeated because PostgreSQL rechecks only this statement, not the ranking, for a row that was locked and then changed.
  const isWaiting = sql`${isFree(sql.lit(currentTime))} and suspected_at is ${isSuspect ? sql`not null` : sql`null`}`;
  const { rows } = await sql<Selectable<JobRow>>`
    with busy as (select project_id, count(*) as jobs from jobs where status = 'active' and lease_until > ${currentTime} group by project_id),
    waiting as (
      select id, project_id, attempt, queued_at, row_number() over (partition by project_id order by attempt, queued_at, id) as place
      from jobs where ${isWaiting}),
    ranked as (
      select waiting.id, waiting.attempt, waiting.queued_at, coalesce(busy.jobs, 0) + waiting.place as place from waiting
        left join busy on busy.project_id = waiting.project_id
        left join projects on projects.id = waiting.project_id
      where coalesce(busy.jobs, 0) + waiting.place <= coalesce(projects.concurrent, 1))
    update jobs set lease_owner = ${owner}, lease_until = ${currentTime + leaseMs}, fence = fence + 1, attempt = attempt + 1
    where id in (select id from ranked order by place, attempt, queued_at, id limit ${sql.lit(most)}) and ${isWaiting}
    returning *`.execute(session.db);
  return rows.sort((a, b) => a.queued_at - b.queued_at || (a.id < b.id ? -1 : 1));
}

async function release({ db }: Session, leases: ClaimOptions['unreleased']): Promise<void> {
  for (const [{ jobId, fence }, end] of leases)
    await db
      .updateTable('jobs')
      .set({ lease_owner: null, lease_until: 0, ...(end === 'unavailable' && { attempt: sql`attempt - 1` }) })
      .where('id', '=', jobId)
      .where('fence', '=', fence)
      .where('status', '=', 'active')
      .execute();
}

/** Releases leases that this process could not renew, for example during an outage of the database. Its process is alive, so no other code releases them. */
async function releaseLapsed({ db }: Session, owner: string, currentTime: number): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ lease_owner: null, lease_until: 0 })
    .where('status', '=', 'active')
    .where('lease_owner', '=', owner)
    .where('lease_until', '<=', currentTime)
    .execute();
}

/** A job fails when its process has crashed this often while running it alone. */
export const maxLoneDeaths = 20;
/** How long a crashed process counts as evidence. */
const evidenceMs = 600_000;
const longestPauseMs = 60_000;

/**
 * Processes expired leases that were not released: their process crashed, froze or lost its connection. All its jobs become suspects.
 * The attempt counts only for a job that ran alone, and not if processes also crash without that job, because then it is not the cause.
 */
async function settleDeaths(session: Session, own: string, leaseMs: number, currentTime: number): Promise<void> {
  const { db } = session;
  const held = await db
    .selectFrom('jobs')
    .select(['id', 'lease_owner', 'lease_until', 'lone_deaths', 'suspected_at'])
    .where('status', '=', 'active')
    .where('lease_owner', 'is not', null)
    .where('lease_owner', '<>', own)
    .execute();
  const processes = Map.groupBy(held, ({ lease_owner }) => lease_owner as string);
  for (const [owner, jobs] of processes) {
    const over = jobs.filter(({ lease_until }) => lease_until <= currentTime);
    if (over.length === 0) continue;
    // All leases of a process are renewed together, so the remaining ones expire within a part of the lease length. They are processed together.
    if (over.length < jobs.length && over.every(({ lease_until }) => lease_until > currentTime - leaseMs)) continue;
    const isAlone = jobs.length === 1;
    for (const job of over) {
      const isExcused = !isAlone || (await hasOtherDeath(session, job.id, currentTime - evidenceMs));
      const pause = isAlone ? Math.min(longestPauseMs, 2_000 * 2 ** job.lone_deaths) : 0;
      await db
        .updateTable('jobs')
        .set({
          lease_owner: null,
          lease_until: 0,
          suspected_at: job.suspected_at ?? currentTime,
          lone_deaths: job.lone_deaths + (isAlone ? 1 : 0),
          run_after: currentTime + pause,
          pause_ms: pause,
          ...(isExcused && { attempt: sql`attempt - 1` }),
        })
        .where('id', '=', job.id)
        .where('lease_owner', '=', owner)
        .execute();
    }
    await sql`
      insert into process_deaths (owner, at, jobs) values (${owner}, ${currentTime}, ${JSON.stringify(jobs.map(({ id }) => id))})
      on conflict (owner) do update set at = excluded.at`.execute(db);
  }
}

/** Whether a process that was not running this job crashed recently. */
async function hasOtherDeath({ db }: Session, jobId: string, since: number): Promise<boolean> {
  const row = await db
    .selectFrom('process_deaths')
    .select('owner')
    .where('at', '>', since)
    .where('jobs', 'not like', `%"${jobId}"%`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes records that no longer count as evidence. */
export async function forgetDeaths(session: Session): Promise<void> {
  await session.db
    .deleteFrom('process_deaths')
    .where('at', '<', (await now(session)) - 6 * evidenceMs)
    .execute();
}

/** Returns which of these leases are still valid. With `leaseMs`, also renews them. */
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
 * Corrects delays that were stored while the clock was ahead: jobs that are postponed for longer than intended by more than `slackMs`,
 * and withdrawals that are due later than `withdrawMs` from now, which is longer than any regular delay.
 */
export async function recallJobs(session: Session, slackMs: number, withdrawMs: number): Promise<void> {
  const currentTime = clock(session);
  await sql`
    update jobs set run_after = 0 where status = 'active' and run_after > ${currentTime} + pause_ms + ${sql.lit(slackMs)}`.execute(
    session.db,
  );
  await sql`
    update jobs set withdraw_at = ${currentTime} + ${sql.lit(withdrawMs)} where withdraw_at > ${currentTime} + ${sql.lit(withdrawMs)}`.execute(
    session.db,
  );
}

/** A lease as stored. */
export type StoredLease = Pick<JobRow, 'id' | 'fence' | 'lease_until'>;

/** Leases that end later than any regular lease, because the clock was ahead when they were granted. */
export function leasesBeyond(session: Session, ms: number): Promise<StoredLease[]> {
  return session.db
    .selectFrom('jobs')
    .select(['id', 'fence', 'lease_until'])
    .where('status', '=', 'active')
    .where('lease_until', '>', sql<number>`${clock(session)} + ${sql.lit(ms)}`)
    .execute();
}

/** Ends a lease, unless it has been granted again or renewed meanwhile. */
export async function endLease({ db }: Session, { id, fence, lease_until }: StoredLease): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ lease_owner: null, lease_until: 0 })
    .where('id', '=', id)
    .where('fence', '=', fence)
    .where('lease_until', '=', lease_until)
    .execute();
}
