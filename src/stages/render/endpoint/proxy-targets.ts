/** The servers that the proxy of a site may be asked for on behalf of a playground: what the description names, and nothing else. */
import type { PlaygroundData } from '../../../shared/playground/playground.ts';
import type { ProxyTarget } from '../../../shared/playground/proxy.ts';
import { expandedUrls } from './expanded-urls.ts';

/**
 * Empty where the description names no absolute server: a server that a reader types is reached by the browser alone.
 * Each once, in a fixed order.
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

/** Undefined for what names no server: another protocol, a user name, a host that is a variable as a whole or nearly so. */
function targetOf(text: string): ProxyTarget | undefined {
  const [, start = '', authority = '', rest = ''] = /^(https?:\/\/)([^/?#\\]*)(.*)$/is.exec(text) ?? [];
  // The URL parser knows no port of any value.
  const anyPort = authority.endsWith(':*');
  const url = URL.parse(start + (anyPort ? authority.slice(0, -2) : authority) + rest);
  if (url === null || url.username !== '' || url.password !== '' || authority.includes('@')) return undefined;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  const host = namedHost(url.hostname);
  if (host === undefined) return undefined;
  return { protocol: url.protocol, host, port: anyPort ? '*' : url.port || (url.protocol === 'https:' ? '443' : '80') };
}

/** `a-*.example.com` widens to `*.example.com`. What is left must be the name of somebody, not of a registry: two labels, none a number. */
function namedHost(hostname: string): string | undefined {
  const labels = hostname.split('.');
  const star = labels.findLastIndex((label) => label.includes('*'));
  if (star === -1) return hostname;
  const fixed = labels.slice(star + 1);
  return fixed.length >= 2 && fixed.every((label) => label !== '') && !/^\d+$/.test(fixed.at(-1) as string)
    ? ['*', ...fixed].join('.')
    : undefined;
}
