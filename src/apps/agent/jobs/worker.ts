/** Claims jobs from the store, runs a few of them concurrently, and renews their leases. */
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Lease } from '../../../platform/store/job-changes.ts';
import { claimJobs, hasPatientSuspect, hasWork, liveLeases } from '../../../platform/store/queue.ts';
import { StoreUnavailable } from '../../../platform/store/session.ts';
import type { JobRow } from '../../../platform/store/tables.ts';
import { type AttemptSettings, runAttempt, type StopReason, type UnstoredEnd } from './attempt.ts';
import { startHousekeeping } from './housekeeping.ts';
import { startRepeating } from './repeat.ts';

/** Settings of one process; other processes may use the same store. */
export interface WorkerSettings extends AttemptSettings {
  /** Maximum number of concurrent jobs in this process. */
  readonly concurrency: number;
}

/** The loop of a process: polls for jobs four times a second, and checks its leases once a second. */
export interface Worker {
  /** Polls immediately instead of at the next interval. */
  wake(): void;
  /** Claims no more jobs, stops the running ones and releases their leases. Resolves when all have ended, or after `withinMs`. */
  stop(withinMs: number): Promise<void>;
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
 * Starts immediately. A lease is renewed each quarter of its length. If the renewal fails, the job is stopped here, because another
 * worker may have claimed it.
 */
export function startWorker(settings: WorkerSettings): Worker {
  const { store, leaseMs, report } = settings;
  const owner = `${process.pid}-${randomBytes(6).toString('hex')}`;
  const running = new Map<string, Running>();
  const ended = new Set<Promise<void>>();
  let isStopping = false;

  /** Attempts that could not store their end, for example because the disk was full. Their leases are released with the next claim. */
  const unreleased = new Map<Lease, UnstoredEnd>();
  /** A suspect is running, and no other job may run beside it. */
  let isReserved = false;
  let lastSuspectAt = performance.now();

  const looking = startRepeating(
    idleMs,
    async () => {
      while (!isStopping && !isReserved && running.size < settings.concurrency) {
        const isEmpty = running.size === 0;
        if (unreleased.size === 0 && !(await store.read((session) => hasWork(session, isEmpty)))) return;
        // While other jobs keep arriving, suspects still run from time to time, but not one after another.
        const isTurn = performance.now() - lastSuspectAt > suspectPauseMs && (await store.read(hasPatientSuspect));
        if (isTurn && !isEmpty) return;
        const given = new Map(unreleased);
        const claimOptions = { owner, leaseMs, attempts: settings.attempts, most: settings.concurrency - running.size, unreleased: given };
        const suspectJobs = isEmpty ? (isTurn ? 'first' : 'last') : 'none';
        const jobs = await store.write((session) => claimJobs(session, { ...claimOptions, suspects: suspectJobs }));
        for (const lease of given.keys()) unreleased.delete(lease);
        isReserved = jobs.some(({ suspected_at }) => suspected_at !== null);
        for (const job of jobs) begin(job);
        if (jobs.length === 0) return;
      }
    },
    reportUnlessUnavailable(report),
  );

  function begin(job: JobRow): void {
    const controller = new AbortController();
    const lease = { jobId: job.id, fence: job.fence };
    running.set(job.id, { lease, controller, heartbeatAt: performance.now() });
    if (isStopping) controller.abort('stopping' satisfies StopReason);
    const work = runAttempt(job, settings, controller.signal)
      .then((end) => {
        if (end) unreleased.set(lease, end);
      })
      .finally(() => {
        if (running.get(job.id)?.lease === lease) running.delete(job.id);
        ended.delete(work);
        if (job.suspected_at !== null) {
          isReserved = false;
          lastSuspectAt = performance.now();
        }
        looking.wake();
      });
    ended.add(work);
  }

  const watching = startRepeating(
    Math.min(watchMs, leaseMs / 4),
    async () => {
      const all = [...running.values()];
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
    },
    reportUnlessUnavailable(report),
  );

  const keeping = startHousekeeping(settings, (jobId) => running.has(jobId));

  return {
    wake: looking.wake,
    async stop(withinMs) {
      isStopping = true;
      await Promise.all([looking.stop(), keeping.stop()]);
      for (const { controller } of running.values()) controller.abort('stopping' satisfies StopReason);
      const limit = new AbortController();
      await Promise.race([Promise.allSettled(ended), wait(withinMs, undefined, { signal: limit.signal })]);
      limit.abort();
      await watching.stop();
    },
  };
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
