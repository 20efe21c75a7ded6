/** Notifies open event streams of new events. One query covers all streams of a process, and finds events that any process wrote. */

import { lastEvents } from '../../../platform/store/jobs.ts';
import { StoreUnavailable } from '../../../platform/store/session.ts';
import type { Store } from '../../../platform/store/store.ts';
import { startRepeating } from '../jobs/repeat.ts';

/** One for each server. Streams subscribe to it and read the store when they are notified. */
export interface EventFeed {
  /** Calls `more` when the job has events after `seq()`, or has ended. Returns the function that unsubscribes. */
  follow(jobId: string, seq: () => number, more: () => void): () => void;
  /** Calls `end` when the service stops, so that streams end and clients reconnect to another server. Returns the function that unsubscribes. */
  onStop(end: () => void): () => void;
  stop(): Promise<void>;
}

const pollMs = 400;
const jobsPerQuery = 500;

interface JobSubscriber {
  readonly seq: () => number;
  readonly more: () => void;
}

/** Queries the store every 400 ms while there are subscribers. `report` receives unexpected errors; an unavailable store is queried again. */
export function startEventFeed(store: Store, report: (error: unknown) => void): EventFeed {
  const subscribers = new Map<string, Set<JobSubscriber>>();
  const stopCallbacks = new Set<() => void>();
  const polling = startRepeating(
    pollMs,
    async () => {
      const ids = [...subscribers.keys()];
      for (let start = 0; start < ids.length; start += jobsPerQuery) {
        const last = await store.read((session) => lastEvents(session, ids.slice(start, start + jobsPerQuery)));
        for (const [jobId, { seq, status }] of last) {
          for (const subscriber of subscribers.get(jobId) ?? []) if (seq > subscriber.seq() || status !== 'active') subscriber.more();
        }
      }
    },
    (error) => {
      if (!(error instanceof StoreUnavailable)) report(error);
    },
  );
  return {
    follow(jobId, seq, more) {
      const subscriber = { seq, more };
      const siblings = subscribers.get(jobId) ?? new Set();
      subscribers.set(jobId, siblings.add(subscriber));
      return () => {
        siblings.delete(subscriber);
        if (siblings.size === 0) subscribers.delete(jobId);
      };
    },
    onStop(end) {
      stopCallbacks.add(end);
      return () => stopCallbacks.delete(end);
    },
    async stop() {
      for (const end of stopCallbacks) end();
      await polling.stop();
    },
  };
}
