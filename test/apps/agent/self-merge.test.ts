/**
 * A change that merges itself: a process on the machine of the service, with no key, sends what the button of the page sends. Played
 * on the real command line, with bubblewrap and on a PATH without it.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Client } from './harness/client.ts';
import { isolationTest } from './harness/isolation.ts';
import { createRepository, type TestRepository } from './harness/repository.ts';
import { inOrder, type ScriptedModel, startScriptedModel } from './harness/scripted-model.ts';
import { pathWithoutSandbox, type ServedProject, serveCommand, serveProject } from './harness/served-project.ts';

let folder: string;
let repository: TestRepository;
let model: ScriptedModel;
let service: ServedProject;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'docsgen-self-merge-'));
  repository = createRepository();
  model = await startScriptedModel(
    inOrder(
      { calls: [{ name: 'write', args: { path: 'guides/start.mdx', text: '---\ntitle: Start\n---\n\nMore.\n' } }] },
      { text: 'Done.' },
    ),
  );
});
afterEach(async () => {
  await service.stop();
  await model.close();
  repository.remove();
  rmSync(folder, { recursive: true, force: true });
});

const project = () => ['--repository', repository.path, '--docs', 'docs', '--model', 'compatible/scripted', '--model-url', model.url];

async function start(env: Readonly<Record<string, string>>, ...args: string[]): Promise<Client> {
  service = await serveProject({ folder, project: project(), env, args });
  return service.client;
}

/** What any process of this machine can do: it knows the address, the names of all headers and the form. */
const attack = (url: string) => `
  for (const path of ['/changes/docs/1/merge', '/changes/docs/1/close'])
    for (const headers of [{ origin: '${url}' }, { origin: '${url}', 'sec-fetch-site': 'same-origin', accept: 'text/html' }, { host: 'localhost' }, {}])
      await fetch('${url}' + path, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers }, body: 'token=x', redirect: 'manual' })
        .then((reply) => console.log('answer ' + reply.status), (error) => console.log('shut ' + error.cause?.code));`;

/** Runs the attack as a check without a sandbox runs: same user, same machine, an environment without anything. */
const attackFromHere = () =>
  execFileSync(process.execPath, ['--input-type=module', '-e', attack(service.url)], { encoding: 'utf8', env: { PATH: '/usr/bin:/bin' } })
    .trim()
    .split('\n');

/** Makes change 1, and gives the commit of main before anything else happens. */
async function openChange(client: Client): Promise<string> {
  const { id } = (await client.create('Change the page')).json;
  expect((await client.until(id, undefined, 60_000)).prLink).toBe(`${service.url}/changes/docs/1`);
  return repository.git('rev-parse', 'main');
}

const refusals = () =>
  service
    .log()
    .split('\n')
    .filter((line) => line.includes('"event":"refused"'))
    .map((line) => JSON.parse(line));

async function isRefused(main: string): Promise<void> {
  const answers = attackFromHere();
  expect(answers.length).toBe(8);
  expect(answers.filter((line) => !/^answer (?:401|403|421)$/.test(line))).toEqual([]);
  expect(repository.git('rev-parse', 'main')).toBe(main);
  await expect.poll(() => refusals().length).toBe(8);
  expect(refusals()).toContainEqual(
    expect.objectContaining({ action: 'merge', target: 'docs/1', reason: 'there is no key and no session', address: '127.0.0.1' }),
  );
}

test('without bubblewrap a process with no key merges nothing, and the log names each refusal', async () => {
  const client = await start({ PATH: pathWithoutSandbox(folder) }, '--allow-unsandboxed');
  expect(service.log()).toContain('"isIsolated":false');
  const main = await openChange(client);
  await isRefused(main);
  // The job says that its check ran without a sandbox.
  const { jobs } = (await client.request('GET', '/v2/agent/docs/jobs')).json;
  const { events } = (await client.job(jobs[0].id, 'events', { accept: 'application/json' })).json;
  expect(JSON.stringify(events)).toContain('"code":"unsandboxed"');
});

isolationTest('with bubblewrap a command does not even reach the service', async () => {
  const client = await start({});
  const main = await openChange(client);
  await isRefused(main);
  const command = JSON.stringify([process.execPath, '--input-type=module', '-e', attack(service.url)]);
  expect((await serveCommand(folder, 'projects', 'add', 'docs', ...project(), '--command', command)).exit).toBe(0);
  const { id } = (await client.create('Merge it yourself')).json;
  expect((await client.until(id, undefined, 60_000)).status).toBe('completed');
  const { events } = (await client.job(id, 'events?limit=100', { accept: 'application/json' })).json;
  const lines = (events as { kind: string; data: { line?: string } }[])
    .filter(({ kind }) => kind === 'command')
    .map(({ data }) => data.line);
  expect(lines).toEqual(Array(8).fill('shut ECONNREFUSED'));
  expect(refusals()).toHaveLength(8);
  expect(repository.git('rev-parse', 'main')).toBe(main);
});
