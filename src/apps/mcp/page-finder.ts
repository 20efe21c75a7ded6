/** What a client calls a page or an endpoint → the page. */

import { decoded } from '../../shared/safe-decode.ts';
import type { AgentEndpoint, AgentPage } from '../../shared/site/agent-pages.ts';
import type { SiteContent } from './site-content.ts';

/** A page that shows one operation: of these a client can ask for the description. */
export interface EndpointPage extends AgentPage {
  readonly endpoint: AgentEndpoint;
}

/** An endpoint with what questions compare with it. */
interface KnownEndpoint {
  readonly page: EndpointPage;
  readonly signature: string;
  readonly pathSignature: string;
}

/** Made once for a build: questions come in numbers. */
const known = new WeakMap<SiteContent, { readonly endpoints: readonly KnownEndpoint[]; readonly pages: ReadonlyMap<string, AgentPage> }>();

function knownOf(content: SiteContent) {
  let prepared = known.get(content);
  if (prepared === undefined) {
    const endpoints = content.pages.flatMap((page) => {
      if (page.endpoint === undefined) return [];
      const { method, path } = page.endpoint;
      return [{ page: page as EndpointPage, signature: signature(`${method} ${path}`), pathSignature: signature(path) }];
    });
    const pages = new Map<string, AgentPage>();
    for (const page of content.pages) if (!pages.has(page.url)) pages.set(page.url, page);
    prepared = { endpoints, pages };
    known.set(content, prepared);
  }
  return prepared;
}

/** In the order of the site. */
export function endpointsOf(content: SiteContent): EndpointPage[] {
  return knownOf(content).endpoints.map(({ page }) => page);
}

/** By its path, `/guides/start`, with or without a slash at its ends, `.md`, an anchor, or the address of the site before it. */
export function findPage(content: SiteContent, name: string): AgentPage | undefined {
  return knownOf(content).pages.get(sitePath(name, content.site.root));
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
  const all = knownOf(content).endpoints.filter(({ page }) => source === undefined || page.endpoint.source === source);
  const wanted = signature(name);
  const pick = (fits: (endpoint: KnownEndpoint) => boolean) => all.filter(fits).map(({ page }) => page);
  const found = pick((endpoint) => endpoint.signature === wanted);
  if (found.length > 0) return found;
  const byId = pick(({ page }) => page.endpoint.operationId === name.trim());
  if (byId.length > 0) return byId;
  const shown = findPage(content, name);
  return pick(({ page, pathSignature }) => page.url === shown?.url || pathSignature === wanted);
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
