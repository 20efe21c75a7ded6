/** Explains failures for which the browser only reports "Failed to fetch". */
import type { BuiltRequest } from '../../../shared/request/request.ts';
import { translate } from '../translate.ts';

/** Other information about the failure, because `fetch` does not report the cause. */
export interface Circumstances {
  /** Message of the site's proxy. */
  readonly proxyWords?: string | undefined;
  /** By the reader, or by closing the dialog. */
  readonly wasCancelled: boolean;
  /** Origins that the page's own policy blocked during the request. */
  readonly refused: readonly string[];
}

/** Paragraphs, the cause first; with more than one, a curl command is useful. */
export function failureMessage(request: BuiltRequest, { wasCancelled, refused, proxyWords }: Circumstances): string[] {
  if (wasCancelled) return [translate('cancelled')];
  if (proxyWords !== undefined) return [proxyWords, translate('fromTerminal')];
  const target = URL.parse(request.url);
  if (!target) return [translate('noUrl', { url: request.url })];
  if (refused.length > 0) return [translate('notAllowed', { origins: refused.join(', ') })];
  if (!navigator.onLine) return [translate('isOffline')];
  if (location.protocol === 'https:' && target.protocol === 'http:' && !isLoopback(target.hostname))
    return [translate('mixedContent', { origin: target.origin }), translate('fromTerminal')];
  return [
    translate('noAnswer', { origin: target.origin, page: location.origin }) +
      (needsPreflight(request) ? ` ${translate('preflight', { method: request.method })}` : ''),
    translate('fromTerminal'),
  ];
}

/** Notices about parts that a browser cannot send, shown in advance. */
export function browserNotices(request: BuiltRequest): string[] {
  const notices: string[] = [];
  if (request.cookies.length > 0) notices.push(translate('cookieNotSent', { names: request.cookies.map(([name]) => name).join(', ') }));
  const silent = request.headers.filter(([name]) => isForbiddenHeader(name)).map(([name]) => name);
  if (silent.length > 0) notices.push(translate('notSettable', { names: silent.join(', ') }));
  if (request.body !== undefined && /^(?:GET|HEAD)$/.test(request.method))
    notices.push(translate('noBodyWith', { method: request.method }));
  return notices;
}

/** Why a browser cannot send this request at all; undefined = it can. */
export function browserRefusal(request: BuiltRequest): string | undefined {
  if (/^(?:TRACE|TRACK|CONNECT)$/.test(request.method)) return translate('refusesMethod', { method: request.method });
  for (const [name, value] of request.headers) {
    if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name)) return translate('badHeaderName', { name });
    if ([...value].some((character) => (character.codePointAt(0) as number) > 0xff)) return translate('badHeaderValue', { name });
  }
  return undefined;
}

/** Fetch standard, "forbidden request-header". */
function isForbiddenHeader(name: string): boolean {
  return /^(?:accept-charset|accept-encoding|access-control-request-(?:headers|method)|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|via|user-agent|proxy-.*|sec-.*)$/i.test(
    name,
  );
}

function needsPreflight({ method, headers }: BuiltRequest): boolean {
  return !/^(?:GET|HEAD|POST)$/.test(method) || headers.some(([name]) => !/^accept$/i.test(name));
}

function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\]|.*\.localhost)$/.test(host);
}
