/** What to tell a reader when the browser only says "Failed to fetch". */
import type { BuiltRequest } from '../../contract/request/request.ts';

export interface Circumstances {
  /** What the proxy of this site said. */
  readonly proxyWords?: string | undefined;
  readonly wasCancelled: boolean;
  /** Origins that the page's own policy refused while the request ran. */
  readonly refused: readonly string[];
}

export function failureWords(request: BuiltRequest, { wasCancelled, refused, proxyWords }: Circumstances): string[] {
  if (wasCancelled) return ['Cancelled.'];
  if (proxyWords !== undefined) return [proxyWords, alternative];
  const target = URL.parse(request.url);
  if (!target) return [`${request.url} is no URL.`];
  if (refused.length > 0)
    return [`This page is not allowed to reach ${refused.join(', ')}: only the servers named in the API description are open to it.`];
  if (!navigator.onLine) return ['This device is offline.'];
  if (location.protocol === 'https:' && target.protocol === 'http:' && !isLoopback(target.hostname))
    return [`Browsers send nothing from a secure page to an insecure address (mixed content), and ${target.origin} is one.`, alternative];
  return [
    `The browser got no answer from ${target.origin} that it may show here. Either the server cannot be reached (wrong address, not running, certificate refused, connection broken), or it does not allow requests from ${location.origin} (CORS: its answers would need the header Access-Control-Allow-Origin${needsPreflight(request) ? `, and those to OPTIONS must allow the method ${request.method} and the headers sent` : ''}).`,
    alternative,
  ];
}

const alternative = 'The same request works from a terminal:';

/** What a browser cannot send, said before it is tried. */
export function browserNotices(request: BuiltRequest): string[] {
  const notices: string[] = [];
  if (request.cookies.length > 0)
    notices.push(
      `A browser page cannot set the Cookie header, so ${request.cookies.map(([name]) => name).join(', ')} is not sent from here. The code samples send it.`,
    );
  const silent = request.headers.filter(([name]) => isForbiddenHeader(name)).map(([name]) => name);
  if (silent.length > 0) notices.push(`Browsers do not let pages set ${silent.join(', ')}: sent without. The code samples send it.`);
  if (request.body !== undefined && /^(?:GET|HEAD)$/.test(request.method))
    notices.push(`Browsers send no body with ${request.method}: sent without. The code samples send it.`);
  return notices;
}

/** Why a browser refuses to send this at all; undefined = it can. */
export function browserRefusal(request: BuiltRequest): string | undefined {
  if (/^(?:TRACE|TRACK|CONNECT)$/.test(request.method))
    return `Browsers refuse to send ${request.method} requests. Use one of the code samples.`;
  for (const [name, value] of request.headers) {
    if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name)) return `${name} is an invalid header name`;
    if ([...value].some((character) => (character.codePointAt(0) as number) > 0xff))
      return `${name} is an invalid header value for a browser: it holds characters outside Latin-1. The code samples send it.`;
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
