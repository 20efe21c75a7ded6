/** Runs an agent in a checked-out tree: enforces its time limit, provides the check, and compares the result with the state before. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckFinding } from '../../../model/agent/job.ts';
import type { Agent, AgentBudget, AgentTask } from '../agents/agent.ts';
import { changesOf, checkOut, readCommitted, type WorkTree } from '../git/work-tree.ts';
import { requireSandbox } from '../sandbox/isolation.ts';
import { type CheckPermissions, checkDocs, fetchDescriptions, newErrors } from './check-docs.ts';
import { agentFile } from './source.ts';
import { TurnFailure } from './turn-failure.ts';

/** One for each turn, because it caches the diagnostics of the state before. */
export interface EditSession {
  /** Runs the agent and returns its summary. @throws {TurnFailure} */
  run(
    agent: Agent,
    task: Pick<AgentTask, 'prompt' | 'earlier' | 'policy'> & { readonly budget: AgentBudget },
    reported: Pick<AgentTask, 'events' | 'usage' | 'redact'>,
  ): Promise<string>;
  /** The diagnostics of the current tree. Errors that did not exist before are marked. */
  reportedFindings(): Promise<readonly CheckFinding[]>;
}

/** How many times new errors of the check are sent back to the agent. */
const fixAttempts = 2;
const maxGuidanceBytes = 256 * 1024;

/** Options of a stage in addition to its tree. */
export interface EditSessionOptions {
  /** A folder next to the tree for temporary files. */
  readonly workspace: string;
  readonly signal: AbortSignal;
  /** Hosts from which the check may fetch API descriptions. */
  readonly remote: readonly string[];
  /** Whether checks run without a sandbox if the host does not support one. */
  readonly allowUnsandboxed: boolean;
  /** Paths that the tree leaves out. */
  readonly links?: readonly string[];
  /** The commit to compare diagnostics with, if it is not the parent of the tree. */
  readonly known?: string | undefined;
  /** Returns additional diagnostics, which are sent back with those of the check. */
  readonly additional?: () => readonly CheckFinding[];
}

/** The tree must be unmodified. @throws {TurnFailure} `sandbox_unavailable` before anything is done */
export async function openEditSession(
  tree: WorkTree,
  { workspace, signal, remote, allowUnsandboxed, links = [], known, additional = () => [] }: EditSessionOptions,
): Promise<EditSession> {
  await requireSandbox(allowUnsandboxed);
  const fetched = await fetchDescriptions(tree.folder, join(workspace, 'descriptions'), remote, { allowUnsandboxed, signal });
  const permissions = { allowUnsandboxed, signal, fetched };
  signal.throwIfAborted();
  const agentFiles = await guidanceOf(tree);
  const reserved = new Set([...links, ...[...tree.entries.keys()].filter((path) => !tree.checkedOut.has(path))]);
  const before = lazy(() => checkParent({ ...tree, parent: known ?? tree.parent }, workspace, permissions));
  const check = checkOnce(tree, permissions);
  const fresh = async (findings: readonly CheckFinding[]) =>
    findings.some(({ severity }) => severity === 'error') ? newErrors(await before(), findings) : [];
  const hasChanges = async () => (await changesOf(tree)).length > 0;
  return {
    run: (agent, task, reported) =>
      withTimeLimit(task.budget.minutes, signal, async (within) => {
        const { summary } = await agent({
          ...task,
          ...reported,
          folder: tree.folder,
          reserved,
          agentFiles,
          check,
          hasChanges,
          newErrors: async () => {
            const extra = additional();
            const isUnchanged = known === undefined && !(await hasChanges());
            return isUnchanged ? extra : [...extra, ...(await fresh(await check()))];
          },
          fixAttempts,
          signal: within,
        });
        return summary;
      }),
    async reportedFindings() {
      const findings = await check();
      const marked = new Set(await fresh(findings));
      return findings.map((finding) => (marked.has(finding) ? { ...finding, isNew: true } : finding));
    },
  };
}

/** The `AGENTS.md` files of the repository and of the documentation folder. */
async function guidanceOf(tree: WorkTree): Promise<{ path: string; text: string }[]> {
  const paths = [...new Set([agentFile, tree.docs === '' ? agentFile : `${tree.docs}/${agentFile}`])];
  const files: { path: string; text: string }[] = [];
  for (const path of paths) {
    const text = await readCommitted(tree.cache, tree.parent, path, maxGuidanceBytes);
    if (text !== undefined) files.push({ path, text });
  }
  return files;
}

/** Checks the current files. Repeated calls without changes return the same result. */
function checkOnce(tree: WorkTree, permissions: CheckPermissions): () => Promise<readonly CheckFinding[]> {
  let cached: { readonly state: string; readonly findings: Promise<readonly CheckFinding[]> } | undefined;
  return async () => {
    const state = JSON.stringify((await changesOf(tree)).map(({ path, fingerprint }) => [path, fingerprint]));
    if (cached?.state !== state) cached = { state, findings: checkDocs(tree.folder, tree.entries.has('docs.json'), permissions) };
    return cached.findings;
  };
}

/** The diagnostics of the commit that the agent started from, in a separate checkout. */
async function checkParent(tree: WorkTree, workspace: string, permissions: CheckPermissions): Promise<readonly CheckFinding[]> {
  const folder = join(workspace, 'before');
  await checkOut(tree.cache, tree.parent, tree.docs, folder, join(workspace, 'index-before'));
  try {
    return await checkDocs(folder, false, permissions);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function withTimeLimit<T>(minutes: number, signal: AbortSignal, work: (within: AbortSignal) => Promise<T>): Promise<T> {
  const limit = AbortSignal.timeout(Math.ceil(minutes * 60_000));
  try {
    return await work(AbortSignal.any([signal, limit]));
  } catch (error) {
    signal.throwIfAborted();
    if (limit.aborted) throw new TurnFailure('timeout', `The agent did not finish in ${minutes} minutes.`);
    throw error;
  }
}

function lazy<T>(make: () => Promise<T>): () => Promise<T> {
  let promise: Promise<T> | undefined;
  return () => {
    promise ??= make();
    return promise;
  };
}
