/** What providers say when they refuse: told in their words, cut between characters, without the key, and tried again where it may pass. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createModelFetch } from '../../../src/apps/agent/agents/model-fetch.ts';

let server: Server;
afterEach(() => server.close());

const key = 'own-0123456789abcdef0123456789abcdef';

/** The words of the failure, and how often the provider was asked. */
async function refused(status: number, ...bodies: unknown[]) {
  let asked = 0;
  server = createServer((_, response) => {
    const body = bodies[Math.min(asked++, bodies.length - 1)];
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const ask = createModelFetch({ key, firstWaitMs: 1 });
  const words = await ask(`http://127.0.0.1:${(server.address() as AddressInfo).port}`).then(
    (answer) => answer.text(),
    (error: Error) => error.message,
  );
  return { words, asked };
}

test.each([266, 280, 290, 298])('a key that begins at character %i of the cut text is not shown in part', async (before) => {
  const { words } = await refused(400, { error: { message: `${'y '.repeat(before / 2)} ${key} is none of ours` } });
  expect(words).not.toContain('own');
});

test.each([299, 300])('words are cut between characters, %i of them before one of two units', async (before) => {
  const { words } = await refused(404, { error: { message: `${'y'.repeat(before)}🚚🚚` } });
  expect(words.isWellFormed()).toBe(true);
});

test.each([
  ['a number', { error: { code: 429, message: 'Slow down' } }],
  ['a name', { error: { code: 'server_error', message: 'It failed' }, output: [] }],
  ['a kind', { type: 'error', error: { type: 'overloaded_error', message: 'Busy' } }],
])('what passes is tried again though it came with 200: %s', async (_, body) => {
  const answer = { choices: [{ message: { content: 'Done.' } }] };
  expect(await refused(200, body, answer)).toEqual({ words: JSON.stringify(answer), asked: 2 });
});

test.each([
  [{ error: { code: 404, message: 'No such model' } }, 'The model provider rejected the request (200: No such model).'],
  [{ error: 'No such model' }, 'The model provider rejected the request (200: No such model).'],
])('other errors with status 200 are reported: %j', async (body, words) => {
  expect(await refused(200, body)).toEqual({ words, asked: 1 });
});

test.each([
  { error: null, output: [] },
  { error: '', choices: [] },
  { error: { message: 'Half of it' }, choices: [{}] },
])('an answer stays one: %j', async (body) => {
  expect(await refused(200, body)).toEqual({ words: JSON.stringify(body), asked: 1 });
});
