/** Entries that name operations. `nav/` knows no specification: whoever does hands in an `EndpointSource`. */
import type { EndpointSource } from '../model/generated-page.ts';

/** Of a site without API descriptions. */
export const noEndpoints: EndpointSource = {
  entry: () => undefined,
  division: () => [],
  describe: () => undefined,
  redirects: () => [],
  takeDiagnostics: () => [],
};

/** `[file] METHOD /path`, `METHOD https://…`, `[file] webhook name` → the badge and a title for a page that has none. */
export function operationInWords(text: string): { readonly method: string; readonly title: string } | undefined {
  const match = /(?:^|\s)(get|post|put|patch|delete|head|options|trace|query|webhook)\s+(\S.*)$/i.exec(text.trim());
  if (!match?.[1] || !match[2]) return undefined;
  const method = match[1].toUpperCase();
  if (method === 'WEBHOOK') return { method, title: match[2] };
  const words = match[2]
    .replace(/^[a-z]+:\/\/[^/]*/i, '')
    .split('/')
    .flatMap((segment) => (segment === '' || /[{}]/.test(segment) ? [] : segment.replace(/[-_]+/g, ' ')));
  return { method, title: [method.charAt(0) + method.slice(1).toLowerCase(), ...words].join(' ') };
}
