/** Redirects in the words of web hosts: real status codes, and the patterns that no file can answer. */

import type { ResolvedRedirect } from '../../model/redirect.ts';
import { opensRest, redirectTokens } from '../../shared/site/redirect-patterns.ts';
import { encodePath, isSafeUrl } from '../../shared/url.ts';
import type { HostFileMaker, OutputsInput } from './outputs-input.ts';
import { redirectHref } from './redirect-pages.ts';

/** `:name`, `:name*` and `*`, as the format of docs.json has them. */
const placeholder = /:([A-Za-z_]\w*)(\*?)|\*+/g;

/** `_redirects`, read by Netlify and Cloudflare Pages. They take the first line that fits, so exact sources come first. */
export const pagesRedirects: HostFileMaker = ({ redirects }) =>
  redirects.length === 0 ? [] : [{ path: '_redirects', content: redirectLines }];

function redirectLines({ config, redirects }: OutputsInput): string {
  const lines = sorted(redirects).map(({ source, destination, permanent }) => {
    const line = `${config.base}${splatSource(source)} ${splatDestination(source, redirectHref(destination, config.base))} ${permanent ? 301 : 302}`;
    // One wildcard at the end is all that these hosts know.
    const isKnown = !/\*./.test(splatSource(source));
    return isKnown ? line : `# not known to this host: ${line}`;
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

/** `vercel.json`, only where it was asked for (`redirectHosts`). */
export const vercelRedirects: HostFileMaker = ({ redirectHosts }) =>
  redirectHosts?.includes('vercel') ? [{ path: 'vercel.json', content: vercelRules }] : [];

function vercelRules({ config, redirects }: OutputsInput): string {
  const rules = sorted(redirects).map(({ source, destination, permanent }) => ({
    source: config.base + named(encodePath(source), (name) => `:${name}(.*)`),
    destination: named(redirectHref(destination, config.base), (name) => `:${name}`),
    permanent,
  }));
  return `${JSON.stringify({ trailingSlash: false, redirects: rules }, null, 2)}\n`;
}

/** Stars get names, the same ones in source and destination: `*` → `star1`. */
function named(pattern: string, star: (name: string) => string): string {
  let count = 0;
  return pattern.replace(placeholder, (text, name?: string) => (name === undefined ? star(`star${++count}`) : text));
}

/**
 * A file to `include` in a `server` block. nginx asks patterns before it looks for files, so each looks for the page first, as
 * our own server does: a redirect to a page below its own source would go in circles.
 */
export const nginxRedirects: HostFileMaker = ({ redirectHosts }) =>
  redirectHosts?.includes('nginx') ? [{ path: 'nginx-redirects.conf', content: nginxRules }] : [];

function nginxRules({ config, redirects }: OutputsInput): string {
  const rules = sorted(redirects).map(({ source, destination, permanent, isPattern }, index) => {
    if (/["\\\r\n]/.test(source)) return `# not written for nginx: ${encodePath(source)}`;
    const answer = `{ return ${permanent ? 308 : 307} "${nginxTarget(source, redirectHref(destination, config.base))}"; }`;
    if (!isPattern) return `location = "${config.base}${source}" ${answer}`;
    const place = `@docsgen_redirect_${index + 1}`;
    return `location ~ "^${nginxPattern(config.base, source)}/?$" { try_files $uri $uri/index.html ${place}; }\nlocation ${place} ${answer}`;
  });
  return `${rules.join('\n')}\n`;
}

/**
 * What a placeholder may stand for. nginx matches decoded addresses and writes what it found into the header as it is: a line
 * feed would begin another header, and browsers read a backslash as a slash. `\x5c` because a backslash ends differently in its files.
 */
const nginxCharacter = '[^\\x00-\\x1f\\x5c\\x7f]';
const nginxSegmentCharacter = '[^/\\x00-\\x1f\\x5c\\x7f]';

/** Names that nginx has variables of its own for (`host`, `args`) cannot be used. */
function nginxName(name: string): string {
  return `docsgen_${name}`;
}

/** As our own server matches (`redirect-patterns.ts`): a slash at the end counts for nothing, and `/a/:rest*` also means `/a`. */
function nginxPattern(base: string, source: string): string {
  const tokens = redirectTokens(source);
  let pattern = escapePattern(base);
  let stars = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'text')
      pattern += opensRest(tokens, index) ? `${escapePattern(token.text.slice(0, -1))}(?:/|$)` : escapePattern(token.text);
    else if (token.kind === 'segment') pattern += `(?<${nginxName(token.name)}>${nginxSegmentCharacter}+)`;
    else {
      // Where it is last, it leaves the slash at the end to what follows.
      const lazy = index + 1 === tokens.length ? '?' : '';
      const name = nginxName(token.name.startsWith('*') ? `star${++stars}` : token.name);
      pattern += `(?<${name}>${nginxCharacter}*${lazy})`;
    }
  }
  return pattern;
}

function escapePattern(text: string): string {
  return text.replace(/[.+?^${}()|[\]]/g, '\\$&');
}

/** `$` starts a variable in nginx and has no escape, so the author's own is percent-encoded first. */
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

/** Exact sources first, each kind in the author's order; nothing that a browser would run. */
function sorted(redirects: readonly ResolvedRedirect[]): ResolvedRedirect[] {
  const safe = redirects.filter((redirect) => isSafeUrl(redirect.destination));
  return [...safe.filter((redirect) => !redirect.isPattern), ...safe.filter((redirect) => redirect.isPattern)];
}
