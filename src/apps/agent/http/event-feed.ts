/** Tells open event streams that there is more to read. One question to the store for all of them, whatever process wrote it. */

import { lastEvents } from '../../../platform/store/jobs.ts';
import { StoreUnavailable } from '../../../platform/store/session.ts';
import type { Store } from '../../../platform/store/store.ts';
import { every } from '../jobs/every.ts';

/** One for a server; streams register themselves and look into the store when they are called. */
export interface EventFeed {
  /** Calls `more` when the job has events after `seq()`, or has ended. Returns how to stop that. */
  follow(jobId: string, seq: () => number, more: () => void): () => void;
  /** Called when the service stops: streams end, clients come back to another server. */
  onStop(jobEnd: () => void): () => void;
  stop(): Promise<void>;
}

const pauseMs = 400;
const jobsPerQuestion = 500;

interface RefFollower {
  readonly seq: () => number;
  readonly more: () => void;
}

/**
 * Asks every 400 ms, and only while somebody follows. `report` is told faults of ours; a store that does not answer is
 * asked again.
 */
export function startEventFeed(store: Store, report: (error: unknown) => void): EventFeed {
  const followers = new Map<string, Set<RefFollower>>();
  const closers = new Set<() => void>();
  const looking = every(
    pauseMs,
    async () => {
      const ids = [...followers.keys()];
      for (let start = 0; start < ids.length; start += jobsPerQuestion) {
        const last = await store.read((session) => lastEvents(session, ids.slice(start, start + jobsPerQuestion)));
        for (const [jobId, { seq, status }] of last) {
          for (const follower of followers.get(jobId) ?? []) if (seq > follower.seq() || status !== 'active') follower.more();
        }
      }
    },
    (error) => {
      if (!(error instanceof StoreUnavailable)) report(error);
    },
  );
  return {
    follow(jobId, seq, more) {
      const follower = { seq, more };
      const others = followers.get(jobId) ?? new Set();
      followers.set(jobId, others.add(follower));
      return () => {
        others.delete(follower);
        if (others.size === 0) followers.delete(jobId);
      };
    },
    onStop(close) {
      closers.add(close);
      return () => closers.delete(close);
    },
    async stop() {
      for (const close of closers) close();
      await looking.stop();
    },
  };
}
