/** Content negotiation: encodings, languages, and HTML or Markdown (RFC 9110, section 12.5). */
import type { IncomingHttpHeaders } from 'node:http';
import type { Encoding } from './content-cache.ts';

/** Encodings by header value. Browsers send only a few different values. */
const cache = new Map<string, Encoding>();

/** Returns `br` if it is accepted at least as much as gzip. Content that does not shrink is still sent uncompressed. */
export function encodingFor(header: string | string[] | undefined): Encoding {
  if (typeof header !== 'string' || header === '') return 'identity';
  let encoding = cache.get(header);
  if (encoding === undefined) {
    const weights = weightsOf(header);
    const weight = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
    encoding = weight('br') > 0 && weight('br') >= weight('gzip') ? 'br' : weight('gzip') > 0 ? 'gzip' : 'identity';
    if (cache.size < 200) cache.set(header, encoding);
  }
  return encoding;
}

/** Whether the client prefers Markdown. Browsers list HTML with at least the same weight. */
export function wantsMarkdown({ accept }: IncomingHttpHeaders): boolean {
  if (accept === undefined || !accept.includes('text/')) return false;
  const weights = weightsOf(accept);
  const markdown = Math.max(weights.get('text/markdown') ?? 0, weights.get('text/x-markdown') ?? 0);
  const html = weights.get('text/html') ?? 0;
  return markdown > html || (markdown > 0 && markdown === html && accept.indexOf('markdown') < accept.indexOf('text/html'));
}

/** Whether the response is a page for a person, rather than data for a program. */
export function wantsPage(path: string, headers: IncomingHttpHeaders): boolean {
  if (headers.accept?.includes('text/html')) return true;
  if (wantsMarkdown(headers)) return false;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const extension = /\.([a-z][a-z0-9_]{0,15})$/i.exec(name)?.[1]?.toLowerCase();
  return extension === undefined || extension === 'html' || extension === 'htm';
}

/**
 * The language of `tags` that a client prefers (lookup of RFC 4647, section 3.4: `de-AT` finds `de`; also `pt` finds `pt-BR`); undefined if it
 * accepts none of them, or any.
 */
export function preferredLanguage(header: string | undefined, tags: readonly string[]): string | undefined {
  if (header === undefined) return undefined;
  const ranges = [...weightsOf(header)].filter(([, weight]) => weight > 0).sort(([, a], [, b]) => b - a);
  for (const [range] of ranges) {
    if (range === '*') return undefined;
    for (let part = range; part !== ''; part = part.slice(0, Math.max(part.lastIndexOf('-'), 0))) {
      const found = tags.find((tag) => tag.toLowerCase() === part) ?? tags.find((tag) => tag.toLowerCase().startsWith(`${part}-`));
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function weightsOf(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',', 50)) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    const weight = quality === undefined ? 1 : Number(quality);
    if (name !== '' && weight >= 0) weights.set(name, Math.min(weight, 1));
  }
  return weights;
}

/** Whether the client already has this content: weak comparison, as for GET (RFC 9110, section 13.1.2). */
export function isUnchanged(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag || header === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** Whether the content still matches the client's partial copy: strong comparison, so weak ETags never match (RFC 9110, section 13.1.1). */
export function isMatched(header: string | undefined, etag: string): boolean {
  return header === undefined || header.trim() === '*' || header.split(',').some((tag) => tag.trim() === etag);
}
