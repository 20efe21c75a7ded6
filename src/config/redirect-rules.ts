/**
 * Redirects that can never work, each seen by itself. Loops and redirects from pages are found in `nav/`, which knows the
 * pages.
 */
import type { Diagnostic, SourceLocation } from '../model/diagnostic.ts';
import type { RawRedirect } from './docs-json.ts';
import { quote, redirect } from './errors.ts';
import { joinPath } from './path.ts';
import type { Places } from './places.ts';
import { controlCharacter } from './project-path.ts';

/** Redirects with other faults stay in: a fault is an error, and no site is built from it. */
export interface RedirectCheck {
  readonly diagnostics: readonly Diagnostic[];
  /** Indexes of redirects that are left out: an earlier redirect has their source. */
  readonly leftOut: ReadonlySet<number>;
}

/** `redirects` as authored (docs-json-spec 7); tells `config/redirect` at the source or the destination. */
export function checkRedirects(redirects: readonly RawRedirect[], places: Places): RedirectCheck {
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
      diagnostics.push(redirect(from, `source ${quote(source)} holds . or .. as a part: no browser ever asks for it`));
    checkDestination(destination, path, to, diagnostics);
    checkTokens(source, destination, to, diagnostics);
    const route = normaliseRoute(source);
    const earlier = bySource.get(route);
    if (earlier === undefined) bySource.set(route, index);
    else {
      leftOut.add(index);
      const first = redirects[earlier] as RawRedirect;
      const twice = `source ${source} is redirected twice, first by ${joinPath('redirects', earlier)}`;
      // `/a` and `/a/` are one address here; real sites list both.
      if (first.source === source || normaliseRoute(first.destination) !== normaliseRoute(destination))
        diagnostics.push(redirect(from, `${twice}, which counts`, 'warning', 'remove one of them'));
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
    diagnostics.push(redirect(place, `${rule}; it holds a backslash: ${quote(destination)}`));
  }
}

/** Each `:name`, `:name*` or `*` of the destination must come from the source. */
function checkTokens(source: string, destination: string, place: SourceLocation, diagnostics: Diagnostic[]): void {
  const path = destination.replace(/^https?:\/\/[^/]*/i, '');
  const known = new Set(tokens(source));
  for (const token of tokens(path)) {
    if (!known.has(token)) diagnostics.push(redirect(place, `destination uses ${token}, which is not in the source ${source}`));
  }
}

function tokens(path: string): string[] {
  return [...path.matchAll(/(?<=\/)(:[A-Za-z_]\w*)\*?|\*/g)].map((match) => match[1] ?? match[0]);
}

/** `/a/` and `a` are `/a`. */
function normaliseRoute(source: string): string {
  const route = source.startsWith('/') ? source : `/${source}`;
  return route.length > 1 ? route.replace(/\/+$/, '') : route;
}
