/** Sends one published file: types, parts of films, "not changed since". Never more than the file that the route named. */
import { createHash } from 'node:crypto';
import { closeSync, createReadStream, fstatSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { openListed } from '../../platform/files/open-listed.ts';
import { rangeOf } from '../../platform/http/byte-range.ts';
import { mediaType } from '../../shared/media-type.ts';

function headersOf(path: string): Record<string, string> {
  const type = mediaType(path);
  return {
    'Content-Type': type,
    // A picture opened by its own address is a document: it may not run anything, nor act as a page of the site.
    ...(type === 'image/svg+xml' && { 'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" }),
  };
}

/** A file made by us. Hashed names never change; the browser is still asked to look, because it costs nothing here. */
export function sendData(request: IncomingMessage, response: ServerResponse, path: string, data: string | Uint8Array): void {
  const etag = `"${createHash('sha256').update(data).digest('base64url').slice(0, 22)}"`;
  const headers = { ...headersOf(path), ETag: etag, 'Cache-Control': 'no-cache' };
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, headers).end();
    return;
  }
  response.writeHead(200, { ...headers, 'Content-Length': Buffer.byteLength(data) });
  response.end(request.method === 'HEAD' ? undefined : data);
}

/** A file of the project, at most one range of it; false when it cannot be read any more. */
export function sendFromDisk(request: IncomingMessage, response: ServerResponse, path: string, absolute: string): boolean {
  let descriptor: number;
  try {
    // The place was resolved when the project was read: a link that is on the way now is not followed.
    descriptor = openListed(absolute);
  } catch {
    return false;
  }
  const stat = fstatSync(descriptor);
  if (!stat.isFile()) {
    closeSync(descriptor);
    return false;
  }
  const etag = `"${stat.size.toString(36)}-${stat.mtimeMs.toString(36)}"`;
  const headers = { ...headersOf(path), ETag: etag, 'Cache-Control': 'no-cache', 'Accept-Ranges': 'bytes' };
  const finish = (status: number, more: Record<string, string | number>) => {
    closeSync(descriptor);
    response.writeHead(status, { ...headers, ...more }).end();
  };
  const range = rangeOf(request.headers.range, stat.size);
  if (request.headers['if-none-match'] === etag) finish(304, {});
  else if (range === 'impossible') finish(416, { 'Content-Range': `bytes */${stat.size}` });
  else if (request.method === 'HEAD') finish(200, { 'Content-Length': stat.size });
  else if (stat.size === 0) finish(200, { 'Content-Length': 0 });
  else {
    const { start, end } = range ?? { start: 0, end: stat.size - 1 };
    response.writeHead(range ? 206 : 200, {
      ...headers,
      'Content-Length': end - start + 1,
      ...(range && { 'Content-Range': `bytes ${start}-${end}/${stat.size}` }),
    });
    const stream = createReadStream('', { fd: descriptor, start, end });
    stream.on('error', () => response.destroy());
    response.on('close', () => stream.destroy());
    stream.pipe(response);
  }
  return true;
}
