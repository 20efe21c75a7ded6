/**
 * Changes jobs together with their events, so that a row and its event log always agree. On PostgreSQL, each change is one statement
 * regardless of the number of events, to save round trips.
 */
import { sql, type UpdateObject } from 'kysely';
import type { Json } from '../../model/agent/job.ts';
import { LeaseLost } from '../../model/agent/run-turn.ts';
import { clock, now, type Session } from './session.ts';
import type { JobRow, Tables } from './tables.ts';

/** Permission to write to an active job: that of the attempt that claimed it last. */
export interface Lease {
  readonly jobId: string;
  readonly fence: number;
}

/** An event of a job. */
export interface JobEvent {
  /** A short name. */
  readonly kind: string;
  /** Shown to clients. */
  readonly data: Json;
}

/**
 * @param target the ID of a job, or a lease. With a lease, the change happens only while that attempt holds the job; otherwise throws
 * `LeaseLost`.
 * @param events appended to the event log of the job, without gaps in their numbers.
 */
export async function changeJob(
  session: Session,
  target: string | Lease,
  values: UpdateObject<Tables, 'jobs'>,
  events: readonly JobEvent[] = [],
): Promise<void> {
  const { db } = session;
  const isLease = typeof target !== 'string';
  let update = db
    .updateTable('jobs')
    .set({ ...values, ...(events.length > 0 ? { event_seq: sql<number>`event_seq + ${sql.lit(events.length)}` } : {}) })
    .where('id', '=', isLease ? target.jobId : target);
  if (isLease) update = update.where('fence', '=', target.fence).where('status', '=', 'active');
  let changed: bigint | undefined;
  if (events.length === 0) {
    changed = (await update.executeTakeFirst()).numUpdatedRows;
  } else if (session.engine === 'postgres') {
    const rows = events.map(
      ({ kind, data }, index) => sql`select id, event_seq - ${sql.lit(events.length - 1 - index)}, ${clock(session)},
        cast(${kind} as text), cast(${JSON.stringify(data)} as text) from changed`,
    );
    const inserted = await sql`with changed as (${update.returning(['id', 'event_seq'])})
      insert into events (job_id, seq, at, kind, data) ${sql.join(rows, sql` union all `)}`.execute(db);
    changed = inserted.numAffectedRows;
  } else {
    const row = await update.returning(['id', 'event_seq']).executeTakeFirst();
    changed = row ? 1n : 0n;
    if (row) {
      const at = await now(session);
      const first = row.event_seq - events.length + 1;
      const rows = events.map(({ kind, data }, index) => ({
        job_id: row.id,
        seq: first + index,
        at,
        kind,
        data: JSON.stringify(data),
      }));
      await db.insertInto('events').values(rows).execute();
    }
  }
  if (changed) return;
  throw isLease ? new LeaseLost('another attempt has taken over this job, or it has ended') : new Error(`There is no job ${target}`);
}

/** Returns the leased job and locks it until the transaction ends. Throws `LeaseLost` like `changeJob`. */
export async function lockLeased(session: Session, lease: Lease): Promise<JobRow> {
  const query = session.db
    .selectFrom('jobs')
    .selectAll()
    .where('id', '=', lease.jobId)
    .where('fence', '=', lease.fence)
    .where('status', '=', 'active');
  const row = await (session.engine === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
  if (!row) throw new LeaseLost('another attempt has taken over this job, or it has ended');
  return row;
}
