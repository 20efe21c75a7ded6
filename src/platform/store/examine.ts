/** Checks a store without changing it: creates and migrates nothing. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Project, projectSchema } from '../../model/agent/project.ts';
import { oneLine } from '../../model/shorten.ts';
import { migrations } from './migrations.ts';
import { storeName } from './store.ts';

/** Facts about a store. */
interface StoreFacts {
  readonly server: string;
  /** Undefined: the store is empty. */
  readonly schema: number | undefined;
  readonly settings: readonly string[];
}

/** The result of the check, and the projects if they could be read. */
export interface StoreExamination {
  readonly check: {
    readonly name: 'database';
    readonly state: 'ok' | 'warning' | 'failed';
    readonly message: string;
    readonly fix?: string;
    readonly details?: Readonly<Record<string, unknown>>;
  };
  readonly projects?: readonly Project[];
}

/** Never throws. */
export async function examineStore(place: {
  readonly dataFolder: string;
  readonly databaseUrl?: string | undefined;
}): Promise<StoreExamination> {
  const name = 'database' as const;
  try {
    const facts = place.databaseUrl === undefined ? fromFile(place.dataFolder) : await fromServer(place.databaseUrl);
    const { server, schema, settings } = facts;
    const newest = migrations.length;
    const details = { server, schema: schema ?? null, newest };
    const projects = settings.flatMap((text) => projectSchema.safeParse(JSON.parse(text)).data ?? []);
    if (schema === undefined) return { check: { name, state: 'ok', message: `${server}, the store is empty`, details }, projects };
    if (schema > newest)
      return {
        check: {
          name,
          state: 'failed',
          message: `${server} has schema ${schema}, but this version of docsgen supports schemas up to ${newest}`,
          fix: 'Start the newer version again, or restore a backup from before the upgrade',
          details,
        },
      };
    const detail = schema === newest ? `schema ${schema}` : `schema ${schema}, which the next start migrates to ${newest}`;
    return { check: { name, state: 'ok', message: `${server}, ${detail}`, details }, projects };
  } catch (error) {
    const reason = oneLine(error instanceof Error ? error.message || String((error as NodeJS.ErrnoException).code) : String(error));
    const fix =
      place.databaseUrl === undefined
        ? 'Restore a backup, or choose another folder with --data'
        : 'Start the database, or fix --database-url';
    return { check: { name, state: 'failed', message: `the store cannot be read: ${reason}`, fix } };
  }
}

function fromFile(folder: string): StoreFacts {
  const file = join(folder, storeName);
  const database = existsSync(file) ? new DatabaseSync(file, { readOnly: true, timeout: 5_000 }) : undefined;
  try {
    const version = (database ?? new DatabaseSync(':memory:')).prepare('select sqlite_version() as version').get() as { version: string };
    const server = `SQLite ${version.version}`;
    if (!database) return { server, schema: undefined, settings: [] };
    const check = database.prepare('pragma quick_check(1)').get() as { quick_check: string };
    if (check.quick_check !== 'ok') throw new Error(`${storeName} is damaged (${check.quick_check})`);
    const tables = database.prepare("select name from sqlite_master where name in ('schema_version', 'projects')").all();
    if (tables.length < 2) return { server, schema: undefined, settings: [] };
    const { version: schema } = database.prepare('select version from schema_version').get() as { version: number };
    const rows = database.prepare('select settings from projects order by id').all() as { settings: string }[];
    return { server, schema, settings: rows.map(({ settings }) => settings) };
  } finally {
    database?.close();
  }
}

async function fromServer(url: string): Promise<StoreFacts> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, statement_timeout: 5_000 });
  // A lost connection fails the pending query. Without a listener, it would also end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows: versions } = await client.query<{ server_version: string }>('show server_version');
    const server = `PostgreSQL ${versions[0]?.server_version}`;
    const { rows: tables } = await client.query<{ there: boolean }>("select to_regclass('schema_version') is not null as there");
    if (tables[0]?.there !== true) return { server, schema: undefined, settings: [] };
    const { rows } = await client.query<{ version: number }>('select version from schema_version');
    const { rows: projects } = await client.query<{ settings: string }>('select settings from projects order by id');
    return { server, schema: rows[0]?.version, settings: projects.map(({ settings }) => settings) };
  } finally {
    await client.end();
  }
}
