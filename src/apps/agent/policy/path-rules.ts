/**
 * Which paths an agent may name, and which files it may change. Asked by the tools before they write, and again for the whole
 * result before anything is committed: the second answer is the one that counts.
 */
import { posix } from 'node:path';
import type { Project } from '../../../model/agent/project.ts';
import { hasControlCharacter } from '../../../model/control-character.ts';
import { plainName, toolFileReason } from './tool-files.ts';

/** The path without a leading `./`, or in a few words why it is refused. Judged as text alone; links are judged where files are opened. */
export function judgePath(path: string): { readonly path: string } | { readonly refused: string } {
  if (path.length > 1000) return { refused: 'the path is too long' };
  if (hasControlCharacter(path)) return { refused: 'the path holds control characters' };
  if (path.includes('\\')) return { refused: 'the path holds a backslash' };
  if (path.startsWith('/')) return { refused: 'the path is absolute: name files relative to the documentation folder' };
  const parts = path.replace(/^(?:\.\/)+/, '').split('/');
  for (const part of parts) {
    if (part === '' || part === '.' || part === '..') return { refused: 'the path leaves the documentation folder or is not plain' };
    if (Buffer.byteLength(part) > 255) return { refused: 'a name in the path is too long' };
    if (/[. ]$/.test(part)) return { refused: 'a name in the path ends with a dot or a space' };
    if (isGitName(part)) return { refused: 'files of git are out of bounds' };
  }
  return { path: parts.join('/') };
}

/** Names that some file system takes for `.git`: other case, invisible characters in between, the short name of DOS. */
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

/** A class of changes that a project may allow beyond the list. */
export type Allowance = Project['allow'][number];

/** What of a project's settings the gate asks. They come from the operator, never from a branch. */
export interface ChangePolicy {
  /** Globs, relative to the documentation folder; without one everything on the list is meant. */
  readonly paths: readonly string[];
  readonly allow: readonly Allowance[];
}

/** How a file that may change is judged further. `data` needs to be a description, or a part of the settings. */
export type WriteKind = 'page' | 'component' | 'media' | 'settings' | 'data' | 'script' | 'style';

/**
 * What kind of file an agent would write or remove here, or why it may not: tool configuration is refused by name first, and what is
 * left must be on the list.
 * @param wasDescription whether docs.json named this file as a description before the change.
 */
export function judgeWrite(
  path: string,
  policy: ChangePolicy,
  wasDescription = false,
): { readonly kind: WriteKind } | { readonly refused: string } {
  const reason = toolFileReason(path, wasDescription);
  if (reason !== undefined) return { refused: reason };
  const judged = kindOf(path, policy.allow);
  if ('refused' in judged) return judged;
  if (policy.paths.length > 0 && !policy.paths.some((glob) => matchesGlob(path, glob)))
    return { refused: `the project lets agents change only ${policy.paths.join(', ')}` };
  return judged;
}

function kindOf(path: string, allow: readonly Allowance[]): { readonly kind: WriteKind } | { readonly refused: string } {
  if (path === 'docs.json') return { kind: 'settings' };
  if (path.includes(':')) return { refused: 'the path holds a colon, which Windows takes for a part of a file' };
  // By the plain name: an ending in other characters is no ending of ours.
  const name = plainName(path.split('/').at(-1) ?? '');
  if (name === 'docs.json' && !path.includes('/')) return { refused: 'the settings of a site are called docs.json' };
  if (pages.test(name)) return { kind: 'page' };
  if (media.test(name)) return { kind: 'media' };
  if (data.test(name)) return { kind: 'data' };
  if (components.test(name)) {
    return isInSnippets(path) || allow.includes('components')
      ? { kind: 'component' }
      : { refused: 'components outside of "snippets" are part of a program; the project does not allow "components"' };
  }
  if (name.endsWith('.js'))
    return allow.includes('scripts')
      ? { kind: 'script' }
      : { refused: 'every page loads this script; the project does not allow "scripts"' };
  if (name.endsWith('.css'))
    return allow.includes('styles')
      ? { kind: 'style' }
      : { refused: 'every page loads this style sheet; the project does not allow "styles"' };
  return {
    refused: `only pages, snippets, images and other media, docs.json and API descriptions may be changed, not ${posix.extname(name) || 'this kind of'} files`,
  };
}

/** Whether one of its folders is one of snippets. */
export function isInSnippets(path: string): boolean {
  return path
    .split('/')
    .slice(0, -1)
    .some((part) => snippetFolders.has(part));
}

/** `*` and `?` stay in a folder, `**` goes below; everything else is itself. A folder alone means all below it. */
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
