/** Detects requests that a proxy forwarded, by the header fields that proxies add. */
import type { IncomingHttpHeaders } from 'node:http';

/** False does not prove that there is no proxy, because these fields are optional. */
export function isForwarded(headers: IncomingHttpHeaders): boolean {
  return ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'].some((name) => headers[name] !== undefined);
}
