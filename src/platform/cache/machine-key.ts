/** The secret with which this computer recognises the files that it wrote itself. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

let known: Buffer | undefined;

/**
 * `DOCSGEN_CACHE_KEY` if it is set, so that several machines can share a cache. Otherwise a random key in a file of the user, outside of
 * all projects; without a writable home folder, a key for this process alone. Read once.
 */
function machineKey(): Buffer {
  known ??= process.env.DOCSGEN_CACHE_KEY ? Buffer.from(process.env.DOCSGEN_CACHE_KEY) : (savedKey() ?? randomBytes(keyBytes));
  return known;
}

/**
 * Marks a file in a project as written by this computer: a code for its content, which only this computer can compute. A file that came with
 * the project does not have it. `use` separates kinds of files; `parts` are the content, and what else it is valid for.
 */
export function machineCode(use: string, parts: readonly (string | Uint8Array)[]): string {
  const code = createHmac('sha256', machineKey()).update(`docsgen ${use}\n`);
  for (const part of parts) code.update(`${part.length}\n`).update(part);
  return code.digest('hex');
}

/** Whether this computer has computed the code. */
export function isMachineCode(code: unknown, use: string, parts: readonly (string | Uint8Array)[]): boolean {
  const own = Buffer.from(machineCode(use, parts));
  const given = Buffer.from(typeof code === 'string' ? code : '');
  return given.length === own.length && timingSafeEqual(given, own);
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
