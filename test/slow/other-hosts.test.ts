/** The code hosts with an API except GitHub: whole turns against servers that judge every request by the description. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createRunner } from '../../src/apps/agent/runner/create-runner.ts';
import { projectSchema } from '../../src/model/agent/project.ts';
import { type ForgeKind, type ForgeMock, forges, startForge } from '../apps/agent/harness/forge-mock.ts';
import { type PlayedTurn, type PlayOptions, playTurn } from '../apps/agent/harness/play-turn.ts';
import { createRepository, type TestRepository } from '../apps/agent/harness/repository.ts';
import { inOrder, type ScriptedModel, startScriptedModel } from '../apps/agent/harness/scripted-model.ts';

const token = 'glpat_canary0123456789';
const edit = { calls: [{ name: 'edit', args: { path: 'guides/start.mdx', old: 'Install the tool.', new: 'Install the tool with npm.' } }] };

describe.each(Object.keys(forges) as ForgeKind[])('%s', (kind) => {
  let repository: TestRepository;
  let model: ScriptedModel;
  let forge: ForgeMock;
  beforeEach(async () => {
    repository = createRepository();
    forge = await startForge(kind, repository, token);
    model = await startScriptedModel(inOrder(edit, { text: 'Named npm.' }));
  });
  afterEach(async () => {
    await Promise.all([model.close(), forge.close()]);
    repository.remove();
    expect(forge.contractErrors).toEqual([]);
  });

  const settings = () => ({ host: kind, repository: forge.repository, hostUrl: forge.url, hostToken: 'TOKEN' }) as const;
  const play = (options: PlayOptions = {}) =>
    playTurn(repository, model, {
      ...options,
      environment: { TOKEN: token, ...options.environment },
      project: { ...settings(), ...options.project },
    });
  const failure = ({ outcome }: PlayedTurn) => (outcome.kind === 'failed' ? outcome : undefined);

  test('opens one request for a change, with the changed pages in its text', async () => {
    const { outcome, steps, committed } = await play();
    expect(outcome).toMatchObject({ kind: 'changed', pullRequest: { number: 1, url: `${forge.url}${forges[kind].pullPath}1` } });
    expect(steps).toEqual(['committed', 'pushed', 'opened']);
    expect(forge.pulls).toMatchObject([{ head: 'docsgen/job1', base: 'main', title: 'Change the page', state: 'open' }]);
    expect(forge.pulls[0]?.body).toContain('docs/guides/start.mdx');
    expect(repository.git('rev-parse', 'docsgen/job1')).toBe(committed?.commit);
  });

  test('marks a result with new errors as a draft', async () => {
    model.script = inOrder(
      { calls: [{ name: 'edit', args: { path: 'guides/start.mdx', old: 'Install the tool.', new: '<Note>never closed' } }] },
      { text: 'Done.' },
    );
    expect((await play()).outcome.kind).toBe('changed');
    expect(forge.pulls[0]?.title).toBe(`${forges[kind].draft}Change the page`);
  });

  test.each([
    ['an answer that is lost', { create: ['cut-after' as const] }],
    ['one that exists but was not listed', { list: [{ status: 200, body: [] }], create: ['cut-after' as const] }],
    ['a host that fails twice', { create: [{ status: 500 }, { status: 502 }] }],
  ])('exactly one after %s', async (_name, problems) => {
    for (const [operation, list] of Object.entries(problems)) forge.problems.set(operation, [...list]);
    expect((await play()).outcome).toMatchObject({ kind: 'changed', pullRequest: { number: 1 } });
    expect(forge.pulls).toHaveLength(1);
  });

  test('adopts its own request when an attempt was killed after it was opened', async () => {
    const first = await play();
    const { commit = '', base = '' } = first.committed ?? {};
    const again = await play({ input: { saved: { commit, base, branch: 'docsgen/job1', pushed: true, summary: 'Named npm.' } } });
    expect(again.outcome).toMatchObject({ kind: 'changed', pullRequest: { number: 1 } });
    expect(forge.pulls).toHaveLength(1);
  });

  test('finds its request among many newer ones', async () => {
    await play();
    for (let number = 2; number <= 70; number++)
      forge.pulls.push({ number, head: `other-${number}`, base: 'main', title: 't', body: '', state: 'open', comments: [] });
    await runner().withdraw({ project: project(), jobId: 'job1', branch: 'docsgen/job1' });
    expect(forge.pulls[0]).toMatchObject({ state: 'closed', comments: ['The job job1 was cancelled.'] });
    expect(forge.pulls.filter(({ state }) => state === 'closed')).toHaveLength(1);
  });

  test.each(['closed', 'merged'] as const)('a follow-up of a %s request goes to the next branch', async (state) => {
    const first = await play();
    Object.assign(forge.pulls[0] as object, { state });
    model.script = inOrder(
      { calls: [{ name: 'edit', args: { path: 'index.mdx', old: 'Welcome.', new: 'Hello.' } }] },
      { text: 'Greeted.' },
    );
    const delivered = { commit: first.committed?.commit ?? '', base: first.committed?.base ?? '', pullRequest: { number: 1, url: 'u' } };
    const second = await play({ input: { turn: 2, delivered } });
    expect(second.outcome).toMatchObject({ kind: 'changed', pullRequest: { number: 2 } });
    expect(second.committed?.branch).toBe('docsgen/job1-2');
  });

  test.each([401, 403, 404, 423])('a refusal with %i is final, keeps the branch and shows no token', async (status) => {
    forge.problems.set('create', [{ status }]);
    const played = await play();
    expect(failure(played)).toMatchObject({ code: 'pull_request_failed' });
    expect(failure(played)?.message).toContain('docsgen/job1');
    expect(JSON.stringify(played)).not.toContain(token);
    expect(repository.branches()).toContain('docsgen/job1');
    expect(forge.requests.filter(({ operation }) => operation === 'create')).toHaveLength(1);
  });

  test('waits as long as a host that counts says', async () => {
    forge.problems.set('create', [{ status: 429, headers: { 'retry-after': '2' } }]);
    expect((await play()).outcome.kind).toBe('changed');
    const [first, second] = forge.requests.filter(({ operation }) => operation === 'create').map(({ at }) => at);
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(1_990);
  });

  test('a wrong token reads nothing', async () => {
    expect(failure(await play({ environment: { TOKEN: 'glpat_wrong_000' } }))).toMatchObject({ code: 'source_unavailable' });
  });

  test('a refused push and a branch that somebody else made are failures of the push', async () => {
    forge.refusesPush = true;
    const refused = failure(await play());
    expect(refused).toMatchObject({ code: 'push_failed' });
    expect(refused?.message).not.toContain(token);
    forge.refusesPush = false;
    repository.commit('docsgen/job2', { 'docs/other.mdx': '# Other\n' });
    expect(failure(await play({ input: { jobId: 'job2' } }))).toMatchObject({ code: 'push_failed' });
    expect(forge.pulls).toHaveLength(0);
  });

  test('pushes a page of some megabytes', async () => {
    const line = 'A line of a very long page that repeats itself.\n';
    model.script = inOrder(
      { calls: [{ name: 'write', args: { path: 'long.mdx', text: `---\ntitle: Long\n---\n\n${line.repeat(50_000)}` } }] },
      { text: 'Written.' },
    );
    expect((await play()).outcome.kind).toBe('changed');
    expect(repository.show('docsgen/job1', 'docs/long.mdx').length).toBeGreaterThan(2_000_000);
  });

  const runner = () => createRunner({ publicUrl: 'http://127.0.0.1:9', environment: { TOKEN: token }, allowUnsandboxed: true });
  const project = () => projectSchema.parse({ id: 'p1', model: 'compatible/scripted', modelUrl: model.url, ...settings() });
});
