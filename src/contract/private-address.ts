/** Addresses of the machine itself, of private networks and of cloud metadata: never reached on the word of a file. */

/** A host as the URL parser writes it (IPv4 in any spelling is four decimal numbers there), or an address as DNS gives it. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  if (/^(?:localhost|.*\.(?:localhost|local|internal|intranet|lan|home\.arpa))$/.test(host)) return true;
  const ipv4 = /^(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(host);
  if (ipv4 !== null) return isPrivateIpv4(Number(ipv4[1]), Number(ipv4[2]));
  return host.includes(':') && isPrivateIpv6(host.replace(/^\[|\]$|%.*$/g, ''));
}

function isPrivateIpv6(address: string): boolean {
  const dotted = /^(?:.*:)?(\d+)\.(\d+)\.\d+\.\d+$/.exec(address);
  if (dotted !== null) return isPrivateIpv4(Number(dotted[1]), Number(dotted[2]));
  const mapped = /^(?:::ffff:(?:0:)?|64:ff9b::)([0-9a-f]+):[0-9a-f]+$/.exec(address);
  if (mapped !== null) {
    const high = Number.parseInt(mapped[1] as string, 16);
    return isPrivateIpv4(high >> 8, high & 255);
  }
  return /^(?:::1?$|f[cdf]|fe[89a-f]|64:ff9b:|::[0-9a-f]+:[0-9a-f]+$)/.test(address);
}

function isPrivateIpv4(a: number, b: number): boolean {
  if (a === 0 || a === 10 || a === 127 || a >= 224) return true;
  if (a === 169) return b === 254;
  if (a === 172) return b >= 16 && b < 32;
  if (a === 192) return b === 168;
  if (a === 198) return b === 18 || b === 19;
  return a === 100 && b >= 64 && b < 128;
}
