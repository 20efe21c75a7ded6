/**
 * Runs the agent on a local folder, without a service. The agent works on a copy, which is checked like the result of a job. Only then
 * are the changed files copied back. A run that fails or is stopped leaves the folder unchanged.
 */
import { copyFileSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChangedFile, CheckFinding, FailureCode, Json, Usage } from '../../../model/agent/job.ts';
import { removeTree } from '../../../platform/files/remove-tree.ts';
import type { Agent, AgentBudget } from '../agents/agent.ts';
import { addUsage, noUsage } from '../agents/usage.ts';
import { type CacheRepository, offline } from '../git/cache-repository.ts';
import { git, gitText } from '../git/hardened-git.ts';
import { changesOf, checkOut, commitChanges, diffOf, filesBetween, type TreeChange, type WorkTree } from '../git/work-tree.ts';
import { checkChanges } from '../policy/change-policy.ts';
import type { ChangePolicy } from '../policy/path-rules.ts';
import { ConfinedFiles } from '../sandbox/confined-files.ts';
import { openEditSession } from './edit-session.ts';
import { redactJson, type Secrets } from './secrets.ts';
import { TurnFailure } from './turn-failure.ts';

/** The input of `docsgen agent`. */
export interface FolderTask {
  /** The folder that contains `docs.json`. */
  readonly folder: string;
  readonly prompt: string;
  /** Called when the work begins. Throws `TurnFailure` when a required setting is missing. */
  readonly openAgent: () => Agent;
  readonly budget: AgentBudget & { readonly files: number };
  readonly secrets: Secrets;
  /** Hosts from which the check may fetch API descriptions. */
  readonly remote: readonly string[];
  /** Whether checks run without a sandbox if the host does not support one. */
  readonly allowUnsandboxed: boolean;
  /** Only report what would change. */
  readonly isDryRun: boolean;
  readonly onEvent: (kind: string, data: Json) => void;
  readonly signal: AbortSignal;
}

/** With `isDryRun`, `changed` describes what would be written. After `failed`, nothing was written. */
export type FolderOutcome =
  | {
      readonly kind: 'changed';
      readonly files: readonly ChangedFile[];
      readonly diff: string;
      readonly summary: string;
      /** Errors of the check that did not exist before. */
      readonly newErrors: readonly CheckFinding[];
      readonly usage: Usage;
    }
  | { readonly kind: 'unchanged'; readonly summary: string; readonly usage: Usage }
  | { readonly kind: 'failed'; readonly code: FailureCode; readonly message: string };

/** All paths, but no guarded changes: the command has no project settings that could allow them. */
const everyPath: ChangePolicy = { paths: [], allow: [] };

const maxFileBytes = 20 * 1024 * 1024;

/** Rejects with the reason of `signal` when it is aborted. The agent does not see hidden files, links and files of more than 20 MiB. */
export async function editFolder(task: FolderTask): Promise<FolderOutcome> {
  const workspace = mkdtempSync(join(tmpdir(), 'docsgen-agent-'));
  try {
    const { tree, links } = await copyFolder(task.folder, workspace);
    const stage = await openEditSession(tree, {
      workspace,
      signal: task.signal,
      remote: task.remote,
      allowUnsandboxed: task.allowUnsandboxed,
      links,
    });
    let usage = noUsage;
    const rawSummary = await stage.run(
      task.openAgent(),
      { prompt: task.prompt, earlier: [], budget: task.budget, policy: everyPath },
      {
        redact: (text) => task.secrets.redact(text),
        events: async (kind, data) => task.onEvent(kind, redactJson(data, task.secrets)),
        usage: async (step) => {
          usage = addUsage(usage, step);
        },
      },
    );
    const summary = task.secrets.redact(rawSummary);
    const changes = await changesOf(tree);
    const { violations } = await checkChanges(tree, changes, task.budget, task.secrets, everyPath);
    if (violations.length > 0)
      return { kind: 'failed', code: 'policy_violation', message: `Nothing was written. ${violations.join('; ')}.` };
    const commit = await commitChanges(tree, changes, 'Change', new Date(0), join(workspace, 'index-new'));
    if (!commit) return { kind: 'unchanged', summary, usage };
    const newErrors = (await stage.reportedFindings()).filter(({ isNew }) => isNew);
    const files = await filesBetween(tree.cache, tree.parent, commit.id);
    const diff = await diffOf(tree.cache, tree.parent, commit.id);
    if (!task.isDryRun) await writeBack(task, tree, changes, links);
    return { kind: 'changed', files, diff, summary, newErrors, usage };
  } catch (error) {
    task.signal.throwIfAborted();
    if (error instanceof TurnFailure) return { kind: 'failed', code: error.code, message: task.secrets.redact(error.message) };
    throw error;
  } finally {
    await removeTree(workspace);
  }
}

/** Commits the files of the folder to a temporary repository, without links, hidden files and installed packages. */
async function copyFolder(folder: string, workspace: string): Promise<{ tree: WorkTree; links: readonly string[] }> {
  const links: string[] = [];
  const copy = join(workspace, 'copy');
  const visit = (path: string) => {
    mkdirSync(join(copy, path), { recursive: true });
    for (const entry of readdirSync(join(folder, path), { withFileTypes: true })) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      const below = join(path, entry.name);
      if (entry.isSymbolicLink()) links.push(below.replaceAll('\\', '/'));
      else if (entry.isDirectory()) visit(below);
      else if (entry.isFile() && lstatSync(join(folder, below)).size <= maxFileBytes) copyFileSync(join(folder, below), join(copy, below));
    }
  };
  visit('');
  const gitDir = join(workspace, 'repository');
  await git(['init', '--quiet', '--bare', '--template=', gitDir], { cwd: workspace });
  mkdirSync(join(gitDir, 'info'));
  writeFileSync(join(gitDir, 'info', 'attributes'), '* -text -eol -crlf -ident -filter -working-tree-encoding\n');
  const cache: CacheRepository = { gitDir, remote: { remote: gitDir, transport: 'file' } };
  const call = { ...offline(cache), index: join(workspace, 'index-copy') };
  await git(['add', '--all', '--force'], { ...call, workTree: copy });
  const identity = { GIT_AUTHOR_NAME: 'd', GIT_AUTHOR_EMAIL: 'd', GIT_COMMITTER_NAME: 'd', GIT_COMMITTER_EMAIL: 'd' };
  const commit = await gitText(['commit-tree', await gitText(['write-tree'], call), '-m', 'Copy'], { ...call, identity });
  rmSync(copy, { recursive: true });
  return { tree: await checkOut(cache, commit, '', join(workspace, 'docs'), join(workspace, 'index')), links };
}

/** @throws {TurnFailure} when a file has been changed meanwhile by someone else; nothing is written then */
async function writeBack(task: FolderTask, tree: WorkTree, changes: readonly TreeChange[], links: readonly string[]): Promise<void> {
  const files = new ConfinedFiles(task.folder, {
    fileBytes: task.budget.fileBytes,
    reserved: new Set(),
    policy: everyPath,
    isChecked: true,
  });
  for (const { path, entry } of changes) {
    if (links.some((link) => path === link || path.startsWith(`${link}/`)))
      throw new TurnFailure('policy_violation', `${path} is a link, or is in one. Nothing was written.`);
    const stats = lstatSync(join(task.folder, path), { throwIfNoEntry: false });
    const isSame = entry
      ? stats?.isFile() === true &&
        (await git(['cat-file', 'blob', entry.object], offline(tree.cache))).equals(readFileSync(join(task.folder, path)))
      : stats === undefined;
    if (!isSame) throw new TurnFailure('runner_failed', `${path} was changed during the run. Nothing was written.`);
  }
  for (const { path, found } of changes) {
    if (found === 'nothing') files.remove(path);
    else files.write(path, readFileSync(join(tree.folder, path)));
  }
}
