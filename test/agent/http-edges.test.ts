/** Requests at the edge of what HTTP and JSON allow, byte by byte. */
import { request } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Client } from './harness/client.ts';
import { createFakeRunner } from './harness/fake-runner.ts';
import { createWorld, type World } from './harness/world.ts';

let world: World;
let client: Client;
let key: string;
beforeEach(async () => {
  world = createWorld('sqlite');
  client = await world.client({ concurrency: 0, runner: () => createFakeRunner() });
  key = await world.key();
});
afterEach(() => world.end());

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

function send(method: string, path: string, headers: Readonly<Record<string, string>> = {}, body?: Uint8Array): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${client.url}/v2/agent/docs/${path}`,
      { method, headers: { authorization: `Bearer ${key}`, ...headers } },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, type: response.headers['content-type'] ?? '', text }));
      },
    );
    sent.on('error', reject).end(body);
  });
}

const prompt = Buffer.from('{"prompt":"x"}');

it.each([
  ['plain JSON', 'application/json', prompt, 201],
  ['a charset in quotes', 'application/json; charset="UTF-8"', prompt, 201],
  ['another charset', 'application/json; charset=utf-16', prompt, 415],
  ['another JSON type', 'application/merge-patch+json', prompt, 415],
  ['a byte order mark', 'application/json', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), prompt]), 201],
  ['bytes that are not UTF-8', 'application/json', Buffer.from('{"prompt":"\xff\xfe"}', 'latin1'), 400],
])('%s', async (_name, type, body, status) => {
  expect((await send('POST', 'job', { 'content-type': type }, body)).status).toBe(status);
});

it('problems have their own type, without parameters', async () => {
  const { status, type, text } = await send('GET', 'job/none');
  expect([status, type]).toEqual([404, 'application/problem+json']);
  expect(JSON.parse(text)).toMatchObject({ status: 404, code: 'not_found' });
});

it('HEAD on the events of an active job ends at once', async () => {
  const { id } = (await client.create('x')).json;
  expect(await send('HEAD', `job/${id}/events`)).toMatchObject({ status: 200, text: '' });
});

it.each(['limit=1e1', 'limit=0x10', 'limit=', 'limit=1&limit=2', 'limit=0', 'limit=101', 'cursor=a&cursor=b', 'cursor=%00', 'status=any'])(
  'the query %s is refused',
  async (query) => {
    expect((await send('GET', `jobs?${query}`)).status).toBe(400);
  },
);
