/** Queries over the outbox of webhook messages. */
import { sql } from 'kysely';
import { clock, type Session } from './session.ts';
import type { OutboxRow } from './tables.ts';

/** Must be in the transaction that ends the job, so that the message exists if and only if the job has ended. */
export async function insertMessage(session: Session, row: OutboxRow): Promise<void> {
  await session.db.insertInto('outbox').values(row).execute();
}

/**
 * Claims a due message and hides it from other senders for `leaseMs`. Only the oldest unsettled message of each job can be claimed, so
 * that receivers get them in order.
 * @param without projects that have reached their limit of concurrent deliveries.
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

/** A check without a transaction before `claimMessage`, because usually no message is due. */
export async function hasMessageDue(session: Session): Promise<boolean> {
  const { rows } = await sql`select 1 from outbox where settled_at is null and next_at <= ${clock(session)} limit 1`.execute(session.db);
  return rows.length > 0;
}

/**
 * Makes messages due that are delayed longer than any regular delay, because the clock was ahead.
 * @param waits the longest delay in milliseconds by the number of previous attempts; the last one applies to all further attempts.
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

/** Marks a message as delivered or given up. */
export async function settleMessage(session: Session, id: string, isGivenUp: boolean): Promise<void> {
  await sql`update outbox set settled_at = ${clock(session)}, given_up = ${Number(isGivenUp)} where id = ${id}`.execute(session.db);
}

/** Counts the messages of some projects by state; undefined counts all. */
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

/** By the clock of the store. The number of attempts was already incremented by the claim. */
export async function postponeMessage(session: Session, id: string, waitMs: number): Promise<void> {
  await sql`update outbox set next_at = ${clock(session)} + ${sql.lit(waitMs)} where id = ${id}`.execute(session.db);
}
