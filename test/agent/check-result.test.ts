import { afterEach, beforeEach, expect, test } from 'vitest';
import { playTurn } from './harness/play-turn.ts';
import { createRepository, type TestRepository } from './harness/repository.ts';
import { inOrder, type ScriptedModel, startScriptedModel } from './harness/scripted-model.ts';

let repository: TestRepository;
let model: ScriptedModel;
beforeEach(async () => {
  repository = createRepository();
  model = await startScriptedModel(inOrder({ text: 'Nothing.' }));
});
afterEach(async () => {
  await model.close();
  repository.remove();
});

const write = (path: string, text: string) => ({ calls: [{ name: 'write', args: { path, text } }] });
const broken = write('guides/start.mdx', '---\ntitle: Start\n---\n\n<Note>never closed\n');
const mended = write('guides/start.mdx', '---\ntitle: Start\n---\n\n<Note>closed</Note>\n');

test('new errors are fed back, and a mended page becomes an ordinary change', async () => {
  model.script = ({ instruction, step }) => {
    if (instruction.includes('documentation check')) return step === 0 ? mended : { text: 'Mended.' };
    return step === 0 ? broken : { text: 'Done.' };
  };
  const { outcome, committed } = await playTurn(repository, model);
  expect(outcome).toMatchObject({ kind: 'changed', summary: 'Mended.' });
  expect(committed?.checks.filter(({ isNew }) => isNew)).toEqual([]);
});

test('errors that stay make a draft that names them', async () => {
  model.script = ({ step }) => (step === 0 ? broken : { text: 'Cannot do better.' });
  const { outcome, committed } = await playTurn(repository, model);
  expect(outcome.kind).toBe('changed');
  expect(model.requests.filter(({ body }) => JSON.stringify(body.messages.at(-1)).includes('documentation check')).length).toBe(2);
  expect(committed?.checks.some(({ isNew, file }) => isNew && file === 'guides/start.mdx')).toBe(true);
  const record = JSON.parse(repository.git('cat-file', 'blob', 'refs/docsgen/changes/1'));
  expect(record).toMatchObject({ isDraft: true });
  expect(record.body).toContain('guides/start.mdx');
});

test('with requireCheck errors that stay fail the job, and nothing is pushed', async () => {
  model.script = ({ step }) => (step === 0 ? broken : { text: 'Cannot do better.' });
  const { outcome } = await playTurn(repository, model, { project: { requireCheck: true } });
  expect(outcome).toMatchObject({ kind: 'failed', code: 'check_failed', kept: { files: [{ path: 'docs/guides/start.mdx' }] } });
  expect(repository.branches()).toEqual(['main']);
});

test('errors of the repository itself are not held against a change', async () => {
  repository.commit('main', { 'docs/index.mdx': '---\ntitle: Home\n---\n\n<Card>never closed\n' });
  model.script = inOrder(mended, { text: 'Done.' });
  const { outcome, committed } = await playTurn(repository, model);
  expect(outcome.kind).toBe('changed');
  expect(committed?.checks.some(({ severity }) => severity === 'error')).toBe(true);
  expect(committed?.checks.some(({ isNew }) => isNew)).toBe(false);
});

test('hidden characters in new text are shown to the reviewer', async () => {
  model.script = inOrder(write('index.mdx', '---\ntitle: Home\n---\n\nPay\u202Eevil\u200B here.\n'), { text: 'Done.' });
  await playTurn(repository, model);
  const { body } = JSON.parse(repository.git('cat-file', 'blob', 'refs/docsgen/changes/1'));
  expect(body).toContain('`index.mdx`: line 5');
});
