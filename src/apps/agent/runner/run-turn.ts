/**
 * One turn of a job: fetches the repository, runs the agent, checks the result, commits, pushes and opens the pull request. It continues
 * from what an earlier attempt has stored. Each step is stored before the next one begins.
 */
import { lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChangedFile, CheckFinding } from '../../../model/agent/job.ts';
import type { TurnInput, TurnOutcome, TurnSteps } from '../../../model/agent/run-turn.ts';
import { shortened } from '../../../model/shorten.ts';
import { removeTree } from '../../../platform/files/remove-tree.ts';
import type { Agent } from '../agents/agent.ts';
import { conflictText } from '../agents/prompts.ts';
import { type CodeHost, CodeHostError } from '../code-host/code-host.ts';
import { type CacheRepository, hasTree } from '../git/cache-repository.ts';
import { assertDiskSpace, diskFullMessage, isDiskFull } from '../git/disk-space.ts';
import { type BaseMerge, type Conflict, hasConflictMarkers, mergeBase, UnmergeableChange } from '../git/merge-base.ts';
import {
  type Commit,
  changesOf,
  checkOut,
  commitChanges,
  comparedWith,
  diffOf,
  filesBetween,
  readTree,
  type TreeChange,
  type WorkTree,
} from '../git/work-tree.ts';
import { checkChanges, type PolicyResult, reviewLinesOf } from '../policy/change-policy.ts';
import { requireSandbox, unsandboxedMessage } from '../sandbox/isolation.ts';
import { deferredRetry, openPullRequest, push } from './deliver.ts';
import { type EditSession, openEditSession } from './edit-session.ts';
import { commitMessage, pullRequestBody, titleOf } from './pull-request-text.ts';
import { redactJson, type Secrets } from './secrets.ts';
import { docsOf, openCache, openSource, type Source } from './source.ts';
import { TurnFailure } from './turn-failure.ts';

/** The dependencies of a turn; `secrets` are those of the project. */
export interface TurnTools {
  readonly host: CodeHost;
  readonly agent: Agent;
  readonly secrets: Secrets;
  /** Whether checks run without a sandbox if the host does not support one. */
  readonly allowUnsandboxed: boolean;
}

/** A commit to deliver, made in this attempt or an earlier one. */
interface Delivery {
  readonly cache: CacheRepository;
  readonly commit: string;
  readonly base: string;
  readonly branch: string;
  readonly ref: string;
  readonly summary: string;
  readonly files: readonly ChangedFile[];
  readonly checks: readonly CheckFinding[];
  readonly hiddenCharacters: PolicyResult['hiddenCharacters'];
  readonly code: PolicyResult['code'];
}

/** Maximum length of the diff of an undelivered change, which is only for inspection. */
const maxKeptDiff = 1024 * 1024;
/** Maximum number of rejected files in the error message of a job. */
const maxListed = 20;
/** Maximum length of a reported error or diagnostic, because parts of it may come from untrusted sources. */
const maxReported = 2000;

/** Rejects with errors of `steps` (such as `LeaseLost`) and the abort reason of `signal`. Expected failures are outcomes. */
export async function runTurn(input: TurnInput, steps: TurnSteps, signal: AbortSignal, tools: TurnTools): Promise<TurnOutcome> {
  const { host, secrets } = tools;
  const reported: TurnSteps = {
    event: (kind, data) => steps.event(kind, redactJson(data, secrets)),
    sourceRef: (ref) => steps.sourceRef(ref),
    committed: (change) => steps.committed(change),
    pushed: () => steps.pushed(),
    opened: (pullRequest) => steps.opened(pullRequest),
    usage: (usage) => steps.usage(usage),
  };
  try {
    const cache = await openCache(input, host, signal);
    const result = (await savedDelivery(input, cache)) ?? (await makeChange(input, reported, signal, tools, cache));
    if (result.kind !== 'delivery') return result;
    return await deliver(input, reported, signal, host, secrets, result.delivery);
  } catch (error) {
    signal.throwIfAborted();
    if (isDiskFull(error)) return { kind: 'failed', code: 'disk_full', message: diskFullMessage, retry: { afterMs: 15_000, isFree: true } };
    if (error instanceof TurnFailure) {
      const { code, retry } = error;
      return { kind: 'failed', code, message: withoutSecrets(error.message, secrets), ...(retry && { retry }) };
    }
    if (error instanceof CodeHostError) {
      const retry = error.isTransient && { retry: deferredRetry(error) ?? { afterMs: error.retryAfterMs ?? 10_000 } };
      return { kind: 'failed', code: 'source_unavailable', message: withoutSecrets(error.message, secrets), ...retry };
    }
    throw error;
  } finally {
    await removeTree(input.workspace);
  }
}

type ChangeResult = { readonly kind: 'delivery'; readonly delivery: Delivery } | Exclude<TurnOutcome, { kind: 'changed' }>;

/** The commit of an earlier attempt, if the local cache has its Git objects. The model does not run again for it. */
async function savedDelivery({ saved, source }: TurnInput, cache: CacheRepository): Promise<ChangeResult | undefined> {
  if (!saved || !(await hasTree(cache, saved.commit)) || !(await hasTree(cache, saved.base))) return undefined;
  const files = await filesBetween(cache, saved.base, saved.commit);
  const marks = await reviewLinesOf(cache, saved.base, saved.commit, files);
  return { kind: 'delivery', delivery: { ...saved, cache, ref: source.ref, files, checks: saved.checks ?? [], ...marks } };
}

type Failure = Extract<TurnOutcome, { kind: 'failed' }>;

/** A turn whose files are checked out. */
interface OpenTurn {
  readonly input: TurnInput;
  readonly steps: TurnSteps;
  readonly tools: TurnTools;
  readonly source: Source;
  readonly merge: BaseMerge | undefined;
  readonly tree: WorkTree;
  readonly session: EditSession;
  /** The commit that the change is compared with. */
  readonly base: string;
}

async function makeChange(
  input: TurnInput,
  steps: TurnSteps,
  signal: AbortSignal,
  tools: TurnTools,
  cache: CacheRepository,
): Promise<ChangeResult> {
  const source = await openSource(input, steps, tools.host, cache, signal);
  if (!source) return { kind: 'unchanged', summary: 'There is no open pull request to update.' };
  if (input.isUpdate && source.incoming === undefined)
    return { kind: 'unchanged', summary: `The branch ${source.ref} has no new commits.` };
  mkdirSync(input.workspace, { recursive: true, mode: 0o700 });
  const merge = await mergeOf(input, source);
  const tree = await checkOutSource(input, source, merge);
  await steps.event('source', {
    ref: source.ref,
    commit: source.parent,
    files: tree.checkedOut.size,
    ...(merge && source.incoming !== undefined && { merged: source.incoming, conflicts: merge.conflicts.map(({ path }) => path) }),
  });

  // The merged commits of the base are not part of the change.
  const base = merge && source.incoming !== undefined ? source.incoming : source.base;
  const violationsOfBranch = await watchBranch(tree, base, source, input, tools);
  const { allowUnsandboxed } = tools;
  if (!(await requireSandbox(allowUnsandboxed))) await steps.event('warning', { code: 'unsandboxed', text: unsandboxedMessage });
  const session = await openEditSession(tree, {
    workspace: input.workspace,
    signal,
    remote: input.project.remote,
    allowUnsandboxed,
    known: merge && source.incoming,
    additional: () => conflictsLeft(tree, merge?.conflicts ?? []).map(markerFinding),
  });
  const turn: OpenTurn = { input, steps, tools, source, merge, tree, session, base };
  const summary = await runAgent(turn);
  return typeof summary === 'string' ? commitResult(turn, summary, violationsOfBranch) : summary;
}

/** Runs the agent, unless the turn only merges and nothing conflicts. Returns the summary of the turn. */
async function runAgent({ input, steps, tools, source, merge, tree, session }: OpenTurn): Promise<string | Failure> {
  const { project } = input;
  const conflicts = merge?.conflicts ?? [];
  if (input.isUpdate && conflicts.length === 0) return `Merged ${source.ref}.`;
  try {
    const summary = await session.run(
      tools.agent,
      {
        prompt: conflicts.length > 0 ? conflictText(source.ref, conflicts, input.isUpdate ? undefined : input.prompt) : input.prompt,
        earlier: input.earlier,
        budget: project.limits,
        policy: project,
      },
      {
        redact: (text) => tools.secrets.redact(text),
        events: (kind, data) => steps.event(kind, data),
        usage: (usage) => steps.usage(usage),
      },
    );
    return tools.secrets.redact(summary);
  } catch (error) {
    if (!(error instanceof TurnFailure) || error.retry) throw error;
    assertDiskSpace(input.workspace);
    const message = withoutSecrets(error.message, tools.secrets);
    return { kind: 'failed', code: error.code, message, ...(await savedEdits(input, tree, source, tools)) };
  }
}

/** Checks the edits of the agent, commits them and stores the commit. */
async function commitResult(turn: OpenTurn, summary: string, violationsOfBranch: () => Promise<readonly string[]>): Promise<ChangeResult> {
  const { input, steps, tools, source, merge, tree, base } = turn;
  const { cache } = tree;
  // On a full disk, files may be missing without an error, because commands report it in different ways.
  assertDiskSpace(input.workspace);
  const changes = await changesOf(tree);
  const judgement = await checkChanges(tree, changes, input.project.limits, tools.secrets, input.project);
  const violations = [...new Set([...judgement.violations, ...(await violationsOfBranch())])];
  if (violations.length > 0) {
    await steps.event('policy', { violations });
    return { kind: 'failed', code: 'policy_violation', message: `The change was not delivered. ${listed(violations)}.` };
  }
  const unresolved = conflictsLeft(tree, merge?.conflicts ?? []);
  if (unresolved.length > 0)
    return {
      kind: 'failed',
      code: 'merge_conflict',
      message: `The conflicts with ${source.ref} are not resolved: ${listed(unresolved)}. Nothing was pushed; send a message to try again.`,
    };
  const result = await commitTurn(input, tree, changes, tools, 'index-new');
  const commit = result?.id ?? merge?.commit;
  if (commit === undefined) return { kind: 'unchanged', summary };

  const checks = await checkResult(turn);
  if ('kind' in checks) return checks;
  const { hiddenCharacters, code } = judgement;
  if (code.length > 0) await steps.event('code', { files: code.map(({ path, lines }) => ({ path, lines: lines.slice(0, 100) })) });
  const files = await filesBetween(cache, base, commit);
  const diff = await diffOf(cache, base, commit);
  const { branch, ref } = source;
  await steps.committed({ commit, base, branch, files, diff, checks, summary });
  return { kind: 'delivery', delivery: { cache, commit, base, branch, ref, summary, files, checks, hiddenCharacters, code } };
}

/** The diagnostics of the documentation check. New errors are a failure if the project requires that there are none. */
async function checkResult({ input, steps, tools, source, tree, session }: OpenTurn): Promise<readonly CheckFinding[] | Failure> {
  const findings = await session.reportedFindings();
  assertDiskSpace(input.workspace);
  const checks = findings.map((finding) => ({ ...finding, message: withoutSecrets(finding.message, tools.secrets) }));
  const fresh = checks.filter(({ isNew }) => isNew);
  await steps.event('check', { findings: checks.length, newErrors: fresh.length });
  if (fresh.length === 0 || !input.project.requireCheck) return checks;
  const message = `The documentation check has ${fresh.length} new ${fresh.length === 1 ? 'error' : 'errors'} after the change: ${fresh[0]?.message}.`;
  return { kind: 'failed', code: 'check_failed', message, ...(await savedEdits(input, tree, source, tools)) };
}

/** Commits the edits of the turn. @param index the name of a temporary index in the workspace */
async function commitTurn(
  input: TurnInput,
  tree: WorkTree,
  changes: readonly TreeChange[],
  { secrets }: Pick<TurnTools, 'secrets'>,
  index: string,
): Promise<Commit | undefined> {
  const message = commitMessage(secrets.redact(input.prompt), input.jobId);
  return commitChanges(tree, changes, message, commitTime(input), join(input.workspace, index));
}

/** Merges the new commits of the base into the branch of the job. Undefined when there are none. @throws {TurnFailure} `merge_conflict` */
async function mergeOf(input: TurnInput, source: Source): Promise<BaseMerge | undefined> {
  if (source.incoming === undefined) return undefined;
  try {
    return await mergeBase(source.cache, {
      base: source.base,
      ours: source.parent,
      theirs: source.incoming,
      name: source.ref,
      docs: docsOf(input),
      message: `Merge ${source.ref} into ${source.branch}\n\nMade by the docsgen agent, job ${input.jobId}.\n`,
      at: commitTime(input),
      scratch: join(input.workspace, 'merge'),
    });
  } catch (error) {
    if (error instanceof UnmergeableChange) throw new TurnFailure('merge_conflict', error.message);
    throw error;
  }
}

/**
 * Call it before the agent runs. Returns a function that gives the violations of the whole branch since its base, because several turns
 * can do what one may not: delete a restricted page, then write it again as a public one. Violations that the branch had before,
 * which a person pushed, are left out.
 */
async function watchBranch(
  tree: WorkTree,
  base: string,
  source: Source,
  { project }: TurnInput,
  { secrets }: TurnTools,
): Promise<() => Promise<readonly string[]>> {
  if (source.parent === base || source.parent === source.base) return async () => [];
  const whole = await comparedWith(tree, base);
  const limits = { ...project.limits, files: Number.POSITIVE_INFINITY };
  const check = async () => (await checkChanges(whole, await changesOf(whole), limits, secrets, project)).violations;
  const known = new Set(await check());
  return async () => (await check()).filter((violation) => !known.has(violation));
}

/** Checks out the files for the agent. Conflicting files are compared with the base branch, into which they will be merged. */
async function checkOutSource(input: TurnInput, source: Source, merge: BaseMerge | undefined): Promise<WorkTree> {
  const docs = docsOf(input);
  const commit = merge?.commit ?? source.parent;
  const tree = await checkOut(source.cache, commit, docs, join(input.workspace, 'docs'), join(input.workspace, 'index'));
  if (!merge || source.incoming === undefined) return tree;
  const theirs = await readTree(source.cache, source.incoming, docs);
  const baseline = new Map(
    merge.conflicts.flatMap(({ path }) => {
      const entry = theirs.get(path);
      return entry ? [[path, entry.object] as const] : [];
    }),
  );
  return { ...tree, parents: [source.parent, source.incoming], baseline };
}

/** Files that still contain conflict markers. */
function conflictsLeft(tree: WorkTree, conflicts: readonly Conflict[]): string[] {
  return conflicts.flatMap(({ path, kind }) => {
    const full = join(tree.folder, path);
    if (kind !== 'lines' || !lstatSync(full, { throwIfNoEntry: false })?.isFile()) return [];
    return hasConflictMarkers(readFileSync(full, 'utf8')) ? [path] : [];
  });
}

function markerFinding(file: string): CheckFinding {
  return { severity: 'error', code: 'agent/conflict', message: 'the file still contains conflict markers', file, isNew: true };
}

async function deliver(
  input: TurnInput,
  steps: TurnSteps,
  signal: AbortSignal,
  host: CodeHost,
  secrets: Secrets,
  delivery: Delivery,
): Promise<TurnOutcome> {
  const { cache, commit, branch, ref, summary, checks } = delivery;
  await push(cache, commit, branch, signal);
  await steps.pushed();
  const fresh = checks.filter(({ isNew }) => isNew);
  const prompt = secrets.redact(input.earlier[0]?.prompt ?? input.prompt);
  const body = pullRequestBody({ ...delivery, jobId: input.jobId, prompt, newErrors: fresh });
  const proposal = { title: titleOf(prompt), body: secrets.redact(body), branch, base: ref, isDraft: fresh.length > 0 };
  const pullRequest = await openPullRequest(host, proposal, commit, signal);
  if (!pullRequest) return { kind: 'unchanged', summary };
  await steps.opened(pullRequest);
  return { kind: 'changed', pullRequest, summary };
}

/** The first violations as text; the event contains all of them. */
function listed(violations: readonly string[]): string {
  const rest = violations.length - maxListed;
  return [...violations.slice(0, maxListed), ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ');
}

/** The edits of a failed turn for the diff of the job, unless they violate the policy and must not be shown. */
async function savedEdits(
  input: TurnInput,
  tree: WorkTree,
  source: Source,
  tools: Pick<TurnTools, 'secrets'>,
): Promise<{ kept?: { files: readonly ChangedFile[]; diff: string } }> {
  const changes = await changesOf(tree);
  if (changes.length === 0 || (await checkChanges(tree, changes, input.project.limits, tools.secrets, input.project)).violations.length > 0)
    return {};
  const commit = await commitTurn(input, tree, changes, tools, 'index-kept');
  if (!commit) return {};
  const files = await filesBetween(tree.cache, source.base, commit.id);
  return { kept: { files, diff: (await diffOf(tree.cache, source.base, commit.id)).slice(0, maxKeptDiff) } };
}

/** Taken from the job, not the clock, so that a repeated commit has the same ID. Each turn adds a second, so that commits sort by turn. */
function commitTime({ createdAt, turn }: TurnInput): Date {
  return new Date(createdAt + (turn - 1) * 1000);
}

/** Redacts before truncating, because half a secret is no longer recognized. */
function withoutSecrets(message: string, secrets: Secrets): string {
  return shortened(secrets.redact(message), maxReported);
}
