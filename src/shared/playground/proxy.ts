/**
 * The protocol between a playground and the proxy of its server. The browser sends a POST to `proxyPath` (below the
 * site's base path) with the token in a header. The body is one line of JSON (`ProxyCall`), a line feed, then the bytes
 * to send. The response has the same form: one line (`ProxyResponse`), a line feed, then the streamed body. When the
 * proxy itself rejects the request, the status is 400 or more and the body is a `ProxyRefusal` as JSON.
 */

/** Site path, relative to the base path. */
export const proxyPath = '/_docsgen/proxy';

/** Repeats the value of the cookie (`proxyCookie`), which pages of other origins cannot read. */
export const proxyTokenHeader = 'x-docsgen-proxy-token';

/** `url` is absolute, without fragment; `headers` in order, with names as typed, possibly repeated. */
export interface ProxyCall {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/**
 * A server named in an API description, to which the proxy may connect. Separate from the origins in a page's CSP,
 * which are wider: the reader may enter another server in the browser.
 */
export interface ProxyTarget {
  readonly protocol: 'http:' | 'https:';
  /**
   * Lower case, as normalised by the URL parser. `*.example.com` matches all names below: part of the host is a free
   * variable.
   */
  readonly host: string;
  /** Always a number, also for default ports; `*` for a free variable. */
  readonly port: string;
}

/** The API's response with any status: an error of the API is a response, not a refusal. */
export interface ProxyResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** URL of the last request, after redirects. */
  readonly url: string;
  /** Whether there were redirects. */
  readonly redirected: boolean;
}

/** The proxy did not send the request, or got no response. */
export interface ProxyRefusal {
  /** `proxy/target-denied` and the like. */
  readonly code: string;
  /** For the reader. */
  readonly message: string;
}

/**
 * The cookie with the token for pages of the server, which also shows that there is a proxy. Cookies are shared by all
 * ports of a host, so the name contains the port. `port` as in `location.port`: empty for default ports.
 */
export function proxyCookie(port: string): string {
  return `docsgen-proxy-${port || 'default'}`;
}
