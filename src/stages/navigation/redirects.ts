/**
 * Resolves the redirects of docs.json. Their tokens were checked with the configuration; this module does the checks
 * that need the pages: a redirect never replaces a page, and a chain that reaches a page is not a loop. Redirects in a
 * loop are ignored.
 */

import type { Diagnostic, Result } from '../../model/diagnostic.ts';
import type { ResolvedRedirect } from '../../model/link-target.ts';
import type { Redirect } from '../../model/site-config.ts';
import { decoded } from '../../shared/safe-decode.ts';
import { redirectFinder, redirectTokens } from '../../shared/site/redirect-patterns.ts';
import { isExternal } from '../../shared/url.ts';
import { redirectExpands, redirectIsPage, redirectLoops, redirectUnmatchable } from './errors.ts';

/** `hasPage` tells whether a URL (`/a/b`) is a page. */
export function resolveRedirects(
  redirects: readonly (Redirect & Pick<ResolvedRedirect, 'access'>)[],
  hasPage: (url: string) => boolean,
): Result<ResolvedRedirect[]> {
  const value: ResolvedRedirect[] = [];
  const diagnostics: Diagnostic[] = [];
  /** Source → destination. */
  const taken = new Map<string, string>();
  // A redirect from `/a` takes precedence over one from `/a#part`.
  const isPlain = (redirect: Redirect) => !/[?#]/.test(redirect.source);
  for (const redirect of [...redirects.filter(isPlain), ...redirects.filter((redirect) => !isPlain(redirect))]) {
    const { source, fragment, query } = splitSource(redirect.source);
    const isPattern = redirectTokens(source).some((token) => token.kind !== 'text');
    if (!isPattern && hasPage(source)) {
      // `/a#old → /a#new` is meant for a fragment of an existing page; servers never receive it.
      if (fragment || query) diagnostics.push(redirectUnmatchable(redirect.location, redirect.source, fragment ? 'fragment' : 'query'));
      else diagnostics.push(redirectIsPage(redirect.location, source));
      continue;
    }
    const destination = siteDestination(redirect.destination);
    // `/a/ → /a` and `/a#x → /a` are the same URL on a static site: as a page they would reload forever.
    if (!isPattern && splitSource(destination).source === source && !isExternal(destination)) {
      if (redirect.source === redirect.destination) diagnostics.push(redirectLoops(redirect.location, [source, source]));
      continue;
    }
    const known = taken.get(source);
    if (known !== undefined) {
      if (known !== destination && (fragment || query)) {
        const part = fragment ? 'fragment' : 'query';
        diagnostics.push(redirectUnmatchable(redirect.location, redirect.source, part, `remove it: ${source} already points to ${known}`));
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

/**
 * Follows every exact source once. A redirect that only leads into a loop is kept: its destination is a page that does
 * not exist.
 */
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

/** The site path of a destination; undefined for other sites and for fragments of the same page. */
function sitePath(destination: string): string | undefined {
  return isExternal(destination) || destination.startsWith('#') ? undefined : splitSource(destination).source;
}

/** Browsers stop after about twenty redirects. */
const maxSteps = 20;
/** Every pattern is compared with every other; only generated configurations have more. */
const maxPatterns = 500;

/** The root of a site is always a page, and files are not pages (`/all.pdf`). */
const endsHere = /^\/$|\.[a-z\d]{1,8}$/i;

/** Follows a sample URL of each pattern that is not a page. A loop is reported once, at the pattern found first. */
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
    // A redirect that only leads to growing URLs is not the cause, and a long chain is not a growing one.
    const growing = steps.findIndex(({ redirect }, index) => steps.slice(index + 1).some((step) => step.redirect === redirect));
    if (start === -1 && growing === -1) continue;
    const loop = steps.slice(start === -1 ? growing : start);
    for (const { redirect } of loop) reported.add(redirect);
    const at = loop.findIndex(({ redirect }) => redirect.isPattern);
    const first = loop[at]?.redirect;
    // Loops of exact sources only have already been found.
    if (first === undefined) continue;
    if (start !== -1) for (const { redirect } of loop) leftOut.add(redirect);
    const chain = [...loop.slice(at), ...loop.slice(0, at + 1)].map(({ redirect }) => redirect.source);
    diagnostics.push(
      start === -1 ? redirectExpands(first.location, first.source, loop[at + 1]?.path ?? path) : redirectLoops(first.location, chain),
    );
  }
  return { leftOut, diagnostics };
}

/** A URL that is neither a page nor an exact source. */
function sampleOf(source: string): string {
  return splitSource(
    redirectTokens(source)
      .map((token) => (token.kind === 'text' ? token.text : '~'))
      .join(''),
  ).source;
}

/** `docs/old/#part` → `/docs/old`; decodes percent-encoding, as servers do before they compare. */
function splitSource(source: string): { source: string; fragment: boolean; query: boolean } {
  const path = /^[^?#]*/.exec(source)?.[0] ?? '';
  const trimmed = `/${decoded(path).replace(/^\/+|\/+$/g, '')}`;
  return { source: trimmed, fragment: source.includes('#'), query: /^[^#]*\?/.test(source) };
}

function siteDestination(destination: string): string {
  const isSitePath = !isExternal(destination) && !destination.startsWith('/') && !destination.startsWith('#');
  return isSitePath ? `/${destination.replace(/^\.\//, '')}` : destination;
}

/** The destination of a site path, or undefined. Exact sources win over patterns, earlier patterns over later ones. */
export function redirectMatcher(redirects: readonly ResolvedRedirect[]): (path: string) => string | undefined {
  const find = redirectFinder(redirects);
  return (path) => find(path)?.destination;
}
