/** Queries of the queue, which is the table of jobs itself: who works on what, and for how long. */
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Lease } from './job-changes.ts';
import { clock, now, type Session } from './session.ts';
import type { JobRow } from './tables.ts';

/** Any number that nothing else in the database locks: claims go one after the other, so that limits of projects are exact. */
const claimLock = 7_318_204_402;

/** Of a job that waits for a worker. A lease that ran out is not free before `settleDeaths` has looked at it. */
const isFree = (present: RawBuilder<number>) => sql`status = 'active' and lease_owner is null and run_after <= ${present}`;

/** Whether a claim is worth its write transaction. */
export async function hasWork(session: Session, mayTakeSuspects: boolean): Promise<boolean> {
  const present = clock(session);
  const isTaken = mayTakeSuspects ? sql`` : sql`and suspected_at is null`;
  const { rows } = await sql`
    select 1 from jobs where (${isFree(present)} ${isTaken})
      or (status = 'active' and lease_owner is not null and lease_until <= ${present}) limit 1`.execute(session.db);
  return rows.length > 0;
}

/** How long a suspect waits for a process that is idle by itself; after that one empties itself for it. */
const patienceMs = 30_000;

/** Whether a suspect waits for so long that a process should take no other jobs, until it is empty and can take the suspect alone. */
export async function hasPatientSuspect(session: Session): Promise<boolean> {
  const present = clock(session);
  const { rows } = await sql`
    select 1 from jobs where ${isFree(present)} and suspected_at <= ${present} - ${sql.lit(patienceMs)} limit 1`.execute(session.db);
  return rows.length > 0;
}

/** What a worker asks for. */
export interface ClaimWish {
  readonly owner: string;
  readonly leaseMs: number;
  readonly most: number;
  /** Tries that a turn has. */
  readonly attempts: number;
  /** Whether a suspect may be taken, for which the process must be empty, and whether it comes before the others. */
  readonly suspects: 'first' | 'last' | 'none';
  /** Leases of this process whose attempts have ended without their end being stored. They are given back, with the try where the store was away. */
  readonly unreleased: ReadonlyMap<Lease, 'unavailable' | 'fault'>;
}

/**
 * Takes up to `most` jobs: those that wait longest, of the projects that have fewest at work. A suspect is taken alone, and where it is
 * not wished first after those that were never tried: if it is what ends processes, the others get done.
 * The fence grows, so that whoever had the job before can write to it no more.
 */
export async function claimJobs(session: Session, wish: ClaimWish): Promise<JobRow[]> {
  const { owner, leaseMs, most, suspects } = wish;
  if (session.engine === 'postgres') await sql`select pg_advisory_xact_lock(${claimLock})`.execute(session.db);
  const present = await now(session);
  await release(session, wish.unreleased);
  await releaseLapsed(session, owner, present);
  await settleDeaths(session, owner, leaseMs, present);
  const order = suspects === 'first' ? (['suspects', 'others'] as const) : (['others', 'suspects'] as const);
  for (const kind of order) {
    if (kind === 'suspects' && suspects === 'none') continue;
    const claimed = await claim(session, { owner, leaseMs, most: kind === 'suspects' ? 1 : most, present, isSuspect: kind === 'suspects' });
    if (claimed.length > 0)
      return kind === 'suspects' ? Promise.all(claimed.map((job) => forgiven(session, job, wish.attempts, present))) : claimed;
  }
  return [];
}

/** A job that has used up its tries, and gets them back: meanwhile processes ended that were not at it. */
async function forgiven(session: Session, job: JobRow, attempts: number, present: number): Promise<JobRow> {
  if (job.attempt <= attempts || !(await hasOtherDeath(session, job.id, present - evidenceMs))) return job;
  await session.db.updateTable('jobs').set({ attempt: 1 }).where('id', '=', job.id).execute();
  return { ...job, attempt: 1 };
}

async function claim(
  session: Session,
  { owner, leaseMs, most, present, isSuspect }: { owner: string; leaseMs: number; most: number; present: number; isSuspect: boolean },
): Promise<JobRow[]> {
  // The conditions stand twice: a job that is cancelled while its row is waited for is looked at again, but not the ranking of all.
  const isWaiting = sql`${isFree(sql.lit(present))} and suspected_at is ${isSuspect ? sql`not null` : sql`null`}`;
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

async function release({ db }: Session, leases: ClaimWish['unreleased']): Promise<void> {
  for (const [{ jobId, fence }, end] of leases)
    await db
      .updateTable('jobs')
      .set({ lease_owner: null, lease_until: 0, ...(end === 'unavailable' && { attempt: sql`attempt - 1` }) })
      .where('id', '=', jobId)
      .where('fence', '=', fence)
      .where('status', '=', 'active')
      .execute();
}

/** Leases that this process could not renew, such as while the database was away: it is alive, so nothing else would look at them. */
async function releaseLapsed({ db }: Session, owner: string, present: number): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ lease_owner: null, lease_until: 0 })
    .where('status', '=', 'active')
    .where('lease_owner', '=', owner)
    .where('lease_until', '<=', present)
    .execute();
}

/** A job whose process ended this often while it was alone is given up, whatever else happened. */
export const maxLoneDeaths = 20;
/** For how long the end of a process is evidence. */
const evidenceMs = 600_000;
const longestPauseMs = 60_000;

/**
 * Looks at leases that ran out without being given back: their process ended, froze, or cannot reach the store. All of its jobs become
 * suspects. Only one that was alone in it has used up its try, and also that is given back when processes end without it as well: then
 * the cause lies elsewhere.
 */
async function settleDeaths(session: Session, own: string, leaseMs: number, present: number): Promise<void> {
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
    const over = jobs.filter(({ lease_until }) => lease_until <= present);
    if (over.length === 0) continue;
    // Leases of a process are made longer together, so those that still run end within a part of that length; then all are looked at.
    if (over.length < jobs.length && over.every(({ lease_until }) => lease_until > present - leaseMs)) continue;
    const isAlone = jobs.length === 1;
    for (const job of over) {
      const isExcused = !isAlone || (await hasOtherDeath(session, job.id, present - evidenceMs));
      const pause = isAlone ? Math.min(longestPauseMs, 2_000 * 2 ** job.lone_deaths) : 0;
      await db
        .updateTable('jobs')
        .set({
          lease_owner: null,
          lease_until: 0,
          suspected_at: job.suspected_at ?? present,
          lone_deaths: job.lone_deaths + (isAlone ? 1 : 0),
          run_after: present + pause,
          pause_ms: pause,
          ...(isExcused && { attempt: sql`attempt - 1` }),
        })
        .where('id', '=', job.id)
        .where('lease_owner', '=', owner)
        .execute();
    }
    await sql`
      insert into process_deaths (owner, at, jobs) values (${owner}, ${present}, ${JSON.stringify(jobs.map(({ id }) => id))})
      on conflict (owner) do update set at = excluded.at`.execute(db);
  }
}

/** Whether a process ended lately that was not at this job. */
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

/** What is no evidence any more. */
export async function forgetDeaths(session: Session): Promise<void> {
  await session.db
    .deleteFrom('process_deaths')
    .where('at', '<', (await now(session)) - 6 * evidenceMs)
    .execute();
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
