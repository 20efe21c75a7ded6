/** Changes of the local host whose repository went on without them: a reason, never a fault. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LocalHost } from '../../../src/apps/agent/code-host/local.ts';
import { createRepository, smallDocs, type TestRepository } from './harness/repository.ts';

let repository: TestRepository;
beforeEach(() => {
  repository = createRepository();
});
afterEach(() => repository.remove());

async function openChange() {
  repository.commit('docsgen/x', { 'docs/new.mdx': 'New.\n' });
  const host = new LocalHost(repository.path, (number) => `http://127.0.0.1/${number}`);
  await host.open({ title: 'New', body: '', branch: 'docsgen/x', base: 'main', isDraft: false });
  return host;
}

test('a branch that is gone', async () => {
  const host = await openChange();
  const reviewed = repository.git('rev-parse', 'docsgen/x');
  repository.git('branch', '-D', 'docsgen/x');
  expect(await host.merge(1, reviewed)).toEqual({ isMerged: false, reason: 'The branch "docsgen/x" no longer exists.' });
  expect(await host.read(1)).toMatchObject({ state: 'open', diff: '' });
});

test('a base that is gone', async () => {
  const host = await openChange();
  const reviewed = repository.git('rev-parse', 'docsgen/x');
  repository.git('update-ref', '-d', 'refs/heads/main');
  expect(await host.merge(1, reviewed)).toEqual({ isMerged: false, reason: 'The branch "main" no longer exists.' });
});

test('a base that was replaced', async () => {
  const host = await openChange();
  const reviewed = repository.git('rev-parse', 'docsgen/x');
  const other = createRepository(smallDocs);
  repository.git('fetch', '--quiet', other.path, '+main:refs/heads/elsewhere');
  const tree = repository.git('rev-parse', 'elsewhere^{tree}');
  const commit = repository.git('-c', 'user.name=P', '-c', 'user.email=p@example.com', 'commit-tree', '-m', 'Anew', tree);
  repository.git('update-ref', 'refs/heads/main', commit);
  other.remove();
  expect(await host.merge(1, reviewed)).toMatchObject({ isMerged: false, reason: expect.stringContaining('no commit in common') });
});

test('a branch with another commit than the reviewed one', async () => {
  const host = await openChange();
  const reviewed = (await host.read(1))?.commit ?? '';
  const before = repository.git('rev-parse', 'main');
  repository.commit('docsgen/x', { 'docs/new.mdx': 'Never shown.\n' });
  expect(await host.merge(1, reviewed)).toMatchObject({ isMerged: false, reason: expect.stringContaining('Review the change again') });
  expect(repository.git('rev-parse', 'main')).toBe(before);
  expect(await host.merge(1, (await host.read(1))?.commit ?? '')).toEqual({ isMerged: true });
});
