/**
 * Which paths an agent may name, and which files it may change. Asked by the tools before they write, and again for the whole
 * result before anything is committed: the second answer is the one that counts.
 */
import { posix } from 'node:path';
import { hasControlCharacter } from '../../model/control-character.ts';

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

const pages = /\.mdx?$/i;
const images = /\.(?:png|jpe?g|gif|svg|webp|avif|ico)$/i;
const data = /\.(?:json|ya?ml)$/i;
/** Words for agents steer later runs; nobody but a person writes them. */
const agentWords = /^(?:agents|claude|gemini|copilot-instructions|skill)\.md$/i;

/**
 * Why an agent may not write or remove this file, `undefined` when it may: pages, images, the `docs.json`, and descriptions of APIs.
 * `textOf` gives the content in question: the new one, or for a removal the old one.
 */
export function judgeWrite(path: string, textOf: () => string | undefined): string | undefined {
  const parts = path.split('/');
  const name = parts.at(-1) ?? '';
  if (parts.some((part) => part.startsWith('.'))) return 'hidden files and folders are out of bounds';
  if (agentWords.test(name)) return 'instructions for agents are written by people';
  if (pages.test(name) || images.test(name) || path === 'docs.json') return undefined;
  if (data.test(name))
    return isDescription(textOf() ?? '') ? undefined : 'of data files, only docs.json and API descriptions may be changed';
  return `only pages, images, docs.json and API descriptions may be changed, not ${posix.extname(name) || 'this kind of'} files`;
}

/** Whether a text names itself an API description at its top level. */
function isDescription(text: string): boolean {
  if (!text.trimStart().startsWith('{')) return /^["']?(?:openapi|swagger|asyncapi)["']?\s*:/m.test(text.slice(0, 20_000));
  try {
    const value: object = JSON.parse(text);
    return 'openapi' in value || 'swagger' in value || 'asyncapi' in value;
  } catch {
    return false;
  }
}
