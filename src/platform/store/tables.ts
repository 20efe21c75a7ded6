/**
 * The tables as the queries see them. Times are milliseconds since 1970, flags are 0 and 1, lists and records are JSON as text:
 * the same on both engines.
 */
import type { FailureCode, JobStage, JobStatus } from '../../model/agent/job.ts';

/** What is asked of projects by SQL stands beside their settings. */
export interface ProjectRow {
  id: string;
  /** The `Project` as JSON. */
  settings: string;
  /** Of its limits: how many of its jobs may be at work at once. */
  concurrent: number;
  created_at: number;
}

/** An API key; it stays after its end. */
export interface KeyRow {
  id: string;
  /** SHA-256 of the whole key, hexadecimal. The key itself is stored nowhere. */
  hash: string;
  last4: string;
  name: string;
  /** Ids of projects, or `*`. */
  projects: string;
  scopes: string;
  cidrs: string;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
  last_used_at: number | null;
}

/** A job, its place in the queue and what its turn has reached so far, in one row: so each step is one change. */
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
  /** The turn at work, or the last one. */
  turn: number;
  /** When the turn at work was asked for. The queue is in this order. */
  queued_at: number;
  /** Tries of the turn at work. */
  attempt: number;
  /** Grows with every claim and never shrinks: whoever writes with an older one has lost the job. */
  fence: number;
  lease_owner: string | null;
  lease_until: number;
  /** Since when it is suspected of ending processes: one ended while it worked on this job. Such a job is alone in its process. */
  suspected_at: number | null;
  /** How often a process ended while this job was alone in it, in this turn. */
  lone_deaths: number;
  /** Not to be claimed before. */
  run_after: number;
  /** For how long it was put off when `run_after` was set. */
  pause_ms: number;
  branch: string;
  branch_number: number;
  base_sha: string | null;
  commit_sha: string | null;
  /** Head of the branch after the last turn that delivered. */
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
  /** Of the input: what the provider had in its cache. */
  cached_tokens: number;
  steps: number;
  event_seq: number;
  /** When a pull request that a cancelled attempt may have opened is to be looked for and closed. */
  withdraw_at: number | null;
}

/** A process that ended without giving its leases back. */
export interface ProcessDeathRow {
  owner: string;
  /** When it was noticed. */
  at: number;
  /** Ids of the jobs that it was at, as JSON. */
  jobs: string;
}

/** An instruction: number 1 made the job, each message adds one. The limits count these rows. */
export interface TurnRow {
  job_id: string;
  number: number;
  project_id: string;
  prompt: string;
  summary: string;
  created_at: number;
  /** 1: nothing is asked but to bring the branch up to its base. */
  is_update: number;
}

/** Events of a job count from 1, without gaps; they are only ever added. `data` is JSON. */
export interface EventRow {
  job_id: string;
  seq: number;
  at: number;
  kind: string;
  data: string;
}

/** What a client's key was first used for. */
export interface IdempotencyRow {
  project_id: string;
  key: string;
  /** Of what was asked with this key. */
  hash: string;
  job_id: string;
  created_at: number;
}

/** A message for a webhook; `body` is sent byte for byte, since it is signed. */
export interface OutboxRow {
  /** Also the id of the message, the same at every delivery. */
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
  /** Delivered, or given up. */
  settled_at: number | null;
  /** 1: the receiver never took it. */
  given_up: number;
}

/** A reader of a served site who is signed in. */
export interface ReaderSessionRow {
  /** Keyed hash of what the cookie holds. The cookie's own value is stored nowhere. */
  id: string;
  name: string;
  /** List of names as JSON. */
  groups: string;
  /** What the way of signing in keeps for itself, encrypted. */
  sealed: string | null;
  created_at: number;
  seen_at: number;
  /** When groups were last asked for. */
  checked_at: number;
  expires_at: number;
}

/** What may be used once: states and tokens of sign-ins. */
export interface SpentTokenRow {
  hash: string;
  expires_at: number;
}

/** Names of tables → their rows, for the queries' types. */
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
