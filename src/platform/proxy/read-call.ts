/** Parses the body of a proxy request: a line of JSON that describes the request to send, then its body. */
import type { IncomingMessage } from 'node:http';
import type { ProxyCall } from '../../shared/playground/proxy.ts';
import { readAtMost } from '../http/http-body.ts';
import { badCall, type Refusal, tooLarge } from './errors.ts';

/** A well-formed request, whose target has not been checked. */
export interface ReadCall {
  readonly call: ProxyCall;
  readonly body: Buffer;
}

/** Maximum bytes of the first line. */
const longestLine = 256 * 1024;
const lineFeed = 10;

/**
 * Reads the request to its end, unless it is too large. Returns the refusals `proxy/bad-request` and `proxy/too-large`; rejects when the
 * page disconnects.
 */
export async function readCall(request: IncomingMessage, maxBytes: number): Promise<ReadCall | Refusal> {
  const most = maxBytes + longestLine;
  if (Number(request.headers['content-length'] ?? 0) > most) return tooLarge(maxBytes);
  const whole = await readAtMost(request, most);
  if (whole === undefined) return tooLarge(maxBytes);
  const end = whole.indexOf(lineFeed);
  if (end === -1 || end > longestLine) return badCall('its first line is missing');
  const body = whole.subarray(end + 1);
  if (body.length > maxBytes) return tooLarge(maxBytes);
  const call = callOf(whole.toString('utf8', 0, end));
  return call === undefined ? badCall('its first line is not valid') : { call, body };
}

function callOf(line: string): ProxyCall | undefined {
  let call: Partial<ProxyCall> | null;
  try {
    call = JSON.parse(line) as Partial<ProxyCall> | null;
  } catch {
    return undefined;
  }
  const { method, url, headers } = call ?? {};
  const isPair = (pair: unknown) => Array.isArray(pair) && pair.length === 2 && pair.every((text) => typeof text === 'string');
  if (typeof method !== 'string' || typeof url !== 'string' || !Array.isArray(headers) || !headers.every(isPair)) return undefined;
  return { method, url, headers };
}
