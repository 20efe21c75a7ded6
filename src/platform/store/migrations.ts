/** The schema as a list of migrations, each a list of statements for both engines. Migrations are only ever appended. */
import { sql } from 'kysely';
import { type Session, StoreRefused } from './session.ts';

/** The statements of one migration. All missing migrations run in one transaction. */
export type Migration = readonly string[];

/** The number of migrations is the version of the schema. */
export const migrations: readonly Migration[] = [
  [
    'create table projects (id text primary key, settings text not null, concurrent integer not null, created_at bigint not null)',
    `create table api_keys (
      id text primary key, hash text not null unique, last4 text not null, name text not null, projects text not null, scopes text not null,
      cidrs text not null, created_at bigint not null, expires_at bigint, revoked_at bigint, last_used_at bigint)`,
    `create table jobs (
      id text primary key, project_id text not null, repository text not null, ref text not null, model text not null,
      status text not null check (status in ('active', 'completed', 'archived', 'failed')), stage text not null,
      created_at bigint not null, archived_at bigint, turn integer not null, queued_at bigint not null, attempt integer not null,
      fence integer not null, lease_owner text, lease_until bigint not null, run_after bigint not null, branch text not null,
      branch_number integer not null, base_sha text, commit_sha text, delivered_sha text, pr_url text, pr_number integer,
      failure_code text, failure_message text, diff text, files text not null, checks text not null, summary text not null,
      input_tokens bigint not null, output_tokens bigint not null, steps integer not null, event_seq integer not null, withdraw_at bigint)`,
    'create index jobs_by_project on jobs (project_id, created_at, id)',
    "create index jobs_at_work on jobs (queued_at) where status = 'active'",
    'create index jobs_to_withdraw on jobs (withdraw_at) where withdraw_at is not null',
    `create table turns (
      job_id text not null, number integer not null, project_id text not null, prompt text not null, summary text not null,
      created_at bigint not null, primary key (job_id, number))`,
    'create index turns_by_project on turns (project_id, created_at)',
    'create table events (job_id text not null, seq integer not null, at bigint not null, kind text not null, data text not null, primary key (job_id, seq))',
    `create table idempotency (
      project_id text not null, key text not null, hash text not null, job_id text not null, created_at bigint not null, primary key (project_id, key))`,
    `create table outbox (
      id text primary key, seq integer not null, project_id text not null, job_id text not null, kind text not null, body text not null,
      created_at bigint not null, tries integer not null, next_at bigint not null, settled_at bigint)`,
    'create index outbox_to_send on outbox (next_at) where settled_at is null',
  ],
  [
    `create table reader_sessions (
      id text primary key, name text not null, groups text not null, sealed text, created_at bigint not null, seen_at bigint not null,
      checked_at bigint not null, expires_at bigint not null)`,
    'create index reader_sessions_by_end on reader_sessions (expires_at)',
    'create table spent_tokens (hash text primary key, expires_at bigint not null)',
  ],
  [
    'alter table jobs add column pause_ms bigint not null default 0',
    'alter table jobs add column cached_tokens bigint not null default 0',
    // Earlier versions postponed jobs for at most an hour and did not store the delay.
    'update jobs set pause_ms = 3600000 where run_after > 0',
  ],
  [
    'alter table jobs add column suspected_at bigint',
    'alter table jobs add column lone_deaths integer not null default 0',
    'alter table turns add column is_update integer not null default 0',
    'alter table outbox add column given_up integer not null default 0',
    'create table process_deaths (owner text primary key, at bigint not null, jobs text not null)',
  ],
];

/**
 * Migrates the schema to the newest version. Refuses a store that a newer version of docsgen wrote. Runs in a transaction that holds the
 * lock of the store, so that servers that start at the same time migrate once.
 */
export async function migrate(session: Session, steps: readonly Migration[]): Promise<void> {
  const { db } = session;
  if (session.engine === 'postgres') await sql`select pg_advisory_xact_lock(${schemaLock})`.execute(db);
  await sql`create table if not exists schema_version (version integer not null)`.execute(db);
  const { rows } = await sql<{ version: number }>`select version from schema_version`.execute(db);
  const current = rows[0]?.version ?? 0;
  if (current > steps.length)
    throw new StoreRefused(
      `the store has schema ${current}, but this version of docsgen supports schemas up to ${steps.length}; start the newer version again, or restore a backup from before the upgrade`,
    );
  for (const step of steps.slice(current)) for (const statement of step) await sql.raw(statement).execute(db);
  if (rows.length === 0) await sql`insert into schema_version (version) values (${steps.length})`.execute(db);
  else if (current < steps.length) await sql`update schema_version set version = ${steps.length}`.execute(db);
}

/** An arbitrary number for the advisory lock, unique in the database. */
const schemaLock = 7_318_204_401;
