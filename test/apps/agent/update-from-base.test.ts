/** A job whose base branch moved: a message and an update bring it in, and what conflicts is for the agent to resolve. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Client, createClient } from './harness/client.ts';
import type { TestRepository } from './harness/repository.ts';
import type { ModelScript, ScriptedModel } from './harness/scripted-model.ts';
import { createWorld, type World } from './harness/world.ts';

let world: World;
let repository: TestRepository;
let model: ScriptedModel;
let client: Client;
let url: string;
let session: string;

const files = {
  'docs/start.mdx': '---\ntitle: Start\n---\n\nInstall the tool.\n\nThen run it.\n',
  'docs/end.mdx': '---\ntitle: End\n---\n\nThe end.\n',
  'README.md': 'Read me.\n',
};
const edit = (path: string, old: string, next: string) => ({ calls: [{ name: 'edit', args: { path, old, new: next } }] });
const change: ModelScript = ({ step }) =>
  step === 0 ? edit('start.mdx', 'Install the tool.', 'Install the tool with npm.') : { text: 'Named npm.' };
const ours = 'Install the tool with npm.';
const both = 'Install the tool with npm or brew.\n';

beforeEach(async () => {
  world = createWorld('sqlite');
  repository = world.repository(files);
  model = await world.model(change);
  await world.project({ repository: repository.path, docs: 'docs', modelUrl: model.url });
  const { service } = await world.start();
  url = service.url;
  client = createClient(url, await world.key());
  const signedIn = await post('/admin/sign-in', { key: await world.key({ scopes: ['merge'] }) });
  session = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
});
afterEach(() => world.end());

async function job(): Promise<string> {
  const { id } = (await client.create('Say how to install')).json;
  expect((await client.until(id)).status).toBe('completed');
  return id;
}

async function update(id: string) {
  const reply = await client.post(id, 'update');
  expect(reply.status, reply.text).toBe(200);
  const record = await client.until(id);
  return { record, detail: (await client.job(id, 'detail')).json };
}

const post = (path: string, form: Record<string, string>, cookie = '') =>
  fetch(url + path, { method: 'POST', body: new URLSearchParams(form), headers: { origin: url, cookie }, redirect: 'manual' });

/** As an operator in a browser does: signed in, with the form of the page. */
const merge = async (action = 'merge') => {
  const page = await changePage();
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? '';
  return post(`/changes/docs/1/${action}`, { token: field('token'), commit: field('commit') }, session);
};

const changePage = async () => (await fetch(`${url}/changes/docs/1`, { headers: { cookie: session } })).text();

test('brings in what does not conflict without asking the model, and keeps branch and pull request', async () => {
  const id = await job();
  const asked = model.requests.length;
  const { prLink } = await client.until(id);
  const main = repository.commit('main', { 'docs/end.mdx': 'The very end.\n', 'README.md': 'Read this.\n', 'docs/new.mdx': 'New.\n' });
  const { record, detail } = await update(id);
  expect(detail.failure).toBeNull();
  expect([record.status, record.prLink]).toEqual(['completed', prLink]);
  expect(model.requests.length).toBe(asked);
  expect(repository.git('merge-base', 'main', `docsgen/${id}`)).toBe(main);
  expect(repository.show(`docsgen/${id}`, 'README.md')).toBe('Read this.\n');
  expect(repository.show(`docsgen/${id}`, 'docs/start.mdx')).toContain(ours);
  expect(detail.changedFiles.map(({ path }: { path: string }) => path)).toEqual(['docs/start.mdx']);
  expect((await merge()).status).toBe(303);
  expect(repository.show('main', 'docs/start.mdx')).toContain(ours);
  expect(repository.show('main', 'docs/end.mdx')).toBe('The very end.\n');
});

test('hands conflicts to the agent; afterwards the change can be merged', async () => {
  const id = await job();
  repository.commit('main', { 'docs/start.mdx': files['docs/start.mdx'].replace('Install the tool.', 'Install the tool with brew.') });
  expect((await merge()).status).toBe(409);
  let seen = '';
  model.script = ({ step, instruction, request }) => {
    if (step === 0) return { calls: [{ name: 'read', args: { path: 'start.mdx' } }] };
    if (step === 1) {
      seen = `${instruction}\n${JSON.stringify(request.messages.at(-1))}`;
      return { calls: [{ name: 'write', args: { path: 'start.mdx', text: `---\ntitle: Start\n---\n\n${both}\nThen run it.\n` } }] };
    }
    return { text: 'Kept both.' };
  };
  const { record } = await update(id);
  expect(record.status).toBe('completed');
  expect(seen).toContain('start.mdx: both sides changed the same lines');
  expect(seen).toContain('<<<<<<< this change');
  expect(seen).toContain('>>>>>>> main');
  expect((await merge()).status).toBe(303);
  expect(repository.show('main', 'docs/start.mdx')).toContain(both);
});

test('refuses a result that still has conflict markers, pushes nothing, and takes a message', async () => {
  const id = await job();
  const before = repository.git('rev-parse', `docsgen/${id}`);
  repository.commit('main', { 'docs/start.mdx': 'Install the tool with brew.\n' });
  model.script = () => ({ text: 'Done.' });
  const { record, detail } = await update(id);
  expect([record.status, detail.failure.code]).toEqual(['failed', 'merge_conflict']);
  expect(detail.failure.message).toContain('start.mdx');
  expect(repository.git('rev-parse', `docsgen/${id}`)).toBe(before);
  model.script = ({ step }) =>
    step === 0 ? { calls: [{ name: 'write', args: { path: 'start.mdx', text: both } }] } : { text: 'Kept both.' };
  expect((await client.post(id, 'message', { prompt: 'Name both' })).status).toBe(200);
  expect((await client.until(id)).status).toBe('completed');
  expect((await merge()).status).toBe(303);
  expect(repository.show('main', 'docs/start.mdx')).toBe(both);
});

test('a message brings the base in before its own work', async () => {
  const id = await job();
  const main = repository.commit('main', { 'docs/end.mdx': '---\ntitle: End\n---\n\nThe late end.\n' });
  model.script = ({ step }) => (step === 0 ? edit('end.mdx', 'The late end.', 'The very late end.') : { text: 'Later.' });
  await client.post(id, 'message', { prompt: 'Make it later' });
  expect((await client.until(id)).status).toBe('completed');
  expect(repository.git('merge-base', 'main', `docsgen/${id}`)).toBe(main);
  expect(repository.show(`docsgen/${id}`, 'docs/end.mdx')).toContain('The very late end.');
});

test('a page that the base has removed is for the agent to decide', async () => {
  const id = await job();
  repository.commit('main', { 'docs/start.mdx': null });
  let instruction = '';
  model.script = (at) => {
    instruction = at.instruction;
    return at.step === 0 ? { calls: [{ name: 'delete', args: { path: 'start.mdx' } }] } : { text: 'Gone there too.' };
  };
  const { record, detail } = await update(id);
  expect(record.status).toBe('completed');
  expect(instruction).toContain('main removed it');
  expect(detail.changedFiles).toEqual([]);
});

test('settings that only people change are judged against the base, not against a file with markers', async () => {
  await world.project({ repository: repository.path, docs: 'docs', modelUrl: model.url });
  const settings = (name: string, more = {}) =>
    JSON.stringify({ theme: 'mint', name, colors: { primary: '#0a7a55' }, navigation: { pages: ['start'] }, ...more }, undefined, 2);
  repository.commit('main', { 'docs/docs.json': settings('One') });
  model.script = ({ step }) => (step === 0 ? edit('docs.json', '"One"', '"Two"') : { text: 'Named.' });
  const id = await job();
  repository.commit('main', { 'docs/docs.json': settings('Three') });
  const write =
    (text: string): ModelScript =>
    ({ step }) =>
      step === 0 ? { calls: [{ name: 'write', args: { path: 'docs.json', text } }] } : { text: 'Resolved.' };
  model.script = write(settings('Four', { integrations: { gtm: { tagId: 'GTM-1' } } }));
  const { detail } = await update(id);
  expect(detail.failure.code).toBe('policy_violation');
  model.script = write(settings('Four'));
  expect((await update(id)).record.status).toBe('completed');
});

test('says why there is nothing to update', async () => {
  const id = await job();
  expect((await update(id)).detail.summary).toContain('has no new commits');
  await merge();
  repository.commit('main', { 'docs/end.mdx': 'x\n' });
  expect((await update(id)).detail.summary).toContain('no open pull request');
  model.script = () => ({ text: 'Nothing.' });
  const other = (await client.create('Look')).json.id;
  await client.until(other);
  const reply = await client.post(other, 'update');
  expect([reply.status, reply.json.code]).toEqual([409, 'job_without_change']);
  await client.post(other, 'archive');
  expect((await client.post(other, 'update')).json.code).toBe('job_archived');
});

test('the page of a change offers it when its base moved', async () => {
  const id = await job();
  expect((await fetch(`${url}/changes/docs/1/update`, { method: 'POST', headers: { origin: url } })).status).toBe(401);
  expect(await changePage()).not.toContain('Update from');
  repository.commit('main', { 'docs/end.mdx': 'The very end.\n' });
  expect(await changePage()).toContain('Update from main');
  expect((await merge('update')).status).toBe(303);
  expect((await client.until(id)).status).toBe('completed');
  expect(await changePage()).not.toContain('Update from');
});
