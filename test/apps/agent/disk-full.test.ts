/**
 * A disk that is full: a small file system of its own, which takes the right to mount. Where that right is missing the tests fail and say
 * so; nothing stands in for a disk that takes no more bytes.
 */
import { execFileSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClient } from './harness/client.ts';
import { inOrder } from './harness/scripted-model.ts';
import { createWorld, type World } from './harness/world.ts';

let outer: World;
beforeEach(() => {
  outer = createWorld('sqlite');
});
afterEach(() => outer.end());

function smallDisk(folder: string): { fill(): void; empty(): void } {
  mkdirSync(folder, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', folder], { stdio: 'pipe' });
  } catch (error) {
    throw new Error('a small disk needs the right to mount: run as root, or with CAP_SYS_ADMIN', { cause: error });
  }
  outer.atEnd(() => execFileSync('umount', ['--lazy', folder]));
  // Held open: the service clears its folders of what it does not know, and the bytes stay taken.
  const file = openSync(join(folder, 'fill'), 'w');
  outer.atEnd(() => closeSync(file));
  return {
    fill() {
      for (let bytes = 1_048_576; bytes >= 1; bytes = Math.floor(bytes / 4))
        for (;;) {
          try {
            writeSync(file, Buffer.alloc(bytes));
          } catch {
            break;
          }
        }
    },
    empty: () => ftruncateSync(file),
  };
}

const page = '---\ntitle: Start\n---\n\nInstall the tool.\n';

async function scene(folder: string, disk: { fill(): void }) {
  const world = createWorld('sqlite', undefined, undefined, folder);
  outer.atEnd(() => world.end());
  const repository = world.repository({ 'docs/start.mdx': page });
  let isFirst = true;
  const model = await world.model((at) => {
    if (isFirst) disk.fill();
    isFirst = false;
    return inOrder(
      { calls: [{ name: 'write', args: { path: 'start.mdx', text: page + 'Long.\n'.repeat(50_000) } }] },
      { text: 'Longer.' },
    )(at);
  });
  await world.project({ repository: repository.path, docs: 'docs', modelUrl: model.url });
  const { service } = await world.start();
  const client = createClient(service.url, await world.key());
  const ready = async () => {
    await wait(1_100);
    const reply = await client.request('GET', '/readyz');
    return [reply.status, reply.text] as const;
  };
  return { client, ready, repository };
}

test('of the store: not ready, readable, and jobs continue when there is space, without losing an attempt', async () => {
  const folder = join(outer.folder, 'data');
  const disk = smallDisk(folder);
  const { client, ready, repository } = await scene(folder, disk);
  expect((await ready())[0]).toBe(200);
  const { id } = (await client.create('Make it longer')).json;
  await expect.poll(async () => (await ready())[0], { timeout: 20_000 }).toBe(503);
  expect((await ready())[1]).toContain('disk is full');
  for (let count = 0; count < 5; count++) {
    await wait(1_000);
    expect((await client.job(id)).json.status).toBe('active');
    expect((await client.job(id, 'detail')).status).toBe(200);
    expect((await client.request('GET', '/v2/agent/docs/jobs')).json.jobs.length).toBe(1);
  }
  const refused = await client.create('y'.repeat(40_000));
  expect([refused.status, refused.json.code]).toEqual([503, 'store_unavailable']);
  expect(refused.json.detail).toContain('disk is full');
  disk.empty();
  expect((await client.until(id, undefined, 90_000)).status).toBe('completed');
  expect((await client.job(id, 'detail')).json).toMatchObject({ attempt: 1, failure: null });
  expect(repository.show(`docsgen/${id}`, 'docs/start.mdx')).toContain('Long.');
  expect((await ready())[0]).toBe(200);
}, 180_000);

test('of the workspaces: the job says that the disk is full while it waits', async () => {
  const folder = join(outer.folder, 'data');
  const disk = smallDisk(join(folder, 'work'));
  const { client, ready } = await scene(folder, disk);
  const { id } = (await client.create('Make it longer')).json;
  const failure = async () => (await client.job(id, 'detail')).json.failure;
  await expect.poll(failure, { timeout: 30_000 }).toEqual({
    code: 'disk_full',
    message: 'The disk of the service is full. The job continues when there is free space.',
  });
  expect((await client.job(id)).json.status).toBe('active');
  // What the attempt itself had taken is free again.
  disk.fill();
  expect((await ready())[0]).toBe(503);
  disk.empty();
  expect((await client.until(id, undefined, 90_000)).status).toBe('completed');
  expect((await client.job(id, 'detail')).json).toMatchObject({ attempt: 1, failure: null });
}, 180_000);
