/** H. The life of a job after it was accepted: put away, cancelled, continued, listed, announced, carried over to a new version. */
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { migrations } from '../../../../src/platform/store/migrations.ts';
import { openStore } from '../../../../src/platform/store/store.ts';
import { createClient } from '../harness/client.ts';
import { createFakeRunner } from '../harness/fake-runner.ts';
import { allRows, passTime } from '../harness/rows.ts';
import { isGenuine, startReceiver } from '../harness/webhook-receiver.ts';
import { assertProblem } from './a-contract.ts';
import type { AgentCase } from './agent-case.ts';
import { changesOf, stage } from './d-crashes.ts';

const edit = (path: string, old: string, next: string) => ({ calls: [{ name: 'edit', args: { path, old, new: next } }] });

export const lifeCycle: readonly AgentCase[] = [
  {
    number: 57,
    title: 'Archive',
    async run(world) {
      const runner = createFakeRunner();
      const client = await world.client({ runner: () => runner });
      const { id } = (await client.create('x')).json;
      const done = await client.until(id);
      const archived = (await client.post(id, 'archive')).json;
      assert.equal(archived.status, 'archived');
      assert.equal(archived.prLink, done.prLink);
      assert.match(archived.archivedAt, /Z$/);
      assert.deepEqual((await client.post(id, 'archive')).json, archived);
      assertProblem(await client.post(id, 'message', { prompt: 'more' }), 409, 'job_archived');
      const active = (await client.create('wait 3000')).json.id;
      while (!runner.attempts.includes(active)) await wait(20);
      assert.equal((await client.post(active, 'archive')).json.status, 'archived');
      await wait(1_500);
      assert.equal((await client.job(active)).json.prLink, null);
      assert.equal(
        runner.opened.some((branch) => branch.includes(active)),
        false,
      );
      // Stopped, not only disowned: its place is free for the next job.
      assert.equal((await client.until((await client.create('x')).json.id, undefined, 5_000)).status, 'completed');
    },
  },
  {
    number: 58,
    title: 'Cancel',
    async run(world) {
      const runner = createFakeRunner();
      const client = await world.client({ runner: () => runner, concurrency: 4, leaseMs: 1_000 });
      const { id } = (await client.create('hang')).json;
      while (!runner.attempts.includes(id)) await wait(20);
      assert.equal((await client.post(id, 'cancel')).json.status, 'failed');
      assert.equal((await client.job(id, 'detail')).json.failure.code, 'cancelled');
      assertProblem(await client.post(id, 'cancel'), 409);
      // Racing with the end of the job.
      let cancelled = 0;
      for (let round = 0; round < 12; round++) {
        const racing = (await client.create('slowly')).json.id;
        while (!runner.attempts.includes(racing)) await wait(1);
        await wait(round * 3);
        const reply = await client.post(racing, 'cancel');
        const record = await client.until(racing);
        if (reply.status === 200) {
          cancelled += 1;
          assert.deepEqual([record.status, record.prLink], ['failed', null]);
        } else {
          assert.equal(reply.status, 409);
          assert.equal(record.status, 'completed');
          assert.ok(record.prLink);
        }
      }
      const open = (await allRows(world, 'jobs')).filter((job) => job.status === 'failed' && runner.opened.includes(job.branch));
      const end = Date.now() + 15_000;
      while (open.some(({ branch }) => !runner.withdrawn.includes(branch))) {
        assert.ok(Date.now() < end, 'a pull request of a cancelled job stays open');
        await wait(100);
      }
      return `${cancelled} of 12 races won by the cancellation`;
    },
  },
  {
    number: 59,
    title: 'Message',
    async run(world) {
      const made = await stage(world, ({ instruction, step }) => {
        if (step > 0) return { text: 'Done.' };
        if (instruction.includes('second')) return edit('end.mdx', 'The end.', 'The very end.');
        if (instruction.includes('third')) return edit('end.mdx', 'very end', 'bitter end');
        if (instruction.includes('fourth')) return edit('start.mdx', 'title: Start', 'title: Begin');
        return edit('start.mdx', 'Install the tool.', 'Install the tool with npm.');
      });
      const { service } = await world.start();
      const client = createClient(service.url, made.key);
      const { id } = (await client.create('the first change')).json;
      const first = await client.until(id);
      const reply = await client.post(id, 'message', { prompt: 'the second change' });
      assert.deepEqual([reply.status, reply.json.status, reply.json.prLink], [200, 'active', null]);
      // While it is at work: taken after the current turn.
      assert.equal((await client.post(id, 'message', { prompt: 'the third change' })).status, 200);
      const second = await client.until(id);
      assert.equal(second.status, 'completed', JSON.stringify((await client.job(id, 'detail')).json.failure));
      assert.equal(second.prLink, first.prLink);
      assert.equal(changesOf(made.repository, id), 1);
      assert.equal(made.repository.git('rev-list', '--count', `main..docsgen/${id}`), '3');
      assert.match(made.repository.show(`docsgen/${id}`, 'docs/end.mdx'), /bitter end/);
      // Merged meanwhile: a new branch and a new change.
      const merging = { authorization: `Bearer ${await world.key({ scopes: ['merge'] })}` };
      const reviewed = ((await (await fetch(String(first.prLink), { headers: merging })).json()) as { commit: string }).commit;
      const outdated = made.repository.git('rev-parse', `docsgen/${id}~1`);
      assert.equal((await fetch(`${first.prLink}/merge`, { method: 'POST', headers: merging })).status, 400);
      assert.equal((await fetch(`${first.prLink}/merge?commit=${outdated}`, { method: 'POST', headers: merging })).status, 409);
      assert.equal((await fetch(`${first.prLink}/merge?commit=${reviewed}`, { method: 'POST', headers: merging })).status, 200);
      await client.post(id, 'message', { prompt: 'the fourth change' });
      const fourth = await client.until(id);
      assert.equal(fourth.status, 'completed', JSON.stringify((await client.job(id, 'detail')).json.failure));
      assert.notEqual(fourth.prLink, first.prLink);
      assert.ok(made.repository.branches().includes(`docsgen/${id}-2`));
      assert.deepEqual(
        (await client.job(id, 'detail')).json.turns.map(({ prompt }: { prompt: string }) => prompt),
        ['the first change', 'the second change', 'the third change', 'the fourth change'],
      );
    },
  },
  {
    number: 60,
    title: 'List',
    async run(world) {
      const client = await world.client({ concurrency: 0 });
      await world.project({ id: 'other' });
      const other = createClient(client.url, await world.key({ projects: ['other'] }), 'other');
      await other.create('not yours');
      for (let count = 0; count < 250; count++) {
        if (count % 90 === 89) await passTime(world, 3_600_001);
        assert.equal((await client.create(`job ${count}`)).status, 201);
      }
      const seen: string[] = [];
      const sizes: number[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page: { jobs: { id: string }[]; nextCursor: string | null } = (
          await client.request('GET', `/v2/agent/docs/jobs?limit=100${cursor && `&cursor=${cursor}`}`)
        ).json;
        sizes.push(page.jobs.length);
        seen.push(...page.jobs.map(({ id }) => id));
        cursor = page.nextCursor;
        if (cursor !== null) await client.create('a new one meanwhile');
      }
      assert.deepEqual(sizes, [100, 100, 50]);
      assert.equal(new Set(seen).size, 250);
      await client.post(seen[0] ?? '', 'archive');
      const archived = (await client.request('GET', '/v2/agent/docs/jobs?status=archived')).json;
      assert.deepEqual(
        archived.jobs.map(({ id }: { id: string }) => id),
        [seen[0]],
      );
      for (const query of ['limit=0', 'limit=101', 'limit=x', 'status=lost', 'cursor=%00'])
        assertProblem(await client.request('GET', `/v2/agent/docs/jobs?${query}`), 400);
    },
  },
  {
    number: 61,
    title: 'Webhooks',
    async run(world) {
      const secret = `whsec_${Buffer.from('a secret of the receiver').toString('base64')}`;
      const receiver = await startReceiver();
      world.atEnd(() => receiver.close());
      const { url } = receiver;
      const runner = createFakeRunner();
      await world.project({ webhook: { url: 'http://127.0.0.1:9/down', secret: 'HOOK', allowPrivate: true } });
      const { service, entries } = await world.start({ runner: () => runner, environment: { HOOK: secret } });
      const client = createClient(service.url, await world.key());
      const { id } = (await client.create('x')).json;
      await client.until(id);
      await client.post(id, 'message', { prompt: 'more' });
      await client.until(id);
      await client.post(id, 'archive');
      while (!entries.some((entry) => entry.event === 'note')) await wait(50);
      assert.equal(receiver.deliveries.length, 0);
      // The receiver comes back an hour later.
      await world.project({ webhook: { url, secret: 'HOOK', allowPrivate: true } });
      await passTime(world, 3_600_000);
      await receiver.until(3);
      assert.deepEqual(
        receiver.deliveries.map(({ body }) => body.type),
        ['job.completed', 'job.completed', 'job.archived'],
      );
      const [delivery] = receiver.deliveries;
      assert.ok(delivery);
      const present = Math.floor(Date.now() / 1_000);
      assert.ok(isGenuine(delivery, secret, present));
      assert.ok(!isGenuine(delivery, secret, present + 600), 'an old one');
      assert.ok(!isGenuine({ ...delivery, text: `${delivery.text} ` }, secret, present), 'a changed one');
      assert.equal(delivery.body.data.job.id, id);
      // Addresses of this machine, unless the operator allows them.
      for (const address of [url, url.replace('127.0.0.1', 'localhost'), url.replace('127.0.0.1', '[::ffff:127.0.0.1]')]) {
        await world.project({ webhook: { url: address, secret: 'HOOK' } });
        const before = entries.filter((entry) => entry.event === 'note').length;
        await client.until((await client.create('x')).json.id);
        const end = Date.now() + 10_000;
        while (entries.filter((entry) => entry.event === 'note').length === before) {
          assert.ok(Date.now() < end);
          await wait(50);
        }
        assert.match(JSON.stringify(entries.filter((entry) => entry.event === 'note').at(-1)), /private network/);
      }
      assert.equal(receiver.deliveries.length, 3);
    },
  },
  {
    number: 62,
    title: 'Upgrade',
    async run(world) {
      const runner = createFakeRunner();
      await world.project();
      const key = await world.key();
      const before = await world.start({ concurrency: 0 });
      const { id } = (await createClient(before.service.url, key).create('x')).json;
      await before.service.stop();
      // The next release adds a step to the schema; two servers start at the same time.
      const place = { dataFolder: world.dataFolder, databaseUrl: world.databaseUrl };
      const next = [...migrations, ['create table later (name text)', "insert into later (name) values ('once')"]];
      const opened = await Promise.all([openStore({ ...place, migrations: next }), openStore({ ...place, migrations: next })]);
      const { sql } = await import('kysely');
      const { rows } = await sql`select name from later`.execute(opened[0].db);
      assert.equal(rows.length, 1);
      for (const store of opened) await store.close();
      const refusal = new RegExp(`schema ${next.length}.*supports schemas up to ${migrations.length}.*newer version`);
      await assert.rejects(openStore(place), { name: 'StoreRefused', message: refusal });
      // Back to this release's schema, as a restored backup has it: the job that was active ends.
      const store = await openStore({ ...place, migrations: next });
      await sql`drop table later`.execute(store.db);
      await sql`update schema_version set version = ${migrations.length}`.execute(store.db);
      await store.close();
      const after = await world.start({ runner: () => runner });
      assert.equal((await createClient(after.service.url, key).until(id)).status, 'completed');
    },
  },
];
