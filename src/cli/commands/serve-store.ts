/** What the commands of the service share: the location of its store, and the handling of its errors. */
import { resolve } from 'node:path';
import type { Store } from '../../platform/store/store.ts';
import { exitCodes } from '../exit-codes.ts';

/** The location of the service's store: a folder, relative to the working directory, or the URL of a PostgreSQL database. */
export interface StoreLocation {
  readonly data: string;
  readonly databaseUrl?: string;
}

/** Opens the store, also while a server is running, and closes it afterwards. */
export async function withStore<T>(location: StoreLocation, work: (store: Store) => Promise<T>): Promise<T> {
  const { openStore } = await import('../../platform/store/store.ts');
  const store = await openStore({ dataFolder: resolve(location.data), databaseUrl: location.databaseUrl });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Runs a command. An error of the store or the system becomes one line and exit code 3. */
export async function reportingStoreErrors(command: () => Promise<number>): Promise<number> {
  try {
    return await command();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const code = (error as NodeJS.ErrnoException).code;
    const isSystem = typeof code === 'string' && /^E[A-Z]+$/.test(code);
    if (error.name !== 'StoreRefused' && error.name !== 'StoreUnavailable' && !isSystem) throw error;
    process.stderr.write(`docsgen: ${code === 'EADDRINUSE' ? 'the port is in use; choose another with --port' : error.message}\n`);
    return exitCodes.environment;
  }
}
