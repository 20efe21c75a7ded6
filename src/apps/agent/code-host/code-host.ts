/** What the runner asks of a code host, and how a host says no. One file for each host beside this one. */

import type { PullRequest } from '../../../model/agent/job.ts';
import type { GitRemote } from '../git/cache-repository.ts';

/** A pull request as it is asked for; `branch` is pushed already. */
export interface Proposal {
  readonly title: string;
  /** Markdown. */
  readonly body: string;
  readonly branch: string;
  /** The branch that it is to be merged into. */
  readonly base: string;
  readonly isDraft: boolean;
}

/** What a host says of a request that is there, by whomever it was opened. */
export interface FoundPullRequest extends PullRequest {
  readonly state: 'open' | 'merged' | 'closed';
}

/** One repository at one host. Every call may throw `HostProblem`, and the reason of `signal` when it is aborted. */
export interface CodeHost {
  /** Where git fetches and pushes. Asked again for each turn: tokens of apps are short-lived. */
  remote(signal?: AbortSignal): Promise<GitRemote>;
  /** The newest pull request of a branch of this repository, whatever its state. */
  find(branch: string, signal?: AbortSignal): Promise<FoundPullRequest | undefined>;
  /** `exists`: there is one already, look it up. `nothing-new`: the branch holds nothing that the base lacks. */
  open(proposal: Proposal, signal?: AbortSignal): Promise<PullRequest | 'exists' | 'nothing-new'>;
  /** Closes with a comment; closed already is fine. */
  close(number: number, comment: string, signal?: AbortSignal): Promise<void>;
  /** What an operator should know about the token: rights that this service does not need. None known: nothing. */
  tokenWarnings?(signal?: AbortSignal): Promise<readonly string[]>;
}

/** A code host that refuses, fails or cannot be reached. The message holds no token. */
export class HostProblem extends Error {
  override readonly name = 'HostFault';
  /** HTTP status, 0 when there was no answer. */
  readonly status: number;
  /** Whether asking again can help. */
  readonly isPassing: boolean;
  /** How long the host wants to be left alone. */
  readonly retryAfterMs: number | undefined;
  constructor(message: string, status: number, isPassing: boolean, retryAfterMs?: number) {
    super(message);
    this.status = status;
    this.isPassing = isPassing;
    this.retryAfterMs = retryAfterMs;
  }
}
