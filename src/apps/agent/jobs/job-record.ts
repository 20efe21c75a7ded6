/** A row of the store → what a client reads. */
import type { JobRecord } from '../../../model/agent/job.ts';
import type { RecordRow } from '../../../platform/store/jobs.ts';

/** docs-json-spec 16. Times are RFC 3339 in UTC. */
export function jobRecord(row: RecordRow): JobRecord {
  return {
    id: row.id,
    status: row.status,
    source: { repository: row.repository, ref: row.ref },
    model: row.model,
    // A job at work shows no link, not even that of the turn before: it may change.
    prLink: row.status === 'active' ? null : row.pr_url,
    createdAt: new Date(row.created_at).toISOString(),
    archivedAt: row.archived_at === null ? null : new Date(row.archived_at).toISOString(),
  };
}
