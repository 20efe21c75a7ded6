/**
 * Redirects of docs.json (docs-json-spec 7) → sorted out and ready to be served. Tokens were checked when the
 * configuration was read; here is what needs the pages: a redirect never hides one, and a loop is none where a page is
 * on the way. Redirects that form a loop are left out.
 */

import type { Diagnostic, Result } from '../../model/diagnostic.ts';
import type { ResolvedRedirect } from '../../model/redirect.ts';
import type { Redirect } from '../../model/site-config.ts';
import { decoded } from '../../shared/safe-decode.ts';
import { redirectFinder, redirectTokens } from '../../shared/site/redirect-patterns.ts';
import { isExternal } from '../../shared/url.ts';
import { redirectGrows, redirectIsPage, redirectLoops, redirectUnmatchable } from './errors.ts';

/** `hasPage` says whether a URL (`/a/b`) is a page. */
export function resolveRedirects(
  redirects: readonly (Redirect & Pick<ResolvedRedirect, 'access'>)[],
  hasPage: (url: string) => boolean,
): Result<ResolvedRedirect[]> {
  const value: ResolvedRedirect[] = [];
  const diagnostics: Diagnostic[] = [];
  /** Source → destination. */
  const taken = new Map<string, string>();
  // `/a` says more about `/a` than `/a#part` does.
  const isPlain = (redirect: Redirect) => !/[?#]/.test(redirect.source);
  for (const redirect of [...redirects.filter(isPlain), ...redirects.filter((redirect) => !isPlain(redirect))]) {
    const { source, fragment, query } = splitSource(redirect.source);
    const isPattern = redirectTokens(source).some((token) => token.kind !== 'text');
    if (!isPattern && hasPage(source)) {
      // `/a#old → /a#new` is meant for a fragment of a page that exists; no server ever sees it.
      if (fragment || query) diagnostics.push(redirectUnmatchable(redirect.location, redirect.source, fragment ? 'fragment' : 'query'));
      else diagnostics.push(redirectIsPage(redirect.location, source));
      continue;
    }
    const destination = siteDestination(redirect.destination);
    // `/a/ → /a` and `/a#x → /a` are the same place on a static site: as a page they would reload for ever.
    if (!isPattern && splitSource(destination).source === source && !isExternal(destination)) {
      if (redirect.source === redirect.destination) diagnostics.push(redirectLoops(redirect.location, [source, source]));
      continue;
    }
    const known = taken.get(source);
    if (known !== undefined) {
      if (known !== destination && (fragment || query)) {
        const part = fragment ? 'fragment' : 'query';
        diagnostics.push(redirectUnmatchable(redirect.location, redirect.source, part, `remove it; ${source} leads to ${known}`));
      }
      continue;
    }
    taken.set(source, destination);
    value.push({
      source,
      destination,
      permanent: redirect.permanent,
      isPattern,
      location: redirect.location,
      ...(redirect.access && { access: redirect.access }),
    });
  }
  const exact = exactLoops(value, hasPage);
  const rest = value.filter((redirect) => !exact.leftOut.has(redirect));
  const patterns = patternLoops(rest, hasPage);
  diagnostics.push(...exact.diagnostics, ...patterns.diagnostics);
  return { value: rest.filter((redirect) => !patterns.leftOut.has(redirect)), diagnostics };
}

interface Loops {
  readonly leftOut: ReadonlySet<ResolvedRedirect>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Follows every exact source once. What leads into a loop stays: its destination is a page that does not exist. */
function exactLoops(redirects: readonly ResolvedRedirect[], hasPage: (url: string) => boolean): Loops {
  const bySource = new Map(redirects.filter(({ isPattern }) => !isPattern).map((redirect) => [redirect.source, redirect]));
  const leftOut = new Set<ResolvedRedirect>();
  const diagnostics: Diagnostic[] = [];
  const done = new Set<ResolvedRedirect>();
  for (const start of bySource.values()) {
    const chain: ResolvedRedirect[] = [];
    const inChain = new Set<ResolvedRedirect>();
    let next: ResolvedRedirect | undefined = start;
    while (next !== undefined && !done.has(next) && !inChain.has(next)) {
      chain.push(next);
      inChain.add(next);
      const path: string | undefined = sitePath(next.destination);
      next = path === undefined || hasPage(path) ? undefined : bySource.get(path);
    }
    for (const step of chain) done.add(step);
    if (next === undefined || !inChain.has(next)) continue;
    const loop = chain.slice(chain.indexOf(next));
    for (const redirect of loop) leftOut.add(redirect);
    diagnostics.push(
      redirectLoops(
        next.location,
        [...loop, next].map(({ source }) => source),
      ),
    );
  }
  return { leftOut, diagnostics };
}

/** Where on the site a destination is; undefined for other sites and for fragments of the same page. */
function sitePath(destination: string): string | undefined {
  return isExternal(destination) || destination.startsWith('#') ? undefined : splitSource(destination).source;
}

/** Browsers give up after about twenty. */
const maxSteps = 20;
/** Every pattern is tried against every other; more of them are made by programs. */
const maxPatterns = 500;

/** The start of a site always leads to a page, and files are no pages (`/all.pdf`). */
const endsHere = /^\/$|\.[a-z\d]{1,8}$/i;

/** Follows an address that each pattern means and that no page has. A loop is told once, at the pattern that is found first. */
function patternLoops(redirects: readonly ResolvedRedirect[], hasPage: (url: string) => boolean): Loops {
  const patterns = redirects.filter(({ isPattern }) => isPattern);
  const leftOut = new Set<ResolvedRedirect>();
  if (patterns.length > maxPatterns) return { leftOut, diagnostics: [] };
  const find = redirectFinder(redirects);
  const diagnostics: Diagnostic[] = [];
  const reported = new Set<ResolvedRedirect>();
  for (const pattern of patterns) {
    const steps: { readonly path: string; readonly redirect: ResolvedRedirect }[] = [];
    let path: string | undefined = sampleOf(pattern.source);
    while (path !== undefined && steps.length < maxSteps && !steps.some((step) => step.path === path)) {
      const found: ReturnType<typeof find> = hasPage(path) || endsHere.test(path) ? undefined : find(path);
      if (found) steps.push({ path, redirect: found.redirect });
      path = found && sitePath(found.destination);
    }
    if (path === undefined || steps.some(({ redirect }) => reported.has(redirect))) continue;
    const start = steps.findIndex((step) => step.path === path);
    // What only leads to addresses that grow is not at fault, and a way that is long grows nothing.
    const growing = steps.findIndex(({ redirect }, index) => steps.slice(index + 1).some((step) => step.redirect === redirect));
    if (start === -1 && growing === -1) continue;
    const loop = steps.slice(start === -1 ? growing : start);
    for (const { redirect } of loop) reported.add(redirect);
    const at = loop.findIndex(({ redirect }) => redirect.isPattern);
    const first = loop[at]?.redirect;
    // A loop of exact sources alone was found before.
    if (first === undefined) continue;
    if (start !== -1) for (const { redirect } of loop) leftOut.add(redirect);
    const chain = [...loop.slice(at), ...loop.slice(0, at + 1)].map(({ redirect }) => redirect.source);
    diagnostics.push(
      start === -1 ? redirectGrows(first.location, first.source, loop[at + 1]?.path ?? path) : redirectLoops(first.location, chain),
    );
  }
  return { leftOut, diagnostics };
}

/** An address that no page and no exact source has. */
function sampleOf(source: string): string {
  return splitSource(
    redirectTokens(source)
      .map((token) => (token.kind === 'text' ? token.text : '~'))
      .join(''),
  ).source;
}

/** `docs/old/#part` → `/docs/old`; percent-encoding is undone, as a server does before it compares. */
function splitSource(source: string): { source: string; fragment: boolean; query: boolean } {
  const path = /^[^?#]*/.exec(source)?.[0] ?? '';
  const trimmed = `/${decoded(path).replace(/^\/+|\/+$/g, '')}`;
  return { source: trimmed, fragment: source.includes('#'), query: /^[^#]*\?/.test(source) };
}

function siteDestination(destination: string): string {
  const isSitePath = !isExternal(destination) && !destination.startsWith('/') && !destination.startsWith('#');
  return isSitePath ? `/${destination.replace(/^\.\//, '')}` : destination;
}

/** Where a site path leads, or undefined. Exact sources win over patterns, earlier patterns over later ones. */
export function redirectMatcher(redirects: readonly ResolvedRedirect[]): (path: string) => string | undefined {
  const find = redirectFinder(redirects);
  return (path) => find(path)?.destination;
}
