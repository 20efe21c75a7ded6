/**
 * The door for pages that are generated from API descriptions. `nav/` knows no specification: whoever does hands in
 * an `EndpointSource`; without one, what the navigation asks for is counted and named in one notice.
 */
import type { Diagnostic } from '../model/diagnostic.ts';
import type { IconRef } from '../model/icon.ts';
import type { NavDivision, NavEndpointEntry, SiteConfig, SpecRef } from '../model/site-config.ts';
import type { FrontMatter } from '../model/source-page.ts';
import { endpointsNotYet } from './errors.ts';

/** A page that has no file. `nav/` gives it URL, access and its place. */
export interface GeneratedPage {
  readonly kind: 'generated-page';
  /** Unique, without extension, like `Page.path`: `api-reference/users/get-users`. */
  readonly path: string;
  readonly title: string;
  readonly description?: string;
  readonly sidebarTitle?: string;
  readonly icon?: IconRef;
  readonly tag?: string;
  readonly method?: string;
  readonly deprecated: boolean;
  readonly frontMatter: FrontMatter;
}

export interface GeneratedGroup {
  readonly kind: 'generated-group';
  readonly name: string;
  readonly entries: readonly (GeneratedPage | GeneratedGroup)[];
}

export interface EndpointSource {
  /** The page of one `METHOD /path` entry under the specs that hold there. */
  entry(entry: NavEndpointEntry, specs: readonly SpecRef[]): GeneratedPage | undefined;
  /** All pages of a division that names a specification and lists nothing. */
  division(division: NavDivision): readonly (GeneratedPage | GeneratedGroup)[];
  /** What the operation behind `openapi:` or `asyncapi:` front matter says about its page. */
  describe(frontMatter: FrontMatter): { title?: string; description?: string; method?: string; deprecated?: boolean } | undefined;
}

/** Stands in while there is no `EndpointSource`, and remembers what it was asked for. */
export function missingEndpoints(config: SiteConfig): EndpointSource & { notice(): Diagnostic[] } {
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
    notice() {
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
