/** The types of the agent service: plain readonly data used by all modules of `agent/`. */

/** A JSON value, as stored and sent. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** The four states that a client sees. `archived` is final; only a new message returns a finished job to `active`. */
export type JobStatus = 'active' | 'completed' | 'archived' | 'failed';

/** The progress of the running turn of a job. Data stored in a stage survives later crashes. */
export type JobStage = 'queued' | 'working' | 'committed' | 'pushed' | 'opened' | 'done';

/** Where a job's files come from. `ref` can change when the default branch is renamed while the job runs. */
export interface JobSource {
  /** As configured in the project: a URL, or the path of a bare repository. */
  readonly repository: string;
  /** The base branch of the change. */
  readonly ref: string;
}

/** The job as clients receive it: exactly these members, all always present. */
export interface JobRecord {
  readonly id: string;
  readonly status: JobStatus;
  readonly source: JobSource;
  readonly model: string;
  /** Null while the job is active, and when the job changed nothing. */
  readonly prLink: string | null;
  /** RFC 3339 in UTC, with `Z`. */
  readonly createdAt: string;
  readonly archivedAt: string | null;
}

/** A pull request of any host: a merge request on GitLab, a change on the local host. */
export interface PullRequest {
  readonly url: string;
  /** The number that the code host assigned. */
  readonly number: number;
}

/** One file of a job's diff, with its changed lines; 0 for binary files. */
export interface ChangedFile {
  /** Relative to the root of the repository. */
  readonly path: string;
  readonly change: 'added' | 'modified' | 'deleted';
  readonly additions: number;
  readonly deletions: number;
}

/** A problem that the documentation check found in the result. */
export interface CheckFinding {
  readonly severity: 'error' | 'warning' | 'notice';
  readonly code: string;
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
  /** True for an error that the change introduced. */
  readonly isNew?: boolean;
}

/** The tokens used. The usages of several attempts are added up. */
export interface Usage {
  /** All input tokens, including cached ones. */
  readonly inputTokens: number;
  /**
   * The part of `inputTokens` that the provider read from its cache and bills at a lower price. Absent when it reported
   * none.
   */
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
  /** One or two sentences for the client, without secrets and without paths of the server. */
  readonly message: string;
}
