/** What a page says about its operation: made when the page is drawn, so that only one operation is in memory at a time. */
import { describeEndpoint } from '../apis/describe-endpoint.ts';
import { escapeHtml } from '../contract/html.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import type { EndpointView } from '../model/endpoint.ts';
import type { Page } from '../model/page.ts';
import type { LoadedSite } from './load-site.ts';

export interface EndpointContent {
  readonly html: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Undefined for a page that documents no operation. */
export function endpointContent({ config, endpoints }: LoadedSite, page: Page): EndpointContent | undefined {
  const found = endpoints.operationOf(page);
  if (found === undefined) return undefined;
  const { value, diagnostics } = describeEndpoint(found.api.document, found.operation, {
    defaults: config.api.examples.defaults,
    postKeys: config.api.params.post,
  });
  return { html: endpointLine(value), diagnostics };
}

function endpointLine({ ref }: EndpointView): string {
  const path = `<code>${escapeHtml(ref.path)}</code>`;
  return `<p>${ref.method === '' ? '' : `<strong>${escapeHtml(ref.method)}</strong> `}${path}</p>`;
}
