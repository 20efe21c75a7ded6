/** Matches redirect sources with `*`, `:name` and `:name*`, and fills in their destinations. */

/** The properties for matching; callers can use richer types. */
export interface PatternedRedirect {
  /** Site path with a leading slash, without a trailing one, not percent-encoded. */
  readonly source: string;
  /** Path or URL; the tokens are replaced by what they matched. */
  readonly destination: string;
  /** Whether `source` contains tokens. Computed once, when redirects are read. */
  readonly isPattern: boolean;
}

/** Longer paths match no pattern. */
const maxPathLength = 2_000;

/**
 * Finds the redirect of a site path, with its destination filled in. Exact sources win over patterns, earlier patterns
 * over later ones. A pattern does not match if it would put anything other than a host name into the host of its
 * destination.
 * @param encode applied to what a token matched, before it is filled in.
 */
export function redirectFinder<T extends PatternedRedirect>(
  redirects: readonly T[],
  encode: (text: string) => string = (text) => text,
): (path: string) => { readonly redirect: T; readonly destination: string } | undefined {
  const exact = new Map<string, T>();
  const patterns: { tokens: readonly RedirectToken[]; redirect: T }[] = [];
  for (const redirect of redirects) {
    if (redirect.isPattern) patterns.push({ tokens: redirectTokens(redirect.source), redirect });
    else exact.set(redirect.source, redirect);
  }
  return (path) => {
    const normal = `/${path.replace(/^\/+|\/+$/g, '')}`;
    const direct = exact.get(normal);
    if (direct !== undefined) return { redirect: direct, destination: direct.destination };
    if (normal.length > maxPathLength) return undefined;
    for (const { tokens, redirect } of patterns) {
      const values = match(tokens, normal);
      const destination = values && fill(redirect.destination, values, encode);
      if (destination !== undefined) return { redirect, destination };
    }
    return undefined;
  };
}

/** A piece of a source or destination. The same name in both means the same text. */
export type RedirectToken =
  | { readonly kind: 'text'; readonly text: string }
  /** One segment (or a part of one). */
  | { readonly kind: 'segment'; readonly name: string }
  /** Any text, including slashes. Stars are named `*1`, `*2`. */
  | { readonly kind: 'rest'; readonly name: string };

/** `/a/:id/b-*` → text `/a/`, segment `id`, text `/b-`, rest `*1`. */
export function redirectTokens(pattern: string): RedirectToken[] {
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

/** Whether the slash at the end of a text is optional: `/a/:rest*` also matches `/a`. */
export function opensRest(tokens: readonly RedirectToken[], index: number): boolean {
  const [token, next] = [tokens[index], tokens[index + 1]];
  return token?.kind === 'text' && next?.kind === 'rest' && index + 2 === tokens.length && token.text.endsWith('/') && token.text !== '/';
}

/**
 * What each token matched, where earlier tokens take as much as possible; undefined if the path does not match. Takes
 * time in proportion to the path and the number of tokens: a regular expression would try every combination.
 */
function match(tokens: readonly RedirectToken[], path: string): ReadonlyMap<string, string> | undefined {
  const [first] = tokens;
  if (first?.kind === 'text' && !path.startsWith(opensRest(tokens, 0) ? first.text.slice(0, -1) : first.text)) return undefined;
  // Token → position → the end of what it matches there, if the tokens after it match the rest of the path; else -1.
  const ends: Int32Array[] = [];
  for (let index = tokens.length - 1; index >= 0; index--) {
    const next = ends[index + 1];
    const canEnd = (at: number) => (next === undefined ? at === path.length : (next[at] as number) >= 0);
    ends[index] = endsOf(tokens[index] as RedirectToken, opensRest(tokens, index), path, canEnd);
  }
  const values = new Map<string, string>();
  let at = 0;
  for (const [index, token] of tokens.entries()) {
    const end = (ends[index] as Int32Array)[at] as number;
    if (end < 0) return undefined;
    if (token.kind !== 'text') values.set(token.name, path.slice(at, end));
    at = end;
  }
  return values;
}

function endsOf(token: RedirectToken, isSlashOptional: boolean, path: string, canEnd: (at: number) => boolean): Int32Array {
  const ends = new Int32Array(path.length + 1).fill(-1);
  if (token.kind === 'text') {
    const { text } = token;
    for (let at = path.indexOf(text); at >= 0; at = path.indexOf(text, at + 1)) if (canEnd(at + text.length)) ends[at] = at + text.length;
    const start = path.length - text.length + 1;
    if (isSlashOptional && start >= 0 && path.endsWith(text.slice(0, -1))) ends[start] = path.length;
    return ends;
  }
  // The last position where the token can end, in the run of characters that it may contain.
  let last = -1;
  for (let at = path.length; at >= 0; at--) {
    const character = path[at];
    if (character !== undefined && (token.kind === 'segment' ? character === '/' : /[\n\r\u2028\u2029]/.test(character))) last = -1;
    if (token.kind === 'rest' && last < 0 && canEnd(at)) last = at;
    if (last >= 0) ends[at] = last;
    if (token.kind === 'segment' && last < 0 && canEnd(at)) last = at;
  }
  return ends;
}

/** Undefined if the host of the destination would contain anything other than a host name. */
function fill(destination: string, values: ReadonlyMap<string, string>, encode: (text: string) => string): string | undefined {
  const scheme = /^[a-z][a-z\d+.-]*:\/\//i.exec(destination)?.[0] ?? '';
  let isHost = scheme !== '';
  let result = scheme;
  // The colon of a port is text: names start with a letter.
  for (const token of redirectTokens(destination.slice(scheme.length))) {
    const value = token.kind === 'text' ? undefined : values.get(token.name);
    if (value !== undefined && isHost && !/^[a-z\d.-]+$/i.test(value)) return undefined;
    if (token.kind === 'text' && /[/?#]/.test(token.text)) isHost = false;
    result += token.kind === 'text' ? token.text : value === undefined ? wordsOf(token) : encode(value);
  }
  // A path that begins with two slashes is the address of another site.
  return destination.startsWith('/') ? result.replace(/^[/\\]+/, '/') : result;
}

function wordsOf(token: Exclude<RedirectToken, { kind: 'text' }>): string {
  return token.name.startsWith('*') ? '*' : `:${token.name}`;
}
