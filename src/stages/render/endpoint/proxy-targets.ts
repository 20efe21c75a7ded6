/** The servers that the proxy of a site may contact for a playground: those in the description, and no others. */
import type { PlaygroundData } from '../../../shared/playground/playground.ts';
import type { ProxyTarget } from '../../../shared/playground/proxy.ts';
import { expandedUrls } from './expanded-urls.ts';

/**
 * Empty when the description has no absolute server: the proxy never contacts servers that readers enter. Unique, in a
 * fixed order.
 */
export function proxyTargets({ servers, schemes }: PlaygroundData): ProxyTarget[] {
  const tokenUrls = Object.values(schemes).flatMap(({ openIdConnectUrl, flows = [] }) => [
    openIdConnectUrl,
    ...flows.flatMap(({ tokenUrl, deviceAuthorizationUrl }) => [tokenUrl, deviceAuthorizationUrl]),
  ]);
  const targets = new Map<string, ProxyTarget>();
  for (const url of [...servers.flatMap(expandedUrls), ...tokenUrls.filter((url) => url !== undefined)]) {
    const target = targetOf(url);
    if (target) targets.set(`${target.protocol}//${target.host}:${target.port}`, target);
  }
  return [...targets].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, target]) => target);
}

/**
 * Undefined when no server is named: another protocol, a user name, or a host that consists almost only of variables.
 */
function targetOf(text: string): ProxyTarget | undefined {
  const [, start = '', authority = '', rest = ''] = /^(https?:\/\/)([^/?#\\]*)(.*)$/is.exec(text) ?? [];
  // The URL parser does not accept a wildcard port.
  const anyPort = authority.endsWith(':*');
  const url = URL.parse(start + (anyPort ? authority.slice(0, -2) : authority) + rest);
  if (url === null || url.username !== '' || url.password !== '' || authority.includes('@')) return undefined;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  const host = namedHost(url.hostname);
  if (host === undefined) return undefined;
  return { protocol: url.protocol, host, port: anyPort ? '*' : url.port || (url.protocol === 'https:' ? '443' : '80') };
}

/**
 * Widens `a-*.example.com` to `*.example.com`. The rest must be a registrable domain: at least two labels, not numeric.
 */
function namedHost(hostname: string): string | undefined {
  const labels = hostname.split('.');
  const star = labels.findLastIndex((label) => label.includes('*'));
  if (star === -1) return hostname;
  const fixed = labels.slice(star + 1);
  return fixed.length >= 2 && fixed.every((label) => label !== '') && !/^\d+$/.test(fixed.at(-1) as string)
    ? ['*', ...fixed].join('.')
    : undefined;
}
