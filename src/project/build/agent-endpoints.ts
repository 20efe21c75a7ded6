/** The endpoints of reference pages, for outputs that agents read. */

import type { Page } from '../../model/page.ts';
import type { AgentEndpoint } from '../../shared/site/agent-pages.ts';
import { encodePath } from '../../shared/url.ts';
import type { LoadedSite } from './load-site.ts';

const words = { webhook: 'WEBHOOK', channel: 'CHANNEL', schema: 'SCHEMA' } as const;

/**
 * For pages generated from a description. Returns undefined for hand-written pages (`api:`), whose front matter is read
 * elsewhere.
 */
export function agentEndpointOf({ endpoints }: Pick<LoadedSite, 'endpoints'>): (page: Page) => AgentEndpoint | undefined {
  return (page) => {
    const ref = endpoints.operationOf(page)?.operation.ref;
    if (ref === undefined) return undefined;
    const { kind, method, path, source, operationId, tags } = ref;
    return {
      method: kind === 'operation' ? method : words[kind],
      path,
      source,
      ...(operationId && { operationId }),
      ...(tags.length > 0 && { tags }),
    };
  };
}

/** The site path of a page's API description; undefined when readers cannot download it. */
export function descriptionOf(
  site: Pick<LoadedSite, 'assets' | 'endpoints' | 'config'>,
): (page: Page) => { readonly description?: string } {
  const published = new Set(site.assets);
  return (page) => {
    const source = site.endpoints.operationOf(page)?.operation.ref.source;
    if (source === undefined) return {};
    if (/^https?:/i.test(source)) return { description: source };
    return published.has(source) ? { description: `${site.config.base}${encodePath(`/${source}`)}` } : {};
  };
}
