/** Addresses of the host itself, of private networks and of cloud metadata services. A file must not be able to make docsgen connect to them. */
import { BlockList, isIP } from 'node:net';

/**
 * The ranges that https://www.iana.org/assignments/iana-ipv4-special-registry and the IPv6 registry exclude from the public internet,
 * except those for documentation, which do not exist.
 */
const ranges = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // The metadata service of Azure.
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/3',
  '::/96',
  // Represents 0.0.0.0/16.
  '64:ff9b::/112',
  // Contains an arbitrary IPv4 address.
  '64:ff9b:1::/48',
  '2001::/23',
  '2002::/16',
  '100::/64',
  '100:0:0:1::/64',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
];

/** `hostname` as normalized by the URL parser, which converts IPv4 addresses to four decimal numbers. Names are not resolved. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  if (/^(?:localhost|.*\.(?:localhost|local|internal|intranet|lan|home\.arpa))$/.test(host)) return true;
  return isPrivateAddress(host.replace(/^\[|\]$/g, ''));
}

/** Accepts IPv4, IPv6 in any notation, and IPv4-mapped addresses; false for anything else. */
export function isPrivateAddress(address: string): boolean {
  const bare = address.replace(/%.*$/, '');
  const plain = isIP(bare) === 6 ? addressWithin(new URL(`http://[${bare}]`).hostname.slice(1, -1)) : bare;
  const version = isIP(plain);
  return version !== 0 && blocked().check(plain, version === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Addresses that are never allowed, not even with consent: link-local (cloud metadata services), protocol assignments, multicast, and
 * addresses that contain an IPv4 address and so can reach any host.
 */
export function isBlockedAddress(address: string): boolean {
  const bare = address.replace(/%.*$/, '');
  const plain = isIP(bare) === 6 ? addressWithin(new URL(`http://[${bare}]`).hostname.slice(1, -1)) : bare;
  const version = isIP(plain);
  never ??= blockListOf(neverRanges);
  return version !== 0 && (never.check(plain, version === 6 ? 'ipv6' : 'ipv4') || (plain !== bare && /^64:ff9b:/i.test(bare)));
}

const neverRanges = [
  '168.63.129.16/32',
  '169.254.0.0/16',
  '192.0.0.0/24',
  '224.0.0.0/3',
  'fe80::/10',
  'fd00:ec2::254/128',
  'fd20:ce::254/128',
  'ff00::/8',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '2001::/32',
  '2002::/16',
];

/**
 * The IPv4 address that an IPv6 address contains (RFC 4291 section 2.5.5.2, RFC 2765 section 2.1, RFC 6052 section 2.1); other addresses
 * are returned unchanged.
 * @param address as normalized by the URL parser
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
