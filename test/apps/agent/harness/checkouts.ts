/** Many checkouts of one commit. Git checks it out once, because its processes take longer than what the tests are about. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fetchCommit, openCacheRepository } from '../../../../src/apps/agent/git/cache-repository.ts';
import { changesOf, checkOut, type WorkTree } from '../../../../src/apps/agent/git/work-tree.ts';
import type { TestRepository } from './repository.ts';

/** @returns a function that makes a checkout of the branch `main` in a new folder. */
export function createCheckouts(repository: TestRepository): (folder: string) => Promise<WorkTree> {
  let first: Promise<WorkTree> | undefined;
  const checkOutOnce = async () => {
    const cache = await openCacheRepository(join(repository.scratch, 'cache'), { remote: repository.path, transport: 'file' });
    const head = repository.git('rev-parse', 'main');
    await fetchCommit(cache, head, '', []);
    return checkOut(cache, head, '', join(repository.scratch, 'first', 'docs'), join(repository.scratch, 'first', 'index'));
  };
  return async (folder) => {
    first ??= checkOutOnce();
    const tree = await first;
    cpSync(tree.folder, folder, { recursive: true });
    const copied = await changesOf({ ...tree, folder, checkedOut: new Map() });
    return { ...tree, folder, checkedOut: new Map(copied.map(({ path, fingerprint }) => [path, fingerprint])) };
  };
}
