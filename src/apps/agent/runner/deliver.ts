/** From a stored commit to a pull request: push, look, open. Every step may have happened already in an attempt that was killed. */
import { setTimeout as wait } from 'node:timers/promises';
import type { PullRequest } from '../../../model/agent/job.ts';
import type { Retry } from '../../../model/agent/run-turn.ts';
import { type CodeHost, HostProblem, type Proposal } from '../code-host/code-host.ts';
import { refusalOf } from '../code-host/push-refusal.ts';
import { type CacheRepository, pushCommit, remoteBranch } from '../git/cache-repository.ts';
import { isDiskFull } from '../git/disk-room.ts';
import { GitProblem } from '../git/hardened-git.ts';
import { TurnFailure } from './turn-failure.ts';

const tries = 6;
/** A host that wants to be left alone for longer gives the job back to the queue. */
const longestWaitMs = 60_000;

/** @throws {TurnFailure} `push_failed` */
export async function push(cache: CacheRepository, commit: string, branch: string, signal: AbortSignal): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      // A push that was done by an earlier attempt is not repeated, so a token that has lost the right since does no harm.
      if ((await remoteBranch(cache, branch, signal)) === commit) return;
      await pushCommit(cache, commit, branch, signal);
      return;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof GitProblem) || isDiskFull(error)) throw error;
      if (!isPassing(error) || attempt >= tries) {
        // The push of an attempt that was killed may have gone on by itself, and have come first.
        if ((await remoteBranch(cache, branch, signal).catch(() => undefined)) === commit) return;
        signal.throwIfAborted();
        const retry = isPassing(error) ? { afterMs: 30_000 } : undefined;
        throw new TurnFailure('push_failed', `The push of ${branch} was refused: ${refusalOf(error)}`, retry);
      }
      await wait(500 * 2 ** (attempt - 1), undefined, { signal });
    }
  }
}

/**
 * The open pull request of the branch, opened now or found. `undefined` when the branch holds nothing new.
 * Between two tries the branch is looked up, because an answer that never came may have been a success.
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
      const found = await host.find(proposal.branch, signal);
      if (found?.state === 'open') return { number: found.number, url: found.url };
      const opened = await host.open(proposal, signal);
      if (opened === 'nothing-new') return undefined;
      if (opened !== 'exists') return opened;
      if (attempt >= tries)
        throw new HostProblem('The code host says that there is a pull request already, and does not show it.', 422, false);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof HostProblem)) throw error;
      const asked = error.retryAfterMs ?? 0;
      const later = askedWait(error);
      if (!error.isPassing || attempt >= tries || later)
        throw new TurnFailure(
          'pull_request_failed',
          `${error.message} The change is on the branch ${proposal.branch}, commit ${commit}; send a message to try again.`,
          later,
        );
      await wait(Math.max(asked, 500 * 2 ** (attempt - 1)), undefined, { signal });
      continue;
    }
    await wait(500 * 2 ** (attempt - 1), undefined, { signal });
  }
}

/** The time for which a code host wants to be left alone, when that is more than an attempt waits. */
export function askedWait({ isPassing, retryAfterMs }: HostProblem): Retry | undefined {
  return isPassing && retryAfterMs !== undefined && retryAfterMs > longestWaitMs ? { afterMs: retryAfterMs, isAsked: true } : undefined;
}

/** Lost connections, faults of the server and too many questions; everything that the server says about rights and names is final. */
export function isPassing({ said, exit }: GitProblem): boolean {
  // Another push of the branch is being written down at this moment.
  if (/cannot lock ref .*: Unable to create .*\.lock': File exists/i.test(said)) return true;
  if (/(?:HTTP|error:) (?:408|429)\b/i.test(said)) return true;
  if (/HTTP 4\d\d|error: 4\d\d|Authentication failed|rejected|denied|not found|does not appear to be a git repository/i.test(said))
    return false;
  return (
    exit === null ||
    /HTTP 5\d\d|error: 5\d\d|Could not resolve|unable to access|early EOF|hung up|timed out|reset by peer|refused|took too long/i.test(said)
  );
}
