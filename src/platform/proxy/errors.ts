/** Refusals of the proxy, one function for each code. */
import type { ProxyRefusal } from '../../shared/playground/proxy.ts';

/** Sent to the page as JSON with code and message; `status` is that of the proxy's response, never of the API's. */
export interface Refusal extends ProxyRefusal {
  readonly status: number;
}

/** The request has no token of this proxy, or an expired one. */
export function noToken(): Refusal {
  return { status: 401, code: 'proxy/no-token', message: 'Only pages of this server may send requests through it. Reload the page.' };
}

/** `Origin` and `Sec-Fetch-Site` are not those of a page of this server, or the method is not POST. */
export function foreignPage(): Refusal {
  return { status: 403, code: 'proxy/foreign-page', message: 'Only pages of this server may send requests through it.' };
}

/** The request is malformed, or asks for something that is never sent to an API: `reason` completes the sentence. */
export function badCall(reason: string): Refusal {
  return { status: 400, code: 'proxy/bad-request', message: `The request cannot be sent: ${reason}.` };
}

/**
 * The origin is not in an API description, or resolves to a private address. `target` is the part of the URL that may
 * be shown.
 */
export function targetDenied(target: string, reason: string): Refusal {
  return { status: 403, code: 'proxy/target-denied', message: `The proxy cannot reach ${target}: ${reason}.` };
}

/** The body exceeds the limit; the rest is not read. */
export function tooLarge(maxBytes: number): Refusal {
  const size = `${Math.round(maxBytes / 1024 / 1024)} MiB`;
  return { status: 413, code: 'proxy/too-large', message: `The proxy sends bodies of at most ${size}. Send this one from the browser.` };
}

/** The limit of concurrent requests is reached. */
export function tooBusy(): Refusal {
  return { status: 429, code: 'proxy/busy', message: 'Too many requests are in progress. Wait for one to finish.' };
}

/** The request was not received in time, or was cancelled in favour of newer ones. */
export function tooSlow(): Refusal {
  return { status: 408, code: 'proxy/too-slow', message: 'The request took too long to arrive. Send it again.' };
}

/** The API sent nothing for this long before its response. After it has started, a timeout ends the body. */
export function noAnswer(target: string, seconds: number): Refusal {
  return { status: 504, code: 'proxy/timeout', message: `${target} did not respond within ${seconds} seconds.` };
}

/** No connection: `reason` is a system error code (`ECONNREFUSED`), or the problem of the response. */
export function unreachable(target: string, reason: string): Refusal {
  const explained = Object.hasOwn(systemErrors, reason) ? `${systemErrors[reason]} (${reason})` : reason;
  return { status: 502, code: 'proxy/unreachable', message: `${target} cannot be reached: ${explained}.` };
}

/** Causes and actions for the usual codes of `connect` and `getaddrinfo`. */
const systemErrors: Readonly<Record<string, string>> = {
  ENOTFOUND: 'this host name does not exist; check the server URL',
  EAI_AGAIN: 'the host name could not be looked up; check the network and send the request again',
  ECONNREFUSED: 'nothing listens on this port; check the server URL, or start the server',
  ECONNRESET: 'it closed the connection before it responded; send the request again',
  ETIMEDOUT: 'it did not accept the connection in time; check the server URL and the network',
  EHOSTUNREACH: 'there is no route to this host; check the network',
  ENETUNREACH: 'there is no route to this network; check the network',
  CERT_HAS_EXPIRED: 'its TLS certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its TLS certificate is self-signed, so this server does not trust it',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its TLS certificate is for another host name',
};
