/** What the proxy refuses, one function for each code. */
import type { ProxyRefusal } from '../contract/proxy.ts';

export interface Refusal extends ProxyRefusal {
  readonly status: number;
}

export function noToken(): Refusal {
  return { status: 401, code: 'proxy/no-token', message: 'Only pages of this server may send requests through it. Reload the page.' };
}

export function foreignPage(): Refusal {
  return { status: 403, code: 'proxy/foreign-page', message: 'Only pages of this server may send requests through it.' };
}

export function badCall(reason: string): Refusal {
  return { status: 400, code: 'proxy/bad-request', message: `The request cannot be sent: ${reason}.` };
}

export function targetDenied(target: string, reason: string): Refusal {
  return { status: 403, code: 'proxy/target-denied', message: `The proxy does not reach ${target}: ${reason}.` };
}

export function tooLarge(mostBytes: number): Refusal {
  const size = `${Math.round(mostBytes / 1024 / 1024)} MiB`;
  return { status: 413, code: 'proxy/too-large', message: `The proxy sends bodies of at most ${size}. Send this one from the browser.` };
}

export function tooBusy(): Refusal {
  return { status: 429, code: 'proxy/busy', message: 'Too many requests are under way. Wait for one of them to end.' };
}

export function noAnswer(target: string, seconds: number): Refusal {
  return { status: 504, code: 'proxy/timeout', message: `${target} did not answer within ${seconds} seconds.` };
}

export function unreachable(target: string, reason: string): Refusal {
  return { status: 502, code: 'proxy/unreachable', message: `${target} cannot be reached: ${reason}.` };
}
