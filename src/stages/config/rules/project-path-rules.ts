/** Rules for paths in docs.json. */
import { resolveProjectPath } from '../../../model/project-path.ts';

/** Whether a path leaves the project root, including by a drive letter. */
export function leavesProject(path: string): boolean {
  return /^[a-zA-Z]:[\\/]/.test(path) || resolveProjectPath('', path) === undefined;
}

/** The first control character of a text, as `U+0000`. */
export function controlCharacter(text: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters are the point
  const found = /[\u0000-\u001f\u007f\u2028\u2029]/.exec(text);
  return found ? `U+${found[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}` : undefined;
}
