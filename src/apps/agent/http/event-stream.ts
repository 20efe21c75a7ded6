/** Sends the events of a job as server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html), no faster than the client reads. */
import type { ServerResponse } from 'node:http';
import { drain } from '../../../platform/http/http-body.ts';
import { eventsAfter, findRecord } from '../../../platform/store/jobs.ts';
import type { EventRow } from '../../../platform/store/tables.ts';
import { findValidKey } from '../keys/keys.ts';
import type { HandlerContext } from './operation.ts';

const batch = 100;
/** Interval of comment lines, which keep proxies from closing an idle connection. */
const keepAliveMs = 15_000;

/**
 * The stream ends when the job has ended and all its events are sent, and when the key that opened it is no longer valid. The key is
 * checked before each batch and at each keep-alive.
 * @param after id of the last event that the client has.
 */
export function streamEvents(
  response: ServerResponse,
  job: { readonly projectId: string; readonly id: string },
  after: number,
  { store, feed, keyId }: HandlerContext & { readonly keyId: string },
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
  // Only one read runs at a time. It waits for the client to drain the response, so nothing is buffered for slow clients.
  const read = async () => {
    wantsMore = true;
    if (isReading) return;
    isReading = true;
    try {
      while (isOpen && wantsMore) {
        wantsMore = false;
        if (!(await findValidKey(store, keyId))) return close();
        const record = await store.read((session) => findRecord(session, job.projectId, job.id));
        const events = await store.read((session) => eventsAfter(session, job.id, seq, batch));
        for (const event of events) {
          if (!isOpen) return;
          seq = event.seq;
          if (!response.write(frame(event))) await drain(response);
        }
        if (events.length === batch) wantsMore = true;
        else if (record?.status !== 'active' && events.length === 0) close();
        else if (record?.status !== 'active') wantsMore = true;
      }
    } catch {
      // The client reconnects with the id of its last event.
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
    findValidKey(store, keyId).then(
      (key) => key ?? close(),
      // An unavailable store is queried again at the next keep-alive.
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

/** The JSON of an event, the same in streams and in pages. */
export function eventBody(event: EventRow): { id: number; at: string; kind: string; data: unknown } {
  return { id: event.seq, at: new Date(event.at).toISOString(), kind: event.kind, data: JSON.parse(event.data) };
}

function frame(event: EventRow): string {
  return `id: ${event.seq}\nevent: ${event.kind}\ndata: ${JSON.stringify(eventBody(event))}\n\n`;
}
