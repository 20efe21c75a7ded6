/**
 * The interface between the queue and the runner. The queue claims a job and calls `runTurn`; the runner reports each
 * step as it happens, and the queue stores it. Later attempts never repeat a stored step.
 */
import type { ChangedFile, CheckFinding, FailureCode, JobSource, Json, PullRequest, Usage } from './job.ts';
import type { Project } from './project.ts';

/** Everything that the runner gets for a turn. The runner never reads the store. */
export interface TurnInput {
  readonly project: Project;
  readonly jobId: string;
  /** Milliseconds since 1970. Commits get this date, so that a repeated commit has the same hash. */
  readonly createdAt: number;
  /** The number of the attempt of this turn, from 1. */
  readonly attempt: number;
  /** 1 for the instruction that created the job, then one for each message. */
  readonly turn: number;
  readonly prompt: string;
  /** The turn only merges the base into the branch of the job. */
  readonly isUpdate?: boolean;
  /** The turns before this one, oldest first. */
  readonly earlier: readonly { readonly prompt: string; readonly summary: string }[];
  readonly source: JobSource;
  /** The branch of the job: `docsgen/<id>`, or its replacement. */
  readonly branch: string;
  /** The branch to use when the pull request of `branch` was merged or closed in the meantime. */
  readonly nextBranch: string;
  /** What earlier turns delivered: a follow-up continues from this commit and pull request. */
  readonly delivered?: {
    readonly commit: string;
    /** The commit where the branch started, for the diff of the whole job; by default the diff starts at `commit`. */
    readonly base?: string;
    readonly pullRequest: PullRequest;
  };
  /** What an earlier attempt of this turn stored. When present, the model is not called again. */
  readonly saved?: {
    readonly commit: string;
    readonly base: string;
    readonly branch: string;
    readonly pushed: boolean;
    readonly summary: string;
    readonly checks?: readonly CheckFinding[];
  };
  /** A folder for this attempt only. The runner creates and removes it. */
  readonly workspace: string;
  /** Folder for repository caches, shared by all attempts on this host. */
  readonly cache: string;
}

/** Each step resolves once it is stored, and throws `LeaseLost` when this attempt may no longer write. */
export interface TurnSteps {
  /**
   * The kind is one short word such as `tool`, `note` or `check`. Clients see the data, so it must not contain secrets.
   */
  event(kind: string, data: Json): Promise<void>;
  /** The branch actually used as base, when the configured one no longer exists. */
  sourceRef(ref: string): Promise<void>;
  /** Before the first network step: from here on the model is never called again for this turn. */
  committed(change: {
    readonly commit: string;
    readonly base: string;
    readonly branch: string;
    readonly files: readonly ChangedFile[];
    /** Unified diff from base to commit. */
    readonly diff: string;
    readonly checks: readonly CheckFinding[];
    readonly summary: string;
  }): Promise<void>;
  pushed(): Promise<void>;
  /** After this step, and not before, the job may complete with this link. */
  opened(pullRequest: PullRequest): Promise<void>;
  /** Adds to the usage so far. */
  usage(usage: Usage): Promise<void>;
}

/** When to retry a turn. */
export interface Retry {
  readonly afterMs: number;
  /**
   * The provider or code host requested this delay, which is longer than an attempt waits. The delay is honoured and
   * does not count as an attempt, unless model answers are lost with it.
   */
  readonly isAsked?: true;
  /** Neither the job nor its instruction caused the failure: the retry never counts as an attempt. */
  readonly isFree?: true;
}

/** How a turn ended. The only exceptions are a lost lease, a stopped service, or an internal error. */
export type TurnOutcome =
  | { readonly kind: 'changed'; readonly pullRequest: PullRequest; readonly summary: string }
  | { readonly kind: 'unchanged'; readonly summary: string }
  | {
      readonly kind: 'failed';
      readonly code: FailureCode;
      /** For the client: no secrets and no paths of the server. */
      readonly message: string;
      /** Set when a retry may succeed. */
      readonly retry?: Retry;
      /** Edits that were made but not delivered, for the diff of the job. */
      readonly kept?: { readonly files: readonly ChangedFile[]; readonly diff: string };
    };

/** `signal` is aborted when the attempt is fenced, the job cancelled or archived, or the service stops. */
export type RunTurn = (input: TurnInput, steps: TurnSteps, signal: AbortSignal) => Promise<TurnOutcome>;

/**
 * Closes the open pull request of a branch, with a comment, when its job was cancelled while the pull request was being
 * opened. Does nothing when there is none.
 */
export type Withdraw = (input: { readonly project: Project; readonly jobId: string; readonly branch: string }) => Promise<void>;

/** This attempt may no longer write: its lease expired, another attempt runs, or the job was cancelled. */
export class LeaseLost extends Error {
  override readonly name = 'Fenced';
}

/** A change of the local code host, as shown on its page. */
export interface LocalChange {
  readonly number: number;
  readonly state: 'open' | 'merged' | 'closed';
  readonly isDraft: boolean;
  readonly title: string;
  /** The description of the pull request, as Markdown source. */
  readonly body: string;
  readonly branch: string;
  readonly base: string;
  /** The commit that `diff` shows; undefined if the branch no longer exists. */
  readonly commit: string | undefined;
  readonly createdAt: number;
  readonly files: readonly ChangedFile[];
  readonly diff: string;
  readonly comments: readonly string[];
  /** The base has commits that this branch lacks. */
  readonly isBehind: boolean;
}

/** `reason` is one sentence. */
export type MergeResult = { readonly isMerged: true } | { readonly isMerged: false; readonly reason: string };

/** The local code host, for the pages under `/changes/{projectId}/{number}`. */
export interface LocalChanges {
  read(project: Project, number: number): Promise<LocalChange | undefined>;
  /**
   * Returns the reason, as one sentence, when the change cannot be merged.
   * @param commit the commit that was reviewed. A branch that has changed since is not merged.
   */
  merge(project: Project, number: number, commit: string): Promise<MergeResult>;
  close(project: Project, number: number): Promise<void>;
}

/** The service's view of a runner; see `runner/create-runner.ts`. */
export interface Runner {
  readonly runTurn: RunTurn;
  readonly withdraw: Withdraw;
  readonly changes: LocalChanges;
  /**
   * Warnings for the operator about the token of a project, such as permissions that the service does not need. Never
   * rejects.
   */
  warnings?(project: Project): Promise<readonly string[]>;
}

/** The inputs of a runner, one set per service. */
export interface RunnerOptions {
  /**
   * The URL of this service as browsers reach it, without trailing slash; the local code host builds its links from it.
   */
  readonly publicUrl: string;
  /** Secrets by variable name. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Run checks without a sandbox on hosts that have none. Commands of coding agents always require one. */
  readonly allowUnsandboxed?: boolean | undefined;
}
