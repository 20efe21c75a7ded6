/** Addresses of the machine itself, of private networks and of cloud metadata: never reached on the word of a file. */
import { BlockList, isIP } from 'node:net';

/**
 * What https://www.iana.org/assignments/iana-ipv4-special-registry and its sister for version 6 keep out of the public
 * network. Networks for examples in texts are left out: they lead nowhere.
 */
const ranges = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/3',
  '::/96',
  // Those that stand for 0.0.0.0/16.
  '64:ff9b::/112',
  // With an address of version 4 inside that may be any.
  '64:ff9b:1::/48',
  '2001::/23',
  '2002::/16',
  '100::/64',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
];

/** A host as the URL parser writes it (IPv4 in any spelling is four decimal numbers there). Names are not looked up. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  if (/^(?:localhost|.*\.(?:localhost|local|internal|intranet|lan|home\.arpa))$/.test(host)) return true;
  return isPrivateAddress(host.replace(/^\[|\]$/g, ''));
}

/** An address of version 4, 6, or 4 within 6, in any spelling of version 6; false for whatever is no address. */
export function isPrivateAddress(address: string): boolean {
  const bare = address.replace(/%.*$/, '');
  const plain = isIP(bare) === 6 ? addressWithin(new URL(`http://[${bare}]`).hostname.slice(1, -1)) : bare;
  const version = isIP(plain);
  return version !== 0 && blocked().check(plain, version === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Where nothing is that anybody may name, consent or not: link-local addresses (clouds give their secrets out from one),
 * protocol assignments, multicast, and addresses that carry one of version 4 inside and so lead anywhere.
 */
export function isNeverReached(address: string): boolean {
  const bare = address.replace(/%.*$/, '');
  const plain = isIP(bare) === 6 ? addressWithin(new URL(`http://[${bare}]`).hostname.slice(1, -1)) : bare;
  const version = isIP(plain);
  never ??= blockListOf(neverRanges);
  return version !== 0 && (never.check(plain, version === 6 ? 'ipv6' : 'ipv4') || (plain !== bare && /^64:ff9b:/i.test(bare)));
}

const neverRanges = [
  '169.254.0.0/16',
  '192.0.0.0/24',
  '224.0.0.0/3',
  'fe80::/10',
  'fd00:ec2::254/128',
  'ff00::/8',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '2001::/32',
  '2002::/16',
];

/**
 * The address of version 4 that one of version 6 stands for (RFC 4291 2.5.5.2, RFC 2765 2.1, RFC 6052 2.1); any other as it is.
 * @param address as the URL parser writes it
 */
function addressWithin(address: string): string {
  const [, high, low] = /^(?:::ffff:(?:0:)?|64:ff9b::)([\da-f]{1,4}):([\da-f]{1,4})$/.exec(address) ?? [];
  if (high === undefined || low === undefined) return address;
  const bytes = [high, low].flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]);
  return bytes.join('.');
}

let list: BlockList | undefined;
let never: BlockList | undefined;

function blocked(): BlockList {
  list ??= blockListOf(ranges);
  return list;
}

function blockListOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits] = range.split('/');
    list.addSubnet(network, Number(bits), isIP(network) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}
