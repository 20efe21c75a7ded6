/** Short responses of the server itself: refusals, errors, data. They contain no file names, no version and nothing from the request. */
import type { ServerResponse } from 'node:http';
import { escapeHtml } from '../../shared/html.ts';

/** Sent with every response. */
export const securityHeaders: readonly string[] = [
  'X-Content-Type-Options',
  'nosniff',
  'Referrer-Policy',
  'strict-origin-when-cross-origin',
];

const noContent = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'";

/** Without `Cache-Control` in the headers, the response is not cached. */
export interface PlainResponse {
  readonly status: number;
  /** A flat list of names and values. */
  readonly headers?: readonly string[];
}

/** Sends one line of text. HEAD requests get no body. */
export function sendText(response: ServerResponse, { status, headers = [] }: PlainResponse, text: string): void {
  send(response, status, 'text/plain; charset=utf-8', `${text}\n`, headers);
}

/** Sends a standalone page, for when no page of the site is available. */
export function sendMessage(response: ServerResponse, { status, headers = [] }: PlainResponse, title: string, message: string): void {
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title>
<style>body{font:16px/1.6 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1.5rem}h1{font-size:1.5rem}</style></head>
<body><h1>${escapeHtml(title)}</h1><p>${escapeHtml(message)}</p></body></html>
`;
  send(response, status, 'text/html; charset=utf-8', html, headers);
}

/** Sends JSON, for programs. */
export function sendJson(response: ServerResponse, { status, headers = [] }: PlainResponse, value: unknown): void {
  send(response, status, 'application/json; charset=utf-8', JSON.stringify(value), headers);
}

/** `location` is a path of this site or a URL from the configuration, already percent-encoded. */
export function sendRedirect(response: ServerResponse, status: number, location: string, headers: readonly string[] = []): void {
  response.writeHead(status, [...securityHeaders, ...withCaching(headers), 'Location', location, 'Content-Length', '0']);
  response.end();
}

function send(response: ServerResponse, status: number, type: string, text: string, headers: readonly string[]): void {
  const body = Buffer.from(text);
  const isHead = response.req.method === 'HEAD';
  response.writeHead(status, [
    ...securityHeaders,
    ...withCaching(headers),
    'Content-Type',
    type,
    'Content-Security-Policy',
    noContent,
    'Content-Length',
    String(body.length),
  ]);
  response.end(isHead ? undefined : body);
}

function withCaching(headers: readonly string[]): readonly string[] {
  return headers.includes('Cache-Control') ? headers : [...headers, 'Cache-Control', 'no-store'];
}
