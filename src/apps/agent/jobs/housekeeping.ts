/** Cleans up after crashes and cancellations: unwanted pull requests, unused workspaces and expired keys. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { removeTree } from '../../../platform/files/remove-tree.ts';
import { recallMessages } from '../../../platform/store/outbox.ts';
import { findProject } from '../../../platform/store/projects.ts';
import { endLease, forgetDeaths, leasesBeyond, recallJobs, type StoredLease } from '../../../platform/store/queue.ts';
import { now, type Session } from '../../../platform/store/session.ts';
import type { JobRow } from '../../../platform/store/tables.ts';
import { type AttemptSettings, workspaceName } from './attempt.ts';
import { deleteOldKeys } from './idempotency.ts';
import { type RepeatedTask, startRepeating } from './repeat.ts';
import { maxWaits } from './webhooks.ts';

const pauseMs = 2_000;
/** How long a process has to withdraw a pull request before another process may try. */
const withdrawLeaseMs = 60_000;

/** Clock corrections below this are ignored. A time service makes small corrections all the time. */
const slackMs = 60_000;

/** A withdrawal is due after the lease of its attempt, whose length may differ from ours, and a process then has a minute for it. */
function maxWithdrawal(leaseMs: number): number {
  return Math.max(stillLeases * leaseMs, withdrawLeaseMs) + withdrawLeaseMs;
}

/** @param isRunning whether this process is working on a job. */
export function startHousekeeping(settings: AttemptSettings, isRunning: (jobId: string) => boolean): RepeatedTask {
  const endStale = watchLeases(settings);
  return startRepeating(
    pauseMs,
    async () => {
      const failed: unknown[] = [];
      // A step that fails must not prevent the others, which serve all projects.
      const step = (run: () => Promise<void>) => run().catch((error) => failed.push(error));
      await step(endStale);
      await step(() => withdrawRequests(settings));
      await step(() => sweepWorkspaces(settings, isRunning));
      await settings.store.write(async (session) => {
        await deleteOldKeys(session);
        await forgetDeaths(session);
        await recallJobs(session, slackMs, maxWithdrawal(settings.leaseMs));
        await recallMessages(
          session,
          maxWaits.map((ms) => ms + slackMs),
        );
      });
      if (failed.length > 0) throw failed[0];
    },
    // The next run tries again.
    (error) => settings.report(error),
  );
}

/** A living worker renews its lease several times per lease. The factor covers workers that are configured with a longer lease than ours. */
const stillLeases = 10;

/**
 * Ends leases that a dead worker took while the clock was ahead. Nobody renews them, and after the clock is corrected they would last
 * for hours. How long a lease has not been renewed is measured with the monotonic clock.
 */
function watchLeases({ store, leaseMs }: AttemptSettings): () => Promise<void> {
  let watched = new Map<string, { readonly lease: StoredLease; readonly since: number }>();
  return async () => {
    const found = await store.read((session) => leasesBeyond(session, 2 * leaseMs));
    const currentTime = performance.now();
    const before = watched;
    watched = new Map();
    for (const lease of found) {
      const known = before.get(lease.id);
      const since = known?.lease.fence === lease.fence && known.lease.lease_until === lease.lease_until ? known.since : currentTime;
      if (currentTime - since > stillLeases * leaseMs) await store.write((session) => endLease(session, lease));
      else watched.set(lease.id, { lease, since });
    }
  };
}

/** Closes the pull requests of cancelled jobs that may have been opened meanwhile. */
async function withdrawRequests({ store, runner }: AttemptSettings): Promise<void> {
  const due = await store.read(dueWithdrawals);
  for (const { id, project_id } of due) {
    const job = await store.write((session) => claimWithdrawal(session, id));
    const project = job && (await store.read((session) => findProject(session, project_id)));
    if (!job || !project) continue;
    await runner.withdraw({ project, jobId: job.id, branch: job.branch });
    await store.write(async ({ db }) => {
      await db.updateTable('jobs').set({ withdraw_at: null }).where('id', '=', id).execute();
    });
  }
}

async function dueWithdrawals(session: Session): Promise<Pick<JobRow, 'id' | 'project_id'>[]> {
  return session.db
    .selectFrom('jobs')
    .select(['id', 'project_id'])
    .where('withdraw_at', '<=', await now(session))
    .limit(20)
    .execute();
}

async function claimWithdrawal(session: Session, id: string): Promise<JobRow | undefined> {
  const currentTime = await now(session);
  return session.db
    .updateTable('jobs')
    .set({ withdraw_at: currentTime + withdrawLeaseMs })
    .where('id', '=', id)
    .where('withdraw_at', '<=', currentTime)
    .returningAll()
    .executeTakeFirst();
}

/** Removes the workspaces of ended attempts, which killed processes leave behind. */
async function sweepWorkspaces({ store, dataFolder }: AttemptSettings, isRunning: (jobId: string) => boolean): Promise<void> {
  const folder = join(dataFolder, 'work');
  const names = await readdir(folder).catch(() => []);
  const ids = [...new Set(names.map((name) => name.replace(/-\d+$/, '')))].filter((id) => !isRunning(id));
  if (ids.length === 0) return;
  const inUse = new Set(
    await store.read(async (session) => {
      const currentTime = await now(session);
      const rows = await session.db
        .selectFrom('jobs')
        .select(['id', 'fence'])
        .where('id', 'in', ids)
        .where('lease_until', '>', currentTime)
        .execute();
      return rows.map(workspaceName);
    }),
  );
  for (const name of names) {
    if (ids.includes(name.replace(/-\d+$/, '')) && !inUse.has(name)) await removeTree(join(folder, name));
  }
}
