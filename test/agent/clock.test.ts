/** Leases and the clock of the machine, which may be set back while the service is down. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFakeRunner } from './harness/fake-runner.ts';
import { createWorld, type World } from './harness/world.ts';

let world: World;
beforeEach(() => {
  world = createWorld('sqlite');
});
afterEach(() => world.end());

it('a lease from the future ends when nobody makes it longer', async () => {
  const client = await world.client({ concurrency: 0, runner: () => createFakeRunner() });
  const [gone, living] = [(await client.create('read')).json.id as string, (await client.create('read')).json.id as string];
  const store = await world.store();
  const lease = (id: string, ahead: number) =>
    store.write(async ({ db }) => {
      const values = { lease_owner: 'another', lease_until: Date.now() + ahead, fence: 1, attempt: 1 };
      await db.updateTable('jobs').set(values).where('id', '=', id).execute();
    });
  await lease(gone, 7_200_000);
  await lease(living, 7_200_000);
  const renewing = setInterval(() => void lease(living, 7_200_000), 300);
  world.atEnd(() => clearInterval(renewing));
  const runner = createFakeRunner();
  await world.start({ leaseMs: 100, runner: () => runner });
  expect((await client.until(gone)).status).toBe('completed');
  expect(runner.attempts).toEqual([gone]);
  expect((await client.job(living)).json.status).toBe('active');
});
