/** What several messages to one job do together is judged like one change: compared with the base branch. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Client, createClient } from './harness/client.ts';
import type { TestRepository } from './harness/repository.ts';
import type { ModelStep } from './harness/scripted-model.ts';
import { createWorld, type World } from './harness/world.ts';

const docsJson = { name: 'Site', theme: 'mint', colors: { primary: '#0a7a55' }, navigation: { pages: ['start', 'secret'] } };
const json = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`;
const secret = '---\ntitle: Secret\ngroups: [admins]\n---\n\nOnly administrators read these lines.\n\nNobody else does.\n';
const files = {
  'docs/docs.json': json(docsJson),
  'docs/start.mdx': '---\ntitle: Start\n---\n\nInstall the tool.\n',
  'docs/secret.mdx': secret,
  'docs/ops/rollout.json': json({ image: 'app:1' }),
};
const write = (path: string, text: string) => ({ name: 'write', args: { path, text } });
const remove = (path: string) => ({ name: 'delete', args: { path } });

let world: World;
let repository: TestRepository;
let client: Client;
/** What the model does at each message. */
let turns: ModelStep[];
beforeEach(async () => {
  world = createWorld('sqlite');
  repository = world.repository(files);
  const model = await world.model(({ step, instruction }) => {
    // The instruction to fix new errors names no turn.
    const [, turn] = /Turn (\d)/.exec(instruction) ?? [];
    return (step === 0 && turn !== undefined && turns[Number(turn)]) || { text: 'Done.' };
  });
  await world.project({ repository: repository.path, docs: 'docs', modelUrl: model.url });
  const { service } = await world.start();
  client = createClient(service.url, await world.key());
});
afterEach(() => world.end());

async function play(...steps: ModelStep[]) {
  turns = steps;
  const { id } = (await client.create('Turn 0')).json;
  let record = await client.until(id);
  for (let turn = 1; turn < steps.length; turn++) {
    expect(record.status, JSON.stringify((await client.job(id, 'detail')).json.failure)).toBe('completed');
    expect((await client.post(id, 'message', { prompt: `Turn ${turn}` })).status).toBe(200);
    record = await client.until(id);
  }
  return { status: record.status, failure: (await client.job(id, 'detail')).json.failure, branch: `docsgen/${id}` };
}

test.each<[string, ModelStep, ModelStep, RegExp]>([
  [
    'a restricted page is deleted, then written again as a public one',
    { calls: [remove('secret.mdx')] },
    { calls: [write('secret.mdx', secret.replace('groups: [admins]', 'public: true'))] },
    /secret\.mdx: changes who may read the page/,
  ],
  [
    'a restricted page is deleted, then written again elsewhere without its groups',
    { calls: [remove('secret.mdx')] },
    { calls: [write('other.mdx', secret.replace('groups: [admins]\n', ''))] },
    /other\.mdx: changes who may read the page/,
  ],
  [
    'a data file is imported, then replaced',
    { calls: [write('start.mdx', 'import data from "/ops/rollout.json"\n\nInstall {data.image}.\n')] },
    { calls: [write('ops/rollout.json', json({ image: 'evil:1' }))] },
    /ops\/rollout\.json: is a data file/,
  ],
  [
    'docs.json refers to a data file, which is then replaced',
    { calls: [write('docs.json', json({ ...docsJson, footer: { $ref: './ops/rollout.json' } }))] },
    { calls: [write('ops/rollout.json', json({ socials: {} }))] },
    /ops\/rollout\.json: /,
  ],
])('%s', async (_, first, second, violation) => {
  const { status, failure } = await play(first, second);
  expect([status, failure?.code]).toEqual(['failed', 'policy_violation']);
  expect(failure.message).toMatch(violation);
});

test('an ordinary second message goes through', async () => {
  const edit = (text: string): ModelStep => ({ calls: [write('start.mdx', `---\ntitle: Start\n---\n\n${text}\n`)] });
  const { status, branch } = await play(edit('Install it.'), edit('Install it twice.'), { calls: [remove('start.mdx')] });
  expect(status).toBe('completed');
  expect(repository.git('ls-tree', '--name-only', `${branch}:docs`)).not.toContain('start.mdx');
});
