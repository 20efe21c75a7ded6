/** The loop that takes jobs from the store and works on them, a few at a time, and keeps their leases alive. */
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Lease } from '../../../platform/store/job-changes.ts';
import { claimJobs, hasPatientSuspect, hasWork, liveLeases } from '../../../platform/store/queue.ts';
import { StoreUnavailable } from '../../../platform/store/session.ts';
import type { JobRow } from '../../../platform/store/tables.ts';
import { type AttemptSettings, runAttempt, type StopReason, type UnstoredEnd } from './attempt.ts';
import { every } from './every.ts';
import { startHousekeeping } from './housekeeping.ts';

/** Of one process; others may work on the same store. */
export interface WorkerSettings extends AttemptSettings {
  /** Jobs at work at once in this process. */
  readonly concurrency: number;
}

/** The loop of a process: it looks four times a second for work, and once a second whether its jobs are still its own. */
export interface Worker {
  /** Looks for work at once instead of at the next beat. */
  wake(): void;
  /** Takes no more jobs, stops those at work and gives their leases back. Resolves when all have ended, or after `withinMs`. */
  stop(withinMs: number): Promise<void>;
}

/** How long an idle worker waits before it looks again. Another process may have created a job. */
const idleMs = 250;
/** How long a process works on other jobs between two suspects that wait. */
const suspectPauseMs = 30_000;
/** How often a worker looks whether its jobs are still its own: this is how soon a cancelled job stops. */
const watchMs = 1_000;

interface Running {
  readonly lease: Lease;
  readonly controller: AbortController;
  /** By this process's own clock: when the lease was last known to be good. */
  beatAt: number;
}

/**
 * Begins at once. A lease is renewed each quarter of its length; one that cannot be renewed ends its job here, for
 * another worker may have it.
 */
export function startWorker(settings: WorkerSettings): Worker {
  const { store, leaseMs, report } = settings;
  const owner = `${process.pid}-${randomBytes(6).toString('hex')}`;
  const running = new Map<string, Running>();
  const ended = new Set<Promise<void>>();
  let isStopping = false;

  /** Attempts that could not store their end, such as on a full disk: their leases are given back with the next claim. */
  const unreleased = new Map<Lease, UnstoredEnd>();
  /** A suspect is at work: nothing may run beside it. */
  let isReserved = false;
  let lastSuspectAt = performance.now();

  const looking = every(
    idleMs,
    async () => {
      while (!isStopping && !isReserved && running.size < settings.concurrency) {
        const isEmpty = running.size === 0;
        if (unreleased.size === 0 && !(await store.read((session) => hasWork(session, isEmpty)))) return;
        // Not one suspect after the other where jobs come all the time, and not none.
        const isTurn = performance.now() - lastSuspectAt > suspectPauseMs && (await store.read(hasPatientSuspect));
        if (isTurn && !isEmpty) return;
        const given = new Map(unreleased);
        const wish = { owner, leaseMs, attempts: settings.attempts, most: settings.concurrency - running.size, unreleased: given };
        const suspects = isEmpty ? (isTurn ? 'first' : 'last') : 'none';
        const jobs = await store.write((session) => claimJobs(session, { ...wish, suspects }));
        for (const lease of given.keys()) unreleased.delete(lease);
        isReserved = jobs.some(({ suspected_at }) => suspected_at !== null);
        for (const job of jobs) begin(job);
        if (jobs.length === 0) return;
      }
    },
    patient(report),
  );

  function begin(job: JobRow): void {
    const controller = new AbortController();
    const lease = { jobId: job.id, fence: job.fence };
    running.set(job.id, { lease, controller, beatAt: performance.now() });
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

  const watching = every(
    Math.min(watchMs, leaseMs / 4),
    async () => {
      const all = [...running.values()];
      if (all.length === 0) return;
      const isBeat = all.some(({ beatAt }) => performance.now() - beatAt >= leaseMs / 4);
      const asked = performance.now();
      const leases = all.map(({ lease }) => lease);
      const alive = await answered(() =>
        isBeat ? store.write((session) => liveLeases(session, leases, leaseMs)) : store.read((session) => liveLeases(session, leases)),
      );
      for (const one of all) {
        if (alive?.has(one.lease.jobId)) {
          if (isBeat) one.beatAt = asked;
        } else if (alive || performance.now() - one.beatAt > leaseMs) {
          one.controller.abort('fenced' satisfies StopReason);
        }
      }
    },
    patient(report),
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

/** Undefined when the store does not answer. */
async function answered<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof StoreUnavailable) return undefined;
    throw error;
  }
}

/** A store that does not answer is asked again at the next beat; everything else is a fault of ours. */
export function patient(report: (error: unknown) => void): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof StoreUnavailable)) report(error);
  };
}
