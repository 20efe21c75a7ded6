/**
 * Checks which server a request is for and which page sent it. With DNS rebinding, another site can resolve its own name to this host
 * and make browsers send requests here. It cannot choose the Host header, so that is checked.
 */

import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** The result, with the error response if the check failed. The message names the option that would allow the host. */
export type HostCheck = { readonly ok: true } | { readonly ok: false; readonly status: 400 | 403; readonly message: string };

/** `allowed` are additional names. `anyAddress` allows every IP address, for servers that `--host` opens to the network. */
export function checkHost(request: IncomingMessage, allowed: readonly string[], anyAddress: boolean): HostCheck {
  const values = request.headersDistinct.host ?? [];
  const value = values.length === 1 ? (values[0] as string) : '';
  const name = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i.exec(value)?.[1]?.toLowerCase();
  if (name === undefined) return { ok: false, status: 400, message: 'The request must have one Host header with a valid name' };
  const address = name.replace(/^\[|\]$/g, '');
  const isLoopback = name === 'localhost' || name.endsWith('.localhost') || /^127(?:\.\d{1,3}){3}$/.test(name) || address === '::1';
  if (isLoopback || allowed.includes(name) || (anyAddress && isIP(address) !== 0)) return { ok: true };
  return { ok: false, status: 403, message: `Host not allowed: ${value}. Add it with --allowed-host` };
}

/** Whether a request comes from a page of this server. */
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
