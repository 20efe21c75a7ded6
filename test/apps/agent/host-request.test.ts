/** Which refusals of a code host may pass, and when. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { requestHost } from '../../../src/apps/agent/code-host/host-request.ts';

let server: Server;
afterEach(() => server.close());

test.each<[status: number, headers: Record<string, string>, message: string, isTransient: boolean, retryAfterMs: number | undefined]>([
  [403, {}, 'Resource not accessible by personal access token', false, undefined],
  [403, {}, 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.', true, 60_000],
  [403, { 'retry-after': '7' }, 'You have exceeded a secondary rate limit.', true, 7_000],
  [401, {}, 'Bad credentials', false, undefined],
  [429, { 'retry-after': '90' }, 'Too many requests', true, 90_000],
  [502, {}, 'Bad gateway', true, undefined],
])('%i %j: %s', async (status, headers, message, isTransient, retryAfterMs) => {
  server = createServer((_, response) => response.writeHead(status, headers).end(JSON.stringify({ message })));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/repos/a/b/pulls`;
  await expect(requestHost({ method: 'GET', url, headers: {} })).rejects.toMatchObject({ status, isTransient, retryAfterMs });
});
