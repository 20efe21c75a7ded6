import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type GitHubMock, startGitHubMock } from './harness/github-mock.ts';
import { type PlayOptions, playTurn } from './harness/play-turn.ts';
import { createRepository, type TestRepository } from './harness/repository.ts';
import { inOrder, type ScriptedModel, startScriptedModel } from './harness/scripted-model.ts';

const token = 'ghs_canary0123456789';
let repository: TestRepository;
let model: ScriptedModel;
let github: GitHubMock;
beforeEach(async () => {
  repository = createRepository();
  github = await startGitHubMock(repository, { token });
  model = await startScriptedModel(
    inOrder(
      { calls: [{ name: 'edit', args: { path: 'guides/start.mdx', old: 'Install the tool.', new: 'Install the tool with npm.' } }] },
      { text: 'Named npm.' },
    ),
  );
});
afterEach(async () => {
  expect(github.contractErrors).toEqual([]);
  await Promise.all([model.close(), github.close()]);
  repository.remove();
});

const play = (options: PlayOptions = {}) =>
  playTurn(repository, model, {
    ...options,
    environment: { TOKEN: token, ...options.environment },
    project: { host: 'github', repository: github.repository, hostUrl: github.url, hostToken: 'TOKEN', ...options.project },
  });

test('the whole way as an app: a signed claim, a token for this repository only', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  await github.close();
  github = await startGitHubMock(repository, { token, appPublicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString() });
  const { outcome } = await play({
    environment: { APP_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() },
    project: { repository: github.repository, hostUrl: github.url, hostToken: undefined, hostApp: { id: '12', key: 'APP_KEY' } },
  });
  expect(outcome.kind).toBe('changed');
  expect(github.requests.filter(({ operation }) => operation.startsWith('apps/')).length).toBe(2);
});

test('a wrong token cannot read the repository', async () => {
  const { outcome } = await play({ environment: { TOKEN: 'ghs_wrong_token_000' } });
  expect(outcome).toMatchObject({ kind: 'failed', code: 'source_unavailable' });
  github.contractErrors.length = 0;
});

test('a follow-up goes to the same branch; after a merge to the next one', async () => {
  const first = await play();
  const delivered = {
    commit: first.committed?.commit as string,
    base: first.committed?.base as string,
    pullRequest: { number: 1, url: 'u' },
  };
  model.script = inOrder({ calls: [{ name: 'edit', args: { path: 'index.mdx', old: 'Welcome.', new: 'Hello.' } }] }, { text: 'Greeted.' });
  const second = await play({ input: { turn: 2, delivered, earlier: [{ prompt: 'Change the page', summary: 'Named npm.' }] } });
  expect(second.outcome).toMatchObject({ kind: 'changed', pullRequest: { number: 1 } });
  expect(repository.git('rev-list', '--count', 'main..docsgen/job1')).toBe('2');
  expect(second.committed?.files.map(({ path }) => path)).toEqual(['docs/guides/start.mdx', 'docs/index.mdx']);
  Object.assign(github.pulls[0] as object, { state: 'closed', merged_at: '2026-01-01T00:00:00Z' });
  const third = await play({ input: { turn: 3, delivered } });
  expect(third.outcome).toMatchObject({ kind: 'changed', pullRequest: { number: 2 } });
  expect(third.committed?.branch).toBe('docsgen/job1-2');
});

test('a host that wants to be left alone for hours gets the job back later, and holds no place at work meanwhile', async () => {
  github.problems.set('pulls/create', [{ status: 429, headers: { 'retry-after': '2592000' } }]);
  const begin = performance.now();
  const { outcome, steps } = await play();
  expect(outcome).toMatchObject({ kind: 'failed', code: 'pull_request_failed', retry: { afterMs: 2_592_000_000, isAsked: true } });
  expect(steps).toEqual(['committed', 'pushed']);
  expect(github.requests.filter(({ operation }) => operation === 'pulls/create').length).toBe(1);
  expect(performance.now() - begin).toBeLessThan(20_000);
});
