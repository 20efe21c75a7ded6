/** The one way out of the engine while a page runs: a question as text, an answer as text (`host-functions.ts` has the other end). */
import type { HostQuestion, HostResponse } from '../protocol.ts';

const { parse, stringify } = JSON;
const scope = globalThis as unknown as { $host?: (question: string) => string };
const ask = scope.$host as (question: string) => string;
delete scope.$host;

const errors: Readonly<Record<string, ErrorConstructor>> = { RangeError, TypeError };

/** Throws what the host's function threw, as an error of the page's own. */
export function callHost(question: HostQuestion): unknown {
  const answer = parse(ask(stringify(question))) as HostResponse;
  if (answer.error) throw new (errors[answer.error.name] ?? Error)(answer.error.message);
  return answer.value;
}

/** A value as text that `host-functions.ts` reads back exactly: JSON knows no -0, NaN, bigint. */
export function hostArgument(value: unknown): string {
  if (typeof value === 'number') return `n${Object.is(value, -0) ? '-0' : value}`;
  if (typeof value === 'bigint') return `b${value}`;
  if (value === undefined) return 'u';
  return `s${value}`;
}
