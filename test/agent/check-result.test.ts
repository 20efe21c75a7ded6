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
const mended = write('guides/start.mdx', '---\ntitle: Start\n---\n\n<Note>closed</Note>\n');

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
