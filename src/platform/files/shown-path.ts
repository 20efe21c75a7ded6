/** Paths in messages. */
import { relative, resolve, sep } from 'node:path';

/** Relative to the working folder if the path is inside it, otherwise absolute: `../../../x` is hard to read. */
export function shownPath(path: string): string {
  const shown = relative('', path);
  if (shown === '') return '.';
  return shown === '..' || shown.startsWith(`..${sep}`) ? resolve(path) : shown;
}
