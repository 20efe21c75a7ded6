/** Paths that authors write, resolved inside the project. `..` may go up and down, but never out. */

/**
 * `text` relative to the folder of `from` (a project file), or to the root when it starts with `/`. Undefined when it
 * leaves the project. A backslash separates too: on Windows it would.
 */
export function resolveProjectPath(from: string, text: string): string | undefined {
  const parts = /^[\\/]/.test(text) ? [] : from.split('/').slice(0, -1);
  for (const part of text.split(/[\\/]/)) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join('/');
}

/** Whether a path from the project root goes outside, also by a drive letter. */
export function leavesProject(path: string): boolean {
  return /^[a-zA-Z]:[\\/]/.test(path) || resolveProjectPath('', path) === undefined;
}

/** The first control character of a text, as `U+0000`. */
export function controlCharacter(text: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters are the point
  const found = /[\u0000-\u001f\u007f\u2028\u2029]/.exec(text);
  return found ? `U+${found[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}` : undefined;
}
