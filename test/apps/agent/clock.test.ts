/** Times in the store and the clock of the machine, which may be set back while the service is down. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Retry } from '../../../src/model/agent/run-turn.ts';
import { createClient } from './harness/client.ts';
import { createFakeRunner } from './harness/fake-runner.ts';
import { allRows } from './harness/rows.ts';
import { startReceiver } from './harness/webhook-receiver.ts';
import { createWorld, type World } from './harness/world.ts';

let world: World;
beforeEach(() => {
  world = createWorld('sqlite');
});
afterEach(() => world.end());

test('a lease from the future ends when nobody makes it longer', async () => {
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

const day = 86_400_000;

test('a job and a message that were put off until tomorrow come at once, a withdrawal when no attempt can be at it any more', async () => {
  const receiver = await startReceiver();
  world.atEnd(() => receiver.close());
  await world.project({ webhook: { url: receiver.url, secret: 'HOOK', allowPrivate: true } });
  const key = await world.key();
  const first = await world.start({ concurrency: 0, runner: () => createFakeRunner() });
  const client = createClient(first.service.url, key);
  const [waiting, cancelled] = [(await client.create('read')).json.id as string, (await client.create('read')).json.id as string];
  await client.post(cancelled, 'cancel');
  await first.service.stop();
  const ahead = Date.now() + day;
  const store = await world.store();
  await store.write(async ({ db }) => {
    await db.updateTable('jobs').set({ run_after: ahead }).where('id', '=', waiting).execute();
    await db.updateTable('jobs').set({ withdraw_at: ahead }).where('id', '=', cancelled).execute();
    await db.updateTable('outbox').set({ next_at: ahead, tries: 1, settled_at: null }).execute();
  });
  const before = receiver.deliveries.length;
  const again = await world.start({ leaseMs: 100, runner: () => createFakeRunner(), environment: { HOOK: 'secret' } });
  expect((await createClient(again.service.url, key).until(waiting)).status).toBe('completed');
  await receiver.until(before + 1);
  const row = (await allRows(world, 'jobs')).find(({ id }) => id === cancelled);
  expect(row?.withdraw_at).toBeLessThan(Date.now() + 130_000);
});

test('the longest wait is left alone when the clock was set back by some seconds meanwhile', async () => {
  const client = await world.client({ concurrency: 0, runner: () => createFakeRunner() });
  const id = (await client.create('read')).json.id as string;
  const runAfter = Date.now() + 3_600_000 + 30_000;
  await (await world.store()).write(
    async ({ db }) => void (await db.updateTable('jobs').set({ run_after: runAfter, pause_ms: 3_600_000 }).execute()),
  );
  await world.start({ leaseMs: 100, runner: () => createFakeRunner() });
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect((await allRows(world, 'jobs')).map(({ run_after }) => run_after)).toEqual([runAfter]);
  expect((await client.job(id)).json.status).toBe('active');
});

test('a clock that was ahead and is set back raises no limit, and uses of its hours before the last are over', async () => {
  const client = await world.client({ concurrency: 0, runner: () => createFakeRunner() });
  const left = async () => (await client.create('read')).headers.get('ratelimit');
  for (let count = 0; count < 4; count++) await left();
  const store = await world.store();
  // Three hours ahead: one use two hours before the newest, three within its last hour.
  const ids = (await allRows(world, 'turns')).map(({ job_id }) => job_id);
  for (const [index, minutes] of [60, 170, 175, 180].entries())
    await store.write(
      async ({ db }) =>
        void (await db
          .updateTable('turns')
          .set({ created_at: Date.now() + minutes * 60_000 })
          .where('job_id', '=', ids[index] as string)
          .execute()),
    );
  expect(await left()).toMatch(/r=96;t=(?:3000|29\d\d)$/);
  expect(await left()).toMatch(/r=95;/);
});

/** The row of a job whose provider asks for this time at every attempt, as soon as it was put off or has failed. */
async function asked(retry: Retry) {
  const runner = createFakeRunner();
  const client = await world.client({
    runner: () => ({ ...runner, runTurn: async () => ({ kind: 'failed', code: 'model_failed', message: 'Later.', retry }) }),
  });
  await client.create('read');
  const row = async () => (await allRows(world, 'jobs'))[0];
  await expect.poll(async () => (await row())?.status === 'failed' || ((await row())?.run_after ?? 0) > 0).toBe(true);
  return { row, present: Date.now() };
}

test('a day that a provider asks for is waited, and is no failed attempt', async () => {
  const { row, present } = await asked({ afterMs: day, isAsked: true });
  expect(await row()).toMatchObject({ status: 'active', attempt: 0 });
  expect(Math.abs(((await row())?.run_after ?? 0) - present - day)).toBeLessThan(60_000);
  // Housekeeping takes it for no work of a wrong clock.
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect((await row())?.run_after).toBeGreaterThan(present + day - 60_000);
});

test('a wait of weeks that a provider asks for ends the job, and says so', async () => {
  const { row } = await asked({ afterMs: 30 * day, isAsked: true });
  expect(await row()).toMatchObject({ status: 'failed', failure_message: 'Later. A job waits at most two days.' });
});

test('what a provider asks for is an attempt when it has answered before: nothing is paid for without end', async () => {
  const runner = createFakeRunner();
  const client = await world.client({
    runner: () => ({
      ...runner,
      runTurn: async (_, steps) => {
        await steps.usage({ inputTokens: 10, outputTokens: 1, steps: 1 });
        return { kind: 'failed', code: 'model_failed', message: 'Later.', retry: { afterMs: 90_000, isAsked: true } };
      },
    }),
  });
  await client.create('read');
  const row = async () => (await allRows(world, 'jobs'))[0];
  const store = await world.store();
  for (const attempt of [1, 2]) {
    await expect.poll(async () => (await row())?.run_after ?? 0).toBeGreaterThan(0);
    expect(await row()).toMatchObject({ status: 'active', attempt });
    await store.write(async ({ db }) => void (await db.updateTable('jobs').set({ run_after: 0 }).execute()));
  }
  await expect.poll(async () => (await row())?.status).toBe('failed');
});

test('what a code host asks for is no attempt when the change is stored', async () => {
  const runner = createFakeRunner();
  const client = await world.client({
    runner: () => ({
      ...runner,
      runTurn: async (input, steps, signal) => {
        await runner.runTurn(input, { ...steps, pushed: async () => undefined, opened: async () => undefined }, signal);
        return { kind: 'failed', code: 'pull_request_failed', message: 'Later.', retry: { afterMs: 90_000, isAsked: true } };
      },
    }),
  });
  await client.create('change');
  const row = async () => (await allRows(world, 'jobs'))[0];
  await expect.poll(async () => (await row())?.run_after ?? 0).toBeGreaterThan(0);
  expect(await row()).toMatchObject({ status: 'active', stage: 'committed', attempt: 0, steps: 1 });
});

test('parts of a millisecond are rounded up: the store keeps whole ones', async () => {
  const { row } = await asked({ afterMs: 90_000.25, isAsked: true });
  expect(await row()).toMatchObject({ pause_ms: 90_001 });
  expect(Number.isInteger((await row())?.run_after)).toBe(true);
});

test('a wait of our own is an attempt', async () => {
  const { row } = await asked({ afterMs: 20_000 });
  expect(await row()).toMatchObject({ status: 'active', attempt: 1 });
});
