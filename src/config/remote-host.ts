/** Hosts that a build never asks for a specification: the machine itself, private networks, cloud metadata. */
import { type Fault, quote } from './errors.ts';

export function remoteHostFault(url: string, path: string): Fault | undefined {
  if (!URL.canParse(url)) return { code: 'config/format', message: `${path} is not a valid URL: ${quote(url)}` };
  const { hostname, username, password } = new URL(url);
  if (username !== '' || password !== '')
    return { code: 'config/secret', message: `${path} holds a user name or password; keep it in an environment variable` };
  if (!isPrivateHost(hostname)) return undefined;
  return { code: 'config/remote-denied', message: `remote specs need security.remote.allow; host ${hostname} is never allowed (${path})` };
}

/** `hostname` as the URL parser writes it: IPv4 in any spelling is already four decimal numbers. */
function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '');
  if (/^(?:localhost|.*\.(?:localhost|local|internal|intranet|lan|home\.arpa))$/.test(host)) return true;
  const ipv4 = /^(\d+)\.(\d+)\.\d+\.\d+$/.exec(host);
  if (ipv4 !== null) return isPrivateIpv4(Number(ipv4[1]), Number(ipv4[2]));
  if (!host.startsWith('[')) return false;
  const ipv6 = host.slice(1, -1);
  const mapped = /^(?:::ffff:|64:ff9b::)([0-9a-f]+):[0-9a-f]+$/.exec(ipv6);
  if (mapped !== null) {
    const high = Number.parseInt(mapped[1] as string, 16);
    return isPrivateIpv4(high >> 8, high & 255);
  }
  return ipv6 === '::' || ipv6 === '::1' || /^f[cd]/.test(ipv6) || /^fe[89a-f]/.test(ipv6) || /^ff/.test(ipv6);
}

function isPrivateIpv4(a: number, b: number): boolean {
  if (a === 0 || a === 10 || a === 127 || a >= 224) return true;
  if (a === 169) return b === 254;
  if (a === 172) return b >= 16 && b < 32;
  if (a === 192) return b === 168;
  return a === 100 && b >= 64 && b < 128;
}
