/** The interface of code hosts, and the error that they throw. Each host has its own file in this folder. */

import type { PullRequest } from '../../../model/agent/job.ts';
import type { GitRemote } from '../git/cache-repository.ts';

/** A pull request to open. `branch` is already pushed. */
export interface Proposal {
  readonly title: string;
  /** Markdown. */
  readonly body: string;
  readonly branch: string;
  /** The branch to merge into. */
  readonly base: string;
  readonly isDraft: boolean;
}

/** An existing pull request, regardless of who opened it. */
export interface FoundPullRequest extends PullRequest {
  readonly state: 'open' | 'merged' | 'closed';
}

/** One repository on one host. Every call may throw `CodeHostError`, and rejects with the reason of `signal` when it is aborted. */
export interface CodeHost {
  /** The remote for fetch and push. Called for each turn, because the tokens of apps are short-lived. */
  remote(signal?: AbortSignal): Promise<GitRemote>;
  /** The newest pull request of a branch of this repository, in any state. */
  find(branch: string, signal?: AbortSignal): Promise<FoundPullRequest | undefined>;
  /** `exists`: there already is one; look it up. `nothing-new`: the branch has no commits that the base lacks. */
  open(proposal: Proposal, signal?: AbortSignal): Promise<PullRequest | 'exists' | 'nothing-new'>;
  /** Closes a pull request with a comment. No error if it is already closed. */
  close(number: number, comment: string, signal?: AbortSignal): Promise<void>;
  /** Warnings for the operator about permissions of the token that the service does not need. */
  tokenWarnings?(signal?: AbortSignal): Promise<readonly string[]>;
}

/** A code host rejected a request, failed or could not be reached. The message contains no token. */
export class CodeHostError extends Error {
  override readonly name = 'CodeHostError';
  /** HTTP status; 0 when there was no response. */
  readonly status: number;
  /** Whether a retry may succeed. */
  readonly isTransient: boolean;
  /** How long the host asks to wait. */
  readonly retryAfterMs: number | undefined;
  constructor(message: string, status: number, isTransient: boolean, retryAfterMs?: number) {
    super(message);
    this.status = status;
    this.isTransient = isTransient;
    this.retryAfterMs = retryAfterMs;
  }
}
