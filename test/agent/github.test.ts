import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type GitHubMock, type MockFault, startGitHubMock } from './harness/github-mock.ts';
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
const openPulls = () => github.pulls.filter(({ state }) => state === 'open');

test('the whole way by token: fetch, push and one pull request', async () => {
  const { outcome, committed } = await play();
  expect(outcome).toEqual({ kind: 'changed', pullRequest: { number: 1, url: `${github.url}/acme/docs/pull/1` }, summary: 'Named npm.' });
  expect(repository.git('rev-parse', 'docsgen/job1')).toBe(committed?.commit);
  expect(github.pulls).toMatchObject([{ head: 'docsgen/job1', base: 'main', title: 'Change the page', draft: false }]);
  expect(github.pulls[0]?.body).toContain('`docs/guides/start.mdx` changed (+1 −1)');
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

const faulty: readonly [what: string, operation: string, faults: readonly MockFault[]][] = [
  ['500, 502, then well', 'pulls/create', [{ status: 500 }, { status: 502 }]],
  ['the answer lost after the pull request was made', 'pulls/create', ['cut-after']],
  ['a list that fails once', 'pulls/list', [{ status: 503 }]],
];
for (const [what, operation, faults] of faulty)
  test(`one pull request in spite of: ${what}`, async () => {
    github.faults.set(operation, [...faults]);
    expect((await play()).outcome.kind).toBe('changed');
    expect(openPulls().length).toBe(1);
    expect(model.requests.length).toBe(2);
  });

for (const status of [429, 403])
  test(`${status} with Retry-After is left alone for that long`, async () => {
    github.faults.set('pulls/create', [{ status, headers: { 'retry-after': '2' } }]);
    expect((await play()).outcome.kind).toBe('changed');
    const [first, second] = github.requests.filter(({ operation }) => operation === 'pulls/create');
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(2000);
  });

for (const status of [403, 404])
  test(`${status} for ever fails the job and keeps the branch; the next attempt only opens the pull request`, async () => {
    github.faults.set('pulls/create', [{ status }]);
    const { outcome, committed } = await play();
    expect(outcome).toMatchObject({ kind: 'failed', code: 'pull_request_failed' });
    const { message } = outcome as { message: string };
    expect(message).toContain('docsgen/job1');
    expect(message).toContain(committed?.commit);
    expect(repository.branches()).toContain('docsgen/job1');
    const again = await play({ input: { saved: { ...(committed as NonNullable<typeof committed>), pushed: true }, attempt: 1, turn: 2 } });
    expect(again.outcome.kind).toBe('changed');
    expect(model.requests.length).toBe(2);
    expect(openPulls().length).toBe(1);
  });

test('"already exists" adopts the pull request that is there', async () => {
  const exists = { message: 'Validation Failed', errors: [{ message: 'A pull request already exists for acme:docsgen/job1.' }] };
  github.faults.set('pulls/create', ['cut-after', { status: 422, body: exists }]);
  github.faults.set('pulls/list', [
    { status: 200, body: [] },
    { status: 200, body: [] },
  ]);
  expect((await play()).outcome).toMatchObject({ kind: 'changed', pullRequest: { number: 1 } });
  expect(github.pulls.length).toBe(1);
});

test('"no commits between" is no change', async () => {
  const nothing = { message: 'Validation Failed', errors: [{ message: 'No commits between main and docsgen/job1' }] };
  github.faults.set('pulls/create', [{ status: 422, body: nothing }]);
  expect((await play()).outcome.kind).toBe('unchanged');
});

test('a refused push fails the job without the token in its words', async () => {
  github.refusesPush = true;
  const { outcome } = await play();
  expect(outcome).toMatchObject({ kind: 'failed', code: 'push_failed' });
  expect(JSON.stringify(outcome)).not.toContain(token);
  expect(github.pulls).toEqual([]);
});

test('a wrong token cannot read the repository', async () => {
  const { outcome } = await play({ environment: { TOKEN: 'ghs_wrong_token_000' } });
  expect(outcome).toMatchObject({ kind: 'failed', code: 'source_unavailable' });
  github.contractErrors.length = 0;
});

test('a base that moves meanwhile: the pull request stands on the old commit', async () => {
  const before = repository.git('rev-parse', 'main');
  await play({
    before: (step) => {
      if (step === 'committed') repository.commit('main', { 'docs/index.mdx': '---\ntitle: New home\n---\n\nMoved on.\n' });
    },
  });
  expect(repository.git('merge-base', 'main', 'docsgen/job1')).toBe(before);
  expect(openPulls().length).toBe(1);
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
