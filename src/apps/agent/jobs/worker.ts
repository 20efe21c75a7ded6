/** Claims jobs from the store, runs a few of them concurrently, and renews their leases. */
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Lease } from '../../../platform/store/job-changes.ts';
import { claimJobs, hasPatientSuspect, hasWork, liveLeases } from '../../../platform/store/queue.ts';
import { StoreUnavailable } from '../../../platform/store/session.ts';
import type { JobRow } from '../../../platform/store/tables.ts';
import { type AttemptSettings, runAttempt, type StopReason, type UnstoredEnd } from './attempt.ts';
import { startHousekeeping } from './housekeeping.ts';
import { type RepeatedTask, startRepeating } from './repeat.ts';

/** Settings of one process; other processes may use the same store. */
export interface WorkerSettings extends AttemptSettings {
  /** Maximum number of concurrent jobs in this process. */
  readonly concurrency: number;
}

/** Poll interval of an idle worker, for jobs that other processes created. */
const idleMs = 250;
/** How long other jobs run between two waiting suspects. */
const suspectPauseMs = 30_000;
/** How often a worker checks its leases, which is also how soon a cancelled job stops. */
const watchMs = 1_000;

interface Running {
  readonly lease: Lease;
  readonly controller: AbortController;
  /** When the lease was last known to be valid, by the monotonic clock. */
  heartbeatAt: number;
}

/**
 * The loop of a process: polls for jobs four times a second, and checks its leases once a second. Starts immediately. A lease is renewed
 * each quarter of its length. If the renewal fails, the job is stopped here, because another worker may have claimed it.
 */
export class JobWorker {
  readonly #settings: WorkerSettings;
  readonly #owner = `${process.pid}-${randomBytes(6).toString('hex')}`;
  readonly #running = new Map<string, Running>();
  readonly #ended = new Set<Promise<void>>();
  /** Attempts that could not store their end, for example because the disk was full. Their leases are released with the next claim. */
  readonly #unreleased = new Map<Lease, UnstoredEnd>();
  #isStopping = false;
  /** How many suspects are running. No other job may run beside them. */
  #runningSuspects = 0;
  /** How many suspects have ended here while this process stayed alive. */
  #clearedSuspects = 0;
  #lastSuspectAt = performance.now();
  readonly #claiming: RepeatedTask;
  readonly #watching: RepeatedTask;
  readonly #housekeeping: RepeatedTask;

  constructor(settings: WorkerSettings) {
    this.#settings = settings;
    const report = reportUnlessUnavailable(settings.report);
    this.#claiming = startRepeating(idleMs, () => this.#claim(), report);
    this.#watching = startRepeating(Math.min(watchMs, settings.leaseMs / 4), () => this.#checkLeases(), report);
    this.#housekeeping = startHousekeeping(settings, (jobId) => this.#running.has(jobId));
  }

  /** Polls immediately instead of at the next interval. */
  wake(): void {
    this.#claiming.wake();
  }

  /** Claims no more jobs, stops the running ones and releases their leases. Resolves when all have ended, or after `withinMs`. */
  async stop(withinMs: number): Promise<void> {
    this.#isStopping = true;
    await Promise.all([this.#claiming.stop(), this.#housekeeping.stop()]);
    for (const { controller } of this.#running.values()) controller.abort('stopping' satisfies StopReason);
    const limit = new AbortController();
    await Promise.race([Promise.allSettled(this.#ended), wait(withinMs, undefined, { signal: limit.signal })]);
    limit.abort();
    await this.#watching.stop();
  }

  /** Claims jobs until there are none left, or none may start. */
  async #claim(): Promise<void> {
    const { store, leaseMs, attempts, concurrency } = this.#settings;
    const unreleased = this.#unreleased;
    while (!this.#isStopping && this.#runningSuspects === 0 && this.#running.size < concurrency) {
      const isEmpty = this.#running.size === 0;
      if (unreleased.size === 0 && !(await store.read((session) => hasWork(session, isEmpty)))) return;
      // While other jobs keep arriving, suspects still run from time to time, but not one after another.
      const isTurn = performance.now() - this.#lastSuspectAt > suspectPauseMs && (await store.read(hasPatientSuspect));
      if (isTurn && !isEmpty) return;
      const given = new Map(unreleased);
      // A single crash leaves at most so many suspects, and each of them runs alone. If there are more of them, processes were killed
      // again and again for another reason, and running all of these jobs one by one would take hours.
      const mostSuspects = this.#clearedSuspects < concurrency ? 1 : concurrency;
      const claimOptions = {
        owner: this.#owner,
        leaseMs,
        attempts,
        most: concurrency - this.#running.size,
        mostSuspects,
        unreleased: given,
      };
      const suspectJobs = isEmpty ? (isTurn ? 'first' : 'last') : 'none';
      const jobs = await store.write((session) => claimJobs(session, { ...claimOptions, suspects: suspectJobs }));
      for (const lease of given.keys()) unreleased.delete(lease);
      for (const job of jobs) this.#begin(job);
      if (jobs.length === 0) return;
    }
  }

  #begin(job: JobRow): void {
    const controller = new AbortController();
    const lease = { jobId: job.id, fence: job.fence };
    this.#running.set(job.id, { lease, controller, heartbeatAt: performance.now() });
    if (job.suspected_at !== null) this.#runningSuspects += 1;
    if (this.#isStopping) controller.abort('stopping' satisfies StopReason);
    const work = runAttempt(job, this.#settings, controller.signal)
      .then((end) => {
        if (end) this.#unreleased.set(lease, end);
      })
      .finally(() => {
        if (this.#running.get(job.id)?.lease === lease) this.#running.delete(job.id);
        this.#ended.delete(work);
        if (job.suspected_at !== null) {
          this.#runningSuspects -= 1;
          this.#clearedSuspects += 1;
          this.#lastSuspectAt = performance.now();
        }
        this.#claiming.wake();
      });
    this.#ended.add(work);
  }

  /** Renews the leases when it is time, and stops the jobs whose lease is no longer valid. */
  async #checkLeases(): Promise<void> {
    const { store, leaseMs } = this.#settings;
    const all = [...this.#running.values()];
    if (all.length === 0) return;
    const isHeartbeat = all.some(({ heartbeatAt }) => performance.now() - heartbeatAt >= leaseMs / 4);
    const startedAt = performance.now();
    const leases = all.map(({ lease }) => lease);
    const alive = await answered(() =>
      isHeartbeat ? store.write((session) => liveLeases(session, leases, leaseMs)) : store.read((session) => liveLeases(session, leases)),
    );
    for (const one of all) {
      if (alive?.has(one.lease.jobId)) {
        if (isHeartbeat) one.heartbeatAt = startedAt;
      } else if (alive || performance.now() - one.heartbeatAt > leaseMs) {
        one.controller.abort('fenced' satisfies StopReason);
      }
    }
  }
}

/** Undefined when the store is unavailable. */
async function answered<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof StoreUnavailable) return undefined;
    throw error;
  }
}

/** Ignores an unavailable store, which is queried again at the next interval, and reports other errors. */
export function reportUnlessUnavailable(report: (error: unknown) => void): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof StoreUnavailable)) report(error);
  };
}
