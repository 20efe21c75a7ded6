/** Queries over sessions of signed-in readers and over single-use tokens. */
import type { Session } from './session.ts';
import type { ReaderSessionRow } from './tables.ts';

/** `id` is a hash of the cookie. */
export async function insertReaderSession(session: Session, row: ReaderSessionRow): Promise<void> {
  await session.db.insertInto('reader_sessions').values(row).execute();
}

/** Includes expired sessions; the caller checks the expiry. */
export function findReaderSession(session: Session, id: string): Promise<ReaderSessionRow | undefined> {
  return session.db.selectFrom('reader_sessions').selectAll().where('id', '=', id).executeTakeFirst();
}

/** No effect when the reader has signed out meanwhile. */
export async function updateReaderSession(session: Session, id: string, values: Partial<ReaderSessionRow>): Promise<void> {
  await session.db.updateTable('reader_sessions').set(values).where('id', '=', id).execute();
}

/** Claims the recheck of a reader. False when another server has started one since `before`, the time of the last check. */
export async function claimReaderCheck(session: Session, id: string, before: number, at: number): Promise<boolean> {
  const result = await session.db
    .updateTable('reader_sessions')
    .set({ checked_at: at })
    .where('id', '=', id)
    .where('checked_at', '=', before)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Signs a reader out. All servers of this store then reject the cookie. */
export async function deleteReaderSession(session: Session, id: string): Promise<void> {
  await session.db.deleteFrom('reader_sessions').where('id', '=', id).execute();
}

/** Marks a token as used. False when it was used before. */
export async function spendToken(session: Session, hash: string, expiresAt: number): Promise<boolean> {
  const result = await session.db
    .insertInto('spent_tokens')
    .values({ hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Whether a token was used or a session was signed out. */
export async function isSpent(session: Session, hash: string): Promise<boolean> {
  const row = await session.db.selectFrom('spent_tokens').select('hash').where('hash', '=', hash).executeTakeFirst();
  return row !== undefined;
}

/** Removes expired tokens. */
export async function forgetSpent(session: Session, now: number): Promise<void> {
  await session.db.deleteFrom('spent_tokens').where('expires_at', '<', now).execute();
}

/** Removes expired sessions. */
export async function forgetEndedReaders(session: Session, now: number): Promise<void> {
  await session.db.deleteFrom('reader_sessions').where('expires_at', '<', now).execute();
  await session.db.deleteFrom('spent_tokens').where('expires_at', '<', now).execute();
}
