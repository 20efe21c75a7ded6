/** Whether a request was sent on by a proxy: by any of the fields that proxies tell of themselves with. */
import type { IncomingHttpHeaders } from 'node:http';

/** False proves nothing: a proxy need not say so. */
export function isForwarded(headers: IncomingHttpHeaders): boolean {
  return ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'].some((name) => headers[name] !== undefined);
}
