/**
 * The agent on a folder of this machine, without a service: it works on a copy, the copy is judged and checked as a job's would be,
 * and only then are the changed files put into the folder. A run that fails or is stopped leaves the folder as it was.
 */
import { copyFileSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChangedFile, CheckFinding, FailureCode, Json, Usage } from '../../../model/agent/job.ts';
import type { Agent, AgentBudget } from '../agents/agent.ts';
import { addUsage, noUsage } from '../agents/usage.ts';
import { type CacheRepository, offline } from '../git/cache-repository.ts';
import { git, gitText } from '../git/hardened-git.ts';
import { changesOf, commitChanges, diffOf, filesBetween, layOut, type TreeChange, type WorkTree } from '../git/work-tree.ts';
import { judgeChanges } from '../policy/change-policy.ts';
import type { ChangePolicy } from '../policy/path-rules.ts';
import { openConfinedFiles } from '../sandbox/confined-files.ts';
import { openTreeStage } from './run-in-folder.ts';
import { redactJson, type Secrets } from './secrets.ts';
import { TurnFailure } from './turn-failure.ts';

/** What `docsgen agent` is asked to do. */
export interface FolderTask {
  /** The folder that holds `docs.json`. */
  readonly folder: string;
  readonly prompt: string;
  /** Called when the work begins; throws `TurnFailure` when something that it needs is not set. */
  readonly openAgent: () => Agent;
  readonly budget: AgentBudget & { readonly files: number };
  readonly secrets: Secrets;
  /** Hosts whose API descriptions the check may have. */
  readonly remote: readonly string[];
  /** The check runs without a sandbox where this machine has none. */
  readonly allowUnsandboxed: boolean;
  /** Only says what would change. */
  readonly isDryRun: boolean;
  readonly onEvent: (kind: string, data: Json) => void;
  readonly signal: AbortSignal;
}

/** `changed` with `isDryRun`: what would be written. `failed`: nothing was. */
export type FolderOutcome =
  | {
      readonly kind: 'changed';
      readonly files: readonly ChangedFile[];
      readonly diff: string;
      readonly summary: string;
      /** Errors of the check that were not there before. */
      readonly newErrors: readonly CheckFinding[];
      readonly usage: Usage;
    }
  | { readonly kind: 'unchanged'; readonly summary: string; readonly usage: Usage }
  | { readonly kind: 'failed'; readonly code: FailureCode; readonly message: string };

/** Who runs the command has no settings of a project: what they would allow, a person does by hand. */
const everyPath: ChangePolicy = { paths: [], allow: [] };

const maxFileBytes = 20 * 1024 * 1024;

/**
 * Throws the reason of `signal` when it is aborted. Files of more than 20 MiB, hidden ones and links are not shown to the
 * agent.
 */
export async function editFolder(task: FolderTask): Promise<FolderOutcome> {
  const workspace = mkdtempSync(join(tmpdir(), 'docsgen-agent-'));
  try {
    const { tree, links } = await takeCopy(task.folder, workspace);
    const stage = await openTreeStage(tree, {
      workspace,
      signal: task.signal,
      remote: task.remote,
      allowUnsandboxed: task.allowUnsandboxed,
      links,
    });
    let usage = noUsage;
    const said = await stage.run(
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
    const summary = task.secrets.redact(said);
    const changes = await changesOf(tree);
    const { violations } = await judgeChanges(tree, changes, task.budget, task.secrets, everyPath);
    if (violations.length > 0)
      return { kind: 'failed', code: 'policy_violation', message: `Nothing was written. ${violations.join('; ')}.` };
    const commit = await commitChanges(tree, changes, 'Change', new Date(0), join(workspace, 'index-new'));
    if (!commit) return { kind: 'unchanged', summary, usage };
    const newErrors = (await stage.judgedFindings()).filter(({ isNew }) => isNew);
    const files = await filesBetween(tree.cache, tree.parent, commit.id);
    const diff = await diffOf(tree.cache, tree.parent, commit.id);
    if (!task.isDryRun) await putBack(task, tree, changes, links);
    return { kind: 'changed', files, diff, summary, newErrors, usage };
  } catch (error) {
    task.signal.throwIfAborted();
    if (error instanceof TurnFailure) return { kind: 'failed', code: error.code, message: task.secrets.redact(error.message) };
    throw error;
  } finally {
    rmSync(workspace, { recursive: true, force: true });
  }
}

/** The files of the folder as a commit in a repository of their own: links, hidden files and installed packages stay out. */
async function takeCopy(folder: string, workspace: string): Promise<{ tree: WorkTree; links: readonly string[] }> {
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
  return { tree: await layOut(cache, commit, '', join(workspace, 'docs'), join(workspace, 'index')), links };
}

/** @throws {TurnFailure} when a file was changed by somebody else meanwhile; then nothing is written */
async function putBack(task: FolderTask, tree: WorkTree, changes: readonly TreeChange[], links: readonly string[]): Promise<void> {
  const files = openConfinedFiles(task.folder, {
    fileBytes: task.budget.fileBytes,
    reserved: new Set(),
    policy: everyPath,
    isJudged: true,
  });
  for (const { path, entry } of changes) {
    if (links.some((link) => path === link || path.startsWith(`${link}/`)))
      throw new TurnFailure('policy_violation', `${path} is, or lies behind, a link. Nothing was written.`);
    const there = lstatSync(join(task.folder, path), { throwIfNoEntry: false });
    const isSame = entry
      ? there?.isFile() === true &&
        (await git(['cat-file', 'blob', entry.object], offline(tree.cache))).equals(readFileSync(join(task.folder, path)))
      : there === undefined;
    if (!isSame) throw new TurnFailure('runner_failed', `${path} was changed by somebody else meanwhile. Nothing was written.`);
  }
  for (const { path, found } of changes) {
    if (found === 'nothing') files.remove(path);
    else files.write(path, readFileSync(join(tree.folder, path)));
  }
}
