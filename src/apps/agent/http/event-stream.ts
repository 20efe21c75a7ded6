/** Events of a job as a stream (https://html.spec.whatwg.org/multipage/server-sent-events.html), read from the store as fast as the client reads. */
import type { ServerResponse } from 'node:http';
import { hasRoom } from '../../../platform/http/http-body.ts';
import { eventsAfter, findRecord } from '../../../platform/store/jobs.ts';
import type { EventRow } from '../../../platform/store/tables.ts';
import { livingKey } from '../keys/keys.ts';
import type { Surroundings } from './operation.ts';

const batch = 100;
/** A line that keeps proxies from closing a quiet connection. */
const keepAliveMs = 15_000;

/**
 * @param after number of the last event that the client has. Ends when the job has ended and all is sent, and when the key that opened it
 * is no longer good: that is asked before each batch, and with each keep-alive.
 */
export function streamEvents(
  response: ServerResponse,
  job: { readonly projectId: string; readonly id: string },
  after: number,
  { store, feed, keyId }: Surroundings & { readonly keyId: string },
): void {
  let seq = after;
  let isOpen = true;
  let isReading = false;
  let wantsMore = true;

  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    unfollow();
    forget();
    clearInterval(keepAlive);
    response.end();
  };
  // One reader at a time; a client that does not read stops it, and nothing is kept for that client meanwhile.
  const read = async () => {
    wantsMore = true;
    if (isReading) return;
    isReading = true;
    try {
      while (isOpen && wantsMore) {
        wantsMore = false;
        if (!(await livingKey(store, keyId))) return close();
        const record = await store.read((session) => findRecord(session, job.projectId, job.id));
        const events = await store.read((session) => eventsAfter(session, job.id, seq, batch));
        for (const event of events) {
          if (!isOpen) return;
          seq = event.seq;
          if (!response.write(frame(event))) await hasRoom(response);
        }
        if (events.length === batch) wantsMore = true;
        else if (record?.status !== 'active' && events.length === 0) close();
        else if (record?.status !== 'active') wantsMore = true;
      }
    } catch {
      // The client comes back with the number of its last event.
      close();
    } finally {
      isReading = false;
    }
  };

  const unfollow = feed.follow(
    job.id,
    () => seq,
    () => void read(),
  );
  const forget = feed.onStop(close);
  const keepAlive = setInterval(() => {
    if (!response.writableNeedDrain) response.write(': \n\n');
    livingKey(store, keyId).then(
      (key) => key ?? close(),
      // A store that does not answer now is asked again with the next one.
      () => undefined,
    );
  }, keepAliveMs);
  response.on('close', close);
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  });
  response.write('retry: 1000\n\n');
  void read();
}

/** The body of an event, as streams and pages of JSON have it. */
export function eventBody(event: EventRow): { id: number; at: string; kind: string; data: unknown } {
  return { id: event.seq, at: new Date(event.at).toISOString(), kind: event.kind, data: JSON.parse(event.data) };
}

function frame(event: EventRow): string {
  return `id: ${event.seq}\nevent: ${event.kind}\ndata: ${JSON.stringify(eventBody(event))}\n\n`;
}
