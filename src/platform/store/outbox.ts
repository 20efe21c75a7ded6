/** Queries over the messages that wait for the receivers of webhooks. */
import { sql } from 'kysely';
import { clock, type Session } from './session.ts';
import type { OutboxRow } from './tables.ts';

/** In the transaction that ends the job, so that a message is there exactly when the job has ended. */
export async function insertMessage(session: Session, row: OutboxRow): Promise<void> {
  await session.db.insertInto('outbox').values(row).execute();
}

/**
 * Takes a message that is due and hides it from other senders for `leaseMs`. Of each job only the oldest unsettled one may go,
 * so that a receiver sees them in order.
 * @param without projects that have enough on the way.
 */
export async function claimMessage(session: Session, leaseMs: number, without: readonly string[]): Promise<OutboxRow | undefined> {
  const isLeftOut = without.length > 0 ? sql`and due.project_id not in (${sql.join(without)})` : sql``;
  const { rows } = await sql<OutboxRow>`
    update outbox set next_at = ${clock(session)} + ${sql.lit(leaseMs)}, tries = tries + 1
    where id = (
      select due.id from outbox due
      where due.settled_at is null and due.next_at <= ${clock(session)} ${isLeftOut}
        and not exists (select 1 from outbox before where before.job_id = due.job_id and before.seq < due.seq and before.settled_at is null)
      order by due.next_at, due.id
      limit 1 ${session.engine === 'postgres' ? sql`for update skip locked` : sql``})
    returning *`.execute(session.db);
  return rows[0];
}

/** Asked without a transaction, before `claimMessage` writes one down: most of the time there is none. */
export async function hasMessageDue(session: Session): Promise<boolean> {
  const { rows } = await sql`select 1 from outbox where settled_at is null and next_at <= ${clock(session)} limit 1`.execute(session.db);
  return rows.length > 0;
}

/**
 * Sends now what waits for longer than it was told to: the clock was ahead then.
 * @param waits the longest of each wait, in milliseconds, by the number of tries before it; the last one is that of all further ones.
 */
export async function recallMessages(session: Session, waits: readonly number[]): Promise<void> {
  const cases = sql.join(
    waits.map((wait, tries) => sql`when ${sql.lit(tries)} then ${sql.lit(wait)}`),
    sql` `,
  );
  const longest = sql`case tries ${cases} else ${sql.lit(waits.at(-1) ?? 0)} end`;
  await sql`
    update outbox set next_at = ${clock(session)} where settled_at is null and next_at > ${clock(session)} + ${longest}`.execute(
    session.db,
  );
}

/** Delivered or given up. */
export async function settleMessage(session: Session, id: string, isGivenUp: boolean): Promise<void> {
  await sql`update outbox set settled_at = ${clock(session)}, given_up = ${Number(isGivenUp)} where id = ${id}`.execute(session.db);
}

/** What became of the messages of some projects, of all without a list. */
export async function countMessages(session: Session, projectIds: readonly string[] | undefined) {
  let query = session.db
    .selectFrom('outbox')
    .select((row) => [
      row.fn.countAll().as('all'),
      row.fn.count('settled_at').as('settled'),
      row.fn.sum('given_up').as('given_up'),
      row.fn.sum('tries').as('tries'),
    ]);
  if (projectIds) query = query.where('project_id', 'in', projectIds);
  const row = await query.executeTakeFirstOrThrow();
  const [all, settled, givenUp, tries] = [row.all, row.settled, row.given_up, row.tries].map((count) => Number(count ?? 0)) as [
    number,
    number,
    number,
    number,
  ];
  return { waiting: all - settled, delivered: settled - givenUp, givenUp, tries };
}

/** By the clock of the store. The number of tries was raised when it was claimed. */
export async function postponeMessage(session: Session, id: string, waitMs: number): Promise<void> {
  await sql`update outbox set next_at = ${clock(session)} + ${sql.lit(waitMs)} where id = ${id}`.execute(session.db);
}
