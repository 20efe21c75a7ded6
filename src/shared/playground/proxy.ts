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

/** `url` is absolute, fragment apart; `headers` in order, names as the reader sees them, and may repeat. */
export interface ProxyCall {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/**
 * A server that an API description names, and so all that the proxy may be asked for. Made apart from the origins of a
 * page's policy, which are wider: a policy also lets a reader type a server of their own.
 */
export interface ProxyTarget {
  readonly protocol: 'http:' | 'https:';
  /** Lower case, as the URL parser writes it. `*.example.com` stands for all names below: part of it is a variable of any value. */
  readonly host: string;
  /** Always a number, the usual ones too; `*` where it is a variable of any value. */
  readonly port: string;
}

/** What the API answered, whatever its status: an error of the API is an answer, not a refusal. */
export interface ProxyResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Of the last request, after redirects. */
  readonly url: string;
  /** Whether more than one request was sent. */
  readonly redirected: boolean;
}

/** The proxy itself did not send, or got no answer. */
export interface ProxyRefusal {
  /** `proxy/target-denied` and the like. */
  readonly code: string;
  /** For the reader. */
  readonly message: string;
}

/**
 * The cookie that carries the token to pages of the server, and says that there is a proxy at all. Cookies are shared by
 * all ports of a host, so the port stands in the name. `port` as in `location.port`: empty for the usual ones.
 */
export function proxyCookie(port: string): string {
  return `docsgen-proxy-${port || 'default'}`;
}
