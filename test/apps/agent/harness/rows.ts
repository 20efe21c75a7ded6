/** Looks into the store beside the service, and moves its clock by moving what is stored. */
import { sql } from 'kysely';
import type { Tables } from '../../../../src/platform/store/tables.ts';
import type { World } from './world.ts';

export async function allRows<T extends keyof Tables>(world: World, table: T): Promise<Tables[T][]> {
  const store = await world.store();
  const { rows } = await sql<Tables[T]>`select * from ${sql.table(table)}`.execute(store.db);
  return rows;
}

/** As if so much time had passed: everything that limits count is that much older. */
export async function passTime(world: World, ms: number): Promise<void> {
  const { db } = await world.store();
  await sql`update turns set created_at = created_at - ${sql.lit(ms)}`.execute(db);
  await sql`update jobs set created_at = created_at - ${sql.lit(ms)}`.execute(db);
  await sql`update api_keys set created_at = created_at - ${sql.lit(ms)}, expires_at = expires_at - ${sql.lit(ms)}`.execute(db);
  await sql`update process_deaths set at = at - ${sql.lit(ms)}`.execute(db);
  await sql`update outbox set created_at = created_at - ${sql.lit(ms)}, next_at = next_at - ${sql.lit(ms)}`.execute(db);
}
