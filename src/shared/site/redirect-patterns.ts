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

/** Limit for wildcards: each one multiplies the time to reject a long path. */
const maxWildcards = 4;

/**
 * Finds the redirect of a site path, with its destination filled in. Exact sources win over patterns, earlier patterns
 * over later ones.
 */
export function redirectFinder<T extends PatternedRedirect>(
  redirects: readonly T[],
): (path: string) => { readonly redirect: T; readonly destination: string } | undefined {
  const exact = new Map<string, T>();
  const patterns: { test: RegExp; names: readonly string[]; redirect: T }[] = [];
  for (const redirect of redirects) {
    if (!redirect.isPattern) exact.set(redirect.source, redirect);
    else {
      const tokens = redirectTokens(redirect.source);
      if (tokens.filter((token) => token.kind === 'rest').length > maxWildcards) continue;
      patterns.push({ ...compile(tokens), redirect });
    }
  }
  return (path) => {
    const normal = `/${path.replace(/^\/+|\/+$/g, '')}`;
    const direct = exact.get(normal);
    if (direct !== undefined) return { redirect: direct, destination: direct.destination };
    if (normal.length > 2_000) return undefined;
    for (const { test, names, redirect } of patterns) {
      const match = test.exec(normal);
      if (match)
        return { redirect, destination: fill(redirect.destination, new Map(names.map((name, index) => [name, match[index + 1] ?? '']))) };
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

function compile(tokens: readonly RedirectToken[]): { test: RegExp; names: string[] } {
  const names: string[] = [];
  let pattern = '';
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'text') {
      pattern += opensRest(tokens, index) ? `${escapePattern(token.text.slice(0, -1))}(?:/|$)` : escapePattern(token.text);
    } else {
      names.push(token.name);
      pattern += token.kind === 'segment' ? '([^/]+)' : '(.*)';
    }
  }
  return { test: new RegExp(`^${pattern}$`, 'u'), names };
}

function fill(destination: string, values: ReadonlyMap<string, string>): string {
  // The colon in `https://` and of a port is text: names start with a letter.
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
