/**
 * Which server a request is meant for, and which page it comes from. A page of another site can make a browser send requests to a server on this machine, by
 * a name that it points here (DNS rebinding); it cannot choose the Host header, so that decides.
 */

import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** What to answer instead; the message names the option that would allow it. */
export type HostCheck = { readonly ok: true } | { readonly ok: false; readonly status: 400 | 403; readonly message: string };

/** `allowed` are further names; `anyAddress` lets every IP address through (a server that is open to the network by `--host`). */
export function checkHost(request: IncomingMessage, allowed: readonly string[], anyAddress: boolean): HostCheck {
  const values = request.headersDistinct.host ?? [];
  const value = values.length === 1 ? (values[0] as string) : '';
  const name = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i.exec(value)?.[1]?.toLowerCase();
  if (name === undefined) return { ok: false, status: 400, message: 'The request needs one Host header with a plain name' };
  const address = name.replace(/^\[|\]$/g, '');
  const isLoopback = name === 'localhost' || name.endsWith('.localhost') || /^127(?:\.\d{1,3}){3}$/.test(name) || address === '::1';
  if (isLoopback || allowed.includes(name) || (anyAddress && isIP(address) !== 0)) return { ok: true };
  return { ok: false, status: 403, message: `Host not allowed: ${value}. Add it with --allowed-host` };
}

/** Whether a request comes from a page of this very server. */
export function isOwnOrigin(request: IncomingMessage): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined || host === undefined) return false;
  try {
    const url = new URL(origin);
    return url.protocol === 'http:' && url.host === new URL(`http://${host}`).host && url.origin === origin;
  } catch {
    return false;
  }
}
