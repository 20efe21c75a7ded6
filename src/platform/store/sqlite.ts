/** The Kysely dialect for `node:sqlite`: one file, one connection per process, and every commit is on disk before it is acknowledged. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { StoreUnavailable } from './session.ts';

/** How long a write waits for another writing process. */
const busyMs = 10_000;

/** @param file path of the database; its folder must exist. Throws the SQLite error when the file is damaged or not a database. */
export function sqliteDialect(file: string): Dialect {
  const database = openDatabase(file);
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new ImmediateDriver({ database }),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** Acquires the write lock when a transaction begins. A transaction that reads first and writes later could not wait for another writer. */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  // On a full disk, SQLite rolls back by itself, and there is nothing left to roll back.
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => undefined);
  }
}

function openDatabase(file: string): SqliteDatabase {
  const database = new DatabaseSync(file, { timeout: busyMs });
  try {
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma wal_autocheckpoint = 1000');
    const check = database.prepare('pragma quick_check(1)').get() as { quick_check: string };
    if (check.quick_check !== 'ok') throw new Error(check.quick_check);
  } catch (error) {
    database.close();
    throw error;
  }
  /** Caches prepared statements. There are about fifty, and preparing one costs more than running it. */
  const statements = new Map<string, ReturnType<SqliteDatabase['prepare']>>();
  return {
    prepare(sql) {
      let statement = statements.get(sql);
      if (!statement) {
        statement = translated(() => adapt(database.prepare(sql)));
        statements.set(sql, statement);
      }
      return statement;
    },
    close: () => database.close(),
  };
}

function adapt(statement: StatementSync): ReturnType<SqliteDatabase['prepare']> {
  const values = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[] as SQLInputValue[];
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => translated(() => statement.all(...values(parameters))),
    run: (parameters) => translated(() => statement.run(...values(parameters))),
    iterate: (parameters) => statement.iterate(...values(parameters)) as IterableIterator<unknown>,
  };
}

/** SQLite result codes (https://sqlite.org/rescode.html) for conditions that are temporary or that an operator can fix. */
const passing = new Map([
  [5, 'locked by another process'],
  [6, 'locked'],
  [8, 'read-only'],
  [10, 'the disk reports an error'],
  [13, 'the disk is full'],
  [14, 'the file cannot be opened'],
]);

function translated<T>(ask: () => T): T {
  try {
    return ask();
  } catch (error) {
    const code = (error as { errcode?: unknown }).errcode;
    const reason = typeof code === 'number' ? passing.get(code & 0xff) : undefined;
    if (reason) throw new StoreUnavailable(reason, { cause: error });
    throw error;
  }
}
