/** Receivers of webhooks that do not answer must not stop the messages of others. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClient } from './harness/client.ts';
import { createFakeRunner } from './harness/fake-runner.ts';
import { startReceiver } from './harness/webhook-receiver.ts';
import { createWorld, type World } from './harness/world.ts';

let world: World;
beforeEach(() => {
  world = createWorld('sqlite');
});
afterEach(() => world.end());

test('a receiver that hangs delays only its own project', async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  world.atEnd(() => {
    silent.closeAllConnections();
    return new Promise((resolve) => silent.close(resolve));
  });
  const receiver = await startReceiver();
  world.atEnd(() => receiver.close());
  const hook = (url: string) => ({ webhook: { url, secret: 'HOOK', allowPrivate: true } });
  await world.project(hook(`http://127.0.0.1:${(silent.address() as AddressInfo).port}/`));
  await world.project({ id: 'other', ...hook(receiver.url) });
  const { service } = await world.start({ runner: () => createFakeRunner(), environment: { HOOK: 'secret' } });
  const key = await world.key({ projects: ['docs', 'other'] });
  const [hanging, other] = ['docs', 'other'].map((project) => createClient(service.url, key, project));
  for (let count = 0; count < 5; count++) await hanging?.until((await hanging.create('x')).json.id);
  const { id } = (await other?.create('x'))?.json ?? {};
  await receiver.until(1);
  expect(receiver.deliveries[0]?.body.data.job.id).toBe(id);
});
