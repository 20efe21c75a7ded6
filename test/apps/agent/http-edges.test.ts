/** Requests at the edge of what HTTP and JSON allow, byte by byte. */
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { allKeys, revokeKey } from '../../../src/apps/agent/keys/keys.ts';
import { forwardedAddresses } from '../../../src/apps/serve/sign-in/client-address.ts';
import { changeJob } from '../../../src/platform/store/job-changes.ts';
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

test.each([
  ['plain JSON', 'application/json', prompt, 201],
  ['a charset in quotes', 'application/json; charset="UTF-8"', prompt, 201],
  ['another charset', 'application/json; charset=utf-16', prompt, 415],
  ['another JSON type', 'application/merge-patch+json', prompt, 415],
  ['a byte order mark', 'application/json', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), prompt]), 201],
  ['bytes that are not UTF-8', 'application/json', Buffer.from('{"prompt":"\xff\xfe"}', 'latin1'), 400],
])('%s', async (_name, type, body, status) => {
  expect((await send('POST', 'job', { 'content-type': type }, body)).status).toBe(status);
});

test('problems have their own type, without parameters', async () => {
  const { status, type, text } = await send('GET', 'job/none');
  expect([status, type]).toEqual([404, 'application/problem+json']);
  expect(JSON.parse(text)).toMatchObject({ status: 404, code: 'not_found' });
});

test('HEAD on the events of an active job ends at once', async () => {
  const { id } = (await client.create('x')).json;
  expect(await send('HEAD', `job/${id}/events`)).toMatchObject({ status: 200, text: '' });
});

test.each([
  'limit=1e1',
  'limit=0x10',
  'limit=',
  'limit=1&limit=2',
  'limit=0',
  'limit=101',
  'cursor=a&cursor=b',
  'cursor=%00',
  'status=any',
])('the query %s is refused', async (query) => {
  expect((await send('GET', `jobs?${query}`)).status).toBe(400);
});

test.each([
  ['limit=0', '"limit" must be 1 or more.'],
  ['limit=101', '"limit" must be 100 or less.'],
  ['limit=1e1', '"limit" must be a whole number.'],
  ['status=any', '"status" must be one of active, completed, archived, failed.'],
  [`cursor=${'a'.repeat(201)}`, '"cursor" must have at most 200 characters.'],
])('of the query %s it is said what it must be', async (query, error) => {
  expect(JSON.parse((await send('GET', `jobs?${query}`)).text)).toMatchObject({ error, field: query.split('=')[0] });
});

test.each([
  ['a name that stands twice, far from its colon', `{"prompt":"a","prompt"${' '.repeat(200)}:"b"}`, 400],
  ['as many characters as are allowed, each of two units', JSON.stringify({ prompt: '😀'.repeat(50_000) }), 201],
  ['one more', JSON.stringify({ prompt: '😀'.repeat(50_001) }), 400],
])('%s', async (_name, body, status) => {
  expect((await send('POST', 'job', { 'content-type': 'application/json' }, Buffer.from(body))).status).toBe(status);
});

test.each(['after=2147483648', 'after=99999999999', 'after=-1', 'after='])('events with the query %s are refused', async (query) => {
  const { id } = (await client.create('x')).json;
  expect((await send('GET', `job/${id}/events?${query}`, { accept: 'application/json' })).status).toBe(400);
});

test.each(['-1', 'x', '1e2', '0x10', '2147483648', '7'])('a stream that would begin after the event %s is refused', async (last) => {
  const { id } = (await client.create('x')).json;
  const { status, text } = await send('GET', `job/${id}/events`, { 'last-event-id': last });
  expect([status, JSON.parse(text).field]).toEqual([400, 'Last-Event-ID']);
});

test('a stream ends when its key is revoked', async () => {
  const { id } = (await client.create('x')).json;
  const other = await world.key();
  const stream = await fetch(`${client.url}/v2/agent/docs/job/${id}/events`, { headers: { authorization: `Bearer ${other}` } });
  const store = await world.store();
  for (const { id: keyId, last4 } of await allKeys(store)) if (other.endsWith(last4)) await revokeKey(store, keyId);
  await client.post(id, 'message', { prompt: 'more' });
  expect(await stream.text()).not.toContain('event: message');
});

test('a key for a network is checked against the address that a trusted proxy forwards', async () => {
  const { service } = await world.start({
    concurrency: 0,
    runner: () => createFakeRunner(),
    clientAddress: forwardedAddresses(['127.0.0.1']),
  });
  const authorization = `Bearer ${await world.key({ cidrs: ['203.0.113.0/24', '2001:db8::/32'] })}`;
  const asked = async (forwarded: string) =>
    (await fetch(`${service.url}/v2/agent/docs/jobs`, { headers: { authorization, 'x-forwarded-for': forwarded } })).status;
  expect(await asked('203.0.113.7')).toBe(200);
  expect(await asked('2001:db8::7')).toBe(200);
  expect(await asked('198.51.100.1')).toBe(403);
  // What the client wrote itself stands before what the proxy saw.
  expect(await asked('203.0.113.7, 198.51.100.1')).toBe(403);
});

/** What the server answers to these bytes. */
function answerTo(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(client.url).port), '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    socket.on('error', reject).on('close', () => resolve(text));
    socket.write(bytes);
  });
}

test.each([
  ['no Host', 'GET /healthz HTTP/1.1', 400],
  ['two Hosts', 'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b', 400],
  ['HTTP/1.0 without a Host', 'GET /healthz HTTP/1.0', 200],
  ['an expectation that nobody knows', 'GET /healthz HTTP/1.1\r\nHost: a\r\nExpect: wonders', 417],
])('%s', async (_name, head, status) => {
  const text = await answerTo(`${head}\r\nConnection: close\r\n\r\n`);
  expect(text).toContain(` ${status} `);
  if (status !== 200) expect(JSON.parse(text.slice(text.indexOf('\r\n\r\n')))).toMatchObject({ status });
});

test('a client that reads slowly gets every event, and costs no more the longer it reads', async () => {
  const { id } = (await client.create('x')).json;
  const store = await world.store();
  const warnings: string[] = [];
  const warned = (warning: Error) => void warnings.push(warning.message);
  process.on('warning', warned);
  const data = { text: 'x'.repeat(400_000) };
  for (let turn = 0; turn < 30; turn++) await store.change((session) => changeJob(session, id, {}, [{ kind: 'note', data }]));
  const received = await new Promise<number>((resolve) => {
    const socket = connect(Number(new URL(client.url).port), '127.0.0.1');
    let events = 0;
    socket.setEncoding('latin1').on('data', (text: string) => {
      events += text.match(/^event: note$/gm)?.length ?? 0;
      socket.pause();
      setTimeout(() => socket.resume(), 1);
      if (events === 30) socket.destroy();
    });
    socket.on('close', () => resolve(events));
    socket.write(`GET /v2/agent/docs/job/${id}/events HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`);
  });
  process.off('warning', warned);
  expect([received, warnings]).toEqual([30, []]);
});
