/**
 * The strings in a list of pages: page paths, endpoints of a specification, or (by mistake) URLs.
 *
 *   "guides/start"  "/guides/start"  "./guides/start.mdx"   → page guides/start
 *   "GET /users"    "api.yaml post /users"                  → endpoint
 *   "webhook orderPlaced"                                   → endpoint, method WEBHOOK
 */
import { foldPath, withoutPageExtension } from '../../model/project-path.ts';

/** `method` is in upper case, `spec` as written; `navigation/` finds the description that is meant. */
export type PageEntry =
  | { readonly kind: 'page'; readonly page: string }
  | { readonly kind: 'endpoint'; readonly method: string; readonly path: string; readonly spec?: string }
  | { readonly kind: 'url'; readonly url: string };

const call = /(?:^|\s)(get|put|post|delete|options|head|patch|trace|query|connect)\s+(?=\/)/i;
const webhook = /^(?:(\S+\.(?:json|ya?ml))\s+)?webhook\s+(\S.*)$/i;

/** Never fails: text that is neither endpoint nor URL is a page path, whether the page exists or not. Trims spaces. */
export function parsePageEntry(text: string): PageEntry {
  const trimmed = text.trim();
  const method = call.exec(trimmed);
  if (method !== null) {
    const spec = trimmed.slice(0, method.index).trim();
    const path = trimmed.slice(method.index + method[0].length);
    return endpointEntry((method[1] as string).toUpperCase(), path, spec === '' ? undefined : spec);
  }
  const hook = webhook.exec(trimmed);
  if (hook !== null) return endpointEntry('WEBHOOK', hook[2] as string, hook[1]);
  if (/^(?:https?:)?\/\//i.test(trimmed)) return { kind: 'url', url: trimmed };
  return { kind: 'page', page: normalisePage(trimmed) };
}

/** Removes leading `/` and `./`, the trailing slash and the page extension; other dots are part of the name. */
export function normalisePage(text: string): string {
  return withoutPageExtension(foldPath(text));
}

function endpointEntry(method: string, path: string, spec: string | undefined): PageEntry {
  return spec === undefined ? { kind: 'endpoint', method, path } : { kind: 'endpoint', method, path, spec };
}
