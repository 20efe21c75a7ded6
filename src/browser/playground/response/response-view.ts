/**
 * Shows the response: status, time, size, headers, and the body by content type. Nothing in it becomes markup or runs.
 */
import type { BuiltRequest } from '../../../shared/request/request.ts';
import { codeView } from '../code-view.ts';
import { copyButton } from '../copy-button.ts';
import { element } from '../dom.ts';
import { longestBody, type Received } from '../send.ts';
import { translate } from '../translate.ts';
import { isStream, streamView } from './stream-view.ts';

/** Milliseconds without data after which a notice is shown. */
const stall = 60_000;

/** Shown when the headers arrive; `run` fills the body. */
export interface ResponseView {
  readonly node: HTMLElement;
  /** Reads and shows the whole body; the signal of the request cancels it. */
  run(): Promise<void>;
}

/**
 * `run` never rejects: an interrupted response is shown as far as it arrived, with a message. `request` determines the
 * name of the saved file.
 */
export function responseView(request: BuiltRequest, received: Received): ResponseView {
  const { mediaType, ms } = received;
  const start = performance.now();
  const size = element('span', { class: 'playground-size' }, '…');
  const time = element('span', { class: 'playground-time' }, `${Math.round(ms)} ms`);
  const body = element('div', { class: 'playground-content' });
  const note = element('p', { class: 'playground-notice', role: 'status', hidden: true });
  const node = element(
    'section',
    { class: 'playground-result', 'aria-label': translate('response'), 'data-error': received.status >= 400 },
    statusLine(received, time, size),
    element('p', { class: 'playground-hint', hidden: !received.wasRedirected }, translate('redirected', { url: received.url })),
    headerList(received.headers),
    note,
    body,
  );

  async function run(): Promise<void> {
    const stream = isStream(mediaType) ? streamView(mediaType) : undefined;
    if (stream) body.append(stream.node);
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let total = 0;
    const take = (bytes: Uint8Array<ArrayBuffer>) => {
      total += bytes.length;
      size.textContent = sizeText(total);
      if (stream) stream.push(bytes);
      else parts.push(bytes);
    };
    await readChunks(received.chunks, take, (words) => {
      note.hidden = false;
      note.textContent = words;
    });
    time.textContent = `${Math.round(ms + performance.now() - start)} ms`;
    size.textContent = sizeText(total);
    if (stream) stream.end();
    else await showBody(body, new Blob(parts), mediaType, request);
  }

  return { node, run };
}

function statusLine({ status, statusText }: Received, time: HTMLElement, size: HTMLElement): HTMLElement {
  return element(
    'div',
    { class: 'playground-status', role: 'status' },
    element(
      'strong',
      { class: 'playground-code-status', 'data-class': String(Math.floor(status / 100)) },
      `${status} ${statusText || statusLabel(status)}`.trim(),
    ),
    status >= 400 && element('span', { class: 'visually-hidden' }, translate('error')),
    time,
    size,
  );
}

function headerList(headers: Received['headers']): HTMLElement {
  return element(
    'details',
    { class: 'playground-headers' },
    element('summary', {}, `${translate('header')} (${headers.length})`),
    element('dl', {}, ...headers.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)])),
    element('p', { class: 'playground-hint' }, translate('exposed')),
  );
}

/** Reads a body to its end. `notify` receives why it is incomplete, or that no data comes. */
async function readChunks(
  chunks: Received['chunks'],
  take: (bytes: Uint8Array<ArrayBuffer>) => void,
  notify: (words: string) => void,
): Promise<void> {
  let watch = 0;
  const rearm = () => {
    clearTimeout(watch);
    watch = window.setTimeout(() => notify(translate('stalled')), stall);
  };
  try {
    rearm();
    for (;;) {
      const next = await chunks.next();
      if (next.done) {
        if (next.value.isCut) notify(translate('stoppedAt', { size: sizeText(longestBody) }));
        break;
      }
      rearm();
      take(next.value);
    }
  } catch (error) {
    notify((error as Error).name === 'AbortError' ? translate('cutOff') : translate('broke'));
  } finally {
    clearTimeout(watch);
  }
}

async function showBody(place: HTMLElement, blob: Blob, mediaType: string, request: BuiltRequest): Promise<void> {
  if (blob.size === 0) {
    place.append(element('p', { class: 'playground-empty' }, translate('noBody')));
    return;
  }
  const type = mediaType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const [family] = type.split('/', 1);
  // The link downloads and never opens: a blob URL would have this page's origin.
  const save = element(
    'a',
    {
      class: 'playground-link',
      href: URL.createObjectURL(blob.slice(0, blob.size, 'application/octet-stream')),
      download: fileName(request, type),
    },
    translate('download'),
  );
  const asText = async () => {
    const bytes = new Uint8Array(await blob.arrayBuffer());
    const text = decode(bytes, mediaType);
    if (text === undefined)
      place.append(element('p', { class: 'playground-empty' }, `${type || translate('binary')}, ${sizeText(blob.size)} `, save));
    else place.append(codeView(text, isJson(type) || (type === '' && /^\s*[{[]/.test(text)), save));
  };
  if (family === 'image' || family === 'audio' || family === 'video') {
    const source = URL.createObjectURL(blob.slice(0, blob.size, type));
    const media =
      family === 'image'
        ? element('img', { class: 'playground-media', alt: translate('responseBody') })
        : element(family, { class: 'playground-media', controls: true, preload: 'metadata', 'aria-label': translate('responseBody') });
    media.addEventListener('error', async () => {
      media.remove();
      place.append(element('p', { class: 'playground-notice' }, translate('cannotShow', { type })));
      await asText();
    });
    media.src = source;
    place.append(media, save);
  } else await asText();
}

/** Undefined for binary content. */
function decode(bytes: Uint8Array, mediaType: string): string | undefined {
  const charset = /charset\s*=\s*"?([^\s";]+)/i.exec(mediaType)?.[1];
  const isText = /^text\/|[/+](?:json|xml|yaml|javascript|graphql|sql|csv)|urlencoded|ndjson|jsonl/i.test(mediaType);
  try {
    if (charset !== undefined) return new TextDecoder(charset).decode(bytes);
    if (isText) return new TextDecoder().decode(bytes);
    // Missing or unknown type: text if it is valid UTF-8 without control characters.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they tell bytes from text
    return /[\u0000-\u0008\u000e-\u001a]/.test(text.slice(0, 4096)) ? undefined : text;
  } catch {
    return isText ? new TextDecoder().decode(bytes) : undefined;
  }
}

function isJson(type: string): boolean {
  return /[/+]json$/.test(type);
}

function fileName({ url }: BuiltRequest, type: string): string {
  const last = URL.parse(url)?.pathname.split('/').findLast(Boolean) ?? 'response';
  const extension = /[/+](json|xml|html|csv|plain|png|jpeg|gif|webp|svg|pdf|zip|mpeg|mp4|webm|ogg|wav)$/.exec(type)?.[1];
  return /\.\w+$/.test(last) || !extension ? last : `${last}.${extension === 'plain' ? 'txt' : extension}`;
}

/** Bytes → `1.5 KiB`, in powers of 1,024. */
export function sizeText(bytes: number): string {
  return bytes < 1024 ? `${bytes} B` : bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(1)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}

/** HTTP/2 has no status text. */
function statusLabel(status: number): string {
  const words: Record<number, string> = {
    200: 'OK',
    201: 'Created',
    202: 'Accepted',
    204: 'No Content',
    400: 'Bad Request',
    401: 'Unauthorized',
    403: 'Forbidden',
    404: 'Not Found',
    409: 'Conflict',
    422: 'Unprocessable Content',
    429: 'Too Many Requests',
    500: 'Internal Server Error',
    502: 'Bad Gateway',
    503: 'Service Unavailable',
  };
  return words[status] ?? '';
}

/** The result of a request without response. */
export function failureView(words: readonly string[], curl: string | undefined): HTMLElement {
  const [first = '', ...rest] = words;
  return element(
    'section',
    { class: 'playground-result', 'aria-label': translate('response'), 'data-error': true },
    element('p', { class: 'playground-notice', role: 'alert' }, first),
    ...rest.map((text) => element('p', {}, text)),
    rest.length > 0 &&
      curl !== undefined &&
      element(
        'div',
        { class: 'code-block' },
        element(
          'div',
          { class: 'code-head' },
          element('span', { class: 'code-title' }, 'cURL'),
          copyButton(translate('copy'), () => curl),
        ),
        element('pre', { tabindex: 0 }, element('code', {}, curl)),
      ),
  );
}
