/** Sends the events of a job as server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html), no faster than the client reads. */
import type { ServerResponse } from 'node:http';
import { drain } from '../../../platform/http/http-body.ts';
import { eventsAfter, findRecord } from '../../../platform/store/jobs.ts';
import type { EventRow } from '../../../platform/store/tables.ts';
import { findActiveKey } from '../keys/keys.ts';
import type { HandlerContext } from './operation.ts';

const batch = 100;
/** Interval of comment lines, which keep proxies from closing an idle connection. */
const keepAliveMs = 15_000;

/** What a stream needs; `keyId` is the ID of the key that opened it. */
type StreamContext = HandlerContext & { readonly keyId: string };

/**
 * The stream ends when the job has ended and all its events are sent, and when the key that opened it is no longer valid. The key is
 * checked before each batch and at each keep-alive.
 * @param after id of the last event that the client has.
 */
export function streamEvents(
  response: ServerResponse,
  job: { readonly projectId: string; readonly id: string },
  after: number,
  context: StreamContext,
): void {
  new EventStream(response, job, after, context).open();
}

class EventStream {
  readonly #response: ServerResponse;
  readonly #job: { readonly projectId: string; readonly id: string };
  readonly #context: StreamContext;
  /** The last event that was sent. */
  #seq: number;
  #isOpen = true;
  #isReading = false;
  #wantsMore = true;
  /** Undoes what `open` has started. */
  #release: () => void = () => undefined;

  constructor(response: ServerResponse, job: { readonly projectId: string; readonly id: string }, after: number, context: StreamContext) {
    this.#response = response;
    this.#job = job;
    this.#seq = after;
    this.#context = context;
  }

  open(): void {
    const { feed } = this.#context;
    const close = () => this.#close();
    const unfollow = feed.follow(
      this.#job.id,
      () => this.#seq,
      () => void this.#read(),
    );
    const forget = feed.onStop(close);
    const keepAlive = setInterval(() => this.#keepAlive(), keepAliveMs);
    this.#release = () => {
      unfollow();
      forget();
      clearInterval(keepAlive);
    };
    this.#response.on('close', close);
    this.#response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    this.#response.write('retry: 1000\n\n');
    void this.#read();
  }

  #close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#release();
    this.#response.end();
  }

  /** Only one read runs at a time. It waits for the client to drain the response, so nothing is buffered for slow clients. */
  async #read(): Promise<void> {
    this.#wantsMore = true;
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#isOpen && this.#wantsMore) {
        this.#wantsMore = false;
        await this.#sendBatch();
      }
    } catch {
      // The client reconnects with the id of its last event.
      this.#close();
    } finally {
      this.#isReading = false;
    }
  }

  async #sendBatch(): Promise<void> {
    const { store, keyId } = this.#context;
    const job = this.#job;
    if (!(await findActiveKey(store, keyId))) return this.#close();
    const record = await store.read((session) => findRecord(session, job.projectId, job.id));
    const events = await store.read((session) => eventsAfter(session, job.id, this.#seq, batch));
    for (const event of events) {
      if (!this.#isOpen) return;
      this.#seq = event.seq;
      if (!this.#response.write(frame(event))) await drain(this.#response);
    }
    if (events.length === batch) this.#wantsMore = true;
    else if (record?.status !== 'active' && events.length === 0) this.#close();
    else if (record?.status !== 'active') this.#wantsMore = true;
  }

  #keepAlive(): void {
    if (!this.#response.writableNeedDrain) this.#response.write(': \n\n');
    findActiveKey(this.#context.store, this.#context.keyId).then(
      (key) => key ?? this.#close(),
      // An unavailable store is queried again at the next keep-alive.
      () => undefined,
    );
  }
}

/** The JSON of an event, the same in streams and in pages. */
export function eventBody(event: EventRow): { id: number; at: string; kind: string; data: unknown } {
  return { id: event.seq, at: new Date(event.at).toISOString(), kind: event.kind, data: JSON.parse(event.data) };
}

function frame(event: EventRow): string {
  return `id: ${event.seq}\nevent: ${event.kind}\ndata: ${JSON.stringify(eventBody(event))}\n\n`;
}
