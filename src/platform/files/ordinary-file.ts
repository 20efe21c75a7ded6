/** Reads small configuration files such as ignore files. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** The text of a regular file; undefined for missing files, links and other types. */
export function regularFileText(path: string): string | undefined {
  let descriptor: number;
  try {
    // Opening a pipe would block forever.
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch {
    return undefined;
  }
  try {
    return fstatSync(descriptor).isFile() ? readFileSync(descriptor, 'utf8') : undefined;
  } catch {
    return undefined;
  } finally {
    closeSync(descriptor);
  }
}
