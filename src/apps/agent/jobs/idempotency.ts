/** Makes repeated requests safe: the first use of a client's key is stored in the same transaction as its job. */
import { createHash } from 'node:crypto';
import { now, type Session } from '../../../platform/store/session.ts';

/** Minimum time for which a key is remembered. */
const keptMs = 24 * 3_600_000;

/** Returns the job of an earlier request with this key, `other` if that request was different, or undefined if the key is new. */
export async function findRequest(
  session: Session,
  projectId: string,
  key: string,
  request: readonly string[],
): Promise<{ readonly jobId: string } | 'other' | undefined> {
  const row = await session.db
    .selectFrom('idempotency')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!row) return undefined;
  return row.hash === fingerprint(request) ? { jobId: row.job_id } : 'other';
}

/** Must be called in the transaction that creates or changes the job, so that both are stored or neither is. */
export async function saveRequest(
  session: Session,
  projectId: string,
  key: string,
  request: readonly string[],
  jobId: string,
): Promise<void> {
  await session.db
    .insertInto('idempotency')
    .values({ project_id: projectId, key, hash: fingerprint(request), job_id: jobId, created_at: await now(session) })
    .execute();
}

/** Deletes keys that are older than 24 hours by the clock of the store, as the API description promises. */
export async function deleteOldKeys(session: Session): Promise<void> {
  await session.db
    .deleteFrom('idempotency')
    .where('created_at', '<', (await now(session)) - keptMs)
    .execute();
}

function fingerprint(request: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(request)).digest('hex');
}
