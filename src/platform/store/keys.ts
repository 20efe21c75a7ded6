/** Queries over API keys. */
import { clock, type Session } from './session.ts';
import type { KeyRow } from './tables.ts';

/** The hash is unique, so the store rejects a duplicate key. */
export async function insertKey(session: Session, row: KeyRow): Promise<void> {
  await session.db.insertInto('api_keys').values(row).execute();
}

/** Includes the current time of the store, which every request needs, to save a second query. */
export function findKeyByHash(session: Session, hash: string): Promise<(KeyRow & { readonly currentTime: number }) | undefined> {
  return session.db.selectFrom('api_keys').selectAll().select(clock(session).as('currentTime')).where('hash', '=', hash).executeTakeFirst();
}

/** Includes expired and revoked keys. */
export function findKey(session: Session, id: string): Promise<KeyRow | undefined> {
  return session.db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst();
}

/** In order of creation. */
export function listKeys(session: Session): Promise<KeyRow[]> {
  return session.db.selectFrom('api_keys').selectAll().orderBy('created_at').orderBy('id').execute();
}

/** No effect when there is no such key. */
export async function updateKey(session: Session, id: string, values: Partial<KeyRow>): Promise<void> {
  await session.db.updateTable('api_keys').set(values).where('id', '=', id).execute();
}
