/** Sends one file of the site: compressed or not, complete or a range, or 304. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { rangeOf } from '../../platform/http/byte-range.ts';
import type { BlobStore } from './blob-store.ts';
import { type Content, type ContentCache, etagOf, maxCachedBytes } from './content-cache.ts';
import { encodingFor, isMatched, isUnchanged } from './negotiate.ts';
import type { ServedFile } from './route-table.ts';

/** Who may cache a response. */
export type Caching =
  /** Anyone, permanently, because the URL changes with the content. */
  | 'immutable'
  /** Anyone, with revalidation at each request. */
  | 'shared'
  /** Only the reader's browser, with revalidation, because the content depends on the reader. */
  | 'own'
  /** No shared or private cache. */
  | 'never';

const cacheControl: Readonly<Record<Caching, string>> = {
  immutable: 'public, max-age=31536000, immutable',
  shared: 'public, max-age=0, must-revalidate',
  own: 'private, no-cache',
  never: 'private, no-store',
};

/** What all file responses share. */
export interface SendContext {
  readonly cache: ContentCache;
  readonly store: BlobStore;
  /** Headers of every response, as a flat list of names and values. */
  readonly always: readonly string[];
}

/** An SVG that is opened directly is a document. It must not run scripts or act as a page of the site. */
const svgPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** A file with its request. */
export interface FileResponse {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly file: ServedFile;
  /** Status of the complete file; a range gets 206. */
  readonly status: number;
  readonly caching: Caching;
}

/** Returns undefined when the response was sent synchronously, or a promise when content must be loaded. */
export function sendFile(sending: SendContext, answer: FileResponse): Promise<void> | undefined {
  const { request, file } = answer;
  const { cache, store } = sending;
  const size = store.size(file.hash);
  if (size > maxCachedBytes) {
    sendFromDisk(sending, answer, size);
    return undefined;
  }
  const encoding = rangeHeader(request) === undefined ? encodingFor(request.headers['accept-encoding']) : 'identity';
  const cached = cache.peek(file, encoding);
  if (cached) {
    sendContent(sending, answer, cached);
    return undefined;
  }
  return cache.load(file, encoding).then((content) => sendContent(sending, answer, content));
}

function sendContent({ always }: SendContext, { request, response, file, status, caching }: FileResponse, content: Content): void {
  const headers = headersOf(always, file, caching, content.etag, content.policy);
  if (content.encoding !== 'identity') headers.push('Content-Encoding', content.encoding);
  if (status === 200 && caching !== 'never' && respondToCondition(request, response, { always, headers, etag: content.etag })) return;
  const range = status === 200 && content.encoding === 'identity' ? wantedRange(request, content.body.length, content.etag) : undefined;
  if (range === 'impossible') {
    response.writeHead(416, [...always, ...nothing, 'Content-Range', `bytes */${content.body.length}`]).end();
    return;
  }
  const body = range ? content.body.subarray(range.start, range.end + 1) : content.body;
  if (range) headers.push('Content-Range', `bytes ${range.start}-${range.end}/${content.body.length}`);
  headers.push('Content-Length', String(body.length));
  response.writeHead(range ? 206 : status, headers);
  response.end(request.method === 'HEAD' ? undefined : body);
}

function sendFromDisk({ always, store }: SendContext, { request, response, file, status, caching }: FileResponse, size: number): void {
  const etag = etagOf(file);
  const headers = headersOf(always, file, caching, etag, undefined);
  if (status === 200 && caching !== 'never' && respondToCondition(request, response, { always, headers, etag })) return;
  const range = status === 200 ? wantedRange(request, size, etag) : undefined;
  if (range === 'impossible') {
    response.writeHead(416, [...always, ...nothing, 'Content-Range', `bytes */${size}`]).end();
    return;
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  if (range) headers.push('Content-Range', `bytes ${start}-${end}/${size}`);
  headers.push('Content-Length', String(end - start + 1));
  response.writeHead(range ? 206 : status, headers);
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  const stream = store.stream(file.hash, { start, end });
  stream.on('error', () => response.destroy());
  response.on('close', () => stream.destroy());
  stream.pipe(response);
}

/**
 * Responds if a precondition fails, in the order of RFC 9110, section 13.2.2. Files have no modification date, so conditions with dates
 * are ignored (sections 13.1.3 and 13.1.4).
 */
function respondToCondition(
  { headers: requestHeaders }: IncomingMessage,
  response: ServerResponse,
  file: { readonly always: readonly string[]; readonly headers: readonly string[]; readonly etag: string },
): boolean {
  if (!isMatched(requestHeaders['if-match'], file.etag)) response.writeHead(412, [...file.always, ...nothing]).end();
  else if (isUnchanged(requestHeaders['if-none-match'], file.etag)) response.writeHead(304, [...file.headers]).end();
  else return false;
  return true;
}

/** Headers of refusals. They concern one request, so no cache may reuse them for another one. */
const nothing: readonly string[] = ['Cache-Control', 'no-store', 'Content-Length', '0'];

/** Only GET supports ranges (RFC 9110, section 14.2). */
function rangeHeader({ method, headers }: IncomingMessage): string | undefined {
  return method === 'GET' ? headers.range : undefined;
}

/** If the `If-Range` condition fails, the complete file is sent (RFC 9110, section 13.1.5). */
function wantedRange(request: IncomingMessage, size: number, etag: string) {
  const condition = request.headers['if-range'];
  return condition === undefined || condition === etag ? rangeOf(rangeHeader(request), size) : undefined;
}

function headersOf(always: readonly string[], file: ServedFile, caching: Caching, etag: string, policy: string | undefined): string[] {
  const isImage = file.type === 'image/svg+xml';
  const headers = [
    ...always,
    ...(file.headers ?? []),
    'Content-Type',
    file.type,
    'Cache-Control',
    cacheControl[caching],
    'Vary',
    caching === 'own' || caching === 'never' ? 'Accept, Accept-Encoding, Cookie' : 'Accept, Accept-Encoding',
    'Content-Security-Policy',
    isImage ? svgPolicy : policy === undefined ? "frame-ancestors 'self'" : `${policy}; frame-ancestors 'self'`,
  ];
  // An uncached response needs no ETag, which would also reveal that the content is the same for other readers.
  if (caching !== 'never') headers.push('ETag', etag, 'Accept-Ranges', 'bytes');
  else headers.push('Cross-Origin-Resource-Policy', 'same-origin');
  return headers;
}
