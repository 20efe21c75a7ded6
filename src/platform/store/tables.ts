/**
 * The types of the tables. Times are milliseconds since 1970, flags are 0 and 1, lists and records are JSON as text, so that both engines
 * behave the same.
 */
import type { FailureCode, JobStage, JobStatus } from '../../model/agent/job.ts';

/** What SQL queries need of a project has its own column. */
export interface ProjectRow {
  id: string;
  /** The `Project` as JSON. */
  settings: string;
  /** Limit of concurrent jobs. */
  concurrent: number;
  created_at: number;
}

/** An API key. Expired and revoked keys are kept. */
export interface KeyRow {
  id: string;
  /** SHA-256 of the whole key in hex. The key itself is not stored. */
  hash: string;
  last4: string;
  name: string;
  /** Project IDs, or `*`. */
  projects: string;
  scopes: string;
  cidrs: string;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
  last_used_at: number | null;
}

/** A job with its position in the queue and the progress of its turn, all in one row, so that each step is one change. */
export interface JobRow {
  id: string;
  project_id: string;
  repository: string;
  ref: string;
  model: string;
  status: JobStatus;
  stage: JobStage;
  created_at: number;
  archived_at: number | null;
  /** The current turn, or the last one. */
  turn: number;
  /** When the current turn was requested. Determines the order of the queue. */
  queued_at: number;
  /** Attempts at the current turn. */
  attempt: number;
  /** Increases with every claim. A writer with an older value has lost the job. */
  fence: number;
  lease_owner: string | null;
  lease_until: number;
  /** Set when a process crashed while running this job. Such a suspect runs alone in its process. */
  suspected_at: number | null;
  /** How often a process crashed while running this job alone, in this turn. */
  lone_deaths: number;
  /** Not claimed before this time. */
  run_after: number;
  /** The delay with which `run_after` was set. */
  pause_ms: number;
  branch: string;
  branch_number: number;
  base_sha: string | null;
  commit_sha: string | null;
  /** Head of the branch after the last delivered turn. */
  delivered_sha: string | null;
  pr_url: string | null;
  pr_number: number | null;
  failure_code: FailureCode | null;
  failure_message: string | null;
  diff: string | null;
  files: string;
  checks: string;
  summary: string;
  input_tokens: number;
  output_tokens: number;
  /** The part of the input that came from the provider's cache. */
  cached_tokens: number;
  steps: number;
  event_seq: number;
  /** When to look up and close a pull request that a cancelled attempt may have opened. */
  withdraw_at: number | null;
}

/** A process that ended without releasing its leases. */
export interface ProcessDeathRow {
  owner: string;
  /** When it was detected. */
  at: number;
  /** IDs of its jobs as JSON. */
  jobs: string;
}

/** An instruction. Number 1 created the job; each message adds one. The limits count these rows. */
export interface TurnRow {
  job_id: string;
  number: number;
  project_id: string;
  prompt: string;
  summary: string;
  created_at: number;
  /** 1 for a turn that only updates the branch from its base. */
  is_update: number;
}

/** Events of a job are numbered from 1 without gaps and never changed. `data` is JSON. */
export interface EventRow {
  job_id: string;
  seq: number;
  at: number;
  kind: string;
  data: string;
}

/** The first use of a client's idempotency key. */
export interface IdempotencyRow {
  project_id: string;
  key: string;
  /** Hash of the request with this key. */
  hash: string;
  job_id: string;
  created_at: number;
}

/** A webhook message. `body` is sent byte for byte, because it is signed. */
export interface OutboxRow {
  /** Also the message ID, the same for every delivery. */
  id: string;
  /** Order of the messages of a job. */
  seq: number;
  project_id: string;
  job_id: string;
  kind: string;
  body: string;
  created_at: number;
  tries: number;
  next_at: number;
  /** When the message was delivered or given up. */
  settled_at: number | null;
  /** 1 if the message was never delivered. */
  given_up: number;
}

/** A session of a signed-in reader. */
export interface ReaderSessionRow {
  /** Keyed hash of the cookie. The value of the cookie is not stored. */
  id: string;
  name: string;
  /** Names as a JSON array. */
  groups: string;
  /** Data of the sign-in method, encrypted. */
  sealed: string | null;
  created_at: number;
  seen_at: number;
  /** When the groups were last queried. */
  checked_at: number;
  expires_at: number;
}

/** A single-use value: a state or a token of a sign-in. */
export interface SpentTokenRow {
  hash: string;
  expires_at: number;
}

/** Row types by table name. */
export interface Tables {
  projects: ProjectRow;
  api_keys: KeyRow;
  jobs: JobRow;
  turns: TurnRow;
  process_deaths: ProcessDeathRow;
  events: EventRow;
  idempotency: IdempotencyRow;
  outbox: OutboxRow;
  reader_sessions: ReaderSessionRow;
  spent_tokens: SpentTokenRow;
}
