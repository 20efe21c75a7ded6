/** A request whose body never ends: the service waits 15 seconds for it, whoever sends it. */
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createWorld, type World } from '../apps/agent/harness/world.ts';

let world: World;
beforeEach(() => {
  world = createWorld('sqlite');
});
afterEach(() => world.end());

test.each([
  ['with a key', 408],
  ['without one', 401],
])('%s', { timeout: 60_000 }, async (who, status) => {
  await world.project();
  const { service } = await world.start({ concurrency: 0 });
  const authorization = who === 'with a key' ? `Authorization: Bearer ${await world.key()}\r\n` : '';
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
  socket.write(
    `POST /v2/agent/docs/job HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${authorization}Content-Length: 500\r\n\r\n{`,
  );
  const started = performance.now();
  await new Promise((resolve) => socket.on('close', resolve));
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  // Node's own limits are 30 and 60 seconds.
  expect(performance.now() - started).toBeLessThan(25_000);
});
