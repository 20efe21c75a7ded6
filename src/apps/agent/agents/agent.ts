/** What an agent is, whoever thinks inside it: it is given a folder and an instruction, edits the folder, and says in some words what it did. */
import type { CheckFinding, Json, Usage } from '../../../model/agent/job.ts';
import type { ChangePolicy } from '../policy/path-rules.ts';

/**
 * What an agent may use up in one turn, its tries to mend findings included. Past its steps, tokens or minutes the turn
 * fails with `budget_exceeded` or `timeout`.
 */
export interface AgentBudget {
  readonly steps: number;
  readonly minutes: number;
  /** Input and output together. */
  readonly tokens: number;
  /** Bytes of one file. */
  readonly fileBytes: number;
}

/** One turn as the agent gets it. Whatever it needs beyond its folder comes through these functions. */
export interface AgentWork {
  /** The documentation folder, with nothing above it that may be touched. */
  readonly folder: string;
  /** Paths in the folder that belong to links and submodules of the repository. */
  readonly reserved: ReadonlySet<string>;
  readonly prompt: string;
  readonly earlier: readonly { readonly prompt: string; readonly summary: string }[];
  readonly agentFiles: readonly { readonly path: string; readonly text: string }[];
  readonly budget: AgentBudget;
  /** Which files it may write; what it left is judged by the same once more. */
  readonly policy: ChangePolicy;
  /** All findings of the documentation check on the folder as it is. */
  readonly check: () => Promise<readonly CheckFinding[]>;
  /** The errors among them that the folder did not have before. */
  readonly newErrors: () => Promise<readonly CheckFinding[]>;
  /** Whether the folder differs from what the agent was given. */
  readonly hasChanges: () => Promise<boolean>;
  /** The text without secrets and without control characters: before anything of it is cut off, for half of one would be told otherwise. */
  readonly redact: (text: string) => string;
  /** How often new errors are fed back. */
  readonly mendings: number;
  readonly events: (kind: string, data: Json) => Promise<void>;
  readonly usage: (usage: Usage) => Promise<void>;
  /** Aborted when the job must stop or its minutes are over. */
  readonly signal: AbortSignal;
}

/** @throws {TurnFailure} when it cannot finish. What it left in the folder is judged by others. */
export type Agent = (work: AgentWork) => Promise<{ readonly summary: string }>;
