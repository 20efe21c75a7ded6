/** Runs one attempt at a turn: passes the job to the runner, stores each step guarded by the fence, and ends the turn with the outcome. */
import { join } from 'node:path';
import { sql, type UpdateObject } from 'kysely';
import type { Project } from '../../../model/agent/project.ts';
import { LeaseLost, type Runner, type TurnInput, type TurnOutcome, type TurnSteps } from '../../../model/agent/run-turn.ts';
import { changeJob, type JobEvent, type Lease, lockLeased } from '../../../platform/store/job-changes.ts';
import { turnsOf } from '../../../platform/store/jobs.ts';
import { findProject } from '../../../platform/store/projects.ts';
import { maxLoneDeaths } from '../../../platform/store/queue.ts';
import { now, type Session, StoreUnavailable, storable } from '../../../platform/store/session.ts';
import type { Store } from '../../../platform/store/store.ts';
import type { JobRow, Tables } from '../../../platform/store/tables.ts';
import { branchName } from './job-id.ts';
import { failJob, finishTurn } from './turns.ts';

/** The services that an attempt uses. `leaseMs` also limits how long it waits for an unavailable store. */
export interface AttemptSettings {
  readonly store: Store;
  readonly runner: Runner;
  /** Local folder for workspaces (`work/`) and repository caches (`cache/`). */
  readonly dataFolder: string;
  /** Maximum number of attempts at a turn before the job fails. */
  readonly attempts: number;
  readonly leaseMs: number;
  /** Receives internal errors with their stack, but never a secret. */
  readonly report: (error: unknown) => void;
}

/** How long providers and code hosts may postpone a turn, counted from its request. Daily limits have reset by then. */
const maxDelayMs = 48 * 3_600_000;

/** Why the end of an attempt was not stored: the store was unavailable, which does not count as an attempt, or there was an internal error. */
export type UnstoredEnd = 'unavailable' | 'fault';

/** Why a running attempt is stopped. */
export type StopReason = 'fenced' | 'stopping';

/**
 * Runs a claimed job to the end of its turn. Never throws. `signal.reason` is a `StopReason`. Returns undefined when the end of the
 * attempt is stored; otherwise the job may still hold its lease.
 */
export async function runAttempt(job: JobRow, settings: AttemptSettings, signal: AbortSignal): Promise<UnstoredEnd | undefined> {
  const { store, report } = settings;
  const lease: Lease = { jobId: job.id, fence: job.fence };
  const persist: Persist = (write) => persisted(write, settings.leaseMs, signal);
  const spent = { steps: 0 };
  try {
    const outcome = await outcomeOf(job, lease, settings, signal, persist, spent);
    if (signal.aborted && (signal.reason as StopReason) === 'fenced') return 'unavailable';
    // The attempt was stopped, so its outcome is not about the job. Another worker takes over the turn, and this
    // attempt does not count.
    if (signal.aborted && outcome.kind === 'failed')
      await persist(() =>
        store.change((session) => changeJob(session, lease, { lease_owner: null, lease_until: 0, attempt: job.attempt - 1 })),
      );
    else
      await persist(() => store.write((session) => end(session, lease, outcome, { most: settings.attempts, hasSpent: spent.steps > 0 })));
    return undefined;
  } catch (error) {
    if (error instanceof LeaseLost) return undefined;
    report(error);
    return error instanceof StoreUnavailable ? 'unavailable' : 'fault';
  }
}

async function outcomeOf(
  job: JobRow,
  lease: Lease,
  settings: AttemptSettings,
  signal: AbortSignal,
  persist: Persist,
  spent: { steps: number },
): Promise<TurnOutcome> {
  if (job.attempt > settings.attempts || job.lone_deaths >= maxLoneDeaths) {
    const times = Math.min(job.attempt - 1, settings.attempts);
    const message = `The process that worked on this job alone was terminated ${Math.max(times, job.lone_deaths)} times before the job ended.`;
    return { kind: 'failed', code: 'attempts_exhausted', message };
  }
  const step: AttemptStep = (values, event) =>
    persist(() => settings.store.change((session) => changeJob(session, lease, values, event ? [event] : [])));
  // Only the end of the turn is missing.
  if (job.stage === 'opened' && job.pr_url !== null && job.pr_number !== null)
    return { kind: 'changed', pullRequest: { url: job.pr_url, number: job.pr_number }, summary: job.summary };
  const project = await settings.store.read((session) => findProject(session, job.project_id));
  if (!project) return { kind: 'failed', code: 'project_removed', message: 'The project was removed from the service.' };
  const input = await turnInput(job, project, settings);
  await step(
    { stage: job.stage === 'queued' ? 'working' : job.stage, failure_code: null, failure_message: null },
    { kind: 'attempt', data: { turn: job.turn, attempt: job.attempt } },
  );
  try {
    return await settings.runner.runTurn(input, stepsOf(job, step, spent), signal);
  } catch (error) {
    if (error instanceof LeaseLost) throw error;
    if (error instanceof StoreUnavailable) {
      const isFull = /full/.test(error.message);
      const message = isFull
        ? 'The disk of the service is full. The job continues when there is free space.'
        : 'The store of the service was unavailable.';
      return { kind: 'failed', code: isFull ? 'disk_full' : 'internal_error', message, retry: { afterMs: 5_000, isFree: true } };
    }
    if (!signal.aborted) settings.report(error);
    return { kind: 'failed', code: 'internal_error', message: 'Internal error of the service.', retry: { afterMs: 1_000 } };
  }
}

async function turnInput(job: JobRow, project: Project, settings: AttemptSettings): Promise<TurnInput> {
  const turns = await settings.store.read((session) => turnsOf(session, job.id));
  const current = turns.find(({ number }) => number === job.turn);
  const isSaved = job.stage === 'committed' || job.stage === 'pushed';
  return {
    project,
    jobId: job.id,
    createdAt: current?.created_at ?? job.created_at,
    attempt: job.attempt,
    turn: job.turn,
    prompt: current?.prompt ?? '',
    isUpdate: current?.is_update === 1,
    earlier: turns.filter(({ number, summary }) => number < job.turn && summary !== '').map(({ prompt, summary }) => ({ prompt, summary })),
    source: { repository: job.repository, ref: job.ref },
    branch: job.branch,
    nextBranch: branchName(job.id, job.branch_number + 1),
    ...(job.delivered_sha !== null && job.pr_url !== null && job.pr_number !== null
      ? {
          delivered: {
            commit: job.delivered_sha,
            pullRequest: { url: job.pr_url, number: job.pr_number },
            ...(job.base_sha === null ? {} : { base: job.base_sha }),
          },
        }
      : {}),
    ...(isSaved && job.commit_sha !== null && job.base_sha !== null
      ? {
          saved: {
            commit: job.commit_sha,
            base: job.base_sha,
            branch: job.branch,
            pushed: job.stage === 'pushed',
            summary: job.summary,
            checks: JSON.parse(job.checks),
          },
        }
      : {}),
    workspace: join(settings.dataFolder, 'work', workspaceName(job)),
    cache: join(settings.dataFolder, 'cache'),
  };
}

/** A separate folder for each claim, so that overlapping attempts never share one. */
export function workspaceName(claim: { readonly id: string; readonly fence: number }): string {
  return `${claim.id}-${claim.fence}`;
}

type AttemptStep = (values: UpdateObject<Tables, 'jobs'>, event?: JobEvent) => Promise<void>;

/** @param job the job as it was claimed; nobody else changes its branch during the lease. */
function stepsOf(job: JobRow, step: AttemptStep, spent: { steps: number }): TurnSteps {
  return {
    event: (kind, data) => step({}, { kind, data }),
    sourceRef: (ref) => step({ ref }, { kind: 'source', data: { ref } }),
    committed: (change) =>
      step(
        {
          stage: 'committed',
          commit_sha: change.commit,
          base_sha: change.base,
          files: JSON.stringify(change.files),
          diff: storable(change.diff),
          checks: JSON.stringify(change.checks),
          summary: storable(change.summary),
          // A new branch gets a new pull request.
          ...(change.branch === job.branch
            ? {}
            : { branch: change.branch, branch_number: job.branch_number + 1, delivered_sha: null, pr_url: null, pr_number: null }),
        },
        { kind: 'committed', data: { commit: change.commit, branch: change.branch, files: change.files.map(({ path }) => path) } },
      ),
    pushed: () => step({ stage: 'pushed' }, { kind: 'pushed', data: {} }),
    opened: ({ url, number }) => step({ stage: 'opened', pr_url: url, pr_number: number }, { kind: 'pull_request', data: { url } }),
    usage: (usage) => {
      spent.steps += usage.steps;
      return step({
        input_tokens: sql`input_tokens + ${usage.inputTokens}`,
        output_tokens: sql`output_tokens + ${usage.outputTokens}`,
        cached_tokens: sql`cached_tokens + ${usage.cachedTokens ?? 0}`,
        steps: sql`steps + ${usage.steps}`,
      });
    },
  };
}

/** @param attempts the maximum number of attempts, and whether this one has received a response from a model. */
async function end(
  session: Session,
  lease: Lease,
  outcome: TurnOutcome,
  attempts: { readonly most: number; readonly hasSpent: boolean },
): Promise<void> {
  const job = await lockLeased(session, lease);
  if (outcome.kind === 'changed') return finishTurn(session, job, outcome);
  if (outcome.kind === 'unchanged') return finishTurn(session, job, { summary: outcome.summary });
  const { retry, code, message } = outcome;
  const currentTime = await now(session);
  // Rounded, because the store keeps whole milliseconds and providers send fractions.
  const afterMs = Math.ceil(retry?.afterMs ?? 0);
  const isTooLong = (retry?.isAsked ?? retry?.isFree) === true && currentTime + afterMs - job.queued_at > maxDelayMs;
  // Without a stored commit, the next attempt repeats all model requests, which costs money again. So it counts.
  const isFree = retry?.isFree === true || (retry?.isAsked === true && !(attempts.hasSpent && job.stage === 'working'));
  if (!retry || isTooLong || (!isFree && job.attempt >= attempts.most)) {
    const { kept } = outcome;
    const text = isTooLong ? `${message} A job waits at most two days.` : message;
    await failJob(session, job, { code, message: text }, kept ? { files: JSON.stringify(kept.files), diff: storable(kept.diff) } : {});
    return;
  }
  // The record of an active job says what the operator must do before the job can continue.
  const isWaiting = code === 'disk_full' && { failure_code: code, failure_message: storable(message) };
  const values = { lease_owner: null, lease_until: 0, run_after: currentTime + afterMs, pause_ms: afterMs, ...isWaiting };
  await changeJob(session, job.id, { ...values, ...(isFree && { attempt: job.attempt - 1 }) }, [
    { kind: 'postponed', data: { code, message, afterMs } },
  ]);
}

type Persist = <T>(write: () => Promise<T>) => Promise<T>;

/** Retries while the store is unavailable, for as long as the lease can last. */
async function persisted<T>(write: () => Promise<T>, leaseMs: number, signal: AbortSignal): Promise<T> {
  const abandon = performance.now() + leaseMs;
  for (let wait = 50; ; wait = Math.min(wait * 2, 1_000)) {
    if (signal.aborted && (signal.reason as StopReason) === 'fenced') throw new LeaseLost('the lease was lost');
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || performance.now() > abandon) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}
