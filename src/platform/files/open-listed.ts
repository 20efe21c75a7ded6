/** Opens files at the place where they were found, and nowhere else. */
import { closeSync, constants, fstatSync, openSync, readlinkSync, realpathSync, statSync } from 'node:fs';

/**
 * Opens a file whose real path was found when its folder was read. A link that has been put on the way since, in the place
 * of the file or of any folder above it, is not followed: throws `ELOOP`, and what `openSync` throws. To be closed.
 */
export function openListed(real: string): number {
  // Without O_NONBLOCK, a pipe in the place of the file would be waited for without end.
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

/** A path by which an open file is opened again, whatever has become of its place. */
export function pathOfOpen(descriptor: number, real: string): string {
  return process.platform === 'linux' ? `/proc/self/fd/${descriptor}` : real;
}

function isOpenAt(descriptor: number, real: string): boolean {
  // Linux says what was opened, so that nothing can change in between.
  if (process.platform === 'linux') {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`) === real;
    } catch {
      // No /proc here.
    }
  }
  const [opened, found] = [fstatSync(descriptor), statSync(real, { throwIfNoEntry: false })];
  return realpathSync.native(real) === real && found?.ino === opened.ino && found.dev === opened.dev;
}
