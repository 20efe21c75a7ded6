/** Opens listed files without following links that were created later. */
import { closeSync, constants, fstatSync, openSync, readlinkSync, realpathSync, statSync } from 'node:fs';

/**
 * Opens a file by the real path from when its folder was read. Throws `ELOOP` if the file or a folder above it has been
 * replaced by a link since, and the errors of `openSync`. The caller closes the descriptor.
 */
export function openListed(real: string): number {
  // Without O_NONBLOCK, opening a pipe at this path would block forever.
  const descriptor = openSync(real, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  let isThere = false;
  try {
    isThere = isOpenAt(descriptor, real);
  } finally {
    if (!isThere) closeSync(descriptor);
  }
  if (!isThere) throw Object.assign(new Error('ELOOP: a link on the way to a listed file'), { code: 'ELOOP' });
  return descriptor;
}

/** A path that opens the same file again, even if its original path has changed. */
export function pathOfOpen(descriptor: number, real: string): string {
  return process.platform === 'linux' ? `/proc/self/fd/${descriptor}` : real;
}

function isOpenAt(descriptor: number, real: string): boolean {
  // Linux gives the path of the open file, without a race.
  if (process.platform === 'linux') {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`) === real;
    } catch {
      // No /proc on this system.
    }
  }
  const [opened, found] = [fstatSync(descriptor), statSync(real, { throwIfNoEntry: false })];
  return realpathSync.native(real) === real && found?.ino === opened.ino && found.dev === opened.dev;
}
