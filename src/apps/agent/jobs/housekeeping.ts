/** What has to be put in order after crashes and cancellations: pull requests nobody wants, folders nobody uses, keys nobody remembers. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { recallMessages } from '../../../platform/store/outbox.ts';
import { findProject } from '../../../platform/store/projects.ts';
import { endLease, forgetDeaths, leasesBeyond, recallJobs, type StoredLease } from '../../../platform/store/queue.ts';
import { now, type Session } from '../../../platform/store/session.ts';
import type { JobRow } from '../../../platform/store/tables.ts';
import { type AttemptSettings, workspaceName } from './attempt.ts';
import { every, type Repeated } from './every.ts';
import { forgetOldKeys } from './idempotency.ts';
import { longestWaits } from './webhooks.ts';

const pauseMs = 2_000;
/** How long a withdrawal is left to the process that took it, before another may try. */
const withdrawLeaseMs = 60_000;

/** How far a clock may be set back without anything being done: a service that keeps it right does so by small steps. */
const slackMs = 60_000;

/** Withdrawals begin after the lease of an attempt, which is one of ours or a few times as long, and are left to a process for a minute. */
function longestWithdrawal(leaseMs: number): number {
  return Math.max(stillLeases * leaseMs, withdrawLeaseMs) + withdrawLeaseMs;
}

/** @param isRunning whether this process works on a job. */
export function startHousekeeping(settings: AttemptSettings, isRunning: (jobId: string) => boolean): Repeated {
  const endStale = watchLeases(settings);
  return every(
    pauseMs,
    async () => {
      await endStale();
      await withdrawRequests(settings);
      await sweepWorkspaces(settings, isRunning);
      await settings.store.write(async (session) => {
        await forgetOldKeys(session);
        await forgetDeaths(session);
        await recallJobs(session, slackMs, longestWithdrawal(settings.leaseMs));
        await recallMessages(
          session,
          longestWaits.map((ms) => ms + slackMs),
        );
      });
    },
    // Next round.
    (error) => settings.report(error),
  );
}

/** A lease of a living worker moves several times in its length; workers with a longer one than ours get this many of ours. */
const stillLeases = 10;

/**
 * Ends leases that a clock which was ahead has given to a worker that is gone: nobody makes them longer, and by the clock that is right
 * again they would last for hours. How long one stands still is measured by our own clock, which is never set.
 */
function watchLeases({ store, leaseMs }: AttemptSettings): () => Promise<void> {
  let watched = new Map<string, { readonly lease: StoredLease; readonly since: number }>();
  return async () => {
    const found = await store.read((session) => leasesBeyond(session, 2 * leaseMs));
    const present = performance.now();
    const before = watched;
    watched = new Map();
    for (const lease of found) {
      const known = before.get(lease.id);
      const since = known?.lease.fence === lease.fence && known.lease.lease_until === lease.lease_until ? known.since : present;
      if (present - since > stillLeases * leaseMs) await store.write((session) => endLease(session, lease));
      else watched.set(lease.id, { lease, since });
    }
  };
}

/** Closes the pull requests of jobs that were cancelled while one may have been on the way. */
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
  const present = await now(session);
  return session.db
    .updateTable('jobs')
    .set({ withdraw_at: present + withdrawLeaseMs })
    .where('id', '=', id)
    .where('withdraw_at', '<=', present)
    .returningAll()
    .executeTakeFirst();
}

/** Removes folders of attempts that are over: a killed process could not do it itself. */
async function sweepWorkspaces({ store, dataFolder }: AttemptSettings, isRunning: (jobId: string) => boolean): Promise<void> {
  const folder = join(dataFolder, 'work');
  const names = await readdir(folder).catch(() => []);
  const ids = [...new Set(names.map((name) => name.replace(/-\d+$/, '')))].filter((id) => !isRunning(id));
  if (ids.length === 0) return;
  const inUse = new Set(
    await store.read(async (session) => {
      const present = await now(session);
      const rows = await session.db
        .selectFrom('jobs')
        .select(['id', 'fence'])
        .where('id', 'in', ids)
        .where('lease_until', '>', present)
        .execute();
      return rows.map(workspaceName);
    }),
  );
  for (const name of names) {
    if (ids.includes(name.replace(/-\d+$/, '')) && !inUse.has(name)) await rm(join(folder, name), { recursive: true, force: true });
  }
}
