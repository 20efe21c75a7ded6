/** `docsgen dev`: serves a site locally and updates it as you edit the project. */
import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { LiveSite } from '../../project/live/live-site.ts';
import { cannotListen, openToNetwork, portInUse, watchLimit } from './errors.ts';
import { type Listening, listen } from './listen.ts';
import { ReloadChannel } from './reload-channel.ts';
import { type ReportedChange, ReportedDiagnostics } from './reported-diagnostics.ts';
import { RequestHandler } from './request-handler.ts';
import { Views } from './views.ts';
import { type ProjectChanges, ProjectWatcher } from './watch-project.ts';

/** Only `dir` is required. */
export interface DevServerOptions {
  /** The folder that contains docs.json. */
  readonly dir: string;
  /** The first port to try; 0 = any free port. Default 3000. */
  readonly port?: number;
  /** Fail instead of trying other ports. */
  readonly strictPort?: boolean;
  /** Address to listen on; loopback only by default. */
  readonly host?: string;
  /** Additional host names allowed in the `Host` header. */
  readonly allowedHosts?: readonly string[];
  /** URL prefix such as `/docs`. */
  readonly base?: string;
  readonly useCache?: boolean;
  readonly cacheDir?: string | undefined;
  /** Hosts from which API descriptions may be fetched, in addition to those in docs.json. */
  readonly allowRemote?: readonly string[];
  /** Load the plugins that docs.json names: code that runs in Node.js. Default true. */
  readonly usePlugins?: boolean | undefined;
  /** Origins on private networks that playgrounds may reach through the server, in addition to loopback servers in API descriptions. */
  readonly proxyAllowPrivate?: readonly string[];
  /** Command that opens a source file in the user's editor. */
  readonly editor?: string | undefined;
  /** Receives events for the terminal while the server runs, but none for individual requests. */
  readonly onEvent?: (event: DevEvent) => void;
}

/** `files` are project paths; `ms` is the time until open pages were notified. If `isCurrent` is false, the pages show the last version that docsgen could read. */
export type DevEvent =
  /** The diagnostics changed. */
  | ({ readonly kind: 'diagnostics' } & ReportedChange)
  | { readonly kind: 'changed'; readonly files: readonly string[]; readonly ms: number; readonly isCurrent: boolean }
  /** All pages have been compiled. */
  | { readonly kind: 'compiled'; readonly pages: number }
  /** All checks since the last change have run, and open pages have their results. */
  | { readonly kind: 'checked' };

/** A running server. */
export interface DevServer {
  /** For example, `http://localhost:3000/docs`: includes the base path. */
  readonly url: string;
  readonly port: number;
  /** Set when a different port was requested. */
  readonly requestedPort?: number;
  /** Resolves when everything is closed, including watchers and processes. */
  close(): Promise<void>;
}

/** `server` is undefined if the server could not listen. In this case, the first diagnostic states the reason. */
export interface DevServerResult {
  readonly server?: DevServer;
  readonly diagnostics: readonly Diagnostic[];
}

/** How many further ports docsgen tries. */
const maxFurtherPorts = 50;
/** How long background work waits for the first page. */
const backgroundDelayMs = 300;
/** How long the project must be unchanged before docsgen checks the whole site. */
const checkDebounceMs = 700;
/** Minimum interval between progress updates to open pages. */
const progressMs = 400;

/** Starts the server. It accepts requests immediately; the project is read and pages are compiled on demand. */
export async function startDevServer(options: DevServerOptions): Promise<DevServerResult> {
  const { port: requested = 3000, host, strictPort = false } = options;
  const session = new DevSession(options);
  let listening: Listening;
  try {
    listening = await listen({
      port: requested,
      host,
      tries: strictPort ? 0 : maxFurtherPorts,
      onRequest: (request, response) => void session.handler.handle(request, response),
      onUpgrade: (request, socket) => session.handler.upgrade(request, socket),
    });
  } catch (error) {
    await session.close();
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    return { diagnostics: [code === 'EADDRINUSE' ? portInUse(requested) : cannotListen(host ?? 'localhost', code)] };
  }
  const { port } = listening;
  session.start(port);
  const server: DevServer = {
    url: `http://${host === undefined || host === '0.0.0.0' || host === '::' ? 'localhost' : urlHost(host)}:${port}${options.base ?? ''}`,
    port,
    ...(requested !== 0 && port !== requested && { requestedPort: requested }),
    close: async () => {
      await session.close();
      await listening.close();
    },
  };
  return { server, diagnostics: host === undefined ? [] : [openToNetwork(host)] };
}

function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** Files that cannot be examined (symbolic link loops, missing permissions) are reported when they are read. */
function isEmptyFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.size === 0;
  } catch {
    return false;
  }
}

/** Reports an internal error in background work as a warning. The next change starts the work again. */
function inBackground(work: Promise<void>): void {
  work.catch(warn);
}

function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error));
}

/** One run of the server: the site, the open pages, and the diagnostics that the terminal shows. */
class DevSession {
  readonly handler: RequestHandler;
  readonly #options: DevServerOptions;
  readonly #live: LiveSite;
  readonly #channel: ReloadChannel;
  readonly #views: Views;
  #watcher: { close(): Promise<void> } | undefined;
  #checkTimer: NodeJS.Timeout | undefined;
  #progressSentAt = 0;
  #port: number | undefined;
  readonly #reported = new ReportedDiagnostics();
  #isClosed = false;

  constructor(options: DevServerOptions) {
    const {
      dir,
      base = '',
      useCache,
      cacheDir,
      allowRemote = [],
      usePlugins,
      host,
      allowedHosts = [],
      editor,
      proxyAllowPrivate = [],
    } = options;
    this.#options = options;
    this.#live = new LiveSite({
      dir,
      base,
      cacheDir,
      allowRemote,
      usePlugins,
      ...(useCache !== undefined && { useCache }),
      onProgress: () => this.#onProgress(),
    });
    const token = randomBytes(24).toString('base64url');
    const views = new Views(this.#live, base, token);
    this.#views = views;
    this.#channel = new ReloadChannel((path) => views.state(path));
    this.handler = new RequestHandler({
      dir,
      base,
      token,
      live: this.#live,
      views,
      channel: this.#channel,
      allowedHosts: host === undefined ? allowedHosts : [...allowedHosts, host.toLowerCase()],
      anyAddress: host !== undefined,
      editor,
      allowPrivate: proxyAllowPrivate,
      ports: () => (this.#port === undefined ? [] : [this.#port]),
    });
  }

  /** Delays background work, so that the first page, which the browser requests now, compiles first. */
  start(port: number): void {
    this.#port = port;
    setTimeout(() => inBackground(this.#begin()), backgroundDelayMs).unref();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#checkTimer);
    this.#channel.close();
    await this.#watcher?.close();
    await this.#live.close();
  }

  async #begin(): Promise<void> {
    if (this.#isClosed) return;
    await this.#live.open();
    if (this.#isClosed) return;
    this.#watcher = new ProjectWatcher({
      dir: this.#options.dir,
      onChanges: (changes) => this.#onChanges(changes).catch(warn),
      onPolling: (reason) => this.#options.onEvent?.({ kind: 'diagnostics', found: [watchLimit(reason)], fixed: 0, left: 0, notices: 0 }),
    });
    this.#compilePages();
  }

  async #onChanges({ contents: changedFiles, structure }: ProjectChanges): Promise<void> {
    const start = performance.now();
    await this.#untilWritten(changedFiles);
    const { change } = await this.#live.refresh(changedFiles, structure);
    if (change === 'nothing' || this.#isClosed) return;
    this.#views.markWritten(changedFiles);
    await this.#channel.notify();
    this.#options.onEvent?.({ kind: 'changed', files: changedFiles, ms: performance.now() - start, isCurrent: this.#live.isCurrent });
    this.#compilePages();
  }

  /** Some editors truncate a file before they write it. */
  async #untilWritten(paths: readonly string[]): Promise<void> {
    for (let attempt = 0; attempt < 5; attempt++) {
      if (!paths.some((path) => isEmptyFile(join(this.#options.dir, path)))) return;
      await delay(30);
    }
  }

  #compilePages(): void {
    inBackground(
      this.#live.work().then(async () => {
        if (this.#isClosed) return;
        await this.#channel.notify();
        this.#report(this.#reported.compiled(this.#live.diagnostics, this.#live.isCurrent));
        this.#options.onEvent?.({ kind: 'compiled', pages: this.#live.site?.pages.length ?? 0 });
        clearTimeout(this.#checkTimer);
        this.#checkTimer = setTimeout(() => inBackground(this.#check()), checkDebounceMs);
        this.#checkTimer.unref();
      }),
    );
  }

  async #check(): Promise<void> {
    await this.#live.check();
    const { checked } = this.#live;
    if (this.#isClosed || checked === undefined) return;
    await this.#channel.notify();
    this.#report(this.#reported.checked(checked.all));
    this.#options.onEvent?.({ kind: 'checked' });
  }

  #onProgress(): void {
    const now = performance.now();
    if (now - this.#progressSentAt < progressMs || this.#isClosed) return;
    this.#progressSentAt = now;
    inBackground(this.#channel.notify());
  }

  /** Reports new and fixed diagnostics to the terminal. */
  #report(change: ReportedChange): void {
    if (change.found.length > 0 || change.fixed > 0 || change.notices > 0) this.#options.onEvent?.({ kind: 'diagnostics', ...change });
  }
}
