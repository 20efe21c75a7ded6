/** Starts the service: the store, workers, webhooks and the HTTP server. Several processes may share one store. */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Runner, RunnerOptions } from '../../../model/agent/run-turn.ts';
import { listProjects } from '../../../platform/store/projects.ts';
import { openStore, type Store } from '../../../platform/store/store.ts';
import { type EventFeed, startEventFeed } from '../http/event-feed.ts';
import type { RefusedChange } from '../http/pages/page-auth.ts';
import { createServer, type RequestEntry } from '../http/server.ts';
import type { RepeatedTask } from '../jobs/repeat.ts';
import { startWebhooks } from '../jobs/webhooks.ts';
import { JobWorker, reportUnlessUnavailable } from '../jobs/worker.ts';

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
  const report = (error: unknown) =>
    options.log({ event: 'fault', error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  const service = new RunningService(options, await openStore(options), report);
  await service.start();
  return service;
}

class RunningService implements Service {
  readonly #options: ServiceOptions;
  readonly #store: Store;
  readonly #report: (error: unknown) => void;
  #publicUrl: string;
  #app: FastifyInstance | undefined;
  #runner: Runner | undefined;
  #worker: JobWorker | undefined;
  #webhooks: RepeatedTask | undefined;
  #stopping: Promise<void> | undefined;

  constructor(options: ServiceOptions, store: Store, report: (error: unknown) => void) {
    this.#options = options;
    this.#store = store;
    this.#report = report;
    this.#publicUrl = options.publicUrl?.replace(/\/+$/, '') ?? '';
  }

  get url(): string {
    return this.#options.listen ? this.#publicUrl : '';
  }

  /** Starts all parts. If one fails, closes the store and those that have started. */
  async start(): Promise<void> {
    const { listen, environment, allowUnsandboxed, concurrency } = this.#options;
    try {
      if (listen) {
        this.#app = this.#createApp(startEventFeed(this.#store, this.#report));
        const address = await this.#app.listen(listen);
        this.#publicUrl ||= address;
      }
      this.#runner = this.#options.createRunner({ publicUrl: this.#publicUrl, environment, allowUnsandboxed });
      if (concurrency > 0) this.#startWorker(this.#runner);
    } catch (error) {
      await this.#app?.close();
      await this.#store.close();
      throw error;
    }
    if (concurrency > 0)
      this.#webhooks = startWebhooks({
        store: this.#store,
        environment,
        report: reportUnlessUnavailable(this.#report),
        note: (words) => this.#note(words),
      });
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stopAll();
    return this.#stopping;
  }

  async #stopAll(): Promise<void> {
    await Promise.all([this.#worker?.stop(stopMs), this.#app?.close(), this.#webhooks?.stop()]);
    await this.#store.close();
  }

  #createApp(feed: EventFeed): FastifyInstance {
    const { clientAddress, version, dataFolder, warning, log } = this.#options;
    const publicUrl = () => this.#publicUrl;
    return createServer({
      store: this.#store,
      feed,
      clientAddress: clientAddress ?? (({ socket }) => socket.remoteAddress ?? ''),
      version,
      dataFolder,
      wakeWorkers: () => this.#worker?.wake(),
      // Set as soon as the port is known; no request arrives before.
      get publicUrl() {
        return publicUrl();
      },
      changes: {
        read: (project, number) => this.#ready().changes.read(project, number),
        merge: (project, number, commit) => this.#ready().changes.merge(project, number, commit),
        close: (project, number) => this.#ready().changes.close(project, number),
      },
      warning,
      log: (entry) => log({ event: 'request', ...entry }),
      refused: (entry) => log({ event: 'refused', ...entry }),
      report: this.#report,
    });
  }

  #startWorker(runner: Runner): void {
    this.#worker = new JobWorker({ ...this.#options, store: this.#store, runner, report: this.#report });
    void noteAtStart(this.#store, runner, (words) => this.#note(words)).catch(() => undefined);
  }

  #note(words: string): void {
    this.#options.log({ event: 'note', words });
  }

  #ready(): Runner {
    if (!this.#runner) throw new Error('The service is still starting');
    return this.#runner;
  }
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
