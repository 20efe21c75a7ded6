import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/**
 * The text of a request to a test server.
 * @returns undefined if the client disconnected during the request, as a process does that a test stops; throwing
 * would fail an unrelated test.
 */
export async function textOfRequest(request: IncomingMessage): Promise<string | undefined> {
  try {
    return await text(request);
  } catch {
    return undefined;
  }
}

/**
 * The JSON of a request. Responds with 400 to a body that is not JSON.
 * @returns undefined if there is no valid body.
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
