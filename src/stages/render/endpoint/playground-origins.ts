import type { PlaygroundData } from '../../../shared/playground/playground.ts';
import { expandedUrls } from './expanded-urls.ts';

const anyServer = ['https:', 'http://localhost:*', 'http://127.0.0.1:*'];

/**
 * Origins for the page's `connect-src`, so that its playground can send requests. Applies to the reader's browser only:
 * `proxyTargets` limits the proxy of a server.
 */
export function playgroundOrigins(data: PlaygroundData): string[] {
  // Without a base URL, the reader enters one.
  if (data.servers.length === 0) return anyServer;
  const origins = new Set<string>(data.settings.otherServers && data.kind === 'http' ? anyServer : []);
  for (const server of data.servers) {
    for (const url of expandedUrls(server)) {
      const origin = originPattern(url);
      if (origin !== undefined) origins.add(origin);
    }
  }
  for (const scheme of Object.values(data.schemes)) {
    const urls = [scheme.openIdConnectUrl, ...(scheme.flows ?? []).flatMap((flow) => [flow.tokenUrl, flow.deviceAuthorizationUrl])];
    for (const url of urls) {
      const origin = url === undefined ? undefined : originPattern(url);
      if (origin !== undefined) origins.add(origin);
    }
  }
  return [...origins].sort();
}

/**
 * `https://*.example.com`. A policy cannot express a partial wildcard (`a-*.example.com`), so it is widened to the
 * whole label.
 */
function originPattern(url: string): string | undefined {
  const [, scheme, authority = ''] = /^(https?|wss?):\/\/([^/?#]*)/i.exec(url) ?? [];
  if (scheme === undefined || authority.includes('@')) return undefined;
  const [, host = '', port] = /^(.*?)(?::(\d+|\*))?$/.exec(authority) ?? [];
  const labels = host.split('.');
  const star = labels.findLastIndex((label) => label.includes('*'));
  const pattern = star === -1 ? host : ['*', ...labels.slice(star + 1)].join('.');
  return pattern === '*' ? `${scheme}:` : `${scheme}://${pattern}${port === undefined ? '' : `:${port}`}`.toLowerCase();
}
