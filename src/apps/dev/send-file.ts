/** Sends one published file, with media types, range requests and revalidation. It reads only the file of the route. */
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
    // An SVG that is opened directly is a document. It must not run scripts or act as a page of the site.
    ...(type === 'image/svg+xml' && { 'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" }),
  };
}

/** Sends generated data. The browser revalidates even hashed names, because that is cheap here. */
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

/** Sends a file of the project, or one range of it. Returns false when the file can no longer be read. */
export function sendFromDisk(request: IncomingMessage, response: ServerResponse, path: string, absolute: string): boolean {
  let descriptor: number;
  try {
    // The path was resolved when the project was read. A link that appeared since is not followed.
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
