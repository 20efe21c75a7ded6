/**
 * Redirects that can never work, checked one by one. `navigation/`, which knows the pages, finds loops and redirects
 * from pages.
 */
import type { Diagnostic, SourceLocation } from '../../../model/diagnostic.ts';
import type { RawRedirect } from '../docs-json.ts';
import { quote, redirect, redirectUnfilled } from '../errors.ts';
import type { ConfigLocations } from '../locations.ts';
import { joinPath } from '../path.ts';
import { controlCharacter } from './project-path-rules.ts';

/** Redirects with errors are kept, because no site is built from them. */
export interface RedirectCheck {
  readonly diagnostics: readonly Diagnostic[];
  /**
   * Indexes of ignored redirects: an earlier redirect has the same source, or the destination has undefined parameters.
   */
  readonly leftOut: ReadonlySet<number>;
}

/** `redirects` as authored; reports `config/redirect` at the source or the destination. */
export function checkRedirects(redirects: readonly RawRedirect[], places: ConfigLocations): RedirectCheck {
  const diagnostics: Diagnostic[] = [];
  const leftOut = new Set<number>();
  const bySource = new Map<string, number>();
  for (const [index, { source, destination }] of redirects.entries()) {
    const entry = redirects[index] as RawRedirect;
    const path = joinPath('redirects', index);
    const from = places.value(entry, 'source');
    const to = places.value(entry, 'destination');
    const control = controlCharacter(source) ?? controlCharacter(destination);
    if (control !== undefined) diagnostics.push(redirect(from, `control character ${control} in ${path}`));
    if (/(?:^|[\\/])\.\.(?:[\\/]|$)|[\\/]\.(?:[\\/]|$)/.test(source.replace(/[?#].*$/s, '')))
      diagnostics.push(redirect(from, `source ${quote(source)} contains . or .. as a segment, which no browser requests`));
    checkDestination(destination, path, to, diagnostics);
    const local = /^https?:\/\/[^/?#]+(.*)$/is.exec(source)?.[1];
    if (local !== undefined) {
      const message = `source ${quote(source)} is a URL, but redirects match paths of this site; docsgen ignores the redirect`;
      diagnostics.push(redirect(from, message, 'warning', `write ${quote(local === '' ? '/' : local)}`));
      leftOut.add(index);
      continue;
    }
    const unknown = unknownTokens(source, destination);
    if (unknown.length > 0) {
      diagnostics.push(redirectUnfilled(to, source, unknown));
      leftOut.add(index);
      continue;
    }
    const route = normaliseRoute(source);
    const earlier = bySource.get(route);
    if (earlier === undefined) bySource.set(route, index);
    else {
      leftOut.add(index);
      const first = redirects[earlier] as RawRedirect;
      const twice = `source ${source} is redirected twice, first by ${joinPath('redirects', earlier)}`;
      // `/a` and `/a/` are the same URL here; real sites list both.
      if (first.source === source || normaliseRoute(first.destination) !== normaliseRoute(destination))
        diagnostics.push(redirect(from, `${twice}, which docsgen uses`, 'warning', 'remove one of them'));
    }
  }
  return { diagnostics, leftOut };
}

function checkDestination(destination: string, path: string, place: SourceLocation, diagnostics: Diagnostic[]): void {
  const rule = 'destination must be a site path or an absolute http(s) URL';
  if (/^[\\/]{2}/.test(destination)) {
    const ambiguous = destination.startsWith('//') ? '//' : destination.slice(0, 2);
    diagnostics.push(redirect(place, `${rule}; ${ambiguous} is ambiguous (${path})`));
  } else if (/^\s*[a-z][a-z0-9+.-]*:/i.test(destination) && !/^https?:\/\//i.test(destination) && !/^mailto:/i.test(destination)) {
    diagnostics.push(redirect(place, `${rule}, got ${quote(destination)}`));
  } else if (destination.includes('\\')) {
    diagnostics.push(redirect(place, `${rule}; it contains a backslash: ${quote(destination)}`));
  }
}

/** The `:name`, `:name*` and `*` tokens of the destination that the source does not define. */
function unknownTokens(source: string, destination: string): readonly string[] {
  const known = new Set(tokens(source));
  return [...new Set(tokens(destination.replace(/^https?:\/\/[^/]*/i, '')))].filter((token) => !known.has(token));
}

function tokens(path: string): string[] {
  return [...path.matchAll(/(?<=\/)(:[A-Za-z_]\w*)\*?|\*/g)].map((match) => match[1] ?? match[0]);
}

/** `/a/` and `a` are `/a`. */
function normaliseRoute(source: string): string {
  const route = source.startsWith('/') ? source : `/${source}`;
  return route.length > 1 ? route.replace(/\/+$/, '') : route;
}
