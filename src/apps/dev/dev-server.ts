/** `docsgen dev`: a site that follows its project while it is written, served to this machine. */
import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { LiveSite } from '../../project/live/live-site.ts';
import { cannotListen, openToNetwork, portInUse, watchLimit } from './errors.ts';
import { type Listening, listen } from './listen.ts';
import { ReloadChannel } from './reload-channel.ts';
import { RequestHandler } from './request-handler.ts';
import { Views } from './views.ts';
import { type ProjectChanges, watchProject } from './watch-project.ts';

/** Only the folder is needed. */
export interface DevServerOptions {
  /** The folder that holds docs.json. */
  readonly dir: string;
  /** The first port to try; 0 = any free one. Default 3000. */
  readonly port?: number;
  /** Only that port will do. */
  readonly strictPort?: boolean;
  /** Address to listen on. Default: loopback only. */
  readonly host?: string;
  /** Further names by which the server may be called. */
  readonly allowedHosts?: readonly string[];
  /** URL prefix such as `/docs`. */
  readonly base?: string;
  readonly useCache?: boolean;
  readonly cacheDir?: string | undefined;
  /** Hosts from which descriptions may be fetched, beside those that docs.json allows. */
  readonly allowRemote?: readonly string[];
  /** Origins on private networks that playgrounds may reach through the server, beside loopback servers that descriptions name. */
  readonly proxyAllowPrivate?: readonly string[];
  /** Command that opens a file. */
  readonly editor?: string | undefined;
  /** What the terminal tells. Called while the server runs, never for single requests. */
  readonly onEvent?: (event: DevEvent) => void;
}

/** `files` are project paths, `ms` until open pages were told; without `isCurrent` they show what could be read last. */
export type DevEvent =
  /** Findings that are new, and how many have been mended since. */
  | { readonly kind: 'findings'; readonly found: readonly Diagnostic[]; readonly fixed: number; readonly left: number }
  | { readonly kind: 'changed'; readonly files: readonly string[]; readonly ms: number; readonly isCurrent: boolean }
  /** Every page is compiled. */
  | { readonly kind: 'compiled'; readonly pages: number }
  /** All checks were run since the last change: open pages know what they say. */
  | { readonly kind: 'checked' };

/** Runs until it is closed. */
export interface DevServer {
  /** `http://localhost:3000`, with the base. */
  readonly url: string;
  readonly port: number;
  /** When another port was asked for. */
  readonly wantedPort?: number;
  /** Resolves when nothing is open any more, watches and processes included. */
  close(): Promise<void>;
}

/** `server` is missing when no port could be had: then the first diagnostic says why. */
export interface DevServerResult {
  readonly server?: DevServer;
  readonly diagnostics: readonly Diagnostic[];
}

/** How many ports after the first are tried. */
const portTries = 50;
/** How long everything else waits for the first page. */
const headStartMs = 300;
/** How long nothing must have been saved before the whole site is checked. */
const settledMs = 700;
/** How often open pages hear how far the background is. */
const progressMs = 400;

/** Starts the server. It answers at once; the project is read and pages are compiled when they are asked for. */
export async function startDevServer(options: DevServerOptions): Promise<DevServerResult> {
  const { port: wanted = 3000, host, strictPort = false } = options;
  const session = new DevSession(options);
  let listening: Listening;
  try {
    listening = await listen({
      port: wanted,
      host,
      tries: strictPort ? 0 : portTries,
      onRequest: (request, response) => void session.desk.answer(request, response),
      onUpgrade: (request, stream) => session.desk.upgrade(request, stream),
    });
  } catch (error) {
    await session.close();
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    return { diagnostics: [code === 'EADDRINUSE' ? portInUse(wanted) : cannotListen(host ?? 'localhost', code)] };
  }
  const { port } = listening;
  session.start(port);
  const server: DevServer = {
    url: `http://${host === undefined || host === '0.0.0.0' || host === '::' ? 'localhost' : urlHost(host)}:${port}${options.base ?? ''}`,
    port,
    ...(wanted !== 0 && port !== wanted && { wantedPort: wanted }),
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

/** What cannot be looked at (a link to itself, a closed folder) is for the next reading to tell. */
function isEmptyFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.size === 0;
  } catch {
    return false;
  }
}

/** A fault of ours in the background is said, and costs nothing else: the next change tries again. */
function goOn(work: Promise<void>): void {
  work.catch(warn);
}

function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error));
}

/** One run of the server: the site, who looks at it, and what was said in the terminal. */
class DevSession {
  readonly desk: RequestHandler;
  readonly #options: DevServerOptions;
  readonly #live: LiveSite;
  readonly #channel: ReloadChannel;
  readonly #views: Views;
  #watcher: { close(): Promise<void> } | undefined;
  #settling: NodeJS.Timeout | undefined;
  #reportedAt = 0;
  #port: number | undefined;
  /** Findings that were told, by what they say. */
  #reported = new Map<string, Diagnostic>();
  #isClosed = false;

  constructor(options: DevServerOptions) {
    const { dir, base = '', useCache, cacheDir, allowRemote = [], host, allowedHosts = [], editor, proxyAllowPrivate = [] } = options;
    this.#options = options;
    this.#live = new LiveSite({
      dir,
      base,
      cacheDir,
      allowRemote,
      ...(useCache !== undefined && { useCache }),
      onProgress: () => this.#onProgress(),
    });
    const token = randomBytes(24).toString('base64url');
    const views = new Views(this.#live, base, token);
    this.#views = views;
    this.#channel = new ReloadChannel((path) => views.state(path));
    this.desk = new RequestHandler({
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

  /** The first page is asked for in this moment, and goes first. */
  start(port: number): void {
    this.#port = port;
    setTimeout(() => goOn(this.#begin()), headStartMs).unref();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#settling);
    this.#channel.close();
    await this.#watcher?.close();
    await this.#live.close();
  }

  async #begin(): Promise<void> {
    if (this.#isClosed) return;
    await this.#live.open();
    if (this.#isClosed) return;
    this.#watcher = watchProject({
      dir: this.#options.dir,
      onChanges: (changes) => this.#onChanges(changes).catch(warn),
      onPolling: (reason) => this.#tellFindings([watchLimit(reason)]),
    });
    this.#work();
  }

  async #onChanges({ contents, structure }: ProjectChanges): Promise<void> {
    const start = performance.now();
    await this.#untilWritten(contents);
    if ((await this.#live.refresh(contents, structure)) === 'nothing' || this.#isClosed) return;
    this.#views.noteWritten(contents);
    await this.#channel.tell();
    this.#options.onEvent?.({ kind: 'changed', files: contents, ms: performance.now() - start, isCurrent: this.#live.isCurrent });
    this.#work();
  }

  /** Some editors empty a file before they write it. */
  async #untilWritten(paths: readonly string[]): Promise<void> {
    for (let looks = 0; looks < 5; looks++) {
      if (!paths.some((path) => isEmptyFile(join(this.#options.dir, path)))) return;
      await delay(30);
    }
  }

  #work(): void {
    goOn(
      this.#live.work().then(async () => {
        if (this.#isClosed) return;
        await this.#channel.tell();
        this.#report();
        this.#options.onEvent?.({ kind: 'compiled', pages: this.#live.site?.pages.length ?? 0 });
        clearTimeout(this.#settling);
        this.#settling = setTimeout(() => goOn(this.#check()), settledMs);
        this.#settling.unref();
      }),
    );
  }

  async #check(): Promise<void> {
    await this.#live.check();
    if (this.#isClosed || this.#live.checked === undefined) return;
    await this.#channel.tell();
    this.#options.onEvent?.({ kind: 'checked' });
  }

  #onProgress(): void {
    const now = performance.now();
    if (now - this.#reportedAt < progressMs || this.#isClosed) return;
    this.#reportedAt = now;
    goOn(this.#channel.tell());
  }

  /** Tells the terminal what is new, and what is no more. */
  #report(): void {
    const now = new Map(this.#live.diagnostics.map((found) => [JSON.stringify(found), found]));
    // What cannot be read is not looked at: only its own errors can be mended meanwhile.
    if (!this.#live.isCurrent) for (const [key, found] of this.#reported) if (found.severity !== 'error') now.set(key, found);
    const found = [...now].filter(([key]) => !this.#reported.has(key)).map(([, diagnostic]) => diagnostic);
    const fixed = [...this.#reported.keys()].filter((key) => !now.has(key)).length;
    this.#reported = now;
    if (found.length > 0 || fixed > 0) this.#tellFindings(found, fixed, now.size);
  }

  #tellFindings(found: readonly Diagnostic[], fixed = 0, left = this.#reported.size): void {
    this.#options.onEvent?.({ kind: 'findings', found, fixed, left });
  }
}
