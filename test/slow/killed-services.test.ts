/**
 * Services that are killed while many jobs run, on both stores: counted are jobs that were accepted, lost, failed, and pull requests
 * beyond the first of a job. And one job that ends every process that works on it, among others that do not.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JobRecord } from '../../src/model/agent/job.ts';
import { stage } from '../apps/agent/cases/d-crashes.ts';
import { type Client, createClient } from '../apps/agent/harness/client.ts';
import { type Postgres, startPostgres } from '../apps/agent/harness/postgres.ts';
import type { TestRepository } from '../apps/agent/harness/repository.ts';
import { allRows } from '../apps/agent/harness/rows.ts';
import { createWorld, type ProcessOptions, type ServiceProcess, type World } from '../apps/agent/harness/world.ts';

let postgres: Postgres | undefined;
afterAll(() => postgres?.stop());

async function worldOn(engine: 'sqlite' | 'postgres'): Promise<World> {
  if (engine === 'sqlite') return createWorld('sqlite');
  if (!postgres) {
    const started = await startPostgres();
    if ('reason' in started) throw new Error(started.reason);
    postgres = started;
  }
  return createWorld('postgres', await postgres.database(), postgres);
}

/** The branch of each change that the local host holds, open or not. */
function changesByBranch(repository: TestRepository): string[] {
  const refs = repository.git('for-each-ref', '--format=%(objectname)', 'refs/docsgen/changes/').split('\n').filter(Boolean);
  return refs.map((object) => JSON.parse(repository.git('cat-file', 'blob', object)).branch);
}

/** As clients are told to: the same key until there is an answer. */
async function sent(client: () => Client, prompt: string, key: string): Promise<string> {
  for (;;) {
    const reply = await client()
      .create(prompt, { 'idempotency-key': key })
      .catch(() => undefined);
    if (reply?.status === 201) return reply.json.id;
    await wait(100);
  }
}

describe.each(['sqlite', 'postgres'] as const)('on %s', (engine) => {
  let world: World;
  beforeEach(async () => {
    world = await worldOn(engine);
  }, 300_000);
  afterEach(() => world.end());

  const kills = 60;
  const jobs = 100;
  test(`${kills} kills while ${jobs} jobs run`, async () => {
    const made = await stage(world, undefined, { limits: { concurrent: 8 } });
    const options: ProcessOptions = { leaseMs: 1_000, concurrency: 3 };
    let server = await world.spawn(options);
    const ids: string[] = [];
    let killed = 0;
    const send = async () => {
      for (let job = 0; job < jobs; job++) {
        // All are sent within the first two thirds of the kills.
        while (killed * 1.5 < (job / jobs) * kills) await wait(50);
        ids.push(await sent(() => createClient(server.url, made.key), `Job ${job}`, `job-${job}`));
      }
    };
    const kill = async () => {
      for (; killed < kills; killed++) {
        await wait(200 + Math.random() * 1_000);
        await server.kill();
        server = await world.spawn(options);
      }
    };
    await Promise.all([send(), kill()]);
    const client = createClient(server.url, made.key);
    // One after the other, because many clients that ask at the same time would slow down the service.
    const ends: JobRecord[] = [];
    for (const id of ids) ends.push(await client.until(id, undefined, 600_000));
    const rows = await allRows(world, 'jobs');
    const changes = changesByBranch(made.repository);
    const changesFor = (id: string) => changes.filter((branch) => branch === `docsgen/${id}`).length;
    const result = {
      accepted: new Set(ids).size,
      lost: ids.filter((id) => !rows.some((row) => row.id === id)).length,
      duplicates: ids.filter((id) => changesFor(id) > 1).length,
      failed: ends.filter(({ status }) => status !== 'completed').length,
    };
    console.log(`${engine}: ${killed} kills, ${JSON.stringify(result)}, most tries ${Math.max(...rows.map(({ attempt }) => attempt))}`);
    expect(result).toEqual({ accepted: jobs, lost: 0, duplicates: 0, failed: 0 });
    expect(rows.length).toBe(jobs);
    expect(ids.filter((id) => changesFor(id) !== 1)).toEqual([]);
  }, 1_200_000);

  test('a job that ends every process that works on it ends by itself, and takes no other with it', async () => {
    const made = await stage(world, undefined, { limits: { concurrent: 8 } });
    const options: ProcessOptions = { leaseMs: 1_000, concurrency: 4, killAt: 'edited', killWord: 'poison', kills: 1_000 };
    let isOver = false;
    let deaths = 0;
    let server: ServiceProcess = await world.spawn(options);
    const ids: string[] = [];
    const isPoison = (job: number) => job === 3;
    const restart = async () => {
      while (!isOver) {
        await Promise.race([server.ended, wait(200)]);
        if (isOver || (server.child.exitCode === null && server.child.signalCode === null)) continue;
        deaths += 1;
        server = await world.spawn(options);
      }
    };
    const restarting = restart();
    const client = () => createClient(server.url, made.key);
    for (let job = 0; job < 12; job++) ids.push(await sent(client, isPoison(job) ? 'The poison' : `Job ${job}`, `job-${job}`));
    const ended = async (id: string) => {
      for (;;) {
        const record = await client()
          .until(id, undefined, 2_000)
          .catch(() => undefined);
        if (record) return record;
      }
    };
    const ends = await Promise.all(ids.map(ended));
    isOver = true;
    await restarting;
    const poison = (await client().job(ids[3] as string, 'detail')).json;
    expect(poison.failure?.code).toBe('attempts_exhausted');
    expect(ends.map(({ status }) => status)).toEqual(ids.map((_, job) => (isPoison(job) ? 'failed' : 'completed')));
    // One with others, then three alone.
    expect(deaths).toBeLessThanOrEqual(4);
    expect(deaths).toBeGreaterThanOrEqual(3);
  }, 300_000);
});
