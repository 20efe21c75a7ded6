/** Opens the store of the service: a SQLite file, or a PostgreSQL database. */
import { chmod, mkdir, open, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import { oneLine } from '../../model/shorten.ts';
import { type Migration, migrate, migrations } from './migrations.ts';
import { type Engine, type Session, StoreRefused, StoreUnavailable } from './session.ts';
import type { Tables } from './tables.ts';

/** The location of the data. The folder is created even if a database is used. */
export interface StoreOptions {
  /** The data folder of the service, which contains the embedded store. Created with access only for its owner. */
  readonly dataFolder: string;
  /** `postgres://…`; the embedded store by default. */
  readonly databaseUrl?: string | undefined;
  /** The migrations; replaced only in tests of upgrades. */
  readonly migrations?: readonly Migration[];
}

/** One for each process. Several processes may open the same store. */
export interface Store extends Session {
  /** Runs a write transaction. When the promise resolves, all of it is on disk; otherwise nothing is. */
  write<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** Like `write`, for work that is a single statement on PostgreSQL and so needs no transaction there. */
  change<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** Runs a query. If the store is unavailable, rejects with `StoreUnavailable`. */
  read<T>(work: (session: Session) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Rejects with `StoreRefused` for a store that needs the operator, and with `StoreUnavailable` when it does not respond. */
export async function openStore(options: StoreOptions): Promise<Store> {
  await mkdir(options.dataFolder, { recursive: true, mode: 0o700 });
  const engine: Engine = options.databaseUrl ? 'postgres' : 'sqlite';
  let unavailability: (error: unknown) => string | undefined = () => undefined;
  let db: Kysely<Tables>;
  if (options.databaseUrl) {
    const postgres = await import('./postgres.ts');
    unavailability = postgres.unavailability;
    db = new Kysely<Tables>({ dialect: postgres.postgresDialect(options.databaseUrl) });
  } else {
    db = await openEmbedded(options.dataFolder);
  }
  const reported = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      const reason = unavailability(error);
      throw reason ? new StoreUnavailable(reason, { cause: error }) : error;
    }
  };
  const store: Store = {
    db,
    engine,
    write: (work) => reported(() => db.transaction().execute((transaction) => work({ db: transaction, engine }))),
    change: (work) => (engine === 'postgres' ? store.read(work) : store.write(work)),
    read: (work) => reported(() => work({ db, engine })),
    close: () => db.destroy(),
  };
  try {
    await store.write((session) => migrate(session, options.migrations ?? migrations));
    if (engine === 'sqlite')
      await writeFile(join(options.dataFolder, markName), `${JSON.stringify({ store: storeName })}\n`, { mode: 0o600 });
    return store;
  } catch (error) {
    await store.close().catch(() => undefined);
    throw error;
  }
}

/** File name of the embedded store in the data folder. */
export const storeName = 'agent.sqlite';
/** Marks that a store was created in this folder, so that a lost store is not silently replaced by a new one. */
const markName = 'agent-store.json';

async function openEmbedded(folder: string): Promise<Kysely<Tables>> {
  const file = join(folder, storeName);
  const wasMade = await readFile(join(folder, markName)).then(
    () => true,
    () => false,
  );
  const size = await stat(file).then(
    (stats) => stats.size,
    () => 0,
  );
  if (wasMade && size === 0)
    throw new StoreRefused(
      `${storeName} of ${folder} is missing or empty, but a store was created there. Restore it from a backup, or remove ${markName} to start with an empty one`,
    );
  if (size === 0) await (await open(file, 'a', 0o600)).close();
  else await chmod(file, 0o600);
  const { sqliteDialect } = await import('./sqlite.ts');
  try {
    return new Kysely<Tables>({ dialect: sqliteDialect(file) });
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    const reason = oneLine(error instanceof Error ? error.message : String(error));
    throw new StoreRefused(
      `${storeName} of ${folder} is damaged (${reason}). Nothing was changed. Keep a copy of it with its -wal file, then restore a backup, or recover what is readable with: sqlite3 ${storeName} .recover`,
    );
  }
}
