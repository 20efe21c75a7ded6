/** What every query needs: where to send it, and which engine answers. A transaction is a session too. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** Which of the two databases answers; queries that must differ ask for it. */
export type Engine = 'sqlite' | 'postgres';

/** Outside a transaction each query stands alone; inside one, all or none count. */
export interface Session {
  readonly db: Kysely<Tables>;
  readonly engine: Engine;
}

/**
 * The present as an expression, in milliseconds: PostgreSQL's own clock, so that servers whose clocks differ agree.
 * An embedded store has one machine and one clock.
 */
export function clock(session: Session): RawBuilder<number> {
  return session.engine === 'postgres'
    ? sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`
    : sql<number>`cast(${Date.now()} as bigint)`;
}

/** The present in milliseconds since 1970, by the clock of the store. */
export async function now(session: Session): Promise<number> {
  if (session.engine === 'sqlite') return Date.now();
  const { rows } = await sql<{ now: number }>`select ${clock(session)} as now`.execute(session.db);
  return rows[0]?.now ?? Date.now();
}

/** The store cannot answer at the moment: it is full, locked, restarting or out of reach. Nothing was acknowledged. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** The store must not be used as it is: damaged, newer than this program, or gone. A person has to decide. */
export class StoreRefused extends Error {
  override readonly name = 'StoreRefused';
}

/** Text that both engines keep: no NUL (PostgreSQL refuses it) and no half of a surrogate pair. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}
