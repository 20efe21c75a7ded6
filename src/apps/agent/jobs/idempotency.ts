/** The same request twice makes one job: what a client's key was first used for is stored with the job, in one transaction. */
import { createHash } from 'node:crypto';
import { now, type Session } from '../../../platform/store/session.ts';

/** How long a key is remembered at least. */
const keptMs = 24 * 3_600_000;

/** The job that this key made before, `other` when it was used for something else, undefined when it is new. */
export async function recall(
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

/** To be called in the transaction that creates what `jobId` names: both are there or neither is. */
export async function remember(session: Session, projectId: string, key: string, request: readonly string[], jobId: string): Promise<void> {
  await session.db
    .insertInto('idempotency')
    .values({ project_id: projectId, key, hash: fingerprint(request), job_id: jobId, created_at: await now(session) })
    .execute();
}

/** After 24 hours by the clock of the store, as the description of the API promises. */
export async function forgetOldKeys(session: Session): Promise<void> {
  await session.db
    .deleteFrom('idempotency')
    .where('created_at', '<', (await now(session)) - keptMs)
    .execute();
}

function fingerprint(request: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(request)).digest('hex');
}
