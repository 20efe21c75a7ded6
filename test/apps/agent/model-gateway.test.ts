import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Gateway, openModelGateway } from '../../../src/apps/agent/agents/model-gateway.ts';
import type { Usage } from '../../../src/model/agent/job.ts';

/** A provider that ends its answers to `/v1/chat/completions` alone. */
let provider: Server;
let gateway: Gateway;
let reported: Usage[];

beforeEach(async () => {
  provider = createServer((asked, response) => {
    if (asked.url === '/v1/models/later') {
      response.writeHead(429, { 'retry-after': '7', 'x-should-retry': 'true', 'set-cookie': 'a=b' }).end('{}');
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (asked.url === '/v1/messages/count_tokens') response.write('data: {"a": "b"}\n\n'.repeat(5));
    else if (asked.url?.startsWith('/v1/responses?')) response.write(decodeURIComponent(asked.url.slice('/v1/responses?'.length)));
    else response.write('data: {"usage": {"input_tokens": 70, "output_tokens": 3}}\n\n');
    if (asked.url === '/v1/chat/completions' || asked.url?.startsWith('/v1/responses')) response.end();
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const { port } = provider.address() as AddressInfo;
  reported = [];
  gateway = await openModelGateway({
    url: `http://127.0.0.1:${port}/v1`,
    model: 'configured',
    headers: {},
    onUsage: (usage) => reported.push(usage),
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
  const asked = request({ socketPath: gateway.socket, path: '/v1/chat/completions', method: 'POST' }).end('{}');
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  expect(await text(response)).toContain('"output_tokens": 3');
  await expect.poll(() => reported).toEqual(counted);
});

test.each([
  ['/v1/messages', { inputTokens: 70, outputTokens: 3, steps: 1 }],
  // What it costs would have been told last: two bytes asked, five events answered.
  ['/v1/messages/count_tokens', { inputTokens: 1, outputTokens: 5, steps: 1 }],
])('an answer of %s that is not read to its end is ended, and counted too', async (path, usage) => {
  const isEnded = new Promise<void>((resolve) => provider.once('request', (_, response) => response.once('close', resolve)));
  const asked = request({ socketPath: gateway.socket, path, method: 'POST' });
  asked.on('error', () => undefined);
  asked.on('response', (response) => response.once('data', () => asked.destroy()).on('error', () => undefined));
  asked.end('{}');
  await isEnded;
  await expect.poll(() => reported).toEqual([usage]);
});

test.each([
  // Anthropic counts what it read from its cache, and wrote there, apart; the last event repeats it.
  [
    [
      { input_tokens: 7, cache_creation_input_tokens: 500, cache_read_input_tokens: 20000, output_tokens: 1 },
      { input_tokens: 7, cache_creation_input_tokens: 500, cache_read_input_tokens: 20000, output_tokens: 40 },
    ],
    { inputTokens: 20_507, cachedTokens: 20_000, outputTokens: 40, steps: 1 },
  ],
  [
    [{ input_tokens: 7, cache_creation_input_tokens: 500, cache_creation: { ephemeral_5m_input_tokens: 500 }, output_tokens: 1 }],
    { inputTokens: 507, outputTokens: 1, steps: 1 },
  ],
  // OpenAI's count is of all, and those who speak as it does may name both.
  [
    [{ input_tokens: 900, input_tokens_details: { cached_tokens: 800 }, output_tokens: 2 }],
    { inputTokens: 900, cachedTokens: 800, outputTokens: 2, steps: 1 },
  ],
  [
    [{ prompt_tokens: 900, cache_read_input_tokens: 800, completion_tokens: 2 }],
    { inputTokens: 900, cachedTokens: 800, outputTokens: 2, steps: 1 },
  ],
  [
    [{ prompt_tokens: 900, prompt_tokens_details: { cached_tokens: 1200 }, completion_tokens: 2 }],
    { inputTokens: 900, cachedTokens: 900, outputTokens: 2, steps: 1 },
  ],
])('%j', async (usages, usage) => {
  const events = usages.map((each) => `data: ${JSON.stringify({ usage: each })}\n\n`).join('');
  const asked = request({ socketPath: gateway.socket, path: `/v1/responses?${encodeURIComponent(events)}`, method: 'POST' }).end('{}');
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  await text(response);
  await expect.poll(() => reported).toEqual([usage]);
});

test('a command that is refused learns when it may ask again, and nothing else', async () => {
  const asked = request({ socketPath: gateway.socket, path: '/v1/models/later', method: 'GET' }).end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  await text(response);
  expect(response.statusCode).toBe(429);
  expect(response.headers).toMatchObject({ 'retry-after': '7', 'x-should-retry': 'true' });
  expect(response.headers).not.toHaveProperty('set-cookie');
  expect(reported).toEqual([]);
});

test.each([
  ['GET', '/v1/organization/api_keys'],
  ['POST', '/v1/files?x=1'],
  ['POST', '/v1/messages/batches'],
  ['GET', '/v1/responses/resp_1'],
  ['DELETE', '/v1/models/m'],
  ['POST', '/v1/chat/completions/../files'],
  ['POST', '/v1//files'],
])('a command cannot use %s %s of the account', async (method, path) => {
  let isAsked = false;
  provider.on('request', () => {
    isAsked = true;
  });
  const asked = request({ socketPath: gateway.socket, path, method }).end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  response.resume();
  expect([response.statusCode, isAsked]).toEqual([404, false]);
});

test('a command cannot use another model than the configured one', async () => {
  const sent = new Promise<string>((resolve) => provider.once('request', (incoming) => void text(incoming).then(resolve)));
  const body = JSON.stringify({ model: 'a-dearer-one', messages: [] });
  const asked = request({ socketPath: gateway.socket, path: '/v1/chat/completions', method: 'POST' }).end(body);
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  response.resume();
  expect(JSON.parse(await sent)).toEqual({ model: 'configured', messages: [] });
});
