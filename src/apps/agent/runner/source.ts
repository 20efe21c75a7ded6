/** Determines where a turn starts: at the branch of the project, or at the existing branch of the job. */

import type { TurnInput, TurnSteps } from '../../../model/agent/run-turn.ts';
import { shorten } from '../../../model/shorten.ts';
import type { CodeHost } from '../code-host/code-host.ts';
import {
  type CacheRepository,
  fetchCommit,
  hasFolder,
  openCacheRepository,
  readDefaultBranch,
  remoteBranch,
  remoteHeads,
  saveDefaultBranch,
} from '../git/cache-repository.ts';
import { isDiskFull } from '../git/disk-space.ts';
import { GitError } from '../git/hardened-git.ts';
import { isBranchName } from '../git/repository-address.ts';
import { isTransientGitError } from './deliver.ts';
import { docsFolder } from './project-problems.ts';
import { TurnFailure } from './turn-failure.ts';

/** The commits and branches of one turn, all of them fetched into the cache. */
export interface Source {
  readonly cache: CacheRepository;
  /** The commit that the agent starts from. */
  readonly parent: string;
  /** The commit where the branch of the job started. */
  readonly base: string;
  readonly branch: string;
  /** The target branch of the pull request. */
  readonly ref: string;
  /** Its head, if it has new commits since the branch of the job started or was last updated. */
  readonly incoming?: string;
}

/** File with instructions for agents in the root of the repository. */
export const agentFile = 'AGENTS.md';

/** @throws {TurnFailure} `source_unavailable` */
export async function openCache(input: TurnInput, host: CodeHost, signal: AbortSignal): Promise<CacheRepository> {
  return reaching(signal, async () => openCacheRepository(input.cache, await host.remote(signal)));
}

/**
 * Fetches what the turn needs. Undefined when the turn only updates the branch and there is no open pull request.
 * @throws {TurnFailure} `source_unavailable`
 */
export async function openSource(
  input: TurnInput,
  steps: TurnSteps,
  host: CodeHost,
  cache: CacheRepository,
  signal: AbortSignal,
): Promise<Source | undefined> {
  const docs = docsOf(input);
  const { delivered } = input;
  const isOpen = delivered !== undefined && (await host.find(input.branch, signal))?.state === 'open';
  return reaching(signal, async () => {
    if (delivered && isOpen) {
      // A person may have pushed to the branch; a follow-up starts from its current state.
      const parent = (await remoteBranch(cache, input.branch, signal)) ?? delivered.commit;
      await fetchCommit(cache, parent, docs, [agentFile], signal);
      const base = delivered.base ?? parent;
      if (base !== parent) await fetchCommit(cache, base, docs, [], signal);
      const { ref, head } = await findHead(input, steps, cache, signal);
      const isMoved = head !== base && delivered.base !== undefined;
      if (isMoved) await fetchCommit(cache, head, docs, [agentFile], signal);
      return { cache, parent, base, branch: input.branch, ref, ...(isMoved && { incoming: head }) };
    }
    if (input.isUpdate) return undefined;
    const { ref, head } = await findHead(input, steps, cache, signal);
    await fetchCommit(cache, head, docs, [agentFile], signal);
    if (docs !== '' && !(await hasFolder(cache, head, docs)))
      throw new TurnFailure('source_unavailable', `The branch ${ref} has no folder "${docs}".`);
    return { cache, parent: head, base: head, branch: delivered ? input.nextBranch : input.branch, ref };
  });
}

/** The documentation folder without leading and trailing slashes. @throws {TurnFailure} */
export function docsOf({ project }: TurnInput): string {
  const docs = docsFolder(project);
  if (docs === undefined) throw new TurnFailure('source_unavailable', `"${project.docs}" is not a folder of the repository.`);
  return docs;
}

async function findHead(
  input: TurnInput,
  steps: TurnSteps,
  cache: CacheRepository,
  signal: AbortSignal,
): Promise<{ ref: string; head: string }> {
  const { ref } = input.source;
  if (!isBranchName(ref)) throw new TurnFailure('source_unavailable', `"${shorten(ref, 100)}" is not the name of a branch.`);
  const { head, defaultBranch: own } = await remoteHeads(cache, ref, signal);
  if (head !== undefined) {
    if (own !== undefined) await saveDefaultBranch(cache, own);
    return { ref, head };
  }
  // Default branches get renamed. The job continues with the new name and reports it.
  const wasDefault = (await readDefaultBranch(cache)) ?? (/^(?:main|master)$/.test(ref) ? ref : undefined);
  const renamed =
    wasDefault === ref && own !== undefined && own !== ref && isBranchName(own) ? await remoteBranch(cache, own, signal) : undefined;
  if (own === undefined || renamed === undefined) throw new TurnFailure('source_unavailable', `The repository has no branch "${ref}".`);
  await steps.sourceRef(own);
  await saveDefaultBranch(cache, own);
  return { ref: own, head: renamed };
}

async function reaching<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof GitError) || isDiskFull(error)) throw error;
    const passing = isTransientGitError(error);
    throw new TurnFailure(
      'source_unavailable',
      passing
        ? 'The repository cannot be reached at the moment.'
        : 'The repository cannot be read: it does not exist, or the token may not read it.',
      passing ? { afterMs: 5000 } : undefined,
    );
  }
}
