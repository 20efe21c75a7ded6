/** Sends requests through the site's own server, if it supports that (shared/playground/proxy). */
import { type ProxyCall, type ProxyRefusal, type ProxyResponse, proxyCookie, proxyTokenHeader } from '../../shared/playground/proxy.ts';
import { translate } from './translate.ts';

/** The proxy URL, and the token of this page. */
export interface ProxySettings {
  readonly path: string;
  /** From the cookie that the server sets for its own pages. */
  readonly token: string;
}

/** Undefined on a static host. `path` comes from the page's data. */
export function proxySettings(path: string | undefined): ProxySettings | undefined {
  const start = `${proxyCookie(location.port)}=`;
  const token = document.cookie
    .split('; ')
    .find((pair) => pair.startsWith(start))
    ?.slice(start.length);
  return path === undefined || !token ? undefined : { path, token };
}

/** A refusal of the proxy; the message is for the reader. */
export class ProxyError extends Error {}

/** The response and its streamed body. Throws a `ProxyError`, or the errors of `fetch`. */
export async function sendByProxy(
  { path, token }: ProxySettings,
  call: ProxyCall,
  body: Blob | undefined,
  signal: AbortSignal,
): Promise<{ readonly answer: ProxyResponse; readonly bytes: ReadableStream<Uint8Array<ArrayBuffer>> }> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { [proxyTokenHeader]: token, 'Content-Type': 'application/octet-stream' },
    body: new Blob([`${JSON.stringify(call)}\n`, ...(body ? [body] : [])]),
    cache: 'no-store',
    signal,
  });
  if (!response.ok || !response.body) throw new ProxyError(await refusalMessage(response));
  return splitHead(response.body);
}

async function refusalMessage(response: Response): Promise<string> {
  try {
    return ((await response.json()) as ProxyRefusal).message;
  } catch {
    return translate('serverAnswered', { status: response.status });
  }
}

/** The first line, and a stream of what follows it. */
async function splitHead(stream: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let line = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) throw new ProxyError(translate('serverBroke'));
    const end = value.indexOf(10);
    line += decoder.decode(end === -1 ? value : value.subarray(0, end), { stream: end === -1 });
    if (end === -1) continue;
    const first = value.slice(end + 1);
    const bytes = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        if (first.length > 0) controller.enqueue(first);
      },
      async pull(controller) {
        const next = await reader.read();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      cancel: (reason) => reader.cancel(reason),
    });
    return { answer: JSON.parse(line) as ProxyResponse, bytes };
  }
}
