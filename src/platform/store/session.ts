/** The context of queries: the connection and its engine. A transaction is a session too. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** The database engine, for queries that differ between the two. */
export type Engine = 'sqlite' | 'postgres';

/** Outside a transaction, each query is independent; inside one, all take effect or none. */
export interface Session {
  readonly db: Kysely<Tables>;
  readonly engine: Engine;
}

/** An expression for the current time in milliseconds. On PostgreSQL it uses the database clock, so that servers agree. An embedded store has only one host. */
export function clock(session: Session): RawBuilder<number> {
  return session.engine === 'postgres'
    ? sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`
    : sql<number>`cast(${Date.now()} as bigint)`;
}

/** The current time in milliseconds since 1970, by the clock of the store. */
export async function now(session: Session): Promise<number> {
  if (session.engine === 'sqlite') return Date.now();
  const { rows } = await sql<{ now: number }>`select ${clock(session)} as now`.execute(session.db);
  return rows[0]?.now ?? Date.now();
}

/** The store is temporarily unavailable: full, locked, restarting or unreachable. Nothing was acknowledged. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** The store cannot be used: it is damaged, missing, or newer than this program. The operator must act. */
export class StoreRefused extends Error {
  override readonly name = 'StoreRefused';
}

/** Removes what the engines cannot store: NUL (PostgreSQL) and unpaired surrogates. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}
