/** B. Keys: who may do what, and that nothing of a key is ever seen again. */
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { newKey } from '../../../../src/apps/agent/keys/key-format.ts';
import { allKeys, createKey, revokeKey, rotateKey } from '../../../../src/apps/agent/keys/keys.ts';
import { runCli } from '../../../harness/cli.ts';
import { createClient, type Reply } from '../harness/client.ts';
import { allRows, passTime } from '../harness/rows.ts';
import { assertProblem } from './a-contract.ts';
import { type AgentCase, withinTime } from './agent-case.ts';

const withoutInstance = (reply: Reply) => JSON.stringify({ ...reply.json, instance: '' });

export const keys: readonly AgentCase[] = [
  {
    number: 12,
    title: 'Keys that are none',
    async run(world) {
      const good = await world.key();
      const client = await world.client({ concurrency: 0 });
      const store = await world.store();
      const revoked = await createKey(store, { name: '', projects: ['docs'], scopes: ['read', 'write'], cidrs: [], lifetimeMs: null });
      await revokeKey(store, revoked.info.id);
      const expired = await world.key({ lifetimeMs: 1_000 });
      await passTime(world, 2_000);
      const wrongChecksum = good.slice(0, -1) + (good.endsWith('0') ? '1' : '0');
      const bodies = new Set<string>();
      const headers = [
        undefined,
        'Basic dTpw',
        'Bearer',
        'Bearer ',
        `Bearer other_${good.slice(8)}`,
        `Bearer ${wrongChecksum}`,
        `Bearer ${newKey()}`,
        `Bearer ${revoked.key}`,
        `Bearer ${expired}`,
        `Bearer  ${good}`,
        `Bearer ${good} x`,
        `Token ${good}`,
      ];
      const anonymous = createClient(client.url, undefined);
      for (const authorization of headers) {
        const reply = await anonymous.create('x', authorization === undefined ? {} : { authorization });
        assertProblem(reply, 401, 'unauthorized');
        assert.match(reply.headers.get('www-authenticate') ?? '', /^Bearer/);
        bodies.add(withoutInstance(reply));
      }
      assertProblem(await anonymous.request('POST', `/v2/agent/docs/job?access_token=${good}`, { body: '{"prompt":"x"}' }), 401);
      assertProblem(await anonymous.create('x', { cookie: `key=${good}` }), 401);
      assert.equal(bodies.size, 1);
      assert.equal((await allRows(world, 'jobs')).length, 0);
    },
  },
  {
    number: 13,
    title: 'Scope and network',
    async run(world) {
      const client = await world.client({ concurrency: 0 });
      const { id } = (await client.create('x')).json;
      const reader = createClient(client.url, await world.key({ scopes: ['read'] }));
      assert.equal((await reader.job(id)).status, 200);
      assertProblem(await reader.create('y'), 403, 'insufficient_scope');
      assertProblem(await reader.post(id, 'archive'), 403, 'insufficient_scope');
      assertProblem(await createClient(client.url, await world.key({ cidrs: ['10.0.0.0/8', '2001:db8::/32'] })).job(id), 403);
      assert.equal((await createClient(client.url, await world.key({ cidrs: ['127.0.0.0/8'] })).job(id)).status, 200);
      assert.equal((await allRows(world, 'jobs')).length, 1);
    },
  },
  {
    number: 14,
    title: 'Project of another key',
    async run(world) {
      const client = await world.client({ concurrency: 0 });
      await world.project({ id: 'other' });
      const [exists, absent] = ['other', 'absent'].map((project) => async () => {
        const start = performance.now();
        const reply = await client.request('POST', `/v2/agent/${project}/job`, { body: '{"prompt":"x"}' });
        return { reply, ms: performance.now() - start };
      });
      assert.ok(exists && absent);
      const first = [await exists(), await absent()];
      for (const { reply } of first) assertProblem(reply, 404);
      assert.equal(withoutInstance(first[0]?.reply as Reply), withoutInstance(first[1]?.reply as Reply));
      const times: [number[], number[]] = [[], []];
      for (let round = 0; round < 200; round++) {
        times[0].push((await exists()).ms);
        times[1].push((await absent()).ms);
      }
      const [one, two] = times.map((list) => list.sort((a, b) => a - b)[100] ?? 0) as [number, number];
      withinTime(Math.abs(one - two), 2, 'Telling a foreign project from none');
    },
  },
  {
    number: 15,
    title: 'Keys beside a running server',
    async run(world) {
      const client = await world.client({ concurrency: 0 });
      let isLoaded = true;
      let problems = 0;
      const load = Promise.all(
        [1, 2, 3].map(async () => {
          while (isLoaded) if ((await client.request('GET', '/v2/agent/docs/jobs')).status !== 200) problems += 1;
        }),
      );
      const place = ['--data', world.dataFolder, ...(world.databaseUrl ? ['--database-url', world.databaseUrl] : [])];
      const made = await runCli(['serve', 'keys', 'create', '--project', 'docs', '--name', 'ci', ...place], { cwd: world.folder });
      assert.equal(made.exit, 0, made.stderr);
      const key = made.stdout.trim();
      assert.equal((await createClient(client.url, key).create('x')).status, 201);
      const listed = await runCli(['serve', 'keys', 'list', ...place], { cwd: world.folder });
      assert.ok(!listed.stdout.includes(key));
      const id = /(key_\w+) .* ci /.exec(listed.stdout)?.[1] ?? '';
      assert.equal((await runCli(['serve', 'keys', 'revoke', id, ...place], { cwd: world.folder })).exit, 0);
      assertProblem(await createClient(client.url, key).create('x'), 401);
      isLoaded = false;
      await load;
      assert.equal(problems, 0);

      const store = await world.store();
      const old = await createKey(store, { name: '', projects: ['docs'], scopes: ['read'], cidrs: [], lifetimeMs: null });
      const next = await rotateKey(store, old.info.id, 3_600_000);
      const status = async (text: string) => (await createClient(client.url, text).request('GET', '/v2/agent/docs/jobs')).status;
      assert.deepEqual([await status(old.key), await status(next?.key ?? '')], [200, 200]);
      await passTime(world, 3_599_000);
      assert.deepEqual([await status(old.key), await status(next?.key ?? '')], [200, 200]);
      await passTime(world, 1_000);
      assert.deepEqual([await status(old.key), await status(next?.key ?? '')], [401, 200]);
    },
  },
  {
    number: 16,
    title: 'Nothing of a key is stored or told',
    async run(world) {
      await world.project();
      const key = await world.key();
      const { service, entries } = await world.start({ concurrency: 0 });
      const client = createClient(service.url, key);
      const { id } = (await client.create('x')).json;
      const replies = [
        await client.job(id, 'detail'),
        await client.job(id, 'events', { accept: 'application/json' }),
        await client.job('x'),
      ];
      for (const reply of replies) assert.ok(!reply.text.includes(key));
      assert.ok(!JSON.stringify(entries).includes(key));
      assert.ok(!JSON.stringify(await allKeys(await world.store())).includes(key));
      assert.ok(!JSON.stringify(await allRows(world, 'api_keys')).includes(key));
      if (world.engine === 'sqlite') {
        for (const name of ['agent.sqlite', 'agent.sqlite-wal']) {
          assert.ok(!readFileSync(join(world.dataFolder, name)).includes(key));
          assert.equal(statSync(join(world.dataFolder, name)).mode & 0o777, 0o600);
        }
      }
    },
  },
];
