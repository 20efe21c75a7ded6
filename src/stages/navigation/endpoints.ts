/** Entries that name operations. `navigation/` does not depend on `openapi/`: the caller passes an `EndpointSource`. */

import { operationTitle } from '../../model/endpoint.ts';
import type { EndpointSource } from '../../model/generated-page.ts';

/** For a site without API descriptions. */
export const noEndpoints: EndpointSource = {
  entry: () => undefined,
  division: () => [],
  describe: () => undefined,
  hasOperation: () => false,
  schemas: () => [],
  redirects: () => [],
  takeDiagnostics: () => [],
};

/** `[file] METHOD /path`, `METHOD https://…`, `[file] webhook name` → the badge, and a title for a page without one. */
export function operationLabel(text: string): { readonly method: string; readonly title: string } | undefined {
  const match = /(?:^|\s)(get|post|put|patch|delete|head|options|trace|query|webhook)\s+(\S.*)$/i.exec(text.trim());
  if (!match?.[1] || !match[2]) return undefined;
  const method = match[1].toUpperCase();
  if (method === 'WEBHOOK') return { method, title: match[2] };
  return { method, title: operationTitle(method, match[2]) };
}
