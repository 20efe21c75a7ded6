/** Delivers a stored commit: pushes it and opens the pull request. An earlier attempt may already have done each of the steps. */
import { setTimeout as wait } from 'node:timers/promises';
import type { PullRequest } from '../../../model/agent/job.ts';
import type { Retry } from '../../../model/agent/run-turn.ts';
import { type CodeHost, CodeHostError, type Proposal } from '../code-host/code-host.ts';
import { pushErrorMessage } from '../code-host/push-error.ts';
import { type CacheRepository, pushCommit, remoteBranch } from '../git/cache-repository.ts';
import { isDiskFull } from '../git/disk-space.ts';
import { GitError } from '../git/hardened-git.ts';
import { TurnFailure } from './turn-failure.ts';

const tries = 6;
/** If the code host requests a longer wait, the job goes back to the queue. */
const maxWaitMs = 60_000;

/** @throws {TurnFailure} `push_failed` */
export async function push(cache: CacheRepository, commit: string, branch: string, signal: AbortSignal): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      // The push of an earlier attempt is not repeated, so a token that has lost its permission since does no harm.
      if ((await remoteBranch(cache, branch, signal)) === commit) return;
      await pushCommit(cache, commit, branch, signal);
      return;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof GitError) || isDiskFull(error)) throw error;
      if (!isTransientGitError(error) || attempt >= tries) {
        // A push process of an earlier, killed attempt may have finished meanwhile.
        if ((await remoteBranch(cache, branch, signal).catch(() => undefined)) === commit) return;
        signal.throwIfAborted();
        const retry = isTransientGitError(error) ? { afterMs: 30_000 } : undefined;
        throw new TurnFailure('push_failed', `The push of ${branch} was rejected: ${pushErrorMessage(error)}`, retry);
      }
      await wait(500 * 2 ** (attempt - 1), undefined, { signal });
    }
  }
}

/**
 * Returns the open pull request of the branch, after opening it if necessary. `undefined` when the branch has no new commits.
 * Each retry looks it up first, because a request without a response may have succeeded.
 * @throws {TurnFailure} `pull_request_failed`
 */
export async function openPullRequest(
  host: CodeHost,
  proposal: Proposal,
  commit: string,
  signal: AbortSignal,
): Promise<PullRequest | undefined> {
  for (let attempt = 1; ; attempt++) {
    try {
      const existing = await host.find(proposal.branch, signal);
      if (existing?.state === 'open') return { number: existing.number, url: existing.url };
      const opened = await host.open(proposal, signal);
      if (opened === 'nothing-new') return undefined;
      if (opened !== 'exists') return opened;
      if (attempt >= tries) throw new CodeHostError('The code host reports an existing pull request, but does not list it.', 422, false);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof CodeHostError)) throw error;
      const serverWaitMs = error.retryAfterMs ?? 0;
      const later = deferredRetry(error);
      if (!error.isTransient || attempt >= tries || later)
        throw new TurnFailure(
          'pull_request_failed',
          `${error.message} The change is on the branch ${proposal.branch}, commit ${commit}; send a message to try again.`,
          later,
        );
      await wait(Math.max(serverWaitMs, 500 * 2 ** (attempt - 1)), undefined, { signal });
      continue;
    }
    await wait(500 * 2 ** (attempt - 1), undefined, { signal });
  }
}

/** How long the code host asks to wait, if that is longer than an attempt waits. */
export function deferredRetry({ isTransient, retryAfterMs }: CodeHostError): Retry | undefined {
  return isTransient && retryAfterMs !== undefined && retryAfterMs > maxWaitMs ? { afterMs: retryAfterMs, isAsked: true } : undefined;
}

/** Whether the failure is temporary: lost connections, server errors and rate limits. Errors about permissions and names are final. */
export function isTransientGitError({ stderr, exit }: GitError): boolean {
  // Another push is updating the branch at this moment.
  if (/cannot lock ref .*: Unable to create .*\.lock': File exists/i.test(stderr)) return true;
  if (/(?:HTTP|error:) (?:408|429)\b/i.test(stderr)) return true;
  if (/HTTP 4\d\d|error: 4\d\d|Authentication failed|rejected|denied|not found|does not appear to be a git repository/i.test(stderr))
    return false;
  return (
    exit === null ||
    /HTTP 5\d\d|error: 5\d\d|Could not resolve|unable to access|early EOF|hung up|timed out|reset by peer|refused|took too long/i.test(
      stderr,
    )
  );
}
