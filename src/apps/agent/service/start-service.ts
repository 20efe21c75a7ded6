/** Puts the service together: a store, workers, webhooks and the HTTP server, in one process or in several on the same store. */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Runner, RunnerOptions } from '../../../model/agent/run-turn.ts';
import { listProjects } from '../../../platform/store/projects.ts';
import { openStore, type Store } from '../../../platform/store/store.ts';
import { type EventFeed, startEventFeed } from '../http/event-feed.ts';
import type { RefusedChange } from '../http/pages/page-gate.ts';
import { createServer, type RequestEntry } from '../http/server.ts';
import { startWebhooks } from '../jobs/webhooks.ts';
import { patient, startWorker, type Worker } from '../jobs/worker.ts';

/** What the command line says about a service. */
export interface ServiceOptions {
  /** Folder of the embedded store, of workspaces and of caches. */
  readonly dataFolder: string;
  readonly databaseUrl?: string | undefined;
  /** The HTTP side; without it the process only works. */
  readonly listen?: { readonly host: string; readonly port: number } | undefined;
  /** From where a request comes, when proxies stand in front; by default from where it is connected. */
  readonly clientAddress?: ((request: IncomingMessage) => string) | undefined;
  /** Where browsers reach the service from outside; by default where it listens. */
  readonly publicUrl?: string | undefined;
  /** Jobs at work at once in this process; 0 leaves them to others. */
  readonly concurrency: number;
  /** How long a job is left to a worker that gives no sign. */
  readonly leaseMs: number;
  /** How often a turn is tried. */
  readonly attempts: number;
  /** Secrets by the names of their variables. Only the service has them; what it starts gets an environment of its own. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  /** Checks run without a sandbox where this machine has none. */
  readonly allowUnsandboxed?: boolean | undefined;
  /** For the pages of the operator: what is wrong with how the service is run. */
  readonly warning?: string | undefined;
  readonly createRunner: (options: RunnerOptions) => Runner;
  readonly log: (entry: LogEntry) => void;
}

/** One line of the log. Secrets are in none: requests are told by their route, faults by their stack. */
export type LogEntry =
  | ({ readonly event: 'request' } & RequestEntry)
  | {
      readonly event: 'isolation';
      readonly isIsolated: boolean;
      /** Whether jobs run: isolated, or because the operator allows them to run without. */
      readonly isAllowed: boolean;
      readonly words: string;
      readonly user: string;
      readonly tests: Readonly<Record<string, string>>;
    }
  | ({ readonly event: 'refused' } & RefusedChange)
  | { readonly event: 'fault'; readonly error: string }
  | { readonly event: 'note'; readonly words: string };

/** A service that runs. It ends by `stop` alone. */
export interface Service {
  /** Where it listens; empty for a process that only works. */
  readonly url: string;
  /** Ends within some seconds: no new jobs, leases given back, streams closed, store closed. */
  stop(): Promise<void>;
}

/** How long jobs at work get to stop, and open requests to end. */
const stopMs = 8_000;

/** Throws what `openStore` throws, and the error of the system when the port is taken. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { log, listen } = options;
  const report = (error: unknown) =>
    log({ event: 'fault', error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  const store = await openStore(options);
  let feed: EventFeed | undefined;
  let app: FastifyInstance | undefined;
  let worker: Worker | undefined;
  let runner: Runner | undefined;
  let publicUrl = options.publicUrl?.replace(/\/+$/, '') ?? '';
  try {
    if (listen) {
      feed = startEventFeed(store, report);
      app = createServer({
        store,
        feed,
        clientAddress: options.clientAddress ?? (({ socket }) => socket.remoteAddress ?? ''),
        version: options.version,
        dataFolder: options.dataFolder,
        wakeWorkers: () => worker?.wake(),
        // Known as soon as the port is; no request comes before.
        get publicUrl() {
          return publicUrl;
        },
        changes: {
          read: (project, number) => ready(runner).changes.read(project, number),
          merge: (project, number) => ready(runner).changes.merge(project, number),
          close: (project, number) => ready(runner).changes.close(project, number),
        },
        warning: options.warning,
        log: (entry) => log({ event: 'request', ...entry }),
        refused: (entry) => log({ event: 'refused', ...entry }),
        report,
      });
      const address = await app.listen(listen);
      publicUrl ||= address;
    }
    runner = options.createRunner({ publicUrl, environment: options.environment, allowUnsandboxed: options.allowUnsandboxed });
    if (options.concurrency > 0) {
      worker = startWorker({ ...options, store, runner, report });
      void noteAtStart(store, runner, (words) => log({ event: 'note', words })).catch(() => undefined);
    }
  } catch (error) {
    await app?.close();
    await store.close();
    throw error;
  }
  const webhooks =
    options.concurrency > 0
      ? startWebhooks({ store, environment: options.environment, report: patient(report), note: (words) => log({ event: 'note', words }) })
      : undefined;
  let stopping: Promise<void> | undefined;
  const stop = async () => {
    await Promise.all([worker?.stop(stopMs), app?.close(), webhooks?.stop()]);
    await store.close();
  };
  return {
    url: listen ? publicUrl : '',
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

/**
 * Once, not waited for, and given up when the service stops meanwhile: that there is nothing to work on, and tokens that may
 * do more than they need to.
 */
async function noteAtStart(store: Store, { warnings }: Runner, note: (words: string) => void): Promise<void> {
  const projects = await store.read(listProjects);
  if (projects.length === 0)
    note('There is no project yet: docsgen serve projects add makes one. A built site is served by its folder: docsgen serve dist');
  if (warnings) for (const project of projects) for (const words of await warnings(project)) note(`${project.id}: ${words}`);
}

function ready(runner: Runner | undefined): Runner {
  if (!runner) throw new Error('The service is still starting');
  return runner;
}
