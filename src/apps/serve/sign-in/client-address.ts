/** Determines the client's address. A forwarding header counts only if a trusted proxy has set it. */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** For limits per client: an IPv6 address is reduced to its network. */
export function clientAddresses(trusted: readonly string[]): (request: IncomingMessage) => string {
  const addressOf = forwardedAddresses(trusted);
  return (request) => network(addressOf(request));
}

/** The complete address, as reported by trusted proxies. @param trusted addresses and networks */
export function forwardedAddresses(trusted: readonly string[]): (request: IncomingMessage) => string {
  const proxies = new BlockList();
  for (const entry of trusted) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (isIP(address) === 0) continue;
    if (bits === undefined) proxies.addAddress(address, family);
    else proxies.addSubnet(address, Number(bits), family);
  }
  const isProxy = (address: string) => isIP(address) !== 0 && proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  return ({ socket, headers }) => {
    let address = plain(socket.remoteAddress ?? '');
    const chain = String(headers['x-forwarded-for'] ?? '')
      .split(',')
      .map((part) => plain(part.trim()));
    // From the nearest hop outwards, as long as each hop is a trusted proxy.
    while (isProxy(address) && chain.length > 0) {
      const next = chain.pop() as string;
      if (isIP(next) === 0) break;
      address = next;
    }
    return address;
  };
}

/** Converts `::ffff:10.0.0.1` to `10.0.0.1`. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

/** The /64 network, because a client with one IPv6 address usually has 2^64 of them. */
function network(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length;
  return [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...(tail ?? '').split(':')].slice(0, 4).join(':');
}
