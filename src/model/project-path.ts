/** Paths of files as parts with `/` between them, from the root of the project or of its output, without a leading slash. */

/**
 * `written` relative to the folder of `from` (a file of the project, or `` for the root), or to the root when it starts with `/`.
 * `..` may go up and down; undefined when it leads out of the project. A backslash separates too: on Windows it would.
 */
export function resolveProjectPath(from: string, written: string): string | undefined {
  const parts = /^[\\/]/.test(written) ? [] : from.split('/').slice(0, -1);
  for (const part of written.split(/[\\/]/)) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join('/');
}

/**
 * The same where nothing leads out: a `..` too many is passed over, as browsers do. `folder` holds the parts that a
 * relative path begins with.
 */
export function foldPath(written: string, folder: readonly string[] = []): string {
  const parts = [...folder];
  for (const part of written.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

/**
 * `guides/start.mdx` → `guides/start`: the key of a page wherever files, entries of the navigation and addresses meet.
 * Inner dots stay.
 */
export function withoutPageExtension(path: string): string {
  return path.replace(/\.mdx?$/i, '');
}

/** The last part: `guides/start.mdx` → `start.mdx`. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** All but the last part: `guides/start.mdx` → `guides`, `start.mdx` → ``. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}
