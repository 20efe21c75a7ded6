/** Which form of a file a request wants: packed or plain, the page or its Markdown (RFC 9110, 12.5). */
import type { IncomingHttpHeaders } from 'node:http';
import type { Encoding } from './content-cache.ts';

/** Header value → encoding: browsers send the same few. */
const known = new Map<string, Encoding>();

/** `br` where it is liked as much as gzip. What is asked for may still come plain: where packing gains nothing. */
export function encodingFor(header: string | string[] | undefined): Encoding {
  if (typeof header !== 'string' || header === '') return 'identity';
  let found = known.get(header);
  if (found === undefined) {
    const weights = weightsOf(header);
    const weight = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
    found = weight('br') > 0 && weight('br') >= weight('gzip') ? 'br' : weight('gzip') > 0 ? 'gzip' : 'identity';
    if (known.size < 200) known.set(header, found);
  }
  return found;
}

/** A program that asks for Markdown gets it; a browser lists HTML with at least the same weight. */
export function wantsMarkdown({ accept }: IncomingHttpHeaders): boolean {
  if (accept === undefined || !accept.includes('text/')) return false;
  const weights = weightsOf(accept);
  const markdown = Math.max(weights.get('text/markdown') ?? 0, weights.get('text/x-markdown') ?? 0);
  const html = weights.get('text/html') ?? 0;
  return markdown > html || (markdown > 0 && markdown === html && accept.indexOf('markdown') < accept.indexOf('text/html'));
}

/** Whether the answer to this request is a page that somebody reads, and no data that a program takes. */
export function wantsPage(path: string, headers: IncomingHttpHeaders): boolean {
  if (headers.accept?.includes('text/html')) return true;
  if (wantsMarkdown(headers)) return false;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const extension = /\.([a-z][a-z0-9_]{0,15})$/i.exec(name)?.[1]?.toLowerCase();
  return extension === undefined || extension === 'html' || extension === 'htm';
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

/** Whether the reader has these bytes already: weak comparison, as for GET (RFC 9110, 13.1.2). */
export function isUnchanged(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag || header === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** Whether the bytes are still those that a client goes on with: strong comparison, so a weak name matches nothing (RFC 9110, 13.1.1). */
export function isMatched(header: string | undefined, etag: string): boolean {
  return header === undefined || header.trim() === '*' || header.split(',').some((tag) => tag.trim() === etag);
}
