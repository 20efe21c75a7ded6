/**
 * Redirects of docs.json (docs-json-spec 7) → sorted out and ready to be served. Tokens and loops were judged when the
 * configuration was read; here is what needs the pages: a redirect never hides one.
 */
import { isExternal } from '../contract/url.ts';
import type { Diagnostic, Result } from '../model/diagnostic.ts';
import type { ResolvedRedirect } from '../model/redirect.ts';
import type { Redirect } from '../model/site-config.ts';
import { redirectIsPage, redirectUnmatchable } from './errors.ts';

/** `hasPage` says whether a URL (`/a/b`) is a page. */
export function resolveRedirects(redirects: readonly Redirect[], hasPage: (url: string) => boolean): Result<ResolvedRedirect[]> {
  const value: ResolvedRedirect[] = [];
  const diagnostics: Diagnostic[] = [];
  const taken = new Set<string>();
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
    if (taken.has(source) || (!isPattern && splitSource(destination).source === source && !isExternal(destination))) continue;
    taken.add(source);
    value.push({
      source,
      destination,
      permanent: redirect.permanent,
      isPattern,
      location: redirect.location,
    });
  }
  return { value, diagnostics };
}

/** `docs/old/#part` → `/docs/old`; percent-encoding is undone, as a server does before it compares. */
function splitSource(source: string): { source: string; fragment: boolean; query: boolean } {
  const path = /^[^?#]*/.exec(source)?.[0] ?? '';
  const trimmed = `/${decodePath(path).replace(/^\/+|\/+$/g, '')}`;
  return { source: trimmed, fragment: source.includes('#'), query: /^[^#]*\?/.test(source) };
}

function siteDestination(destination: string): string {
  const isSitePath = !isExternal(destination) && !destination.startsWith('/') && !destination.startsWith('#');
  return isSitePath ? `/${destination.replace(/^\.\//, '')}` : destination;
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** More wildcards than anyone writes; each one multiplies the time that a long path takes to be refused. */
const maxWildcards = 4;

/** Where a site path leads, or undefined. Exact sources win over patterns, earlier patterns over later ones. */
export function redirectMatcher(redirects: readonly ResolvedRedirect[]): (path: string) => string | undefined {
  const exact = new Map<string, string>();
  const patterns: { test: RegExp; names: readonly string[]; destination: string }[] = [];
  for (const { source, destination, isPattern } of redirects) {
    if (!isPattern) exact.set(source, destination);
    else {
      const tokens = redirectTokens(source);
      if (tokens.filter((token) => token.kind === 'rest').length > maxWildcards) continue;
      patterns.push({ ...compile(tokens), destination });
    }
  }
  return (path) => {
    const normal = `/${path.replace(/^\/+|\/+$/g, '')}`;
    const direct = exact.get(normal);
    if (direct !== undefined) return direct;
    if (normal.length > 2_000) return undefined;
    for (const { test, names, destination } of patterns) {
      const match = test.exec(normal);
      if (match) return fill(destination, new Map(names.map((name, index) => [name, match[index + 1] ?? ''])));
    }
    return undefined;
  };
}

type RedirectToken =
  | { readonly kind: 'text'; readonly text: string }
  /** One segment (or a part of one). */
  | { readonly kind: 'segment'; readonly name: string }
  /** Anything, slashes too. Stars are named `*1`, `*2`. */
  | { readonly kind: 'rest'; readonly name: string };

/** `/a/:id/b-*` → text `/a/`, segment `id`, text `/b-`, rest `*1`. */
function redirectTokens(pattern: string): RedirectToken[] {
  const tokens: RedirectToken[] = [];
  let stars = 0;
  for (const part of pattern.split(/(:[A-Za-z_]\w*\*?|\*+)/)) {
    if (part === '') continue;
    if (part.startsWith('*')) tokens.push({ kind: 'rest', name: `*${++stars}` });
    else if (/^:[A-Za-z_]\w*\*$/.test(part)) tokens.push({ kind: 'rest', name: part.slice(1, -1) });
    else if (/^:[A-Za-z_]\w*$/.test(part)) tokens.push({ kind: 'segment', name: part.slice(1) });
    else tokens.push({ kind: 'text', text: part });
  }
  return tokens;
}

function compile(tokens: readonly RedirectToken[]): { test: RegExp; names: string[] } {
  const names: string[] = [];
  let pattern = '';
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'text') {
      // `/a/:rest*` also means `/a` itself.
      const next = tokens[index + 1];
      const opensRest = next?.kind === 'rest' && index + 2 === tokens.length && token.text.endsWith('/') && token.text !== '/';
      pattern += opensRest ? `${escapePattern(token.text.slice(0, -1))}(?:/|$)` : escapePattern(token.text);
    } else {
      names.push(token.name);
      pattern += token.kind === 'segment' ? '([^/]+)' : '(.*)';
    }
  }
  return { test: new RegExp(`^${pattern}$`, 'u'), names };
}

function fill(destination: string, values: ReadonlyMap<string, string>): string {
  // The colon of `https://` and of a port is text: names start with a letter and `://` does not.
  return redirectTokens(destination)
    .map((token) => (token.kind === 'text' ? token.text : (values.get(token.name) ?? wordsOf(token))))
    .join('');
}

function wordsOf(token: Exclude<RedirectToken, { kind: 'text' }>): string {
  return token.name.startsWith('*') ? '*' : `:${token.name}`;
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
