/** Small files that steer how a project is read. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** The text of a regular file; undefined when it is missing, a link, or anything else. */
export function ordinaryFileText(path: string): string | undefined {
  let descriptor: number;
  try {
    // A pipe would be waited for without end.
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
