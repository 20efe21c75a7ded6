/** Queries over readers of a served site who are signed in, and tokens that may be used once. */
import type { Session } from './session.ts';
import type { ReaderSessionRow } from './tables.ts';

/** `id` is the hash of what the cookie holds. */
export async function insertReaderSession(session: Session, row: ReaderSessionRow): Promise<void> {
  await session.db.insertInto('reader_sessions').values(row).execute();
}

/** Also one that has ended: its end is for the caller to judge. */
export function findReaderSession(session: Session, id: string): Promise<ReaderSessionRow | undefined> {
  return session.db.selectFrom('reader_sessions').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Changes nothing when the reader has signed out meanwhile. */
export async function updateReaderSession(session: Session, id: string, values: Partial<ReaderSessionRow>): Promise<void> {
  await session.db.updateTable('reader_sessions').set(values).where('id', '=', id).execute();
}

/** False when another server has begun to ask for the groups of this reader since `before`, when they were asked for last. */
export async function claimReaderCheck(session: Session, id: string, before: number, at: number): Promise<boolean> {
  const result = await session.db
    .updateTable('reader_sessions')
    .set({ checked_at: at })
    .where('id', '=', id)
    .where('checked_at', '=', before)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Signing out: from then on the cookie is nobody's, at every server on this store. */
export async function deleteReaderSession(session: Session, id: string): Promise<void> {
  await session.db.deleteFrom('reader_sessions').where('id', '=', id).execute();
}

/** False when it was spent before. */
export async function spendToken(session: Session, hash: string, expiresAt: number): Promise<boolean> {
  const result = await session.db
    .insertInto('spent_tokens')
    .values({ hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Whether it was spent, or signed out, before. */
export async function isSpent(session: Session, hash: string): Promise<boolean> {
  const row = await session.db.selectFrom('spent_tokens').select('hash').where('hash', '=', hash).executeTakeFirst();
  return row !== undefined;
}

/** Removes tokens that have ended. */
export async function forgetSpent(session: Session, now: number): Promise<void> {
  await session.db.deleteFrom('spent_tokens').where('expires_at', '<', now).execute();
}

/** Removes what has ended. */
export async function forgetEndedReaders(session: Session, now: number): Promise<void> {
  await session.db.deleteFrom('reader_sessions').where('expires_at', '<', now).execute();
  await session.db.deleteFrom('spent_tokens').where('expires_at', '<', now).execute();
}
