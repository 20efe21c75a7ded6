/**
 * Which paths an agent may use, and which files it may change. The tools check this before they write, and it is checked again for the
 * whole result before a commit. The second check is authoritative.
 */
import { posix } from 'node:path';
import type { Project } from '../../../model/agent/project.ts';
import { hasControlCharacter } from '../../../model/plain-text.ts';
import { plainName, toolFileReason } from './tool-files.ts';

/** Returns the path without a leading `./`, or why it is refused. Looks at the text only; links are checked when files are opened. */
export function checkPath(path: string): { readonly path: string } | { readonly refused: string } {
  if (path.length > 1000) return { refused: 'the path is too long' };
  if (hasControlCharacter(path)) return { refused: 'the path contains control characters' };
  if (/[\p{Bidi_Control}\u00ad\u200b\u2060\ufeff\u{e0000}-\u{e007f}]/u.test(path))
    return { refused: 'the path contains invisible characters or characters that change the text direction' };
  if (path.includes('\\')) return { refused: 'the path contains a backslash' };
  if (path.startsWith('/')) return { refused: 'the path is absolute; use a path relative to the documentation folder' };
  const parts = path.replace(/^(?:\.\/)+/, '').split('/');
  for (const part of parts) {
    if (part === '' || part === '.' || part === '..')
      return { refused: 'the path is outside the documentation folder, or is not normalized' };
    if (Buffer.byteLength(part) > 255) return { refused: 'a name in the path is too long' };
    if (/[. ]$/.test(part)) return { refused: 'a name in the path ends with a dot or a space' };
    if (isGitName(part)) return { refused: 'files of git may not be changed' };
  }
  return { path: parts.join('/') };
}

/** Names that some file system treats as `.git`: different case, invisible characters, the DOS short name. */
function isGitName(name: string): boolean {
  const plain = name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
    .split(':', 1)[0];
  return plain === '.git' || /^git~\d+$/.test(plain ?? '');
}

const pages = /\.mdx?$/;
const components = /\.[jt]sx$/;
const media = /\.(?:png|jpe?g|gif|svg|webp|avif|ico|bmp|mp4|webm|mov|ogv|mp3|wav|ogg|m4a|flac|woff2?|ttf|otf|pdf|vtt|srt)$/;
const data = /\.(?:json|ya?ml)$/;
const snippetFolders = new Set(['snippets', '_snippets']);

/** A class of changes that a project may allow in addition to the defaults. */
export type Allowance = Project['allow'][number];

/** The project settings for this policy. They come from the operator, never from a branch. */
export interface ChangePolicy {
  /** Globs relative to the documentation folder. If empty, all paths are allowed. */
  readonly paths: readonly string[];
  readonly allow: readonly Allowance[];
}

/** How a changed file is checked further. A `data` file must be an API description or part of the settings. */
export type WriteKind = 'page' | 'component' | 'media' | 'settings' | 'data' | 'script' | 'style';

/**
 * Returns the kind of file that an agent would write or remove, or why it may not. Tool configuration is refused by name first; of the
 * other files, only known kinds are allowed.
 * @param wasDescription whether docs.json named this file as an API description before the change.
 */
export function checkWrite(
  path: string,
  policy: ChangePolicy,
  wasDescription = false,
): { readonly kind: WriteKind } | { readonly refused: string } {
  const reason = toolFileReason(path, wasDescription);
  if (reason !== undefined) return { refused: reason };
  const checked = kindOf(path, policy.allow);
  if ('refused' in checked) return checked;
  if (policy.paths.length > 0 && !policy.paths.some((glob) => matchesGlob(path, glob)))
    return { refused: `the project lets agents change only ${policy.paths.join(', ')}` };
  return checked;
}

function kindOf(path: string, allow: readonly Allowance[]): { readonly kind: WriteKind } | { readonly refused: string } {
  if (path === 'docs.json') return { kind: 'settings' };
  if (path.includes(':')) return { refused: 'the path contains a colon, which names a file stream on Windows' };
  // Uses the normalized name, so that lookalike characters do not form a known extension.
  const name = plainName(path.split('/').at(-1) ?? '');
  if (name === 'docs.json' && !path.includes('/')) return { refused: 'the settings file must be named exactly docs.json' };
  if (pages.test(name)) return { kind: 'page' };
  if (media.test(name)) return { kind: 'media' };
  if (data.test(name)) return { kind: 'data' };
  if (components.test(name)) {
    return isInSnippets(path) || allow.includes('components')
      ? { kind: 'component' }
      : { refused: 'components outside "snippets" are program code; the project does not allow "components"' };
  }
  if (name.endsWith('.js'))
    return allow.includes('scripts')
      ? { kind: 'script' }
      : { refused: 'every page loads this script; the project does not allow "scripts"' };
  if (name.endsWith('.css'))
    return allow.includes('styles')
      ? { kind: 'style' }
      : { refused: 'every page loads this stylesheet; the project does not allow "styles"' };
  return {
    refused: `only pages, snippets, images and other media, docs.json and API descriptions may be changed, not ${posix.extname(name) || 'this kind of'} files`,
  };
}

/** Whether the file is in a folder of snippets. */
export function isInSnippets(path: string): boolean {
  return path
    .split('/')
    .slice(0, -1)
    .some((part) => snippetFolders.has(part));
}

/** `*` and `?` match within a folder, `**` across folders; other characters match themselves. A folder matches everything in it. */
export function matchesGlob(path: string, glob: string): boolean {
  const plain = glob.replace(/^\.?\/+/, '').replace(/\/+$/, '');
  const source = plain.replace(/\*\*\/|\*\*|\*|\?|[^*?]+/g, (part) => {
    if (part === '**/') return '(?:[^/]+/)*';
    if (part === '**') return '.*';
    if (part === '*') return '[^/]*';
    return part === '?' ? '[^/]' : part.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${source}(?:/.*)?$`, 'u').test(path);
}
