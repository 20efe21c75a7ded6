/** Services killed while git pushes and while the code host makes the pull request; what was on its way arrives later, or never. */
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { editStart } from '../apps/agent/cases/a-contract.ts';
import { createClient } from '../apps/agent/harness/client.ts';
import { gitHubProject } from '../apps/agent/harness/github-project.ts';
import { inOrder } from '../apps/agent/harness/scripted-model.ts';
import { createWorld, type World } from '../apps/agent/harness/world.ts';

let world: World;
beforeEach(() => {
  world = createWorld('sqlite');
});
afterEach(() => world.end());

async function hosted() {
  const { repository, model, github, environment } = await gitHubProject(world, inOrder(editStart, { text: 'Named npm.' }));
  const key = await world.key();
  const spawn = () => world.spawn({ environment });
  return { repository, model, github, key, spawn };
}

/** A hook of the host that says by a file that a push is there, and waits for the file of its number (or `all`). */
function holdPushes(repositoryPath: string) {
  const gate = join(world.folder, 'gate');
  mkdirSync(gate);
  const hook = join(repositoryPath, 'hooks', 'pre-receive');
  mkdirSync(join(repositoryPath, 'hooks'), { recursive: true });
  writeFileSync(
    hook,
    `#!/bin/sh
n=$(ls ${gate} | grep -c arrived)
n=$((n + 1))
: > ${gate}/arrived-$n
while [ ! -e ${gate}/go-$n ] && [ ! -e ${gate}/go-all ]; do sleep 0.05; done
`,
  );
  chmodSync(hook, 0o755);
  const arrived = () => readdirSync(gate).filter((name) => name.startsWith('arrived')).length;
  return {
    arrived: (count: number) => expect.poll(arrived, { timeout: 30_000 }).toBeGreaterThanOrEqual(count),
    go: (which: number | 'all') => writeFileSync(join(gate, `go-${which}`), ''),
  };
}

interface Delivered {
  readonly made: Awaited<ReturnType<typeof hosted>>;
  readonly id: string;
  readonly client: ReturnType<typeof createClient>;
}

async function expectOne({ made: { repository, github, model }, id, client }: Delivered): Promise<void> {
  const record = await client.until(id, undefined, 60_000);
  const detail = (await client.job(id, 'detail')).json;
  expect(detail.failure).toBeNull();
  expect(record.status).toBe('completed');
  expect(github.pulls.map(({ head, state }) => [head, state])).toEqual([[`docsgen/${id}`, 'open']]);
  expect(record.prLink).toBe(`${github.url}/acme/docs/pull/1`);
  expect(repository.branches()).toEqual([`docsgen/${id}`, 'main']);
  expect(repository.git('rev-parse', `docsgen/${id}`)).toBe(detail.commit);
  expect(model.requests.length).toBe(2);
  expect(github.contractErrors).toEqual([]);
}

test.each<['first' | 'second' | 'both' | 'late']>([['first'], ['second'], ['both'], ['late']])(
  'two pushes of one commit, that of a killed service among them: %s',
  async (order) => {
    const made = await hosted();
    const gate = holdPushes(made.repository.path);
    const killed = await made.spawn();
    const { id } = (await createClient(killed.url, made.key).create('Say how to install')).json;
    await gate.arrived(1);
    await killed.kill();
    const client = createClient((await made.spawn()).url, made.key);
    if (order !== 'late') await gate.arrived(2);
    if (order === 'first' || order === 'second') {
      gate.go(order === 'first' ? 1 : 2);
      await expect.poll(() => made.repository.branches().length, { timeout: 20_000 }).toBe(2);
    }
    gate.go('all');
    await expectOne({ made, id, client });
  },
  90_000,
);

test.each<['work' | 'answer', 'before' | 'after']>([
  ['work', 'before'],
  ['work', 'after'],
  ['answer', 'before'],
  ['answer', 'after'],
])(
  'a request for the pull request whose %s the host holds while the service is killed, let go %s the next one',
  async (holds, order) => {
    const made = await hosted();
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    made.github.problems.set('pulls/create', [{ held, holds }]);
    const killed = await made.spawn();
    const { id } = (await createClient(killed.url, made.key).create('Say how to install')).json;
    await expect
      .poll(() => made.github.requests.filter(({ operation }) => operation === 'pulls/create').length, { timeout: 20_000 })
      .toBe(1);
    await killed.kill();
    if (order === 'before') letGo();
    const client = createClient((await made.spawn()).url, made.key);
    await client.until(id, undefined, 60_000);
    letGo();
    await wait(300);
    await expectOne({ made, id, client });
  },
  90_000,
);
