import { readAtMost } from '../../model/http-body.ts';

const mostBytes = 1024 * 1024;
const patienceMs = 8_000;

/**
 * `fetch` for what a provider says: no endless answers, no endless waiting, no way to another place than was asked. At
 * most 1 MiB and 8 seconds; redirects are given back as they are. Throws for all three what `fetch` throws, or an error
 * with words.
 */
export async function limitedFetch(url: string | URL, options: RequestInit = {}): Promise<Response> {
  const signals = [AbortSignal.timeout(patienceMs), ...(options.signal ? [options.signal] : [])];
  const response = await fetch(url, { ...options, redirect: 'manual', signal: AbortSignal.any(signals) });
  if (response.body === null) return response;
  const body = await readAtMost(response.body, mostBytes);
  if (body === undefined) throw new Error(`an answer of ${new URL(url).origin} is larger than ${mostBytes} bytes`);
  return new Response(body, { status: response.status, statusText: response.statusText, headers: response.headers });
}
