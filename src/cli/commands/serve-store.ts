/** What the commands around the service share: where its store is, and how its faults are told. */
import { resolve } from 'node:path';
import type { Store } from '../../platform/store/store.ts';
import { exitCodes } from '../exit-codes.ts';

/**
 * Where the store of the service is: a folder, from which a relative name is taken as from the working folder, or the
 * address of a PostgreSQL.
 */
export interface StorePlace {
  readonly data: string;
  readonly databaseUrl?: string;
}

/** Opens the store, also beside a running server, and closes it again. */
export async function withStore<T>(place: StorePlace, work: (store: Store) => Promise<T>): Promise<T> {
  const { openStore } = await import('../../platform/store/store.ts');
  const store = await openStore({ dataFolder: resolve(place.data), databaseUrl: place.databaseUrl });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Runs a command; what the store or the system refuses is one line and exit code 3. */
export async function withoutSurprise(command: () => Promise<number>): Promise<number> {
  try {
    return await command();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const code = (error as NodeJS.ErrnoException).code;
    const isSystem = typeof code === 'string' && /^E[A-Z]+$/.test(code);
    if (error.name !== 'StoreRefused' && error.name !== 'StoreUnavailable' && !isSystem) throw error;
    process.stderr.write(`docsgen: ${code === 'EADDRINUSE' ? 'the port is taken; choose another with --port' : error.message}\n`);
    return exitCodes.environment;
  }
}
