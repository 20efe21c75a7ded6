/** Jobs whose process was killed while it worked on several of them. */
import { expect, test } from 'vitest';
import { createClient } from './harness/client.ts';
import { createFakeRunner } from './harness/fake-runner.ts';
import { allRows } from './harness/rows.ts';
import { createWorld } from './harness/world.ts';

test('as many suspects as a process runs at once run alone, the others together', async () => {
  const world = createWorld('sqlite');
  try {
    await world.project({ limits: { concurrent: 8 } });
    const key = await world.key();
    const { service } = await world.start({ concurrency: 0, runner: () => createFakeRunner() });
    const client = createClient(service.url, key);
    const ids: string[] = [];
    for (let job = 0; job < 5; job++) ids.push((await client.create('read')).json.id);
    const held = { lease_owner: 'killed', lease_until: 1, fence: 1, attempt: 1 };
    await (await world.store()).write(async ({ db }) => void (await db.updateTable('jobs').set(held).execute()));

    /** How many jobs were claimed when each attempt began. */
    const claimed: number[] = [];
    const fake = createFakeRunner();
    const counting: typeof fake = {
      ...fake,
      async runTurn(...given) {
        claimed.push((await allRows(world, 'jobs')).filter(({ lease_owner }) => lease_owner !== null).length);
        return fake.runTurn(...given);
      },
    };
    await world.start({ concurrency: 2, leaseMs: 60_000, runner: () => counting });
    for (const id of ids) expect((await client.until(id)).status).toBe('completed');
    expect(claimed.slice(0, 2)).toEqual([1, 1]);
    expect(Math.max(...claimed)).toBe(2);
    expect(claimed).toHaveLength(5);
    expect((await allRows(world, 'jobs')).map(({ attempt }) => attempt)).toEqual([1, 1, 1, 1, 1]);
  } finally {
    await world.end();
  }
});
