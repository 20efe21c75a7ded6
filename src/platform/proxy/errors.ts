/** What the proxy refuses, one function for each code. */
import type { ProxyRefusal } from '../../shared/playground/proxy.ts';

/** Told to the page as JSON with its code and message; `status` is that of our answer, never of the API's. */
export interface Refusal extends ProxyRefusal {
  readonly status: number;
}

/** The call has no token of this proxy, or that of one that has ended. */
export function noToken(): Refusal {
  return { status: 401, code: 'proxy/no-token', message: 'Only pages of this server may send requests through it. Reload the page.' };
}

/** By `Origin` and `Sec-Fetch-Site` no page of this server, or a method other than POST. */
export function foreignPage(): Refusal {
  return { status: 403, code: 'proxy/foreign-page', message: 'Only pages of this server may send requests through it.' };
}

/** The call cannot be read, or asks for what no API is sent: `reason` ends the sentence. */
export function badCall(reason: string): Refusal {
  return { status: 400, code: 'proxy/bad-request', message: `The request cannot be sent: ${reason}.` };
}

/**
 * Not an origin that a description names, or one that stands for an address of a private network. `target` is what of the
 * URL may be said.
 */
export function targetDenied(target: string, reason: string): Refusal {
  return { status: 403, code: 'proxy/target-denied', message: `The proxy does not reach ${target}: ${reason}.` };
}

/** The body has more bytes than may be sent; the rest is not read. */
export function tooLarge(maxBytes: number): Refusal {
  const size = `${Math.round(maxBytes / 1024 / 1024)} MiB`;
  return { status: 413, code: 'proxy/too-large', message: `The proxy sends bodies of at most ${size}. Send this one from the browser.` };
}

/** As many calls are under way as the server allows at once. */
export function tooBusy(): Refusal {
  return { status: 429, code: 'proxy/busy', message: 'Too many requests are under way. Wait for one of them to end.' };
}

/** The call did not come whole in time, or made way for others that came after it. */
export function tooSlow(): Refusal {
  return { status: 408, code: 'proxy/too-slow', message: 'The request took too long to arrive. Send it again.' };
}

/** The API was silent for this long before its answer began. Once it has begun, a silence ends the body. */
export function noAnswer(target: string, seconds: number): Refusal {
  return { status: 504, code: 'proxy/timeout', message: `${target} did not answer within ${seconds} seconds.` };
}

/** No connection: `reason` is the code of the system (`ECONNREFUSED`), or says what is wrong with the answer. */
export function unreachable(target: string, reason: string): Refusal {
  return { status: 502, code: 'proxy/unreachable', message: `${target} cannot be reached: ${reason}.` };
}
