/** Which addresses belong to a machine or a private network: what a webhook must not reach unless the operator says so. */
import { BlockList, isIPv6 } from 'node:net';

/** https://www.iana.org/assignments/iana-ipv4-special-registry and its sister for version 6. */
const ranges = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // With those of version 4 in them: an address of this form may end at any of the networks above.
  '::/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '2001::/23',
  '2002::/16',
  '100::/64',
  '2001:db8::/32',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
];

/** A literal address, of version 4, 6, or 4 within 6; names are looked up first. */
export function isPrivateAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  const plain = mapped ?? address;
  return blocked().check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}

let list: BlockList | undefined;

function blocked(): BlockList {
  if (list) return list;
  list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits] = range.split('/');
    list.addSubnet(network, Number(bits), isIPv6(network) ? 'ipv6' : 'ipv4');
  }
  return list;
}
