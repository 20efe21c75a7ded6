/** The interface of agents. An agent receives a folder and an instruction, edits the folder, and returns a summary. */
import type { CheckFinding, Json, Usage } from '../../../model/agent/job.ts';
import type { ChangePolicy } from '../policy/path-rules.ts';

/**
 * The limits of one turn, including the attempts to fix diagnostics. When its steps, tokens or minutes are used up, the turn fails
 * with `budget_exceeded` or `timeout`.
 */
export interface AgentBudget {
  readonly steps: number;
  readonly minutes: number;
  /** Input and output tokens together. */
  readonly tokens: number;
  /** Maximum size of a file in bytes. */
  readonly fileBytes: number;
}

/** The input of one turn. The agent uses its folder and these functions, and nothing else. */
export interface AgentTask {
  /** The documentation folder. The agent must not touch anything outside it. */
  readonly folder: string;
  /** Paths of links and submodules of the repository, which the folder leaves out. */
  readonly reserved: ReadonlySet<string>;
  readonly prompt: string;
  readonly earlier: readonly { readonly prompt: string; readonly summary: string }[];
  readonly agentFiles: readonly { readonly path: string; readonly text: string }[];
  readonly budget: AgentBudget;
  /** The files that the agent may write. The result is checked against the same policy again. */
  readonly policy: ChangePolicy;
  /** Runs the documentation check on the current files and returns all diagnostics. */
  readonly check: () => Promise<readonly CheckFinding[]>;
  /** Returns the errors that the folder did not have before. */
  readonly newErrors: () => Promise<readonly CheckFinding[]>;
  /** Whether the folder differs from its initial state. */
  readonly hasChanges: () => Promise<boolean>;
  /** Removes secrets and control characters from a text. Must be called before truncating, because half a secret is no longer recognized. */
  readonly redact: (text: string) => string;
  /** How many times new errors are sent back to the agent. */
  readonly fixAttempts: number;
  readonly events: (kind: string, data: Json) => Promise<void>;
  readonly usage: (usage: Usage) => Promise<void>;
  /** Aborted when the job is stopped or its time is up. */
  readonly signal: AbortSignal;
}

/** @throws {TurnFailure} when it cannot finish. The caller checks the files that it leaves. */
export type Agent = (work: AgentTask) => Promise<{ readonly summary: string }>;
