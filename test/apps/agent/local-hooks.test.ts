/** Hooks of a repository on this machine: they are its operator's, and run for pushes and merges of the service as for all others. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Client, createClient } from './harness/client.ts';
import type { TestRepository } from './harness/repository.ts';
import { inOrder } from './harness/scripted-model.ts';
import { createWorld, type World } from './harness/world.ts';

let world: World;
let repository: TestRepository;
let client: Client;
let merger: { readonly authorization: string };
beforeEach(async () => {
  world = createWorld('sqlite');
  repository = world.repository({ 'docs/start.mdx': 'Install.\n' });
  const model = await world.model(
    inOrder({ calls: [{ name: 'write', args: { path: 'start.mdx', text: 'Install with npm.\n' } }] }, { text: 'Named.' }),
  );
  await world.project({ repository: repository.path, docs: 'docs', modelUrl: model.url });
  const { service } = await world.start({ environment: { SECRET: 'hidden' } });
  client = createClient(service.url, await world.key());
  merger = { authorization: `Bearer ${await world.key({ scopes: ['merge'] })}` };
});
afterEach(() => world.end());

function hook(name: string, script: string): void {
  mkdirSync(join(repository.path, 'hooks'), { recursive: true });
  writeFileSync(join(repository.path, 'hooks', name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(repository.path, 'hooks', name), 0o755);
}

async function job() {
  const { id } = (await client.create('Say how to install')).json;
  const record = await client.until(id);
  return { id, record, detail: (await client.job(id, 'detail')).json };
}

const merge = async () => {
  const { commit } = (await (await fetch(`${client.url}/changes/docs/1`, { headers: merger })).json()) as { commit: string };
  return fetch(`${client.url}/changes/docs/1/merge?commit=${commit}`, { method: 'POST', headers: merger });
};

test.each(['pre-receive', 'update'])('%s refuses a push, in its own words', async (name) => {
  hook(name, 'echo "branches of robots are not wanted" >&2; exit 1');
  const { record, detail } = await job();
  expect([record.status, detail.failure.code]).toEqual(['failed', 'push_failed']);
  expect(detail.failure.message).toContain('branches of robots are not wanted');
  expect(repository.branches()).toEqual(['main']);
});

test('a hook that protects the base refuses the merge, and the change stays open', async () => {
  hook('update', 'test "$1" = refs/heads/main || exit 0; echo "main is closed until Monday" >&2; exit 1');
  const before = repository.git('rev-parse', 'main');
  expect((await job()).record.status).toBe('completed');
  const refused = await merge();
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain('main is closed until Monday');
  expect(repository.git('rev-parse', 'main')).toBe(before);
  hook('update', 'exit 0');
  expect((await merge()).status).toBe(200);
  expect(repository.show('main', 'docs/start.mdx')).toBe('Install with npm.\n');
});

test('hooks are called once for each event, and see nothing of the service', async () => {
  const log = join(repository.scratch, 'received');
  hook('post-receive', `cat >> ${log}; env >> ${log}.env`);
  const { id } = await job();
  expect((await merge()).status).toBe(200);
  const refs = readFileSync(log, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' ')[2]);
  expect(refs).toEqual([`refs/heads/docsgen/${id}`, 'refs/heads/main']);
  expect(readFileSync(`${log}.env`, 'utf8')).not.toContain('hidden');
});

test('a merge that was made by hand is written down', async () => {
  const { id } = await job();
  repository.git('update-ref', 'refs/heads/main', `docsgen/${id}`);
  expect((await merge()).status).toBe(200);
  const again = await merge();
  expect([again.status, (await again.json()).code]).toEqual([409, 'not_merged']);
  expect(existsSync(repository.path)).toBe(true);
});
