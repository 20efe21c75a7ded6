/** The secret with which this machine recognises the packs that it wrote itself. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

let known: Buffer | undefined;

/**
 * `DOCSGEN_CACHE_KEY` if it is set, so that several machines can share a cache. Otherwise a random key in a file of the user, outside of
 * all projects; without a writable home folder, a key for this process alone. Read once.
 */
export function machineKey(): Buffer {
  known ??= process.env.DOCSGEN_CACHE_KEY ? Buffer.from(process.env.DOCSGEN_CACHE_KEY) : (savedKey() ?? randomBytes(keyBytes));
  return known;
}

const keyBytes = 32;

function savedKey(): Buffer | undefined {
  const state = process.env.XDG_STATE_HOME || join(homedir(), '.local', 'state');
  const path = join(state, 'docsgen', 'cache-key');
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, randomBytes(keyBytes), { flag: 'wx', mode: 0o600 });
  } catch {
    // It exists, or cannot be written.
  }
  try {
    const key = readFileSync(path);
    // Another process may be writing it.
    return key.length === keyBytes ? key : undefined;
  } catch {
    return undefined;
  }
}
