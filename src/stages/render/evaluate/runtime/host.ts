/** The only way out of the engine while a page runs: a request and a response as text (see `host-functions.ts`). */
import type { HostRequest, HostResponse } from '../protocol.ts';

const { parse, stringify } = JSON;
const scope = globalThis as unknown as { $host?: (request: string) => string };
const callRaw = scope.$host as (request: string) => string;
delete scope.$host;

const errors: Readonly<Record<string, ErrorConstructor>> = { RangeError, TypeError };

/** Rethrows the host's exception as an error of the page's realm. */
export function callHost(request: HostRequest): unknown {
  const response = parse(callRaw(stringify(request))) as HostResponse;
  if (response.error) throw new (errors[response.error.name] ?? Error)(response.error.message);
  return response.value;
}

/** A value as text that `host-functions.ts` parses exactly: JSON has no -0, NaN or bigint. */
export function hostArgument(value: unknown): string {
  if (typeof value === 'number') return `n${Object.is(value, -0) ? '-0' : value}`;
  if (typeof value === 'bigint') return `b${value}`;
  if (value === undefined) return 'u';
  return `s${value}`;
}
