/** What the operator names as repository and ref, judged before git sees it. Values that begin with a dash, or name a program, never pass. */
import { isAbsolute } from 'node:path';
import { hasControlCharacter } from '../../../model/control-character.ts';
import { shorten } from '../../../model/shorten.ts';
import { isPrivateHost } from '../../../platform/http/private-address.ts';

/** An address that was judged: it holds no credential, and names no program. */
export interface RepositoryAddress {
  /** As git is given it. */
  readonly remote: string;
  readonly transport: 'https' | 'http' | 'ssh' | 'file';
}

/** Without rules: https to public hosts alone. */
export interface AddressRules {
  /** Plain http and private addresses: for hosts on the same machine or network that the operator vouches for. */
  readonly allowPrivate?: boolean;
  /** Folders of this machine (code host `local`). */
  readonly allowFolders?: boolean;
}

/** The address, or in one sentence why it is refused. */
export function readRepositoryAddress(text: string, rules: AddressRules = {}): RepositoryAddress | string {
  if (hasControlCharacter(text) || text === '' || text.startsWith('-')) return `"${shown(text)}" is not a repository.`;
  if (isAbsolute(text)) {
    return rules.allowFolders
      ? { remote: text, transport: 'file' }
      : `"${shown(text)}" is a folder: only the code host "local" works on folders.`;
  }
  if (/^[a-z][a-z0-9+.-]*::/i.test(text)) return `"${shown(text)}" names a transport helper, which can start programs.`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) return `"${shown(text)}" is neither an https address nor an absolute path.`;
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return `"${shown(text)}": only https repositories are taken.`;
  if (url.username !== '' || url.password !== '')
    return 'A repository address must hold no user name or token: the token belongs in an environment variable.';
  if (!rules.allowPrivate) {
    if (url.protocol === 'http:') return `"${shown(text)}": plain http shows the token to everyone on the way; use https.`;
    if (isPrivateHost(url.hostname)) return `"${shown(text)}" is on a private address.`;
  }
  return { remote: text, transport: url.protocol === 'https:' ? 'https' : 'http' };
}

/** A branch name by the rules of `git check-ref-format --branch`, with the names left out that mean something else elsewhere. */
export function isBranchName(name: string): boolean {
  if (name === '' || name === '@' || name === 'HEAD' || Buffer.byteLength(name) > 244) return false;
  if (name.startsWith('-') || name.startsWith('/') || name.endsWith('/') || name.endsWith('.') || name.startsWith('refs/')) return false;
  if (hasControlCharacter(name) || /[\s~^:?*[\\]|\.\.|@\{|\/\//.test(name)) return false;
  return name
    .split('/')
    .every((part) => !part.startsWith('.') && !part.endsWith('.lock') && !/^(?:con|prn|aux|nul|com\d|lpt\d)$/i.test(part));
}

function shown(text: string): string {
  return shorten(text.replace(/\/\/[^/@\s]+@/, '//'), 100);
}
