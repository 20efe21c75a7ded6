/**
 * Decides where the proxy may connect to: only to servers in API descriptions, and only to public addresses unless the operator has
 * allowed the origin. Names are resolved once, and the connection uses the checked address.
 */
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { shortened } from '../../model/shorten.ts';
import type { ProxyTarget } from '../../shared/playground/proxy.ts';
import { isBlockedAddress, isPrivateAddress } from '../http/private-address.ts';
import { type Refusal, targetDenied, unreachable } from './errors.ts';

/** One address of a host, as in `node:dns`; `family` is 4 or 6. */
export interface Address {
  readonly address: string;
  readonly family: number;
}

/** Returns all addresses of a name, because all of them are checked. Rejects when there are none. */
export type Lookup = (host: string) => Promise<readonly Address[]>;

/** A URL with the checked address to connect to. */
export interface Target {
  readonly url: URL;
  readonly address: Address;
}

/** All addresses of a name, from the system resolver. */
export const systemLookup: Lookup = (host) => lookup(host, { all: true, verbatim: true });

/** What the proxy may connect to. */
export interface Reach {
  /** Servers in API descriptions. No other name is resolved or connected to. */
  readonly targets: Iterable<ProxyTarget>;
  /** Origins on private networks (`http://10.0.0.5:8080`) that the operator allows. */
  readonly allowPrivate: readonly string[];
  /** Whether a description may allow a local server by its full origin (`http://localhost:8080`). Only for servers that listen on loopback. */
  readonly allowNamedLoopback: boolean;
  /** Ports of the proxy's own server, which are never connected to on this host. */
  readonly ownPorts: readonly number[];
  /** The origin at which readers reach the proxy's own server. */
  readonly ownOrigin: string | undefined;
}

/** Checks a URL, either the first one or one of a redirect, and returns the checked address. */
export async function findTarget(text: string, reach: Reach, find: Lookup): Promise<Target | Refusal> {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return targetDenied(shortened(text, 100), 'only http and https URLs can be reached');
  if (url.username !== '' || url.password !== '') return targetDenied(url.host, 'the URL contains a user name');
  const named = [...reach.targets].find((target) => fits(url, target));
  if (named === undefined) return targetDenied(url.origin, 'no API description of this site names it as a server');
  if (url.origin === reach.ownOrigin) return targetDenied(url.origin, 'it is the server of this page; let the browser send the request');

  const host = url.hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  let addresses: readonly Address[];
  try {
    addresses = family !== 0 ? [{ address: host, family }] : await find(host);
  } catch (error) {
    return unreachable(url.host, (error as NodeJS.ErrnoException).code ?? 'the name cannot be resolved');
  }
  const isAllowed = reach.allowPrivate.includes(url.origin);
  const saysLoopback = family !== 0 || host === 'localhost' || host.endsWith('.localhost');
  const isNamedWhole = reach.allowNamedLoopback && saysLoopback && !named.host.startsWith('*.') && named.port !== '*';
  for (const { address } of addresses) {
    const kind = kindOf(address);
    if (kind === 'never') return targetDenied(url.host, `${address} is an address of a private network`);
    if (reach.ownPorts.includes(Number(effectivePort(url))) && isOfThisMachine(address))
      return targetDenied(url.host, 'it is the server of this page');
    if (kind === 'public' || isAllowed || (isNamedWhole && isLoopback(address))) continue;
    return targetDenied(url.host, `${address} is an address of a private network, and the operator of this server has not allowed it`);
  }
  const [first] = addresses;
  return first ? { url, address: first } : unreachable(url.host, 'the name has no address');
}

function fits(url: URL, { protocol, host, port }: ProxyTarget): boolean {
  if (url.protocol !== protocol) return false;
  if (port !== '*' && effectivePort(url) !== port) return false;
  return host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host;
}

/** Includes IPv4 addresses within IPv6 addresses, in any notation. */
function isLoopback(address: string): boolean {
  loopback ??= blockList(['127.0.0.0', 8], ['::1', 128]);
  return loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

let loopback: BlockList | undefined;

/** Loopback, `0.0.0.0` (which systems treat as loopback), and the addresses of the host's network interfaces. */
function isOfThisMachine(address: string): boolean {
  if (isLoopback(address)) return true;
  const own = new BlockList();
  for (const each of ['0.0.0.0', '::', ...Object.values(networkInterfaces()).flatMap((list) => list?.map((entry) => entry.address) ?? [])])
    own.addAddress(each, isIP(each) === 6 ? 'ipv6' : 'ipv4');
  return own.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

function effectivePort(url: URL): string {
  return url.port || usualPort(url);
}

function usualPort(url: URL): string {
  return url.protocol === 'https:' ? '443' : '80';
}

/** `never` means that no API can have this address. */
function kindOf(address: string): 'public' | 'private' | 'never' {
  if (isBlockedAddress(address)) return 'never';
  return isPrivateAddress(address) ? 'private' : 'public';
}

function blockList(...subnets: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [net, prefix] of subnets) list.addSubnet(net, prefix, isIP(net) === 6 ? 'ipv6' : 'ipv4');
  return list;
}
