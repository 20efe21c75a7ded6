/**
 * Decides from which hosts descriptions may be fetched. docs.json names hosts: `api.example.com`, `*.example.com`, or
 * `*` for any. The user of the command can add others: a private host by name, and `http://host:port` for one without
 * TLS.
 */
import { isPrivateHost } from '../http/private-address.ts';

/** Two lists, because a project can be untrusted: it can only allow public hosts with TLS. */
export interface RemotePermission {
  /** `docsgen.security.remote.allow`: public hosts, https only. */
  readonly byConfig: readonly string[];
  /** The values of `--allow-remote`. */
  readonly byUser: readonly string[];
}

/** `refused` follows the URL in a message. */
export type Permit = { readonly refused: string } | { readonly mayBePrivate: boolean };

/** Whether this URL may be fetched, and whether its host may have a private address. */
export function permit(url: URL, { byConfig, byUser }: RemotePermission): Permit {
  const { protocol, hostname, host, username, password } = url;
  if (username !== '' || password !== '') return { refused: 'its URL contains a user name or password' };
  if (protocol === 'http:' && byUser.includes(`http://${host}`)) return { mayBePrivate: true };
  if (byUser.some((name) => name === host || name === hostname || name === `https://${host}`)) {
    return protocol === 'https:' ? { mayBePrivate: true } : { refused: `only https is supported; --allow-remote http://${host} allows it` };
  }
  if (isPrivateHost(hostname)) return { refused: 'the address is private or link-local' };
  if (![...byConfig, ...byUser].some((pattern) => matches(hostname, pattern)))
    return { refused: 'remote references are disabled; allow the host in security.remote.allow' };
  return protocol === 'https:' ? { mayBePrivate: false } : { refused: 'only https is supported' };
}

/**
 * Whether `--allow-remote` names the host of a URL explicitly, which may then be private: a pattern such as `*` does
 * not.
 */
export function namedBy(byUser: readonly string[]): (url: string) => boolean {
  return (url) => {
    const permitted = URL.canParse(url) ? permit(new URL(url), { byConfig: [], byUser }) : { refused: '' };
    return 'mayBePrivate' in permitted && permitted.mayBePrivate;
  };
}

function matches(hostname: string, pattern: string): boolean {
  if (pattern === '*') return true;
  const name = pattern.toLowerCase();
  return name.startsWith('*.') ? hostname.endsWith(name.slice(1)) : hostname === name;
}

/** No host is allowed, so files need not be searched for URLs. */
export function allowsNothing({ byConfig, byUser }: RemotePermission): boolean {
  return byConfig.length === 0 && byUser.length === 0;
}
