/** Opens the store of the service: a SQLite file, or a PostgreSQL database. */
import { chmod, mkdir, open, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import { oneLine } from '../../model/shorten.ts';
import { type Migration, migrate, migrations } from './migrations.ts';
import { type Engine, type Session, StoreRefused, StoreUnavailable } from './session.ts';
import type { Tables } from './tables.ts';

/** Where the data is. With a database the folder holds no store, but is made all the same. */
export interface StoreOptions {
  /** The folder of the service. Holds the embedded store; made when it is not there, readable for its owner alone. */
  readonly dataFolder: string;
  /** `postgres://…`; without it the store is embedded. */
  readonly databaseUrl?: string | undefined;
  /** The steps of the schema; another list only in tests of upgrades. */
  readonly migrations?: readonly Migration[];
}

/** Shared by everything in a process; several processes may have the same one open. */
export interface Store extends Session {
  /** One write transaction: all of it is on the disk when the promise resolves, or none of it ever is. */
  write<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** As `write`, for work that is a single statement on PostgreSQL, which needs no transaction for it. */
  change<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** A query whose unavailability is told as `StoreUnavailable`. */
  read<T>(work: (session: Session) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Throws `StoreRefused` for a store that a person has to look at first, `StoreUnavailable` when it does not answer. */
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

/** File of the embedded store in the folder of the service. */
export const storeName = 'agent.sqlite';
/** Says that a store was made in this folder, so that a lost one is never taken for a new one. */
const markName = 'agent-store.json';

async function openEmbedded(folder: string): Promise<Kysely<Tables>> {
  const file = join(folder, storeName);
  const wasMade = await readFile(join(folder, markName)).then(
    () => true,
    () => false,
  );
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (wasMade && size === 0)
    throw new StoreRefused(
      `${storeName} of ${folder} is gone or empty, but a store was made there. Restore it from a backup, or remove ${markName} to begin with an empty one`,
    );
  if (size === 0) await (await open(file, 'a', 0o600)).close();
  else await chmod(file, 0o600);
  const { sqliteDialect } = await import('./sqlite.ts');
  try {
    return new Kysely<Tables>({ dialect: sqliteDialect(file) });
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    const words = oneLine(error instanceof Error ? error.message : String(error));
    throw new StoreRefused(
      `${storeName} of ${folder} is damaged (${words}). Nothing was changed. Keep a copy of it with its -wal file, then restore a backup, or recover what is readable with: sqlite3 ${storeName} .recover`,
    );
  }
}
