/** Project paths: parts separated by `/`, relative to the project root or the output folder, without leading slash. */

/**
 * Resolves `written` against the folder of `from` (a project file, or empty for the root), or against the root when it
 * starts with `/`. Returns undefined when the result is outside the project. A backslash separates parts too, as it
 * does on Windows.
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
 * Like `resolveProjectPath`, but ignores each `..` above the root, as browsers do. `folder` has the parts that a
 * relative path starts from.
 */
export function foldPath(written: string, folder: readonly string[] = []): string {
  const parts = [...folder];
  for (const part of written.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

/** `guides/start.mdx` → `guides/start`: the key of a page in files, navigation entries and URLs. Inner dots stay. */
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
