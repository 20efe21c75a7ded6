import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/**
 * The text of a request to a server of a test.
 * @returns undefined when the sender went away in the middle of it, as a process does that a test ends: a server that threw then would
 *   fail a test that is about something else.
 */
export async function textOfRequest(request: IncomingMessage): Promise<string | undefined> {
  try {
    return await text(request);
  } catch {
    return undefined;
  }
}

/**
 * The JSON of a request. A body that is not JSON is answered with 400, as servers do.
 * @returns undefined when there is nothing to go on with.
 */
export async function jsonOfRequest<Body>(request: IncomingMessage, response: ServerResponse): Promise<Body | undefined> {
  const body = await textOfRequest(request);
  if (body === undefined) return undefined;
  try {
    return JSON.parse(body);
  } catch {
    response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":{"message":"The body is not JSON."}}');
    return undefined;
  }
}
