/**
 * The door for pages that are generated from API descriptions. `nav/` knows no specification: whoever does hands in
 * an `EndpointSource`; without one, what the navigation asks for is counted and named in one notice.
 */
import type { EndpointSource } from '../model/generated-page.ts';
import type { SiteConfig, SpecRef } from '../model/site-config.ts';
import { endpointsNotYet } from './errors.ts';

/** Stands in while there is no `EndpointSource`, and remembers what it was asked for. */
export function missingEndpoints(config: SiteConfig): EndpointSource {
  let entries = 0;
  let divisions = 0;
  const specs = new Set<string>();
  const remember = (refs: readonly SpecRef[]) => {
    for (const { source } of refs) specs.add(source);
  };
  return {
    entry(entry, refs) {
      entries++;
      if (entry.spec !== undefined) specs.add(entry.spec);
      else remember(refs);
      return undefined;
    },
    division(division) {
      divisions++;
      remember(division.specs);
      return [];
    },
    describe: () => undefined,
    redirects: () => [],
    takeDiagnostics() {
      if (entries + divisions === 0) return [];
      return [endpointsNotYet({ file: config.file, line: 1, column: 1 }, entries, divisions, [...specs].sort())];
    },
  };
}

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
