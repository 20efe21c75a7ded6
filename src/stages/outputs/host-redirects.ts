/** Redirects in the configuration formats of web hosts: with real status codes, and with patterns, which files cannot provide. */

import type { ResolvedRedirect } from '../../model/link-target.ts';
import { opensRest, redirectTokens } from '../../shared/site/redirect-patterns.ts';
import { encodePath, isSafeUrl } from '../../shared/url.ts';
import type { HostFileWriter, OutputsInput } from './outputs-input.ts';
import { redirectHref } from './redirect-pages.ts';

/** `:name`, `:name*` and `*`, as in docs.json. */
const placeholder = /:([A-Za-z_]\w*)(\*?)|\*+/g;

/** `_redirects`, read by Netlify and Cloudflare Pages. The first matching line applies, so exact sources come first. */
export const pagesRedirects: HostFileWriter = ({ redirects }) =>
  redirects.length === 0 ? [] : [{ path: '_redirects', content: redirectLines }];

function redirectLines({ config, redirects }: OutputsInput): string {
  const lines = sortRedirects(redirects).map(({ source, destination, permanent }) => {
    const line = `${config.base}${splatSource(source)} ${splatDestination(source, redirectHref(destination, config.base))} ${permanent ? 301 : 302}`;
    // These hosts support only one wildcard, at the end.
    const isSupported = !/\*./.test(splatSource(source));
    return isSupported ? line : `# not supported by this host: ${line}`;
  });
  return `${lines.join('\n')}\n`;
}

/** `/a/:rest*` → `/a/*`. */
function splatSource(source: string): string {
  return encodePath(source).replace(placeholder, (text, name?: string, star?: string) => (name !== undefined && star === '' ? text : '*'));
}

function splatDestination(source: string, destination: string): string {
  const params = new Set([...source.matchAll(placeholder)].filter((match) => match[1] && match[2] === '').map((match) => match[1]));
  return destination.replace(placeholder, (text, name?: string) => {
    if (name === undefined) return ':splat';
    if (params.has(name)) return text;
    return source.includes(`:${name}*`) ? ':splat' : text;
  });
}

/** `vercel.json`, only if requested (`redirectHosts`). */
export const vercelRedirects: HostFileWriter = ({ redirectHosts }) =>
  redirectHosts?.includes('vercel') ? [{ path: 'vercel.json', content: vercelRules }] : [];

function vercelRules({ config, redirects }: OutputsInput): string {
  const rules = sortRedirects(redirects).map(({ source, destination, permanent }) => ({
    source: config.base + nameWildcards(encodePath(source), (name) => `:${name}(.*)`),
    destination: nameWildcards(redirectHref(destination, config.base), (name) => `:${name}`),
    permanent,
  }));
  return `${JSON.stringify({ trailingSlash: config.seo.trailingSlash, redirects: rules }, null, 2)}\n`;
}

/** Names the wildcards, in the same way in source and destination: `*` → `star1`. */
function nameWildcards(pattern: string, star: (name: string) => string): string {
  let count = 0;
  return pattern.replace(placeholder, (text, name?: string) => (name === undefined ? star(`star${++count}`) : text));
}

/**
 * A file to `include` in a `server` block. nginx evaluates regular expressions before it looks for files, so each
 * rule checks for the page first, as docsgen's server does: a redirect to a page below its own source would loop.
 */
export const nginxRedirects: HostFileWriter = ({ redirectHosts }) =>
  redirectHosts?.includes('nginx') ? [{ path: 'nginx-redirects.conf', content: nginxRules }] : [];

function nginxRules({ config, redirects }: OutputsInput): string {
  const rules = sortRedirects(redirects).map(({ source, destination, permanent, isPattern }, index) => {
    if (/["\\\r\n]/.test(source)) return `# not supported for nginx: ${encodePath(source)}`;
    const action = `{ return ${permanent ? 308 : 307} "${nginxTarget(source, redirectHref(destination, config.base))}"; }`;
    if (!isPattern) return `location = "${config.base}${source}" ${action}`;
    const namedLocation = `@docsgen_redirect_${index + 1}`;
    return `location ~ "^${nginxPattern(config.base, source, tokensInHost(destination))}/?$" { try_files $uri $uri/index.html ${namedLocation}; }\nlocation ${namedLocation} ${action}`;
  });
  return `${rules.join('\n')}\n`;
}

/**
 * What a placeholder matches. nginx matches decoded URLs and inserts the match into the header unchanged: a line feed
 * would start another header, and browsers read a backslash as a slash. `\x5c`, because nginx configuration files
 * treat a backslash differently.
 */
const nginxCharacter = '[^\\x00-\\x1f\\x5c\\x7f]';
const nginxSegmentCharacter = '[^/\\x00-\\x1f\\x5c\\x7f]';
/** In the host of a destination, any other character could end the host, and lead to one that the reader chooses. */
const nginxHostCharacter = '[A-Za-z0-9.-]';

/** Prefixed, because nginx has variables such as `host` and `args`. */
function nginxName(name: string): string {
  return `docsgen_${name}`;
}

/** The names of the placeholders in the host of a URL. */
function tokensInHost(destination: string): ReadonlySet<string> {
  const host = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(destination)?.[1] ?? '';
  return new Set(redirectTokens(host).flatMap((token) => (token.kind === 'text' ? [] : [token.name])));
}

/** Matches like docsgen's server (`redirect-patterns.ts`): a trailing slash is ignored, and `/a/:rest*` also matches `/a`. */
function nginxPattern(base: string, source: string, inHost: ReadonlySet<string>): string {
  const tokens = redirectTokens(source);
  let pattern = escapePattern(base);
  let stars = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'text')
      pattern += opensRest(tokens, index) ? `${escapePattern(token.text.slice(0, -1))}(?:/|$)` : escapePattern(token.text);
    else if (token.kind === 'segment')
      pattern += `(?<${nginxName(token.name)}>${inHost.has(token.name) ? nginxHostCharacter : nginxSegmentCharacter}+)`;
    else {
      // At the end, it leaves a trailing slash to the rest of the pattern.
      const lazy = index + 1 === tokens.length ? '?' : '';
      const name = nginxName(token.name.startsWith('*') ? `star${++stars}` : token.name);
      pattern += `(?<${name}>${inHost.has(token.name) ? nginxHostCharacter : nginxCharacter}*${lazy})`;
    }
  }
  return pattern;
}

function escapePattern(text: string): string {
  return text.replace(/[.+?^${}()|[\]]/g, '\\$&');
}

/** `$` starts a variable in nginx and cannot be escaped, so literal ones are percent-encoded. */
function nginxTarget(source: string, destination: string): string {
  const names = new Set([...source.matchAll(placeholder)].flatMap((match) => match[1] ?? []));
  let stars = 0;
  return destination
    .replaceAll('$', '%24')
    .replaceAll('"', '%22')
    .replace(placeholder, (text, name?: string) => {
      if (name === undefined) return `\${${nginxName(`star${++stars}`)}}`;
      return names.has(name) ? `\${${nginxName(name)}}` : text;
    });
}

/** Exact sources first, each kind in the author's order; without unsafe destinations. */
function sortRedirects(redirects: readonly ResolvedRedirect[]): ResolvedRedirect[] {
  const safe = redirects.filter((redirect) => isSafeUrl(redirect.destination));
  return [...safe.filter((redirect) => !redirect.isPattern), ...safe.filter((redirect) => redirect.isPattern)];
}
