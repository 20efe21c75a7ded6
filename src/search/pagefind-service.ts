/**
 * Pagefind's program, run beside ours: it reads and indexes while pages are rendered. One serves all indexes that are
 * being made, and ends with the last of them.
 */
import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { PagefindIndex } from 'pagefind';

export interface PagefindService {
  /** `language`: tag of an index whose records name no other. */
  createIndex(language: string): Promise<PagefindIndex>;
  /** Settles `work` also when the program dies, which Pagefind itself would wait out for ever. */
  guard<T>(work: Promise<T>): Promise<T>;
  close(): Promise<void>;
}

let users = 0;
let program: { readonly died: Promise<never> } | undefined;

/** Throws when there is no program for this platform, or it does not start. */
export async function openPagefind(): Promise<PagefindService> {
  const pagefind = await import('pagefind');
  users += 1;
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    users -= 1;
    if (users > 0) return;
    program = undefined;
    await pagefind.close();
  };
  const createIndex = async (language: string) => {
    const { index, errors } = await pagefind.createIndex({ forceLanguage: language });
    if (index === undefined) throw new Error(errors.join('; '));
    return index;
  };
  const guard = <T>(work: Promise<T>) => (program === undefined ? work : Promise.race([work, program.died]));
  try {
    const trial = await withProgram(() => createIndex('unknown'));
    void trial.deleteIndex().catch(() => {});
  } catch (error) {
    await close();
    throw error;
  }
  return { createIndex: (language) => guard(createIndex(language)), guard, close };
}

/** Takes note of the process that `start` starts, if it does: the package keeps it to itself. */
async function withProgram<T>(start: () => Promise<T>): Promise<T> {
  const note = (message: unknown) => {
    const { process: child } = message as { process: ChildProcess };
    child.once('spawn', () => {
      if (!/pagefind/.test(child.spawnfile)) return;
      const died = new Promise<never>((_, reject) => {
        child.once('exit', (code, signal) => reject(new Error(`its program ended (${signal ?? code})`)));
      });
      // Nobody may be waiting when it ends, as it should, at the end.
      died.catch(() => {});
      program = { died };
    });
  };
  subscribe('child_process', note);
  try {
    return await start();
  } finally {
    unsubscribe('child_process', note);
  }
}
