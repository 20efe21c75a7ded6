/** Queries over API keys. */
import { clock, type Session } from './session.ts';
import type { KeyRow } from './tables.ts';

/** The hash is unique: a second key of the same text is refused by the store. */
export async function insertKey(session: Session, row: KeyRow): Promise<void> {
  await session.db.insertInto('api_keys').values(row).execute();
}

/** With the present by the clock of the store: every request asks for both, and a second question would take as long again. */
export function findKeyByHash(session: Session, hash: string): Promise<(KeyRow & { readonly present: number }) | undefined> {
  return session.db.selectFrom('api_keys').selectAll().select(clock(session).as('present')).where('hash', '=', hash).executeTakeFirst();
}

/** Also one that has ended. */
export function findKey(session: Session, id: string): Promise<KeyRow | undefined> {
  return session.db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst();
}

/** In the order in which they were made. */
export function listKeys(session: Session): Promise<KeyRow[]> {
  return session.db.selectFrom('api_keys').selectAll().orderBy('created_at').orderBy('id').execute();
}

/** Changes nothing when there is no such key. */
export async function updateKey(session: Session, id: string, values: Partial<KeyRow>): Promise<void> {
  await session.db.updateTable('api_keys').set(values).where('id', '=', id).execute();
}
