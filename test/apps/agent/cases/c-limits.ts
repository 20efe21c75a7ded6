/** C. The limit of creations, and creations that are repeated. */
import assert from 'node:assert/strict';
import { createClient } from '../harness/client.ts';
import { allRows, passTime } from '../harness/rows.ts';
import { inOrder } from '../harness/scripted-model.ts';
import type { World } from '../harness/world.ts';
import { assertProblem, editStart } from './a-contract.ts';
import { type AgentCase, rounds } from './agent-case.ts';

/** Statuses of many creations at once, spread over servers. */
async function flood(urls: readonly string[], key: string, count: number): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const { status } = await createClient(urls[index % urls.length] ?? '', key).create(`job ${index}`);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }),
  );
  return statuses;
}

async function servers(world: World, count: number): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, async () => (await world.spawn({ concurrency: 0, runner: 'fake' })).url));
}

export const limits: readonly AgentCase[] = [
  {
    number: 17,
    title: 'Exactly 100 over several processes',
    isSlow: true,
    async run(world) {
      await world.project();
      const key = await world.key();
      const urls = await servers(world, 3);
      let accepted = 0;
      for (let round = 0; round < rounds(2); round++) {
        for (const used of [urls.slice(0, 2), urls]) {
          const statuses = await flood(used, key, 150);
          assert.deepEqual([statuses.get(201), statuses.get(429)], [100, 50]);
          accepted += 100;
          await passTime(world, 3_600_001);
        }
      }
      return `${accepted} accepted in ${rounds(2) * 2} floods of 150`;
    },
  },
  {
    number: 18,
    title: 'The 101st',
    async run(world) {
      const client = await world.client({ concurrency: 0 });
      assert.equal((await client.create('first')).status, 201);
      await passTime(world, 1_000_000);
      for (let count = 1; count < 100; count++) assert.equal((await client.create('x')).status, 201);
      const refused = await client.create('one too many');
      assertProblem(refused, 429, 'rate_limited');
      assert.match(refused.json.type, /#quota-exceeded$/);
      assert.deepEqual(refused.json['violated-policies'], ['jobs']);
      assert.match(refused.headers.get('ratelimit') ?? '', /^"jobs";r=0;t=\d+$/);
      assert.equal(refused.headers.get('ratelimit-remaining'), '0');
      const wait = Number(refused.headers.get('retry-after'));
      const oldest = Math.min(...(await allRows(world, 'turns')).map(({ created_at }) => Number(created_at)));
      assert.ok(Math.abs(wait - (oldest + 3_600_000 - Date.now()) / 1_000) <= 2, `Retry-After ${wait}`);
      await passTime(world, (wait - 100) * 1_000);
      assert.equal((await client.create('still too early')).status, 429);
      await passTime(world, 100_000);
      assert.equal((await client.create('now')).status, 201);
      assert.equal((await client.create('only one left the window')).status, 429);
    },
  },
  {
    number: 19,
    title: 'Restarts and refusals do not count',
    async run(world) {
      await world.project();
      const key = await world.key();
      let server = await world.spawn({ concurrency: 0, runner: 'fake' });
      let client = createClient(server.url, key);
      for (let count = 0; count < 100; count++) assert.equal((await client.create('')).status, 400);
      assert.equal((await createClient(server.url, undefined).create('x')).status, 401);
      assert.equal((await client.job('x')).status, 404);
      assert.equal((await client.create('x'.repeat(300_000))).status, 413);
      const { id } = (await client.create('x', { 'idempotency-key': 'k' })).json;
      for (let count = 0; count < 5; count++) assert.equal((await client.create('x', { 'idempotency-key': 'k' })).status, 201);
      for (let count = 1; count < 100; count++) assert.equal((await client.create('x')).status, 201, `creation ${count + 1}`);
      assert.equal((await client.create('x')).status, 429);
      assert.equal((await client.post(id, 'archive')).status, 200);
      for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
        await server.kill(signal);
        server = await world.spawn({ concurrency: 0, runner: 'fake' });
        client = createClient(server.url, key);
        assert.equal((await client.create('x')).status, 429);
      }
      // A replay needs no room.
      assert.equal((await client.create('x', { 'idempotency-key': 'k' })).json.id, id);
    },
  },
  {
    number: 20,
    title: 'Other projects, other clocks',
    async run(world) {
      const client = await world.client({ concurrency: 0 });
      await world.project({ id: 'other' });
      const both = await world.key({ projects: ['docs', 'other'] });
      const statuses = await flood([client.url], both, 130);
      assert.deepEqual([statuses.get(201), statuses.get(429)], [100, 30]);
      assert.equal((await createClient(client.url, both, 'other').create('x')).status, 201);
      if (world.engine === 'sqlite') return;
      // A server whose clock is 5 minutes late: limits are read from the clock of the database.
      const late = Date.now;
      Date.now = () => late() - 300_000;
      try {
        assert.equal((await client.create('x')).status, 429);
      } finally {
        Date.now = late;
      }
    },
  },
  {
    number: 21,
    title: 'Idempotency-Key',
    async run(world) {
      const repository = world.repository();
      const model = await world.model(inOrder(editStart, { text: 'Named npm.' }));
      await world.project({ repository: repository.path, docs: 'docs', modelUrl: model.url });
      await world.project({ id: 'other', repository: repository.path, docs: 'docs', modelUrl: model.url });
      const key = await world.key({ projects: ['docs', 'other'] });
      const [one, two] = await Promise.all([world.spawn(), world.spawn()]);
      assert.ok(one && two);
      const header = { 'idempotency-key': 'K-1' };
      const clients = [one, two].map(({ url }) => createClient(url, key));
      const [client] = clients;
      assert.ok(client);
      const first = await client.create('Say npm', header);
      assert.equal(first.headers.get('idempotent-replay'), null);
      const replay = await client.create('Say npm', header);
      assert.deepEqual([replay.status, replay.headers.get('idempotent-replay'), replay.json.id], [201, 'true', first.json.id]);
      const parallel = await Promise.all(
        Array.from({ length: 50 }, (_, index) => clients[index % 2]?.create('Say npm twice', { 'idempotency-key': 'K-2' })),
      );
      assert.equal(new Set(parallel.map((reply) => reply?.json.id)).size, 1);
      assert.ok(parallel.every((reply) => reply?.status === 201));
      assert.equal(parallel.filter((reply) => reply?.headers.get('idempotent-replay') === 'true').length, 49);
      assertProblem(await client.create('Something else', header), 422);
      assert.notEqual((await createClient(one.url, key, 'other').create('Say npm', header)).json.id, first.json.id);
      await client.until(first.json.id);
      await client.until(parallel[0]?.json.id);
      const ofFirst = repository.branches().filter((branch) => branch.includes(first.json.id));
      assert.equal(ofFirst.length, 1);
      await one.kill();
      assert.equal((await clients[1]?.create('Say npm', header))?.json.id, first.json.id);
    },
  },
  {
    number: 22,
    title: 'Idempotency-Key of a wrong form',
    async run(world) {
      const client = await world.client({ concurrency: 0 });
      for (const key of ['k'.repeat(256), '', 'a b']) assertProblem(await client.create('x', { 'idempotency-key': key }), 400);
      assert.equal((await client.create('x', { 'idempotency-key': 'k'.repeat(255) })).status, 201);
      assert.equal((await allRows(world, 'jobs')).length, 1);
    },
  },
];
