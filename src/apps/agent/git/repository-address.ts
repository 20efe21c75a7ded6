/** Validates the repository URL and ref of a project before git sees them. Rejects values that start with a dash or name a program. */
import { isAbsolute } from 'node:path';
import { hasControlCharacter } from '../../../model/plain-text.ts';
import { shorten } from '../../../model/shorten.ts';
import { isPrivateHost } from '../../../platform/http/private-address.ts';

/** A validated repository URL, which contains no credentials and names no program. */
export interface RepositoryAddress {
  /** The form that is passed to git. */
  readonly remote: string;
  readonly transport: 'https' | 'http' | 'ssh' | 'file';
}

/** By default, only https URLs of public hosts are allowed. */
export interface AddressRules {
  /** Allow plain http and private addresses, for hosts on the operator's own network. */
  readonly allowPrivate?: boolean;
  /** Allow local folders (code host `local`). */
  readonly allowFolders?: boolean;
}

/** Returns the validated address, or a sentence that says why it is rejected. */
export function readRepositoryAddress(text: string, rules: AddressRules = {}): RepositoryAddress | string {
  if (hasControlCharacter(text) || text === '' || text.startsWith('-')) return `"${shown(text)}" is not a repository.`;
  if (isAbsolute(text)) {
    return rules.allowFolders
      ? { remote: text, transport: 'file' }
      : `"${shown(text)}" is a folder; only the code host "local" supports folders.`;
  }
  if (/^[a-z][a-z0-9+.-]*::/i.test(text)) return `"${shown(text)}" names a transport helper, which can start programs.`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) return `"${shown(text)}" is neither an https URL nor an absolute path.`;
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return `"${shown(text)}": only https repositories are supported.`;
  if (url.username !== '' || url.password !== '')
    return 'The repository URL must not contain a user name or token. Put the token in an environment variable.';
  if (!rules.allowPrivate) {
    if (url.protocol === 'http:') return `"${shown(text)}": plain http sends the token unencrypted; use https.`;
    if (isPrivateHost(url.hostname)) return `"${shown(text)}" has a private address.`;
  }
  return { remote: text, transport: url.protocol === 'https:' ? 'https' : 'http' };
}

/** Applies the rules of `git check-ref-format --branch`, and rejects names that are special on some systems. */
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
