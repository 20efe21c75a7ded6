/** Sends a built request from the browser and reads what comes back, up to a limit, as it comes. */
import type { BuiltRequest } from '../../contract/request/request.ts';
import { bodyPieces } from '../../contract/samples/sample.ts';
import { fileOf } from './files.ts';

/** More is not read: nobody reads it, and a tab has to hold it. */
export const longestBody = 10 * 1024 * 1024;

export interface Received {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly mediaType: string;
  /** Milliseconds until the headers were there. */
  readonly ms: number;
  readonly wasRedirected: boolean;
  readonly url: string;
  /** The bytes as they come. Ends at the limit; `isCut` then says so. */
  readonly chunks: AsyncGenerator<Uint8Array<ArrayBuffer>, { readonly isCut: boolean }>;
}

export interface SendOptions {
  readonly credentials: boolean;
  readonly signal: AbortSignal;
}

/** Throws what `fetch` throws; `failureWords` says it to the reader. */
export async function send(request: BuiltRequest, { credentials, signal }: SendOptions): Promise<Received> {
  const headers = new Headers();
  for (const [name, value] of request.headers) headers.append(name, value);
  const body = requestBody(request, headers);
  const start = performance.now();
  const response = await fetch(request.url, {
    method: request.method,
    headers,
    ...(body !== undefined && request.method !== 'GET' && request.method !== 'HEAD' && { body }),
    credentials: credentials ? 'include' : 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
    signal,
  });
  return {
    status: response.status,
    statusText: response.statusText,
    headers: [...response.headers],
    mediaType: response.headers.get('content-type') ?? '',
    ms: performance.now() - start,
    wasRedirected: response.redirected,
    url: response.url,
    chunks: chunksOf(response),
  };
}

function requestBody(request: BuiltRequest, headers: Headers): BodyInit | undefined {
  const { body } = request;
  if (body === undefined) return undefined;
  // Text goes as bytes: from a string the browser would add a charset to the content type.
  if (body.kind === 'text') return new Blob([body.text]);
  if (body.kind === 'file') return fileOf(body.file.$file.ref) ?? new Blob();
  const made = bodyPieces(request, `----docsgen${crypto.randomUUID()}`);
  if (made?.contentType) headers.set('Content-Type', made.contentType);
  return new Blob(made?.pieces.map((piece) => ('text' in piece ? piece.text : (fileOf(piece.ref) ?? ''))));
}

async function* chunksOf(response: Response): AsyncGenerator<Uint8Array<ArrayBuffer>, { readonly isCut: boolean }> {
  if (!response.body) return { isCut: false };
  const reader = response.body.getReader();
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
