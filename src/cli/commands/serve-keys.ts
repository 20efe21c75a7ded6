/** `docsgen serve keys …`: creates, lists, rotates, revokes and finds API keys. Works while a server is running. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeyInfo, Scope } from '../../apps/agent/keys/keys.ts';
import { exitCodes } from '../exit-codes.ts';
import { reportingStoreErrors, type StoreLocation, withStore } from './serve-store.ts';

interface CreateOptions extends StoreLocation {
  readonly project: readonly string[];
  readonly scope: readonly Scope[];
  readonly cidr: readonly string[];
  /** Milliseconds; null for a key that does not expire. */
  readonly expires: number | null;
  readonly name: string;
}

/** Prints only the key to standard output, for use in scripts. */
export function createKeyCommand(options: CreateOptions): Promise<number> {
  return reportingStoreErrors(async () => {
    const { project, scope, cidr, expires, name } = options;
    const { projectId } = await import('../../model/agent/project.ts');
    const wrong = project.find((id) => id !== '*' && !projectId.safeParse(id).success);
    if (wrong !== undefined || project.length === 0) return usageError(`--project: "${wrong ?? ''}" is neither a project ID nor *`);
    if (name.length > 100 || /\p{C}/u.test(name)) return usageError('--name: at most 100 printable characters');
    return withStore(options, async (store) => {
      const { createKey } = await import('../../apps/agent/keys/keys.ts');
      const { listProjects } = await import('../../platform/store/projects.ts');
      const { key, info } = await createKey(store, { name, projects: project, scopes: scope, cidrs: cidr, lifetimeMs: expires });
      printNewKey(key, info);
      const known = new Set(['*', ...(await store.read(listProjects)).map(({ id }) => id)]);
      for (const id of project.filter((each) => !known.has(each))) process.stderr.write(`There is no project ${id} yet.\n`);
      return exitCodes.success;
    });
  });
}

function usageError(message: string): number {
  process.stderr.write(`docsgen: ${message}\n`);
  return exitCodes.usage;
}

/** Prints one line for each key, including expired ones: its ID, its last four characters and its permissions. The key itself is not stored. */
export function listKeysCommand(options: StoreLocation): Promise<number> {
  return reportingStoreErrors(() =>
    withStore(options, async (store) => {
      const { allKeys } = await import('../../apps/agent/keys/keys.ts');
      for (const info of await allKeys(store)) process.stdout.write(`${formatKey(info)}\n`);
      return exitCodes.success;
    }),
  );
}

/** A running server rejects the key from the next request on. Exit code 1 when there is no such key; revoking a revoked key has no effect. */
export function revokeKeyCommand(id: string, options: StoreLocation): Promise<number> {
  return reportingStoreErrors(() =>
    withStore(options, async (store) => {
      const { revokeKey } = await import('../../apps/agent/keys/keys.ts');
      return (await revokeKey(store, id)) ? printNotice(`${id} is revoked`) : unknownKey(id);
    }),
  );
}

/**
 * The new key has the permissions of the old one and is printed as in `createKeyCommand`. `grace`: milliseconds for which the old key
 * stays valid; null for none.
 */
export function rotateKeyCommand(id: string, options: StoreLocation & { readonly grace: number | null }): Promise<number> {
  return reportingStoreErrors(() =>
    withStore(options, async (store) => {
      const { rotateKey } = await import('../../apps/agent/keys/keys.ts');
      const rotated = await rotateKey(store, id, options.grace ?? 0);
      if (!rotated) return unknownKey(id);
      printNewKey(rotated.key, rotated.info);
      return exitCodes.success;
    }),
  );
}

/** Larger files are skipped. */
const scanLimit = 10_000_000;

/** Finds keys in files and prints their locations, but not the keys. Exit code 1 when there are any. */
export function scanKeysCommand(path: string): Promise<number> {
  return reportingStoreErrors(async () => {
    const { isKey, keyPattern } = await import('../../apps/agent/keys/key-format.ts');
    let count = 0;
    for await (const file of filesUnder(path)) {
      const text = await readFile(file, 'latin1');
      for (const match of text.matchAll(keyPattern)) {
        if (!isKey(match[0])) continue;
        count += 1;
        process.stdout.write(`${file}:${text.slice(0, match.index).split('\n').length} API key …${match[0].slice(-4)}\n`);
      }
    }
    process.stderr.write(count === 0 ? 'no API keys found\n' : `${count} found; revoke them\n`);
    return count === 0 ? exitCodes.success : exitCodes.input;
  });
}

async function* filesUnder(path: string): AsyncGenerator<string> {
  const stats = await stat(path);
  if (stats.isFile()) {
    if (stats.size <= scanLimit) yield path;
  } else if (stats.isDirectory()) {
    for (const entry of (await readdir(path, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (entry.name !== 'node_modules' && (entry.isFile() || entry.isDirectory())) yield* filesUnder(join(path, entry.name));
    }
  }
}

function printNewKey(key: string, info: KeyInfo): void {
  process.stdout.write(`${key}\n`);
  process.stderr.write(`${formatKey(info)}\nThe key is not shown again; only its hash is stored.\n`);
}

function formatKey(info: KeyInfo): string {
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  const state =
    info.revokedAt !== null
      ? `revoked ${day(info.revokedAt)}`
      : info.expiresAt === null
        ? 'does not expire'
        : `until ${day(info.expiresAt)}`;
  return [info.id, `…${info.last4}`, info.name || '-', info.projects.join(','), info.scopes.join(','), state].join('  ');
}

function printNotice(message: string): number {
  process.stderr.write(`${message}\n`);
  return exitCodes.success;
}

function unknownKey(id: string): number {
  process.stderr.write(`docsgen: there is no valid key ${id} (see docsgen serve keys list)\n`);
  return exitCodes.input;
}
