import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCli } from '../../harness/cli.ts';
import { createRepository, smallDocs, type TestRepository } from './harness/repository.ts';
import { inOrder, type ScriptedModel, startScriptedModel } from './harness/scripted-model.ts';

let repository: TestRepository;
let model: ScriptedModel;
let folder: string;
beforeEach(async () => {
  repository = createRepository({});
  folder = join(repository.scratch, 'mine');
  for (const [path, text] of Object.entries(smallDocs)) {
    if (!path.startsWith('docs/')) continue;
    mkdirSync(dirname(join(folder, path.slice(5))), { recursive: true });
    writeFileSync(join(folder, path.slice(5)), text as string);
  }
  model = await startScriptedModel(inOrder({ text: 'Nothing to do.' }));
});
afterEach(async () => {
  await model.close();
  repository.remove();
});

const start = () => readFileSync(join(folder, 'guides/start.mdx'), 'utf8');
const edit = (next: string) => ({ calls: [{ name: 'edit', args: { path: 'guides/start.mdx', old: 'Install the tool.', new: next } }] });
const agent = (...more: string[]) =>
  runCli(['agent', 'Say how to install', '--allow-unsandboxed', '--model', 'compatible/scripted', '--model-url', model.url, ...more], {
    cwd: folder,
  });

test('edits the folder at hand and says what it did', async () => {
  model.script = inOrder(edit('Install the tool with npm.'), { text: 'Named npm.' });
  const { exit, stdout, stderr } = await agent();
  // Where nothing isolates, a warning comes before.
  expect(stderr).toMatch(/^(?:docsgen: .*\n)? {2}edit guides\/start\.mdx\n$/);
  expect(stdout).toBe('Named npm.\nmodified guides/start.mdx +1 -1\n');
  expect(exit).toBe(0);
  expect(start()).toContain('with npm');
});

test.each([
  [
    'bytes that are no UTF-8',
    Buffer.from('Caf\xe9.\n\nInstall it.\n', 'latin1'),
    'Install it.',
    'Run it.',
    Buffer.from('Caf\xe9.\n\nRun it.\n', 'latin1'),
  ],
  ['lines of Windows', 'One.\r\nTwo.\r\nThree.\r\n', 'One.\nTwo.', 'One.\nAnd two.\nMore.', 'One.\r\nAnd two.\r\nMore.\r\nThree.\r\n'],
  ['lines of both kinds', 'One.\r\nTwo.\nThree.\n', 'Two.\nThree.', 'Two.\nFour.', 'One.\r\nTwo.\nFour.\n'],
])('an edit changes its own text alone: %s', async (_, before, old, next, after) => {
  writeFileSync(join(folder, 'guides/start.mdx'), before);
  model.script = inOrder({ calls: [{ name: 'edit', args: { path: 'guides/start.mdx', old, new: next } }] }, { text: 'Done.' });
  await agent();
  expect(readFileSync(join(folder, 'guides/start.mdx'))).toEqual(Buffer.from(after));
});

test('--dry-run prints the change and writes nothing', async () => {
  model.script = inOrder(edit('Install the tool with npm.'), { text: 'Named npm.' });
  const { exit, stdout } = await agent('--dry-run');
  expect(stdout).toContain('+Install the tool with npm.');
  expect(exit).toBe(0);
  expect(start()).not.toContain('with npm');
});

test('a result that may not be delivered is not written', async () => {
  model.script = inOrder(edit(`Install with ghp_${'aB3dE6gH9j'.repeat(4)}.`), { text: 'Done.' });
  const { exit, stderr } = await agent();
  expect(exit).toBe(1);
  expect(stderr).toContain('guides/start.mdx: contains something that looks like a secret');
  expect(start()).toContain('Install the tool.');
});

test('links of the folder are neither read nor written', async () => {
  symlinkSync('/etc', join(folder, 'link'));
  model.script = inOrder(
    { calls: [{ name: 'read', args: { path: 'link/passwd' } }] },
    { calls: [{ name: 'write', args: { path: 'link/x.mdx', text: 'x' } }] },
    { text: 'Tried.' },
  );
  const { exit, stderr } = await agent();
  expect(stderr).not.toContain('root:');
  expect(stderr).toContain('write link/x.mdx: refused');
  expect(exit).toBe(0);
});

test('new errors of the check are reported, also by the exit code', async () => {
  model.script = ({ step }) => (step === 0 ? edit('<Note>never closed') : { text: 'Done.' });
  const { exit, stderr } = await agent('--quiet');
  expect(stderr).toContain('guides/start.mdx:');
  expect(exit).toBe(1);
});

test('a folder without docs.json, and a provider without its key', async () => {
  expect((await runCli(['agent', 'x'], { cwd: repository.scratch })).exit).toBe(1);
  const { exit, stderr } = await runCli(['agent', 'x', '--allow-unsandboxed'], {
    cwd: folder,
    env: { ANTHROPIC_API_KEY: undefined, DOCSGEN_MODEL: undefined },
  });
  expect(stderr).toContain('ANTHROPIC_API_KEY');
  expect(exit).toBe(3);
});

test.each([
  [{ status: 404 }, 'docsgen: The model provider rejected the request (404: scripted). (model_failed)\n'],
  [{ status: 301, headers: { location: 'https://elsewhere.example' } }, 'docsgen: The URL of the model redirects (301)'],
  [{ status: 200 }, 'docsgen: The model provider rejected the request (200: scripted). (model_failed)\n'],
  [{ status: 200, body: '<p>Sign in</p>' }, 'docsgen: The URL of the model did not return a model response. (model_failed)\n'],
])('a model response of %j is not an internal error', async (step, words) => {
  model.script = inOrder(step);
  const { exit, stderr } = await agent();
  expect(stderr).toContain(words);
  expect({ exit, asked: model.requests.length }).toEqual({ exit: 3, asked: 1 });
});

test.each([
  ['an instruction of blanks', ['agent', ' ', '--model', 'compatible/x', '--model-url', 'http://127.0.0.1:9']],
  ['a model without provider', ['agent', 'x', '--model', 'claude']],
  ['a model without address', ['agent', 'x', '--model', 'compatible/x']],
])('%s is a wrong command line', async (_, args) => {
  const { exit, stderr } = await runCli(args, { cwd: folder, env: { DOCSGEN_MODEL_URL: undefined } });
  expect(exit).toBe(2);
  expect(stderr).toMatch(/^docsgen: .*\n$/);
});
