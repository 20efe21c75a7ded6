/** What a monitor may count: everything with a key for all projects, its own with every other one. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { projectProblems } from '../../../src/apps/agent/runner/project-problems.ts';
import { projectSchema } from '../../../src/model/agent/project.ts';
import { createClient } from './harness/client.ts';
import { createFakeRunner } from './harness/fake-runner.ts';
import { startReceiver } from './harness/webhook-receiver.ts';
import { createWorld, type World } from './harness/world.ts';

let world: World;
beforeEach(() => {
  world = createWorld('sqlite');
});
afterEach(() => world.end());

test('counts jobs and webhooks of the projects of the key', async () => {
  const receiver = await startReceiver();
  world.atEnd(() => receiver.close());
  await world.project({ webhook: { url: receiver.url, secret: 'HOOK', allowPrivate: true } });
  await world.project({ id: 'other' });
  const { service } = await world.start({ runner: () => createFakeRunner(), environment: { HOOK: 'secret' } });
  const key = await world.key({ projects: ['docs', 'other'] });
  const [docs, other] = ['docs', 'other'].map((project) => createClient(service.url, key, project));
  await docs?.until((await docs.create('read')).json.id);
  for (let count = 0; count < 2; count++) await other?.until((await other.create('fail')).json.id);
  await receiver.until(1);
  const metrics = async (projects: string[]) =>
    (await createClient(service.url, await world.key({ projects, scopes: ['admin'] })).request('GET', '/metrics')).text;
  await expect.poll(() => metrics(['docs'])).toContain('docsgen_webhook_messages{state="delivered"} 1');
  expect(await metrics(['docs'])).toContain('docsgen_webhook_deliveries_total 1');
  expect(await metrics(['docs'])).toContain('docsgen_jobs{status="completed"} 1');
  expect(await metrics(['docs'])).not.toMatch(/failed|requests_total|resident/);
  expect(await metrics(['other'])).toContain('docsgen_jobs{status="failed"} 2');
  expect(await metrics(['other'])).toContain('docsgen_webhook_messages{state="delivered"} 0');
  expect(await metrics(['*'])).toMatch(/completed"\} 1[\s\S]*failed"\} 2|failed"\} 2[\s\S]*completed"\} 1/);
  expect(await metrics(['*'])).toContain('docsgen_requests_total');
});

test.each([
  ['https://ops.example.com/hook', false, undefined],
  ['http://127.0.0.1:9/hook', false, 'private network'],
  ['http://[::ffff:10.0.0.1]/hook', false, 'private network'],
  ['https://localhost/hook', false, 'private network'],
  ['https://0x7f000001/hook', false, 'private network'],
  ['http://127.0.0.1:9/hook', true, undefined],
] as const)('a webhook to %s (allowed: %s): %s', (url, allowPrivate, problem) => {
  const project = projectSchema.parse({
    id: 'docs',
    repository: '/srv/docs.git',
    model: 'compatible/x',
    modelUrl: 'http://127.0.0.1:1/v1',
    webhook: { url, secret: 'HOOK', allowPrivate },
  });
  const said = projectProblems(project).get('webhook.url');
  if (problem === undefined) expect(said).toBeUndefined();
  else expect(said).toContain(problem);
});
