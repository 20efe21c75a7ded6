/** D. A crash at every stage: nothing accepted is lost, and every job has one pull request at most. Counted at the code host. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Client, createClient } from '../harness/client.ts';
import type { TestRepository } from '../harness/repository.ts';
import { allRows, passTime } from '../harness/rows.ts';
import { inOrder, type ModelScript, type ScriptedModel } from '../harness/scripted-model.ts';
import { startReceiver } from '../harness/webhook-receiver.ts';
import type { ProcessOptions, ServiceProcess, World } from '../harness/world.ts';
import { type AgentCase, rounds, Skipped } from './agent-case.ts';

/** Without docs.json: there is nothing to check, so a job is quick. */
const plainFiles = {
  'docs/start.mdx': '---\ntitle: Start\n---\n\nInstall the tool.\n',
  'docs/end.mdx': '---\ntitle: End\n---\n\nThe end.\n',
};

const change = (path: string, old: string, next: string) => ({ calls: [{ name: 'edit', args: { path, old, new: next } }] });
const twoEdits = inOrder(
  change('start.mdx', 'Install the tool.', 'Install the tool with npm.'),
  change('end.mdx', 'The end.', 'The very end.'),
  { text: 'Changed both pages.' },
);

export interface Stage {
  readonly repository: TestRepository;
  readonly model: ScriptedModel;
  readonly key: string;
}

export async function stage(world: World, script: ModelScript = twoEdits, settings = {}): Promise<Stage> {
  const repository = world.repository(plainFiles);
  const model = await world.model(script);
  await world.project({ repository: repository.path, docs: 'docs', modelUrl: model.url, ...settings });
  return { repository, model, key: await world.key() };
}

/** Changes that the local host holds for a job, open or not. */
export function changesOf(repository: TestRepository, jobId: string): number {
  const refs = repository.git('for-each-ref', '--format=%(objectname)', 'refs/docsgen/changes/').split('\n').filter(Boolean);
  return refs.filter((object) => repository.git('cat-file', 'blob', object).includes(`docsgen/${jobId}`)).length;
}

/** Sends a job, lets the service die at a point, starts it again until the job has ended. */
async function crash(world: World, options: ProcessOptions & { readonly killAt: string }, made: Stage) {
  let server = await world.spawn(options);
  const { id } = (await createClient(server.url, made.key).create('Change both pages')).json;
  let kills = 0;
  for (;;) {
    const end = await Promise.race([server.ended.then(() => 'killed' as const), ended(createClient(server.url, made.key), id)]);
    if (end !== 'killed') {
      const client = createClient(server.url, made.key);
      const detail = (await client.job(id, 'detail')).json;
      await server.kill('SIGTERM');
      return { id, record: end, detail, kills };
    }
    kills += 1;
    server = await world.spawn(options);
  }
}

async function ended(client: Client, id: string) {
  return client.until(id, undefined, 120_000).catch(() => new Promise<never>(() => undefined));
}

/** A case that kills at one point, `rounds` times, and holds the same end against each. */
function killed(
  number: number,
  title: string,
  killAt: string,
  check: (made: Stage, end: Awaited<ReturnType<typeof crash>>, modelCalls: number) => void = () => undefined,
): AgentCase {
  return {
    number,
    title,
    isSlow: true,
    async run(world) {
      const made = await stage(world);
      let kills = 0;
      const count = rounds(2);
      for (let round = 0; round < count; round++) {
        const before = made.model.requests.length;
        const end = await crash(world, { killAt }, made);
        kills += end.kills;
        assert.equal(end.kills, 1);
        assert.equal(end.record.status, 'completed', JSON.stringify(end.detail.failure));
        assert.ok(end.record.prLink);
        assert.equal(changesOf(made.repository, end.id), 1);
        assert.equal(made.repository.git('rev-parse', `docsgen/${end.id}`), end.detail.commit);
        assert.deepEqual(made.repository.git('diff', '--name-only', 'main', `docsgen/${end.id}`).split('\n'), [
          'docs/end.mdx',
          'docs/start.mdx',
        ]);
        check(made, end, made.model.requests.length - before);
        await passTime(world, 3_600_001);
      }
      return `${kills} kills, ${count} jobs accepted, 0 lost, 0 duplicate pull requests`;
    },
  };
}

export const crashes: readonly AgentCase[] = [
  {
    number: 23,
    title: 'Killed before the answer',
    isSlow: true,
    async run(world) {
      await world.project();
      const key = await world.key();
      const accepted: string[] = [];
      let unanswered = 0;
      const count = rounds(20);
      for (let round = 0; round < count; round++) {
        const server = await world.spawn({ concurrency: 0, runner: 'fake' });
        const client = createClient(server.url, key);
        const sent = Array.from({ length: 4 }, async (_, index) => {
          await wait(index * 3);
          return client.create('x').catch(() => undefined);
        });
        await wait(Math.random() * 50);
        await server.kill();
        for (const reply of await Promise.all(sent)) {
          if (reply?.status === 201) accepted.push(reply.json.id);
          else unanswered += 1;
        }
        await passTime(world, 3_600_001);
      }
      const stored = new Set((await allRows(world, 'jobs')).map(({ id }) => id));
      const lost = accepted.filter((id) => !stored.has(id));
      assert.deepEqual(lost, []);
      assert.ok(stored.size <= accepted.length + unanswered);
      return `${count} kills, ${accepted.length} jobs accepted, 0 lost`;
    },
  },
  killed(24, 'Queued', 'begin', (_made, { detail }) => assert.ok(detail.attempt <= 2)),
  {
    number: 25,
    title: 'During the fetch',
    isSlow: true,
    async run(world) {
      const made = await stage(world);
      made.repository.commit('main', { 'large.bin': randomBytes(30_000_000) });
      const count = rounds(3);
      for (let round = 0; round < count; round++) {
        let server = await world.spawn();
        const { id } = (await createClient(server.url, made.key).create('Change both pages')).json;
        await wait(50 + Math.random() * 300);
        await server.kill();
        server = await world.spawn();
        const record = await createClient(server.url, made.key).until(id);
        assert.equal(record.status, 'completed');
        assert.equal(changesOf(made.repository, id), 1);
        await server.kill('SIGTERM');
        const cache = join(world.dataFolder, 'cache');
        const repositories = readdirSync(cache, { withFileTypes: true }).filter((entry) => entry.isDirectory());
        assert.ok(repositories.length > 0);
        for (const { name } of repositories)
          execFileSync('git', ['--git-dir', join(cache, name), 'fsck', '--no-dangling'], { stdio: 'pipe' });
        rmSync(cache, { recursive: true, force: true });
        await passTime(world, 3_600_001);
      }
      return `${count} kills, ${count} jobs accepted, 0 lost`;
    },
  },
  killed(26, 'During the agent', 'edited', (_made, { detail }, calls) => {
    assert.equal(detail.attempt, 2);
    assert.ok(calls > 3, 'the model is asked again');
    assert.ok(detail.usage.inputTokens > 300, `usage of both attempts is added: ${detail.usage.inputTokens}`);
  }),
  killed(27, 'After the commit', 'committed', (_made, _end, calls) => assert.equal(calls, 3, 'the model is not asked again')),
  killed(28, 'After the push', 'pushed', (_made, _end, calls) => assert.equal(calls, 3)),
  killed(29, 'After the pull request', 'opening', (_made, _end, calls) => assert.equal(calls, 3)),
  {
    number: 30,
    title: 'Before the webhook',
    async run(world) {
      const made = await stage(world, twoEdits, {
        webhook: { url: 'http://127.0.0.1:9/hook', secret: 'HOOK_SECRET', allowPrivate: true },
      });
      const environment = { HOOK_SECRET: 'whsec_c2VjcmV0' };
      let server = await world.spawn({ environment });
      const { id } = (await createClient(server.url, made.key).create('Change both pages')).json;
      await createClient(server.url, made.key).until(id);
      await server.kill();
      const receiver = await startReceiver((count) => (count === 1 ? 500 : 200));
      world.atEnd(() => receiver.close());
      await world.project({
        repository: made.repository.path,
        docs: 'docs',
        modelUrl: made.model.url,
        webhook: { url: receiver.url, secret: 'HOOK_SECRET', allowPrivate: true },
      });
      await passTime(world, 60_000);
      server = await world.spawn({ environment });
      await receiver.until(1);
      await passTime(world, 3_600_000);
      await receiver.until(2);
      const [stored] = await allRows(world, 'outbox');
      assert.deepEqual(new Set(receiver.deliveries.map(({ id }) => id)), new Set([stored?.id]));
      assert.equal(receiver.deliveries[0]?.body.data.job.id, id);
    },
  },
  {
    number: 31,
    title: 'Crash loop',
    isSlow: true,
    async run(world) {
      const made = await stage(world);
      const end = await crash(world, { killAt: 'edited', kills: 3 }, made);
      assert.equal(end.kills, 3);
      assert.equal(end.record.status, 'failed');
      assert.equal(end.detail.failure.code, 'attempts_exhausted');
      assert.equal(end.record.prLink, null);
      assert.deepEqual(made.repository.branches(), ['main']);
      const server = await world.spawn();
      const client = createClient(server.url, made.key);
      assert.equal((await client.until((await client.create('The next')).json.id)).status, 'completed');
      assert.deepEqual(
        readdirSync(join(world.dataFolder, 'work')).filter((name) => name.startsWith(end.id)),
        [],
      );
      return '3 kills, 2 jobs accepted, 0 lost';
    },
  },
  {
    number: 32,
    title: 'Two workers, random kills',
    isSlow: true,
    async run(world) {
      const made = await stage(world, twoEdits, { limits: { concurrent: 8 } });
      const api = await world.spawn({ concurrency: 0 });
      const client = createClient(api.url, made.key);
      const jobs = 24;
      const ids = await Promise.all(
        Array.from({ length: jobs }, async (_, index) => (await client.create(`Job ${index}`)).json.id as string),
      );
      const workers: ServiceProcess[] = await Promise.all([world.spawn({ isWorker: true }), world.spawn({ isWorker: true })]);
      const kills = 8;
      for (let kill = 0; kill < kills; kill++) {
        await wait(500 + Math.random() * 1_000);
        await workers[kill % 2]?.kill();
        workers[kill % 2] = await world.spawn({ isWorker: true });
      }
      const ends = await Promise.all(ids.map((id) => client.until(id, undefined, 180_000)));
      const duplicates = ids.filter((id) => changesOf(made.repository, id) > 1);
      assert.deepEqual(duplicates, []);
      for (const record of ends) {
        assert.ok(record.status === 'completed' || record.status === 'failed');
        if (record.status === 'completed') assert.equal(changesOf(made.repository, record.id), 1);
      }
      assertNoOverlap(world);
      const completed = ends.filter(({ status }) => status === 'completed').length;
      const codes = new Set((await allRows(world, 'jobs')).map(({ failure_code }) => failure_code));
      // A job that was killed three times is given up; nothing else may fail here.
      assert.deepEqual(
        [...codes].filter((code) => code !== null && code !== 'attempts_exhausted'),
        [],
      );
      return `${kills} kills, ${jobs} jobs accepted, ${completed} completed, ${jobs - completed} failed, 0 lost, 0 duplicate pull requests`;
    },
  },
  {
    number: 33,
    title: 'Frozen worker',
    isSlow: true,
    async run(world) {
      const made = await stage(world);
      const api = await world.spawn({ concurrency: 0 });
      const client = createClient(api.url, made.key);
      const frozen = await world.spawn({ isWorker: true, freezeAt: 'committing' });
      const { id } = (await client.create('Change both pages')).json;
      while (!existsSync(join(world.folder, 'frozen'))) await wait(50);
      await world.spawn({ isWorker: true });
      const record = await client.until(id);
      process.kill(frozen.child.pid ?? 0, 'SIGCONT');
      while (!attemptsLog(world).includes('refused:Fenced')) await wait(100);
      assert.equal(record.status, 'completed');
      assert.equal(changesOf(made.repository, id), 1);
      const detail = (await client.job(id, 'detail')).json;
      assert.equal(detail.attempt, 2);
      assert.equal(made.repository.git('rev-parse', `docsgen/${id}`), detail.commit);
      return '1 late write refused';
    },
  },
  {
    number: 34,
    title: 'SIGTERM',
    async run(world) {
      const made = await stage(world, (at) => (at.calls === 1 ? 'hang' : twoEdits(at)));
      const api = await world.spawn({ concurrency: 0 });
      const client = createClient(api.url, made.key);
      // Long leases: only one that was given back can be taken over so soon.
      const first = await world.spawn({ isWorker: true, leaseMs: 60_000 });
      const { id } = (await client.create('Change both pages')).json;
      while (made.model.requests.length === 0) await wait(20);
      const start = performance.now();
      assert.equal(await first.kill('SIGTERM'), 0);
      assert.ok(performance.now() - start < 10_000);
      const [row] = await allRows(world, 'jobs');
      assert.equal(row?.lease_until, 0);
      await world.spawn({ isWorker: true, leaseMs: 60_000 });
      assert.equal((await client.until(id)).status, 'completed');
      assert.equal((await client.job(id, 'detail')).json.attempt, 1);
    },
  },
  {
    number: 35,
    title: 'Database restarts',
    engines: ['postgres'],
    isSlow: true,
    async run(world) {
      await world.project();
      const key = await world.key();
      const server = await world.spawn({ runner: 'fake', concurrency: 4 });
      const client = createClient(server.url, key);
      const accepted: { id: string; key: string }[] = [];
      let refused = 0;
      let isOver = false;
      const send = async () => {
        for (let count = 0; !isOver; count++) {
          const idempotencyKey = `k-${count}`;
          const reply = await client.create('wait 200', { 'idempotency-key': idempotencyKey }).catch((error: Error) => {
            throw new Error(`the service is gone: ${server.log().slice(-1_000)}`, { cause: error });
          });
          if (reply.status === 201) accepted.push({ id: reply.json.id, key: idempotencyKey });
          else {
            assert.equal(reply.status, 503, reply.text);
            assert.ok(Number(reply.headers.get('retry-after')) > 0);
            assert.equal(reply.json.code, 'store_unavailable');
            refused += 1;
          }
          await wait(100);
        }
      };
      const restart = async () => {
        await wait(1_500);
        await world.postgres?.crash(3_000);
        await wait(2_000);
        isOver = true;
      };
      await Promise.all([send(), restart()]);
      for (const { id } of accepted) assert.equal((await client.until(id)).status, 'completed');
      const last = accepted.at(-1);
      assert.equal((await client.create('wait 200', { 'idempotency-key': last?.key ?? '' })).json.id, last?.id);
      assert.equal(server.child.exitCode, null);
      return `1 restart, ${accepted.length} jobs accepted, ${refused} refused with 503, 0 lost`;
    },
  },
  {
    number: 36,
    title: 'Disk full',
    engines: ['sqlite'],
    isSlow: true,
    async run(world) {
      const dataFolder = join(world.folder, 'small');
      mkdirSync(dataFolder);
      try {
        execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', dataFolder], { stdio: 'ignore' });
      } catch {
        if (process.env.CI) throw new Error('a small disk needs the right to mount, which CI must give');
        throw new Skipped('a small disk needs the right to mount');
      }
      world.atEnd(() => execFileSync('umount', ['--lazy', dataFolder]));
      const { createWorld } = await import('../harness/world.ts');
      const inner = createWorld('sqlite', undefined, undefined, dataFolder);
      world.atEnd(() => inner.end());
      await inner.project();
      const key = await inner.key();
      const server = await inner.spawn({ runner: 'fake', concurrency: 0 });
      const client = createClient(server.url, key);
      const accepted: string[] = [];
      for (let count = 0; count < 5; count++) accepted.push((await client.create('x')).json.id);
      const fill = join(dataFolder, 'fill');
      for (let bytes = 3_000_000; bytes > 0; bytes -= 4_096) {
        try {
          writeFileSync(fill, Buffer.alloc(bytes));
          break;
        } catch {
          // A little less.
        }
      }
      let refusals = 0;
      for (let count = 0; count < 90 && refusals < 3; count++) {
        const reply = await client.create('y'.repeat(20_000));
        if (reply.status === 201) accepted.push(reply.json.id);
        else {
          assert.equal(reply.status, 503, reply.text);
          assert.ok(reply.headers.get('retry-after'));
          refusals += 1;
        }
      }
      assert.ok(refusals > 0, 'the disk was never full');
      rmSync(fill);
      const after = await client.create('x');
      assert.ok([201, 429].includes(after.status), after.text);
      for (const id of accepted) assert.equal((await client.job(id)).status, 200);
      await server.kill();
      const again = await inner.spawn({ runner: 'fake', concurrency: 0 });
      for (const id of accepted) assert.equal((await createClient(again.url, key).job(id)).status, 200);
      return `${accepted.length} jobs accepted, ${refusals} refused with 503, 0 lost`;
    },
  },
  {
    number: 37,
    title: 'Two servers on one embedded store',
    engines: ['sqlite'],
    isSlow: true,
    async run(world) {
      const made = await stage(world, twoEdits, { limits: { concurrent: 8 } });
      const servers = await Promise.all([world.spawn(), world.spawn()]);
      const clients = servers.map(({ url }) => createClient(url, made.key));
      const ids = await Promise.all(
        Array.from({ length: 12 }, async (_, index) => (await clients[index % 2]?.create(`Job ${index}`))?.json.id as string),
      );
      for (const id of ids) {
        assert.equal((await clients[0]?.until(id))?.status, 'completed');
        assert.equal(changesOf(made.repository, id), 1);
      }
      assertNoOverlap(world);
      const processes = new Set(
        attemptsLog(world)
          .split('\n')
          .filter(Boolean)
          .map((line) => line.split(' ')[3]),
      );
      assert.equal(processes.size, 2, 'both servers work');
      return `${ids.length} jobs accepted, 0 lost, 0 duplicate pull requests`;
    },
  },
];

function attemptsLog(world: World): string {
  return readFileSync(join(world.folder, 'attempts.log'), 'utf8');
}

/** Of attempts that came to their end, none overlaps another one of the same job. */
function assertNoOverlap(world: World): void {
  const open = new Map<string, { from: number; pid: string }>();
  const spans = new Map<string, { from: number; to: number }[]>();
  for (const line of attemptsLog(world).split('\n').filter(Boolean)) {
    const [what = '', job = '', , pid = '', at] = line.split(' ');
    if (what === 'begin') open.set(`${job} ${pid}`, { from: Number(at), pid });
    else if (what === 'end') {
      const begin = open.get(`${job} ${pid}`);
      if (begin) spans.set(job, [...(spans.get(job) ?? []), { from: begin.from, to: Number(at) }]);
      open.delete(`${job} ${pid}`);
    }
  }
  for (const [job, list] of spans) {
    const sorted = list.sort((a, b) => a.from - b.from);
    for (const [index, span] of sorted.entries()) assert.ok(span.from >= (sorted[index - 1]?.to ?? 0), `attempts of ${job} overlap`);
  }
}
