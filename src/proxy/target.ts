/**
 * Where the proxy may connect to. Only origins that the descriptions name; of the addresses that a name stands for, only
 * public ones, unless the description itself names the private one (`http://localhost:8080`). What was checked is what
 * is connected to: names are looked up once.
 */
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { isPrivateAddress } from '../model/private-address.ts';
import { shortened } from '../model/shorten.ts';
import { type Refusal, targetDenied, unreachable } from './errors.ts';

/** One address of a host, as `node:dns` gives it: `family` is 4 or 6. */
export interface Address {
  readonly address: string;
  readonly family: number;
}

/** Gives all addresses of a name, for all of them are judged; rejects when there are none. */
export type Lookup = (host: string) => Promise<readonly Address[]>;

/** A URL with the one address that may be connected to for it. */
export interface Target {
  readonly url: URL;
  readonly address: Address;
}

/** All addresses of a name, by the system's own resolver. */
export const systemLookup: Lookup = (host) => lookup(host, { all: true, verbatim: true });

/** `origins` as in a policy: `https://api.example.com`, `https://*.example.com`, `http://localhost:*`. */
export async function findTarget(text: string, origins: Iterable<string>, find: Lookup): Promise<Target | Refusal> {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return targetDenied(shortened(text, 100), 'only http and https URLs can be reached');
  if (url.username !== '' || url.password !== '') return targetDenied(url.host, 'the URL holds a user name');
  const named = [...origins].find((pattern) => fits(url, pattern));
  if (named === undefined) return targetDenied(url.origin, 'no API description of this site names it as a server');

  const host = url.hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  let addresses: readonly Address[];
  try {
    addresses = family !== 0 ? [{ address: host, family }] : await find(host);
  } catch (error) {
    return unreachable(url.host, (error as NodeJS.ErrnoException).code ?? 'the name cannot be resolved');
  }
  // A name that says itself that it is on this machine or network.
  const isSaid = !named.includes('*.') && (family !== 0 || host === 'localhost' || host.endsWith('.localhost'));
  for (const { address } of addresses) {
    const kind = kindOf(address);
    if (kind === 'never' || (kind === 'private' && !isSaid)) return targetDenied(url.host, `${address} is an address of a private network`);
  }
  const [first] = addresses;
  return first ? { url, address: first } : unreachable(url.host, 'the name has no address');
}

/** A whole origin: scheme, host and port; `*.` stands for names below, `:*` for any port. A scheme alone names nothing. */
function fits(url: URL, pattern: string): boolean {
  const [, scheme, host, port] = /^(https?):\/\/(\[[^\]]+\]|[^:/]+)(?::(\d+|\*))?$/i.exec(pattern) ?? [];
  if (scheme === undefined || host === undefined || url.protocol !== `${scheme.toLowerCase()}:`) return false;
  if (port !== '*' && effectivePort(url) !== (port ?? usualPort(url))) return false;
  const name = host.toLowerCase();
  return name.startsWith('*.') ? url.hostname.endsWith(name.slice(1)) : url.hostname === name;
}

function effectivePort(url: URL): string {
  return url.port || usualPort(url);
}

function usualPort(url: URL): string {
  return url.protocol === 'https:' ? '443' : '80';
}

let nowhere: BlockList | undefined;

/** `never`: what no API stands at, least of all the addresses that clouds give their secrets out from. */
function kindOf(address: string): 'public' | 'private' | 'never' {
  nowhere ??= blockList(
    ['169.254.0.0', 16],
    ['192.0.0.0', 24],
    ['224.0.0.0', 3],
    ['fe80::', 10],
    ['fd00:ec2::254', 128],
    ['ff00::', 8],
    // Addresses that carry an IPv4 address inside and so lead anywhere.
    ['64:ff9b::', 96],
    ['2001::', 32],
    ['2002::', 16],
  );
  if (nowhere.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')) return 'never';
  return isPrivateAddress(address) ? 'private' : 'public';
}

function blockList(...subnets: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [net, prefix] of subnets) list.addSubnet(net, prefix, isIP(net) === 6 ? 'ipv6' : 'ipv4');
  return list;
}
