/** Converts a row of the store to the public job object. */
import type { JobRecord } from '../../../model/agent/job.ts';
import type { RecordRow } from '../../../platform/store/jobs.ts';

/** Times are RFC 3339 in UTC. */
export function jobRecord(row: RecordRow): JobRecord {
  return {
    id: row.id,
    status: row.status,
    source: { repository: row.repository, ref: row.ref },
    model: row.model,
    // An active job has no link, not even the one of its previous turn, because it may change.
    prLink: row.status === 'active' ? null : row.pr_url,
    createdAt: new Date(row.created_at).toISOString(),
    archivedAt: row.archived_at === null ? null : new Date(row.archived_at).toISOString(),
  };
}
