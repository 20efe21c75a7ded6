import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Usage } from '../../src/agent/job.ts';
import { type Gateway, openModelGateway } from '../../src/agent/runner/model-gateway.ts';

/** A provider that ends its answers to `/v1/whole` alone. */
let provider: Server;
let gateway: Gateway;
let told: Usage[];

beforeEach(async () => {
  provider = createServer((asked, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (asked.url === '/v1/silent') response.write('data: {"a": "b"}\n\n'.repeat(5));
    else response.write('data: {"usage": {"input_tokens": 70, "output_tokens": 3}}\n\n');
    if (asked.url === '/v1/whole') response.end();
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const { port } = provider.address() as AddressInfo;
  told = [];
  gateway = await openModelGateway({
    url: `http://127.0.0.1:${port}/v1`,
    headers: {},
    onUsage: (usage) => told.push(usage),
    signal: new AbortController().signal,
  });
});

afterEach(() => {
  gateway.close();
  provider.closeAllConnections();
  provider.close();
});

const counted = [{ inputTokens: 70, outputTokens: 3, steps: 1 }];

test('an answer is handed over and counted once', async () => {
  const asked = request({ socketPath: gateway.socket, path: '/v1/whole', method: 'POST' }).end('{}');
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  expect(await text(response)).toContain('"output_tokens": 3');
  await expect.poll(() => told).toEqual(counted);
});

test.each([
  ['/v1/messages', { inputTokens: 70, outputTokens: 3, steps: 1 }],
  // What it costs would have been told last: two bytes asked, five events answered.
  ['/v1/silent', { inputTokens: 1, outputTokens: 5, steps: 1 }],
])('an answer of %s that is not read to its end is ended, and counted too', async (path, usage) => {
  const isEnded = new Promise<void>((resolve) => provider.once('request', (_, response) => response.once('close', resolve)));
  const asked = request({ socketPath: gateway.socket, path, method: 'POST' });
  asked.on('error', () => undefined);
  asked.on('response', (response) => response.once('data', () => asked.destroy()).on('error', () => undefined));
  asked.end('{}');
  await isEnded;
  await expect.poll(() => told).toEqual([usage]);
});
