/**
 * The seam between the queue and the runner. The queue claims a job and calls `runTurn`; the runner tells each step as it happens,
 * and the queue stores it. A step that was stored is never done again by a later attempt.
 */
import type { ChangedFile, CheckFinding, FailureCode, JobSource, Json, PullRequest, Usage } from './job.ts';
import type { Project } from './project.ts';

/** Everything that a turn may know of its job. The runner asks the store nothing. */
export interface TurnInput {
  readonly project: Project;
  readonly jobId: string;
  /** Milliseconds since 1970. Dates of commits come from here, so that a repeated commit has the same id. */
  readonly createdAt: number;
  /** Which try of this turn it is, from 1. */
  readonly attempt: number;
  /** 1 for the instruction that created the job, then one for each message. */
  readonly turn: number;
  readonly prompt: string;
  /** Nothing is asked but to bring the branch of the job up to its base. */
  readonly isUpdate?: boolean;
  /** The turns before this one, oldest first. */
  readonly earlier: readonly { readonly prompt: string; readonly summary: string }[];
  readonly source: JobSource;
  /** The branch of the job, `docsgen/<id>`, or the one that took its place. */
  readonly branch: string;
  /** The branch to take when the pull request of `branch` was merged or closed meanwhile. */
  readonly nextBranch: string;
  /** What earlier turns delivered: a follow-up builds on this commit and this pull request. */
  readonly delivered?: {
    readonly commit: string;
    /** Where the branch began, for the diff of the whole job; without it the diff begins at `commit`. */
    readonly base?: string;
    readonly pullRequest: PullRequest;
  };
  /** What an earlier attempt of this turn had stored. With it the model is not asked again. */
  readonly saved?: {
    readonly commit: string;
    readonly base: string;
    readonly branch: string;
    readonly pushed: boolean;
    readonly summary: string;
    readonly checks?: readonly CheckFinding[];
  };
  /** A folder of this attempt alone. The runner makes it and removes it. */
  readonly workspace: string;
  /** Where caches of repositories may be kept; shared by all attempts on this machine. */
  readonly cache: string;
}

/** Each step resolves when it is stored, and throws `LeaseLost` when this attempt may not write any more. */
export interface TurnSteps {
  /** Kinds are short words such as `tool`, `note`, `check`. Data is shown to clients: no secrets. */
  event(kind: string, data: Json): Promise<void>;
  /** The branch that was really used as base, when the configured one does not exist any more. */
  sourceRef(ref: string): Promise<void>;
  /** Before the first step over the network: from here on the model is never asked again for this turn. */
  committed(change: {
    readonly commit: string;
    readonly base: string;
    readonly branch: string;
    readonly files: readonly ChangedFile[];
    /** The unified diff of base to commit. */
    readonly diff: string;
    readonly checks: readonly CheckFinding[];
    readonly summary: string;
  }): Promise<void>;
  pushed(): Promise<void>;
  /** Only now may the job end as completed with this link. */
  opened(pullRequest: PullRequest): Promise<void>;
  /** Added to what was spent before. */
  usage(usage: Usage): Promise<void>;
}

/** When a turn is to be tried again. */
export interface Retry {
  readonly afterMs: number;
  /** A provider or code host asks for this time, which is longer than an attempt waits: it is kept, and uses up no attempt, unless answers of a model are lost with it. */
  readonly isAsked?: true;
  /** The cause is neither the job nor what it asks: it uses up no attempt, whatever is lost with it. */
  readonly isFree?: true;
}

/** How a turn ended. Whatever happens is one of these; thrown is a lost lease, a stopped service, or a fault of ours. */
export type TurnOutcome =
  | { readonly kind: 'changed'; readonly pullRequest: PullRequest; readonly summary: string }
  | { readonly kind: 'unchanged'; readonly summary: string }
  | {
      readonly kind: 'failed';
      readonly code: FailureCode;
      /** For the client: no secret, no path of this machine. */
      readonly message: string;
      /** Set when another attempt may end better. */
      readonly retry?: Retry;
      /** Edits that were made but not delivered, for the diff of the job. */
      readonly kept?: { readonly files: readonly ChangedFile[]; readonly diff: string };
    };

/** `signal` is aborted when the attempt is fenced, the job cancelled or archived, or the service stops. */
export type RunTurn = (input: TurnInput, steps: TurnSteps, signal: AbortSignal) => Promise<TurnOutcome>;

/** Closes, with a comment, the open pull request of a branch whose job was cancelled while it was being opened. None: does nothing. */
export type Withdraw = (input: { readonly project: Project; readonly jobId: string; readonly branch: string }) => Promise<void>;

/** This attempt has lost the right to write: its lease ran out, another attempt runs, or the job was cancelled. */
export class LeaseLost extends Error {
  override readonly name = 'Fenced';
}

/** A change of the local code host, as its page shows it. */
export interface LocalChange {
  readonly number: number;
  readonly state: 'open' | 'merged' | 'closed';
  readonly isDraft: boolean;
  readonly title: string;
  /** The words of the pull request, Markdown as text. */
  readonly body: string;
  readonly branch: string;
  readonly base: string;
  readonly createdAt: number;
  readonly files: readonly ChangedFile[];
  readonly diff: string;
  readonly comments: readonly string[];
  /** Its base has commits that it has not. */
  readonly isBehind: boolean;
}

/** The local code host, for the pages under `/changes/{projectId}/{number}`. */
export interface LocalChanges {
  read(project: Project, number: number): Promise<LocalChange | undefined>;
  /** Says why not, in one sentence, when the change cannot be merged. */
  merge(project: Project, number: number): Promise<{ readonly isMerged: true } | { readonly isMerged: false; readonly reason: string }>;
  close(project: Project, number: number): Promise<void>;
}

/** What `runner/create-runner.ts` makes for the service. */
export interface Runner {
  readonly runTurn: RunTurn;
  readonly withdraw: Withdraw;
  readonly changes: LocalChanges;
  /** What an operator should know about the token of a project: rights that the service does not need. Never fails. */
  warnings?(project: Project): Promise<readonly string[]>;
}

/** What a runner is made from, once for a service. */
export interface RunnerOptions {
  /** Where browsers reach this service, without a slash at the end: the local code host makes its links from it. */
  readonly publicUrl: string;
  /** Secrets by the names of their variables. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Checks run without a sandbox where this machine has none. Commands of coding agents never do. */
  readonly allowUnsandboxed?: boolean | undefined;
}
