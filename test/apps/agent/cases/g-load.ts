/** G (54 to 56). Many jobs, many polls, many listeners. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { type Client, createClient } from '../harness/client.ts';
import { poll } from '../harness/polls.ts';
import { allRows } from '../harness/rows.ts';
import { type AgentCase, withinTime } from './agent-case.ts';
import { changesOf, stage } from './d-crashes.ts';

export const load: readonly AgentCase[] = [
  {
    number: 54,
    title: 'Ten jobs at once',
    isSlow: true,
    async run(world) {
      const made = await stage(world, undefined, { limits: { concurrent: 2 } });
      await world.project({ id: 'other', repository: made.repository.path, docs: 'docs', modelUrl: made.model.url });
      const key = await world.key({ projects: ['docs', 'other'] });
      const { service } = await world.start({ concurrency: 3 });
      const client = createClient(service.url, key);
      const ids: string[] = [];
      for (let count = 0; count < 10; count++) ids.push((await client.create(`Job ${count}`)).json.id);
      const other = createClient(service.url, key, 'other');
      const late = (await other.create('Not the last one to run')).json.id;
      let most = 0;
      const store = await world.store();
      const watching = (async () => {
        for (;;) {
          const rows = (await allRows(world, 'jobs')).filter(({ status }) => status === 'active');
          if (rows.length === 0) return;
          most = Math.max(most, rows.filter((row) => row.project_id === 'docs' && row.lease_until > Date.now()).length);
          await wait(50);
        }
      })();
      await other.until(late);
      const left = (await allRows(world, 'jobs')).filter(({ status, project_id }) => status === 'active' && project_id === 'docs').length;
      assert.ok(left > 0, 'the other project had to wait for all of them');
      for (const id of ids) assert.equal((await client.until(id)).status, 'completed');
      await watching;
      assert.ok(most <= 2, `${most} at work`);
      for (const id of ids) assert.equal(changesOf(made.repository, id), 1);
      const begun = (await store.db.selectFrom('events').selectAll().where('kind', '=', 'attempt').orderBy('at').execute())
        .map(({ job_id }) => job_id)
        .filter((id) => id !== late);
      for (const [index, id] of ids.entries())
        assert.ok(Math.abs(begun.indexOf(id) - index) <= 1, `job ${index} began as number ${begun.indexOf(id)}`);
      return `10 jobs, ${most} at work at most`;
    },
  },
  {
    number: 55,
    title: 'Polling',
    isSlow: true,
    async run(world) {
      const seconds = Number(process.env.AGENT_POLL_SECONDS ?? 10);
      const projects = ['docs', 'guides', 'reference'];
      for (const id of projects) await world.project({ id });
      const key = await world.key({ projects });
      const server = await world.spawn({ concurrency: 0, runner: 'fake' });
      const clients = projects.map((project) => createClient(server.url, key, project));
      const paths: string[] = [];
      for (let count = 0; count < 200; count++) {
        const made = await clients[count % 3]?.create('x');
        paths.push(made?.headers.get('location') ?? '');
      }
      const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
      // Until the heap has the size that it keeps under this load.
      await poll(server.url, key, paths, 1_000, Math.min(seconds, 15));
      const before = memory();
      const polling = poll(server.url, key, paths, 1_000, seconds);
      await wait((seconds * 1_000) / 2);
      const start = performance.now();
      assert.equal((await clients[0]?.create('during the load'))?.status, 201);
      const createMs = performance.now() - start;
      const { times, statuses } = await polling;
      const after = memory();
      const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
      const known = await clients[0]?.request('GET', paths[0] ?? '');
      const again = await clients[0]?.request('GET', paths[0] ?? '', { headers: { 'if-none-match': known?.headers.get('etag') ?? '' } });
      assert.deepEqual([again?.status, again?.text], [304, '']);
      assert.deepEqual([...statuses], [[200, seconds * 1_000]]);
      withinTime(at(0.99), 150, 'The slowest hundredth of the polls');
      withinTime(createMs, 500, 'A creation');
      assert.ok(after < before * 1.1, `memory grew from ${before} to ${after} MB`);
      const ms = (time: number) => `${time.toFixed(1)} ms`;
      return `${times.length} polls in ${seconds} s, 0 errors, p50 ${ms(at(0.5))}, p99 ${ms(at(0.99))}, p99.9 ${ms(at(0.999))}, a creation ${ms(createMs)}, memory ${before.toFixed(0)} to ${after.toFixed(0)} MB`;
    },
  },
  {
    number: 56,
    title: 'Event streams',
    isSlow: true,
    async run(world) {
      await world.project();
      const key = await world.key();
      let server = await world.spawn({ concurrency: 1, runner: 'fake' });
      const client = createClient(server.url, key);
      const { id } = (await client.create('x')).json;
      await client.until(id);
      const all = await events(client, key, id, 0);
      assert.deepEqual(
        all,
        all.map((_, index) => index + 1),
      );
      assert.ok(all.length > 5);
      assert.deepEqual(await events(client, key, id, 5), all.slice(5));
      const port = new URL(server.url).port;
      await server.kill();
      server = await world.spawn({ concurrency: 1, runner: 'fake', port: Number(port) });
      assert.deepEqual(await events(client, key, id, 5), all.slice(5));

      // Listeners that wait for a job that does nothing, and one that does not read at all.
      const idle = (await client.create('hang')).json.id;
      const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
      const before = memory();
      const agent = new Agent({ keepAlive: true, maxSockets: 600 });
      const open = Array.from({ length: 500 }, () => {
        const stream = request(`${server.url}/v2/agent/docs/job/${idle}/events`, { agent, headers: { authorization: `Bearer ${key}` } });
        stream.on('response', (response) => response.pause());
        stream.on('error', () => undefined);
        stream.end();
        return stream;
      });
      await wait(3_000);
      const grown = memory() - before;
      assert.ok(grown < 100, `500 listeners take ${grown} MB`);
      assert.equal((await client.post(idle, 'cancel')).json.status, 'failed');
      assert.equal((await client.until((await client.create('x')).json.id)).status, 'completed');
      for (const stream of open) stream.destroy();
      agent.destroy();
      return `500 listeners in ${grown.toFixed(0)} MB`;
    },
  },
];

/** Ids of the events that a stream sends until the service ends it. */
async function events(client: Client, key: string, id: string, after: number): Promise<number[]> {
  const response = await fetch(`${client.url}/v2/agent/docs/job/${id}/events`, {
    headers: { authorization: `Bearer ${key}`, ...(after > 0 ? { 'last-event-id': String(after) } : {}) },
  });
  return [...(await response.text()).matchAll(/^id: (\d+)$/gm)].map((match) => Number(match[1]));
}
