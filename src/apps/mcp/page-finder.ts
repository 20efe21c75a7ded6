/** Finds the page or endpoint that a client refers to. */

import { decoded } from '../../shared/safe-decode.ts';
import type { AgentEndpoint, AgentPage } from '../../shared/site/agent-pages.ts';
import type { SiteContent } from './site-content.ts';

/** A page that documents one operation. */
export interface EndpointPage extends AgentPage {
  readonly endpoint: AgentEndpoint;
}

/** An endpoint with its precomputed keys. */
interface KnownEndpoint {
  readonly page: EndpointPage;
  readonly signature: string;
  readonly pathSignature: string;
}

/** Computed once for each build, because there are many requests. */
const preparedSites = new WeakMap<
  SiteContent,
  { readonly endpoints: readonly KnownEndpoint[]; readonly pages: ReadonlyMap<string, AgentPage> }
>();

function preparedEndpoints(content: SiteContent) {
  let prepared = preparedSites.get(content);
  if (prepared === undefined) {
    const endpoints = content.pages.flatMap((page) => {
      if (page.endpoint === undefined) return [];
      const { method, path } = page.endpoint;
      return [{ page: page as EndpointPage, signature: signature(`${method} ${path}`), pathSignature: signature(path) }];
    });
    const pages = new Map<string, AgentPage>();
    for (const page of content.pages) if (!pages.has(page.url)) pages.set(page.url, page);
    prepared = { endpoints, pages };
    preparedSites.set(content, prepared);
  }
  return prepared;
}

/** In site order. */
export function endpointsOf(content: SiteContent): EndpointPage[] {
  return preparedEndpoints(content).endpoints.map(({ page }) => page);
}

/** By path, such as `/guides/start`, with or without surrounding slashes, `.md`, an anchor or the site URL. */
export function findPage(content: SiteContent, name: string): AgentPage | undefined {
  return preparedEndpoints(content).pages.get(sitePath(name, content.site.root));
}

function sitePath(name: string, root: string): string {
  const text = name.trim();
  const isInside = root !== '' && (text === root || text.startsWith(`${root}/`));
  const rest = (isInside ? text.slice(root.length) : text.replace(/^https?:\/\/[^/]+/i, '')).replace(/[?#].*$/, '');
  const path = `/${decoded(rest).replace(/^\/+|\/+$/g, '')}`.replace(/\.mdx?$/, '');
  return path === '/index' ? '/' : path;
}

/** By `GET /users/{id}` (parameter names are ignored), by operation ID, or as a page. `source` selects among several descriptions. */
export function findEndpoints(content: SiteContent, name: string, source?: string): EndpointPage[] {
  const all = preparedEndpoints(content).endpoints.filter(({ page }) => source === undefined || page.endpoint.source === source);
  const wanted = signature(name);
  const pick = (matchesPath: (endpoint: KnownEndpoint) => boolean) => all.filter(matchesPath).map(({ page }) => page);
  const matches = pick((endpoint) => endpoint.signature === wanted);
  if (matches.length > 0) return matches;
  const byId = pick(({ page }) => page.endpoint.operationId === name.trim());
  if (byId.length > 0) return byId;
  const shown = findPage(content, name);
  return pick(({ page, pathSignature }) => page.url === shown?.url || pathSignature === wanted);
}

/** `get /users/:id/` and `GET /users/{userId}` have the same signature. */
function signature(text: string): string {
  const [, method = '', path = text] = /^\s*([A-Za-z]+)\s+(\S.*)$/.exec(text) ?? [];
  const plain = path
    .trim()
    .replace(/^https?:\/\/[^/]+/i, '')
    .replace(/\{[^}]*\}|(?<=\/):\w+|(?<=\/)<\w+>/g, '{}')
    .replace(/(?<=.)\/$/, '');
  return `${method.toUpperCase()} ${plain}`.trim();
}
