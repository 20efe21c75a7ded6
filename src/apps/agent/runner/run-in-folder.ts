/** An agent let loose in a tree that was laid out: within its minutes, with the check at hand, and its result judged against what was there before. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckFinding } from '../../../model/agent/job.ts';
import type { Agent, AgentBudget, AgentWork } from '../agents/agent.ts';
import { changesOf, layOut, readCommitted, type WorkTree } from '../git/work-tree.ts';
import { requireSandbox } from '../sandbox/isolation.ts';
import { type CheckPermissions, checkDocs, fetchDescriptions, newErrors } from './check-docs.ts';
import { agentFile } from './source.ts';
import { TurnFailure } from './turn-failure.ts';

/** One for a turn: it remembers what the check said before. */
export interface TreeStage {
  /** Gives the agent's own words. @throws {TurnFailure} */
  run(
    agent: Agent,
    task: Pick<AgentWork, 'prompt' | 'earlier' | 'policy'> & { readonly budget: AgentBudget },
    reported: Pick<AgentWork, 'events' | 'usage' | 'redact'>,
  ): Promise<string>;
  /** Findings of the check on the tree as it is now; errors that were not there before are marked. */
  judgedFindings(): Promise<readonly CheckFinding[]>;
}

/** New errors of the check are fed back this often. */
const mendings = 2;
const maxGuidanceBytes = 256 * 1024;

/** What a stage may be told beside its tree. */
export interface StageOptions {
  /** A folder beside the tree for what is needed on the way. */
  readonly workspace: string;
  readonly signal: AbortSignal;
  /** Hosts whose API descriptions the check may have. */
  readonly remote: readonly string[];
  /** Checks run without a sandbox where this machine has none. */
  readonly allowUnsandboxed: boolean;
  /** Paths that the tree leaves out. */
  readonly links?: readonly string[];
  /** The commit whose findings are no news, where that is not the parent of the tree. */
  readonly known?: string | undefined;
  /** Findings that are none of the documentation check, and are fed back with them. */
  readonly further?: () => readonly CheckFinding[];
}

/** The tree must be as it was laid out. @throws {TurnFailure} `sandbox_unavailable` before anything is done */
export async function openTreeStage(
  tree: WorkTree,
  { workspace, signal, remote, allowUnsandboxed, links = [], known, further = () => [] }: StageOptions,
): Promise<TreeStage> {
  await requireSandbox(allowUnsandboxed);
  const fetched = await fetchDescriptions(tree.folder, join(workspace, 'descriptions'), remote, { allowUnsandboxed, signal });
  const permissions = { allowUnsandboxed, signal, fetched };
  signal.throwIfAborted();
  const agentFiles = await guidanceOf(tree);
  const reserved = new Set([...links, ...[...tree.entries.keys()].filter((path) => !tree.laidOut.has(path))]);
  const before = lazily(() => checkParent({ ...tree, parent: known ?? tree.parent }, workspace, permissions));
  const check = checkOnce(tree, permissions);
  const fresh = async (findings: readonly CheckFinding[]) =>
    findings.some(({ severity }) => severity === 'error') ? newErrors(await before(), findings) : [];
  const hasChanges = async () => (await changesOf(tree)).length > 0;
  return {
    run: (agent, task, reported) =>
      asLongAsAllowed(task.budget.minutes, signal, async (within) => {
        const { summary } = await agent({
          ...task,
          ...reported,
          folder: tree.folder,
          reserved,
          agentFiles,
          check,
          hasChanges,
          newErrors: async () => {
            const found = further();
            const isUnchanged = known === undefined && !(await hasChanges());
            return isUnchanged ? found : [...found, ...(await fresh(await check()))];
          },
          mendings,
          signal: within,
        });
        return summary;
      }),
    async judgedFindings() {
      const findings = await check();
      const marked = new Set(await fresh(findings));
      return findings.map((finding) => (marked.has(finding) ? { ...finding, isNew: true } : finding));
    },
  };
}

/** `AGENTS.md` of the repository, and of the documentation folder when it is another one. */
async function guidanceOf(tree: WorkTree): Promise<{ path: string; text: string }[]> {
  const paths = [...new Set([agentFile, tree.docs === '' ? agentFile : `${tree.docs}/${agentFile}`])];
  const found: { path: string; text: string }[] = [];
  for (const path of paths) {
    const text = await readCommitted(tree.cache, tree.parent, path, maxGuidanceBytes);
    if (text !== undefined) found.push({ path, text });
  }
  return found;
}

/** The check of the files as they are; asked again before anything was written, it gives the same findings. */
function checkOnce(tree: WorkTree, permissions: CheckPermissions): () => Promise<readonly CheckFinding[]> {
  let known: { readonly state: string; readonly findings: Promise<readonly CheckFinding[]> } | undefined;
  return async () => {
    const state = JSON.stringify((await changesOf(tree)).map(({ path, print }) => [path, print]));
    if (known?.state !== state) known = { state, findings: checkDocs(tree.folder, tree.entries.has('docs.json'), permissions) };
    return known.findings;
  };
}

/** Findings of the commit that the agent began with, from a second, untouched layout. */
async function checkParent(tree: WorkTree, workspace: string, permissions: CheckPermissions): Promise<readonly CheckFinding[]> {
  const folder = join(workspace, 'before');
  await layOut(tree.cache, tree.parent, tree.docs, folder, join(workspace, 'index-before'));
  try {
    return await checkDocs(folder, false, permissions);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function asLongAsAllowed<T>(minutes: number, signal: AbortSignal, work: (within: AbortSignal) => Promise<T>): Promise<T> {
  const limit = AbortSignal.timeout(Math.ceil(minutes * 60_000));
  try {
    return await work(AbortSignal.any([signal, limit]));
  } catch (error) {
    signal.throwIfAborted();
    if (limit.aborted) throw new TurnFailure('timeout', `The agent did not finish in ${minutes} minutes.`);
    throw error;
  }
}

function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
