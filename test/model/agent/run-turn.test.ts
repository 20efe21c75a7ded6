import { afterEach, beforeEach, expect, test } from 'vitest';
import { playTurn } from '../../apps/agent/harness/play-turn.ts';
import { createRepository, type TestRepository } from '../../apps/agent/harness/repository.ts';
import { inOrder, type ScriptedModel, startScriptedModel } from '../../apps/agent/harness/scripted-model.ts';

let repository: TestRepository;
let model: ScriptedModel;
beforeEach(async () => {
  repository = createRepository();
  model = await startScriptedModel(inOrder({ text: 'Nothing to do.' }));
});
afterEach(async () => {
  await model.close();
  repository.remove();
});

const editStart = {
  calls: [{ name: 'edit', args: { path: 'guides/start.mdx', old: 'Install the tool.', new: 'Install the tool with npm.' } }],
};

test('an edited page becomes one commit, one branch and one change', async () => {
  model.script = inOrder({ calls: [{ name: 'list' }, { name: 'read', args: { path: 'guides/start.mdx' } }] }, editStart, {
    text: 'Named npm.',
  });
  const played = await playTurn(repository, model);
  expect(played.outcome).toEqual({
    kind: 'changed',
    pullRequest: { number: 1, url: 'http://127.0.0.1:9/changes/p1/1' },
    summary: 'Named npm.',
  });
  expect(played.steps).toEqual(['committed', 'pushed', 'opened']);
  expect(repository.branches()).toEqual(['docsgen/job1', 'main']);
  expect(repository.show('docsgen/job1', 'docs/guides/start.mdx')).toContain('with npm');
  expect(repository.git('diff', '--name-only', 'main', 'docsgen/job1')).toBe('docs/guides/start.mdx');
  expect(played.committed?.diff).toContain('+Install the tool with npm.');
  expect(played.usage).toEqual({ inputTokens: 300, outputTokens: 30, steps: 3 });
});

test('reading alone changes nothing and pushes nothing', async () => {
  model.script = inOrder({ calls: [{ name: 'read', args: { path: 'index.mdx' } }] }, { text: 'All is well.' });
  const played = await playTurn(repository, model);
  expect(played.outcome).toEqual({ kind: 'unchanged', summary: 'All is well.' });
  expect(played.steps).toEqual([]);
  expect(repository.branches()).toEqual(['main']);
});

test('minutes may be any part of a minute, and long words are cut between characters', async () => {
  model.script = inOrder({ text: `x${'🚚'.repeat(2_500)}` });
  const { outcome } = await playTurn(repository, model, { project: { limits: { minutes: 1.23457 } } });
  expect(outcome).toEqual({ kind: 'unchanged', summary: `x${'🚚'.repeat(1_999)}` });
});

test('a change that is undone again is no change', async () => {
  const restore = {
    calls: [{ name: 'edit', args: { path: 'guides/start.mdx', old: 'Install the tool with npm.', new: 'Install the tool.' } }],
  };
  model.script = inOrder(editStart, restore, { text: 'Undone.' });
  expect((await playTurn(repository, model)).outcome.kind).toBe('unchanged');
  expect(repository.branches()).toEqual(['main']);
});

test('names that are too long for a disk stay in the repository', async () => {
  const name = `docs/${'l'.repeat(300)}.mdx`;
  const deep = `docs/${Array(50).fill('d'.repeat(100)).join('/')}/a.mdx`;
  const blob = repository.git('rev-parse', 'main:docs/index.mdx');
  repository.git('read-tree', 'main');
  for (const path of [name, deep]) repository.git('update-index', '--add', '--cacheinfo', `100644,${blob},${path}`);
  const commit = repository.git('commit-tree', repository.git('write-tree'), '-p', 'main', '-m', 'Long names');
  repository.git('update-ref', 'refs/heads/main', commit);
  model.script = inOrder(
    editStart,
    { calls: [{ name: 'write', args: { path: `${'l'.repeat(300)}.mdx`, text: 'x' } }] },
    { text: 'Named npm.' },
  );
  expect((await playTurn(repository, model)).outcome.kind).toBe('changed');
  expect(repository.git('diff', '--name-only', 'main', 'docsgen/job1')).toBe('docs/guides/start.mdx');
});

test('a branch whose name ends as another one is not taken for it', async () => {
  repository.commit('trunk', { 'docs/index.mdx': '---\ntitle: Trunk\n---\n' });
  repository.commit('refs/heads/trunk', { 'docs/guides/start.mdx': 'Another branch.' });
  model.script = inOrder(editStart, { text: 'Named npm.' });
  expect((await playTurn(repository, model, { project: { ref: 'trunk' } })).outcome.kind).toBe('changed');
});

test('a docs.json that was removed is an error of the check', async () => {
  model.script = ({ instruction, step }) =>
    step === 0 && !instruction.includes('config/missing')
      ? { calls: [{ name: 'delete', args: { path: 'docs.json' } }] }
      : { text: 'Gone.' };
  const { outcome } = await playTurn(repository, model, { project: { requireCheck: true } });
  expect(outcome).toMatchObject({ kind: 'failed', code: 'check_failed' });
  expect(model.requests.some(({ body }) => JSON.stringify(body.messages).includes('config/missing'))).toBe(true);
});

test('no secret of an instruction gets into the commit or the change', async () => {
  const token = `ghp_${'aB3dE6gH9j'.repeat(4)}`;
  const key = 'model-key "of" canary';
  model.script = inOrder(editStart, { text: `Used ${token} and ${key}.` });
  const prompt = `Use ${token} and ${key}`;
  const { outcome, events } = await playTurn(repository, model, { prompt, project: { modelKey: 'KEY' }, environment: { KEY: key } });
  expect(outcome).toMatchObject({ kind: 'changed', summary: 'Used *** and ***.' });
  const written = repository.git('log', '-1', '--format=%B', 'docsgen/job1') + repository.git('cat-file', 'blob', 'refs/docsgen/changes/1');
  for (const text of [written, JSON.stringify(events)]) {
    expect(text).not.toContain(token);
    expect(text).not.toContain('canary');
  }
});

test('no secret in an earlier page is revealed by a diagnostic, a path or a cut text', async () => {
  const token = `ghp_${'aB3dE6gH9j'.repeat(4)}`;
  repository.commit('main', { 'docs/guides/start.mdx': `---\ntitle: Start\n---\n\n[Gone](/${token})\n` });
  model.script = inOrder(
    { calls: [{ name: 'read', args: { path: `${'guides/'.repeat(41)}${token}` } }] },
    { calls: [{ name: 'write', args: { path: 'index.mdx', text: '---\ntitle: Home\n---\n\nSee [start](/guides/start).\n' } }] },
    { text: `${'y '.repeat(1_990)}${token}` },
  );
  const { outcome, committed, events } = await playTurn(repository, model);
  expect(outcome.kind).toBe('changed');
  expect(committed?.checks).toContainEqual(expect.objectContaining({ message: expect.stringContaining('***') }));
  expect(JSON.stringify([outcome, committed?.checks, committed?.summary, events])).not.toContain('ghp_');
});

test('no secret is shown in part when the message of a rejected push is long', async () => {
  const token = `ghp_${'aB3dE6gH9j'.repeat(4)}`;
  model.script = inOrder(
    { calls: [{ name: 'write', args: { path: 'index.mdx', text: '---\ntitle: Home\n---\n\nNew.\n' } }] },
    { text: 'Done.' },
  );
  // A branch of this name leaves no room for branches below it.
  repository.git('branch', 'docsgen', 'main');
  const { outcome } = await playTurn(repository, model, { input: { branch: `docsgen/${token}-${'a'.repeat(140)}` } });
  expect(outcome).toMatchObject({ kind: 'failed', code: 'push_failed', message: expect.stringContaining('***') });
  expect(JSON.stringify(outcome)).not.toContain('ghp_');
});

test('the instructions for agents in the root are read, though nothing else there is fetched', async () => {
  repository.commit('main', { 'AGENTS.md': 'Write briefly.' });
  const { outcome } = await playTurn(repository, model);
  expect(outcome.kind).toBe('unchanged');
  expect(JSON.stringify(model.requests[0]?.body.messages)).toContain('Write briefly.');
});

test.each([
  ['a link', { docs2: { link: 'docs' } }],
  ['a file', { docs2: 'x' }],
])('a documentation folder that is %s is said to be no folder', async (_what, files) => {
  repository.commit('main', files);
  expect((await playTurn(repository, model, { project: { docs: 'docs2' } })).outcome).toMatchObject({
    code: 'source_unavailable',
    message: 'The branch main has no folder "docs2".',
  });
});

test.each([
  ['docsgen', /'refs\/heads\/docsgen' exists|cannot lock ref/],
  ['docsgen/job1', /rejected/],
])('a branch %s that already exists fails the push, with the reason', async (branch, reason) => {
  repository.commit(branch, { 'x.md': 'x' });
  model.script = inOrder(editStart, { text: 'Done.' });
  const { outcome } = await playTurn(repository, model);
  expect(outcome).toMatchObject({ kind: 'failed', code: 'push_failed', message: expect.stringMatching(reason) });
});
