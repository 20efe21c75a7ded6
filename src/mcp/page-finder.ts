/** What a client calls a page or an endpoint → the page. */

import type { AgentEndpoint, AgentPage } from '../contract/agent-pages.ts';
import { decoded } from '../contract/decoded.ts';
import type { SiteContent } from './site-content.ts';

/** A page that shows one operation: of these a client can ask for the description. */
export interface EndpointPage extends AgentPage {
  readonly endpoint: AgentEndpoint;
}

/** In the order of the site. */
export function endpointsOf(content: SiteContent): EndpointPage[] {
  return content.pages.filter((page): page is EndpointPage => page.endpoint !== undefined);
}

/** By its path, `/guides/start`, with or without a slash at its ends, `.md`, an anchor, or the address of the site before it. */
export function findPage({ site, pages }: SiteContent, name: string): AgentPage | undefined {
  const wanted = sitePath(name, site.root);
  return pages.find((page) => page.url === wanted);
}

function sitePath(name: string, root: string): string {
  const text = name.trim();
  const isInside = root !== '' && (text === root || text.startsWith(`${root}/`));
  const rest = (isInside ? text.slice(root.length) : text.replace(/^https?:\/\/[^/]+/i, '')).replace(/[?#].*$/, '');
  const path = `/${decoded(rest).replace(/^\/+|\/+$/g, '')}`.replace(/\.mdx?$/, '');
  return path === '/index' ? '/' : path;
}

/** By `GET /users/{id}` (names of parameters do not count), by its operation id, or as a page. `source`: where several descriptions have it. */
export function findEndpoints(content: SiteContent, name: string, source?: string): EndpointPage[] {
  const all = endpointsOf(content).filter(({ endpoint }) => source === undefined || endpoint.source === source);
  const wanted = signature(name);
  const found = all.filter(({ endpoint }) => signature(`${endpoint.method} ${endpoint.path}`) === wanted);
  if (found.length > 0) return found;
  const byId = all.filter(({ endpoint }) => endpoint.operationId === name.trim());
  if (byId.length > 0) return byId;
  const page = findPage(content, name);
  return all.filter(({ url, endpoint }) => url === page?.url || signature(endpoint.path) === wanted);
}

/** `get /users/:id/` and `GET /users/{userId}` are one. */
function signature(text: string): string {
  const [, method = '', path = text] = /^\s*([A-Za-z]+)\s+(\S.*)$/.exec(text) ?? [];
  const plain = path
    .trim()
    .replace(/^https?:\/\/[^/]+/i, '')
    .replace(/\{[^}]*\}|(?<=\/):\w+|(?<=\/)<\w+>/g, '{}')
    .replace(/(?<=.)\/$/, '');
  return `${method.toUpperCase()} ${plain}`.trim();
}
