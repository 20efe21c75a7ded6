/** Starts the service: the store, workers, webhooks and the HTTP server. Several processes may share one store. */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Runner, RunnerOptions } from '../../../model/agent/run-turn.ts';
import { listProjects } from '../../../platform/store/projects.ts';
import { openStore, type Store } from '../../../platform/store/store.ts';
import { type EventFeed, startEventFeed } from '../http/event-feed.ts';
import type { RefusedChange } from '../http/pages/page-auth.ts';
import { createServer, type RequestEntry } from '../http/server.ts';
import { startWebhooks } from '../jobs/webhooks.ts';
import { reportUnlessUnavailable, startWorker, type Worker } from '../jobs/worker.ts';

/** The command-line options of the service. */
export interface ServiceOptions {
  /** Folder of the embedded store, the workspaces and the caches. */
  readonly dataFolder: string;
  readonly databaseUrl?: string | undefined;
  /** Address of the HTTP server; without it the process only runs jobs. */
  readonly listen?: { readonly host: string; readonly port: number } | undefined;
  /** Determines the client's address behind proxies; by default the address of the connection. */
  readonly clientAddress?: ((request: IncomingMessage) => string) | undefined;
  /** The URL at which browsers reach the service; by default the address of the server. */
  readonly publicUrl?: string | undefined;
  /** Maximum number of concurrent jobs in this process; 0 leaves jobs to other processes. */
  readonly concurrency: number;
  /** After this time without a renewal, another worker may take over a job. */
  readonly leaseMs: number;
  /** Maximum number of attempts at a turn. */
  readonly attempts: number;
  /** Environment variables with the secrets. Child processes get their own environment without them. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  /** Whether checks run without a sandbox if the host does not support one. */
  readonly allowUnsandboxed?: boolean | undefined;
  /** Shown on the operator pages: a problem with the configuration of the service. */
  readonly warning?: string | undefined;
  readonly createRunner: (options: RunnerOptions) => Runner;
  readonly log: (entry: LogEntry) => void;
}

/** One line of the log. It contains no secrets: requests are logged by route, errors by stack. */
export type LogEntry =
  | ({ readonly event: 'request' } & RequestEntry)
  | {
      readonly event: 'isolation';
      readonly isIsolated: boolean;
      /** Whether jobs run: isolated, or without isolation because the operator allows it. */
      readonly isAllowed: boolean;
      readonly words: string;
      readonly user: string;
      readonly tests: Readonly<Record<string, string>>;
    }
  | ({ readonly event: 'refused' } & RefusedChange)
  | { readonly event: 'fault'; readonly error: string }
  | { readonly event: 'note'; readonly words: string };

/** A running service. It runs until `stop` is called. */
export interface Service {
  /** URL of the HTTP server; empty for a process that only runs jobs. */
  readonly url: string;
  /** Stops within seconds: takes no new jobs, releases leases, closes streams and the store. */
  stop(): Promise<void>;
}

/** How long running jobs and open requests have to end. */
const stopMs = 8_000;

/** Rejects with the errors of `openStore`, and with the error of the system when the port is in use. */
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
        // Set as soon as the port is known; no request arrives before.
        get publicUrl() {
          return publicUrl;
        },
        changes: {
          read: (project, number) => ready(runner).changes.read(project, number),
          merge: (project, number, commit) => ready(runner).changes.merge(project, number, commit),
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
      ? startWebhooks({
          store,
          environment: options.environment,
          report: reportUnlessUnavailable(report),
          note: (words) => log({ event: 'note', words }),
        })
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
 * Logs notes once, in the background, and stops when the service does: that there are no projects, and tokens that have more
 * permissions than they need.
 */
async function noteAtStart(store: Store, { warnings }: Runner, note: (words: string) => void): Promise<void> {
  const projects = await store.read(listProjects);
  if (projects.length === 0)
    note('There are no projects yet. Add one: docsgen serve projects add. To serve a built site, pass its folder: docsgen serve dist');
  if (warnings) for (const project of projects) for (const warning of await warnings(project)) note(`${project.id}: ${warning}`);
}

function ready(runner: Runner | undefined): Runner {
  if (!runner) throw new Error('The service is still starting');
  return runner;
}
