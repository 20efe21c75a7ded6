/** Sends one file of the site: packed or plain, whole or a part, or the word that nothing has changed. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { rangeOf } from '../../platform/http/byte-range.ts';
import type { BlobStore } from './blob-store.ts';
import { type Content, type ContentCache, etagOf, maxCachedBytes } from './content-cache.ts';
import { encodingFor, isMatched, isUnchanged } from './negotiate.ts';
import type { ServedFile } from './route-table.ts';

/** Who may keep an answer. */
export type Caching =
  /** Its address changes with its content: for ever, by anyone. */
  | 'immutable'
  /** By anyone who asks each time whether it has changed. */
  | 'shared'
  /** By the reader's own browser, which asks each time: others get something else here. */
  | 'own'
  /** By nobody. */
  | 'never';

const cacheControl: Readonly<Record<Caching, string>> = {
  immutable: 'public, max-age=31536000, immutable',
  shared: 'public, max-age=0, must-revalidate',
  own: 'private, no-cache',
  never: 'private, no-store',
};

/** What all answers with files have in common. */
export interface Sending {
  readonly cache: ContentCache;
  readonly store: BlobStore;
  /** Headers of every answer, as a flat list of names and values. */
  readonly always: readonly string[];
}

/** A picture opened by its own address is a document: it may not run anything, nor act as a page of the site. */
const picturePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** A file as the answer to a request. */
export interface FileResponse {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly file: ServedFile;
  /** Of the whole file: a part of it is 206. */
  readonly status: number;
  readonly caching: Caching;
}

/** Undefined when it was sent at once, a promise when bytes had to be fetched. */
export function sendFile(sending: Sending, answer: FileResponse): Promise<void> | undefined {
  const { request, file } = answer;
  const { cache, store } = sending;
  const size = store.size(file.hash);
  if (size > maxCachedBytes) {
    sendFromDisk(sending, answer, size);
    return undefined;
  }
  const encoding = rangeHeader(request) === undefined ? encodingFor(request.headers['accept-encoding']) : 'identity';
  const known = cache.peek(file, encoding);
  if (known) {
    sendContent(sending, answer, known);
    return undefined;
  }
  return cache.load(file, encoding).then((content) => sendContent(sending, answer, content));
}

function sendContent({ always }: Sending, { request, response, file, status, caching }: FileResponse, content: Content): void {
  const headers = headersOf(always, file, caching, content.etag, content.policy);
  if (content.encoding !== 'identity') headers.push('Content-Encoding', content.encoding);
  if (status === 200 && caching !== 'never' && answerCondition(request, response, { always, headers, etag: content.etag })) return;
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

function sendFromDisk({ always, store }: Sending, { request, response, file, status, caching }: FileResponse, size: number): void {
  const etag = etagOf(file);
  const headers = headersOf(always, file, caching, etag, undefined);
  if (status === 200 && caching !== 'never' && answerCondition(request, response, { always, headers, etag })) return;
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
 * Answers a request whose conditions do not hold, in the order of RFC 9110, 13.2.2. Files have no date of change, so conditions about
 * dates are passed over (13.1.3, 13.1.4).
 */
function answerCondition(
  { headers: asked }: IncomingMessage,
  response: ServerResponse,
  file: { readonly always: readonly string[]; readonly headers: readonly string[]; readonly etag: string },
): boolean {
  if (!isMatched(asked['if-match'], file.etag)) response.writeHead(412, [...file.always, ...nothing]).end();
  else if (isUnchanged(asked['if-none-match'], file.etag)) response.writeHead(304, [...file.headers]).end();
  else return false;
  return true;
}

/** Of refusals: they are about one request, and no cache may give them to another that asks for the file. */
const nothing: readonly string[] = ['Cache-Control', 'no-store', 'Content-Length', '0'];

/** GET is the only method that knows ranges (RFC 9110, 14.2). */
function rangeHeader({ method, headers }: IncomingMessage): string | undefined {
  return method === 'GET' ? headers.range : undefined;
}

/** A condition that no longer holds makes the whole be sent (RFC 9110, 13.1.5). */
function wantedRange(request: IncomingMessage, size: number, etag: string) {
  const condition = request.headers['if-range'];
  return condition === undefined || condition === etag ? rangeOf(rangeHeader(request), size) : undefined;
}

function headersOf(always: readonly string[], file: ServedFile, caching: Caching, etag: string, policy: string | undefined): string[] {
  const isPicture = file.type === 'image/svg+xml';
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
    isPicture ? picturePolicy : policy === undefined ? "frame-ancestors 'self'" : `${policy}; frame-ancestors 'self'`,
  ];
  // What nobody keeps needs no name, and says nothing of what others see here.
  if (caching !== 'never') headers.push('ETag', etag, 'Accept-Ranges', 'bytes');
  else headers.push('Cross-Origin-Resource-Policy', 'same-origin');
  return headers;
}
