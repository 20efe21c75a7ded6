/** Sends a request from the browser and streams the response, up to a limit. */
import type { BuiltRequest } from '../../shared/request/request.ts';
import { bodyPieces } from '../../shared/samples/sample.ts';
import { fileOf } from './body/files.ts';
import { type ProxySettings, sendByProxy } from './proxy.ts';

/** Maximum number of bytes to read. */
export const longestBody = 10 * 1024 * 1024;

/** A response with an unread body, from the browser or the proxy. */
export interface Received {
  readonly status: number;
  /** Empty over HTTP/2. */
  readonly statusText: string;
  /** Names in lower case; from the browser only those that the server exposes. */
  readonly headers: readonly (readonly [string, string])[];
  /** The complete `Content-Type` header; empty when missing. */
  readonly mediaType: string;
  /** Milliseconds until the headers arrived. */
  readonly ms: number;
  /** Then `url` differs from the requested one. */
  readonly wasRedirected: boolean;
  /** After redirects. */
  readonly url: string;
  /** The streamed bytes. Stops at the limit; `isCut` is then true. */
  readonly chunks: AsyncGenerator<Uint8Array<ArrayBuffer>, { readonly isCut: boolean }>;
}

/** How a request is sent. */
export interface SendOptions {
  /** Include cookies when the browser sends (`playground.credentials`). */
  readonly credentials: boolean;
  /** Cancels the request, and reading its response. */
  readonly signal: AbortSignal;
  /** Undefined = the browser sends. */
  readonly viaProxy: ProxySettings | undefined;
}

/** Throws the errors of `fetch`, or a `ProxyError`; `failureMessage` explains them to the reader. */
export async function send(request: BuiltRequest, { credentials, signal, viaProxy }: SendOptions): Promise<Received> {
  const body = bodyOf(request);
  const named: readonly (readonly [string, string])[] = [
    ...request.headers,
    ...(body?.contentType === undefined ? [] : [['Content-Type', body.contentType] as const]),
  ];
  const start = performance.now();
  if (viaProxy) {
    const cookies = request.cookies.map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = cookies === '' ? named : [...named, ['Cookie', cookies] as const];
    const { answer, bytes } = await sendByProxy(viaProxy, { method: request.method, url: request.url, headers }, body?.bytes, signal);
    const { status, statusText, url, redirected } = answer;
    return { ...received(answer.headers, bytes, start), status, statusText, url, wasRedirected: redirected };
  }
  const headers = new Headers();
  for (const [name, value] of named) headers.append(name, value);
  const response = await fetch(request.url, {
    method: request.method,
    headers,
    ...(body !== undefined && request.method !== 'GET' && request.method !== 'HEAD' && { body: body.bytes }),
    credentials: credentials ? 'include' : 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
    signal,
  });
  const { status, statusText, url, redirected } = response;
  return { ...received([...response.headers], response.body, start), status, statusText, url, wasRedirected: redirected };
}

function received(headers: Received['headers'], bytes: ReadableStream<Uint8Array<ArrayBuffer>> | null, start: number) {
  const mediaType = headers.find(([name]) => name === 'content-type')?.[1] ?? '';
  return { headers, mediaType, ms: performance.now() - start, chunks: chunksOf(bytes) };
}

/** The bytes, and the content type of bodies for which only the sender knows it. */
function bodyOf(request: BuiltRequest): { readonly bytes: Blob; readonly contentType?: string } | undefined {
  const { body } = request;
  if (body === undefined) return undefined;
  // As bytes, because for a string the browser would add a charset to the content type.
  if (body.kind === 'text') return { bytes: new Blob([body.text]) };
  if (body.kind === 'file') return { bytes: fileOf(body.file.$file.ref) ?? new Blob() };
  const made = bodyPieces(request, `----docsgen${crypto.randomUUID()}`);
  const bytes = new Blob(made?.pieces.map((piece) => ('text' in piece ? piece.text : (fileOf(piece.ref) ?? ''))));
  return made?.contentType ? { bytes, contentType: made.contentType } : { bytes };
}

async function* chunksOf(
  bytes: ReadableStream<Uint8Array<ArrayBuffer>> | null,
): AsyncGenerator<Uint8Array<ArrayBuffer>, { readonly isCut: boolean }> {
  if (!bytes) return { isCut: false };
  const reader = bytes.getReader();
  let left = longestBody;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { isCut: false };
      yield value.length > left ? value.slice(0, left) : value;
      left -= value.length;
      if (left <= 0) return { isCut: true };
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}
