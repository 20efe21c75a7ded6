/** The nouns of the agent service: plain readonly data that every room of `agent/` knows. */

/** What a value is that is stored and sent as JSON. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** The four states that a client sees. `archived` is final; a finished job goes back to `active` only by a message. */
export type JobStatus = 'active' | 'completed' | 'archived' | 'failed';

/** How far the running turn of a job is. What is stored up to a stage survives every crash after it. */
export type JobStage = 'queued' | 'working' | 'committed' | 'pushed' | 'opened' | 'done';

/** Where a job's files are from. `ref` may become another branch when the default branch was renamed meanwhile. */
export interface JobSource {
  /** As the project names it: an address, or the path of a bare repository. */
  readonly repository: string;
  /** The branch that the change is made against. */
  readonly ref: string;
}

/** What a client reads: exactly these members, all always there. */
export interface JobRecord {
  readonly id: string;
  readonly status: JobStatus;
  readonly source: JobSource;
  readonly model: string;
  /** Null while the job is active, and when nothing was changed. */
  readonly prLink: string | null;
  /** RFC 3339 in UTC, with `Z`. */
  readonly createdAt: string;
  readonly archivedAt: string | null;
}

/** At whatever host: a merge request of GitLab, a change of the local host. */
export interface PullRequest {
  readonly url: string;
  /** As the code host counts. */
  readonly number: number;
}

/** One file of a job's diff; lines are counted, 0 for files that are no text. */
export interface ChangedFile {
  /** Relative to the root of the repository. */
  readonly path: string;
  readonly change: 'added' | 'modified' | 'deleted';
  readonly additions: number;
  readonly deletions: number;
}

/** A finding of the documentation check on the result. */
export interface CheckFinding {
  readonly severity: 'error' | 'warning' | 'notice';
  readonly code: string;
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
  /** An error that was not there before the change. */
  readonly isNew?: boolean;
}

/** What was spent. Usages of several attempts are added. */
export interface Usage {
  /** All of them, also those of a cache. */
  readonly inputTokens: number;
  /** Of the input: what the provider had in its cache, and bills for less. Absent where it had nothing, or did not say. */
  readonly cachedTokens?: number;
  readonly outputTokens: number;
  readonly steps: number;
}

/** Why a job failed. Codes are permanent; clients may branch on them. */
export type FailureCode =
  | 'attempts_exhausted'
  | 'budget_exceeded'
  | 'cancelled'
  | 'check_failed'
  | 'could_not_write'
  | 'disk_full'
  | 'internal_error'
  | 'merge_conflict'
  | 'model_auth'
  | 'model_failed'
  | 'policy_violation'
  | 'project_removed'
  | 'pull_request_failed'
  | 'push_failed'
  | 'runner_failed'
  | 'sandbox_unavailable'
  | 'source_unavailable'
  | 'timeout';

/** Why a job ended as `failed`. */
export interface Failure {
  readonly code: FailureCode;
  /** One or two sentences for the client: no secret, no path of this machine. */
  readonly message: string;
}
