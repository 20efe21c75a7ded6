/** Messages that wait while the turn before them fails, or is cancelled. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClient } from './harness/client.ts';
import { createFakeRunner } from './harness/fake-runner.ts';
import { createWorld, type World } from './harness/world.ts';

let world: World;
beforeEach(() => {
  world = createWorld('sqlite');
});
afterEach(() => world.end());

/** A job that was delivered, and then is told these messages while nobody works. */
async function reported(...messages: readonly string[]) {
  const prompts: string[] = [];
  const runner = createFakeRunner();
  const recording = () => ({
    ...runner,
    runTurn: async (...[input, steps, signal]: Parameters<typeof runner.runTurn>): ReturnType<typeof runner.runTurn> => {
      prompts.push(input.saved ? `deliver ${input.turn}` : input.prompt);
      const outcome = await runner.runTurn(input, steps, signal);
      if (input.prompt !== 'undeliverable' || input.saved) return outcome;
      await steps.pushed();
      return { kind: 'failed', code: 'pull_request_failed', message: 'The code host is away.' };
    },
  });
  await world.project();
  const key = await world.key();
  const serving = async (concurrency: number) => {
    const { service } = await world.start({ concurrency, runner: recording });
    return { client: createClient(service.url, key), stop: () => service.stop() };
  };
  const first = await serving(1);
  const id = (await first.client.create('begin')).json.id as string;
  await first.client.until(id);
  await first.stop();
  const idle = await serving(0);
  for (const message of messages) expect((await idle.client.post(id, 'message', { prompt: message })).status).toBe(200);
  return { id, prompts, idle, serving };
}

test('one that waited behind a turn that failed is taken up with the next message', async () => {
  const { id, prompts, idle, serving } = await reported('fail', 'second');
  await idle.stop();
  const { client } = await serving(1);
  expect((await client.until(id)).status).toBe('failed');
  expect((await client.post(id, 'message', { prompt: 'third' })).json.status).toBe('active');
  expect((await client.until(id)).status).toBe('completed');
  expect(prompts).toEqual(['begin', 'fail', 'second', 'third']);
});

test('one that was waiting when the job was cancelled is cancelled with it', async () => {
  const { id, prompts, idle, serving } = await reported('first', 'second');
  await idle.client.post(id, 'cancel');
  await idle.client.post(id, 'message', { prompt: 'third' });
  await idle.stop();
  const { client } = await serving(1);
  expect((await client.until(id)).status).toBe('completed');
  expect(prompts).toEqual(['begin', 'third']);
});

test('one that waited behind a change that could not be delivered is taken up after its delivery', async () => {
  const { id, prompts, idle, serving } = await reported('undeliverable', 'second');
  await idle.stop();
  const { client } = await serving(1);
  expect((await client.until(id)).status).toBe('failed');
  await client.post(id, 'message', { prompt: 'third' });
  expect((await client.until(id)).status).toBe('completed');
  expect(prompts).toEqual(['begin', 'undeliverable', 'deliver 2', 'second', 'third']);
});

test('one that comes when nothing waits delivers a change that could not be delivered', async () => {
  const { id, prompts, idle, serving } = await reported('undeliverable');
  await idle.stop();
  const { client } = await serving(1);
  expect((await client.until(id)).status).toBe('failed');
  await client.post(id, 'message', { prompt: 'again' });
  expect((await client.until(id)).status).toBe('completed');
  expect(prompts).toEqual(['begin', 'undeliverable', 'deliver 3']);
});
