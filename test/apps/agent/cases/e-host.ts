/** E. The code host fails, refuses, is slow or has moved. Every request in here is judged by GitHub's description. */
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from '../harness/client.ts';
import type { GitHubMock, MockProblem } from '../harness/github-mock.ts';
import { gitHubProject, gitHubToken } from '../harness/github-project.ts';
import { allRows } from '../harness/rows.ts';
import { inOrder, type ModelScript } from '../harness/scripted-model.ts';
import type { World } from '../harness/world.ts';
import { editStart } from './a-contract.ts';
import type { AgentCase } from './agent-case.ts';

const edits = inOrder(editStart, { text: 'Named npm.' });

/** Renewed every three seconds, so that case 38 sees it, and a process that stands still for some seconds does not lose its jobs. */
const leaseMs = 12_000;

/** A service with the real runner whose project is on the mock of GitHub. */
async function hosted(world: World, script: ModelScript = edits) {
  const { repository, model, github, environment } = await gitHubProject(world, script);
  const { service, entries } = await world.start({ environment, leaseMs });
  const client = createClient(service.url, await world.key());
  /** A job from its creation to its end, with faults of the host on the way. */
  const job = async (problems: Readonly<Record<string, readonly MockProblem[]>> = {}) => {
    for (const [operation, list] of Object.entries(problems)) github.problems.set(operation, [...list]);
    const { id } = (await client.create('Say how to install')).json;
    const record = await client.until(id, undefined, 120_000);
    return { id, record, detail: (await client.job(id, 'detail')).json };
  };
  const pullsOf = (id: string) => github.pulls.filter(({ head, state }) => head === `docsgen/${id}` && state === 'open');
  return { repository, model, github, client, job, pullsOf, entries };
}

/** When the leases of all jobs end, each time that was stored. */
async function leasesUntil(world: World, isOver: AbortSignal): Promise<ReadonlySet<number>> {
  const ends = new Set<number>();
  while (!isOver.aborted) {
    for (const { lease_until } of await allRows(world, 'jobs')) if (Number(lease_until) > 0) ends.add(Number(lease_until));
    await wait(200);
  }
  return ends;
}

function assertContract(github: GitHubMock): void {
  assert.deepEqual(github.contractErrors, []);
  for (const { url, headers } of github.requests) {
    assert.ok(headers['user-agent']);
    assert.ok(!url.includes(gitHubToken));
  }
}

const refusal = (message: string): MockProblem => ({ status: 422, body: { message: 'Validation Failed', errors: [{ message }] } });

export const host: readonly AgentCase[] = [
  {
    number: 38,
    title: 'Pull request answers 500, 502, nothing, 429, 403',
    isSlow: true,
    async run(world) {
      const { github, job, pullsOf, client, model } = await hosted(world);
      const first = await job({ 'pulls/create': [{ status: 500 }, { status: 502 }, 'silence'] });
      assert.equal(first.record.status, 'completed');
      assert.equal(pullsOf(first.id).length, 1);
      const times = github.requests.filter(({ operation }) => operation === 'pulls/create').map(({ at }) => at);
      const waits = times.slice(1).map((at, index) => at - (times[index] ?? 0));
      assert.equal(times.length, 4);
      // Each wait is twice as long as the one before. A busy machine makes them longer, but never shorter.
      for (const [index, ms] of [500, 1_000, 2_000].entries()) assert.ok((waits[index] ?? 0) >= ms - 1, `waits grow: ${waits}`);
      for (const status of [429, 403]) {
        github.requests.length = 0;
        const isOver = new AbortController();
        const leases = leasesUntil(world, isOver.signal);
        const { id, record } = await job({ 'pulls/create': [{ status, headers: { 'retry-after': '7' } }] });
        isOver.abort();
        assert.equal(record.status, 'completed');
        assert.ok((await leases).size > 1, 'the lease is renewed while the job waits');
        const [before, after] = github.requests.filter(({ operation }) => operation === 'pulls/create');
        assert.ok((after?.at ?? 0) - (before?.at ?? 0) >= 7_000);
        assert.equal(pullsOf(id).length, 1);
        const { events: items } = (await client.job(id, 'events?limit=1000', { accept: 'application/json' })).json;
        assert.equal(items.filter(({ kind }: { kind: string }) => kind === 'attempt').length, 1, 'the lease was kept');
      }
      assert.equal(model.requests.length, 6);
      assertContract(github);
    },
  },
  {
    number: 39,
    title: 'Pull request refused for ever',
    async run(world) {
      const { github, job, pullsOf, client, model, repository } = await hosted(world);
      for (const status of [403, 404]) {
        const { id, record, detail } = await job({ 'pulls/create': [{ status }] });
        assert.deepEqual([record.status, record.prLink], ['failed', null]);
        assert.equal(detail.failure.code, 'pull_request_failed');
        assert.ok(detail.failure.message.includes(`docsgen/${id}`) && detail.failure.message.includes(detail.commit));
        assert.ok(repository.branches().includes(`docsgen/${id}`));
        const asked = model.requests.length;
        assert.equal((await client.post(id, 'message', { prompt: 'Try again' })).status, 200);
        const again = await client.until(id);
        assert.equal(again.status, 'completed');
        assert.ok(again.prLink);
        assert.equal(pullsOf(id).length, 1);
        assert.equal(repository.git('rev-parse', `docsgen/${id}`), detail.commit);
        assert.equal(model.requests.length, asked, 'the model is not asked again');
      }
      assertContract(github);
    },
  },
  {
    number: 40,
    title: 'Adopted, and nothing between',
    async run(world) {
      const { github, job, pullsOf } = await hosted(world);
      const adopted = await job({ 'pulls/create': ['cut-after'], 'pulls/list': [{ status: 200, body: [] }] });
      assert.equal(adopted.record.status, 'completed');
      assert.equal(pullsOf(adopted.id).length, 1);
      assert.ok(adopted.record.prLink?.endsWith(`/pull/${pullsOf(adopted.id)[0]?.number}`));
      const nothing = await job({ 'pulls/create': [refusal('No commits between main and x')] });
      assert.deepEqual([nothing.record.status, nothing.record.prLink], ['completed', null]);
      assertContract(github);
    },
  },
  {
    number: 41,
    title: 'Push refused, base moved, default branch renamed',
    async run(world) {
      let branch = '';
      const { github, job, pullsOf, client, model, repository } = await hosted(world);
      github.refusesPush = true;
      const refused = await job();
      assert.equal(refused.detail.failure.code, 'push_failed');
      assert.ok(!JSON.stringify(refused.detail).includes(gitHubToken));
      github.refusesPush = false;

      // Somebody made the branch before the job pushes it.
      model.script = (at) => {
        if (branch === '') return { calls: [{ name: 'list' }] };
        if (!repository.branches().includes(branch)) repository.commit(branch, { 'docs/other.mdx': '# Other\n' });
        return at.request.messages.at(-1)?.role === 'tool' && JSON.stringify(at.request.messages).includes('Edited')
          ? { text: 'Done.' }
          : editStart;
      };
      const { id } = (await client.create('Say how to install')).json;
      branch = `docsgen/${id}`;
      assert.equal((await client.until(id)).status, 'failed');
      assert.equal((await client.job(id, 'detail')).json.failure.code, 'push_failed');

      const before = repository.git('rev-parse', 'main');
      model.script = ({ step }) => {
        if (step > 0) return { text: 'Done.' };
        repository.commit('main', { 'docs/index.mdx': '---\ntitle: Home\n---\n\nMoved on.\n' });
        return editStart;
      };
      const moved = await job();
      assert.equal(pullsOf(moved.id).length, 1);
      assert.equal(repository.git('merge-base', 'main', `docsgen/${moved.id}`), before);

      repository.git('branch', '-m', 'main', 'trunk');
      repository.git('symbolic-ref', 'HEAD', 'refs/heads/trunk');
      model.script = edits;
      const renamed = await job();
      assert.deepEqual([renamed.record.status, renamed.record.source.ref], ['completed', 'trunk']);
      assert.equal(pullsOf(renamed.id)[0]?.base, 'trunk');
      assertContract(github);
    },
  },
  {
    number: 42,
    title: 'Every request by the description of the host',
    async run(world) {
      const { github, job, entries } = await hosted(world);
      const { record } = await job();
      assert.ok(record.prLink);
      assertContract(github);
      assert.ok(!JSON.stringify(entries).includes(gitHubToken));
      return `${github.requests.length} requests, 0 contract errors`;
    },
  },
];
