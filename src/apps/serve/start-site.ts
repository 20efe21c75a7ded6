/** Starts the HTTP server of a built site. */
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createProxy } from '../../platform/proxy/create-proxy.ts';
import { BlobStore } from './blob-store.ts';
import { ContentCache } from './content-cache.ts';
import { CurrentSite } from './current-site.ts';
import { Metrics } from './metrics.ts';
import { RequestLog } from './request-log.ts';
import { clientAddresses } from './sign-in/client-address.ts';
import { SiteAgents } from './site-agents.ts';
import { type Auth, SiteRequestHandler } from './site-handler.ts';
import { SiteListener } from './site-listener.ts';
import type { SiteVersion } from './site-version.ts';

/** The folder, host, port and log output are required. */
export interface SiteServerOptions {
  /** The output folder of a build. */
  readonly outDir: string;
  readonly host: string;
  /** 0 = any free port. */
  readonly port: number;
  /** The URL at which browsers reach the site; by default the address of the server. */
  readonly publicUrl?: string | undefined;
  /** Addresses and networks of proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies?: readonly string[];
  /** Additional allowed Host names, besides that of `publicUrl` and local ones. */
  readonly allowedHosts?: readonly string[];
  /** Origins on private networks that playgrounds may reach through the server. */
  readonly proxyAllowPrivate?: readonly string[];
  /** Whether `/` redirects to the language that a browser prefers. */
  readonly routesLanguages?: boolean | undefined;
  /** Folder for the server's own copy of the site; the system's temporary folder by default. */
  readonly cacheDir?: string | undefined;
  /** Memory in bytes for recently requested files. */
  readonly memoryBytes?: number;
  /** Whether requests are logged. Events of the site are always logged. */
  readonly logsRequests: boolean;
  readonly write: (text: string) => void;
  /** Version of docsgen, which agents can see. */
  readonly version?: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Timeout in milliseconds for connections without activity, also during a response. */
  readonly idleMs?: number;
  /** Poll interval for new builds in milliseconds. */
  readonly pollMs?: number;
  /** Creates the authentication of a site with sign-in. Throws `AuthConfigError`. */
  readonly openAuth: (version: SiteVersion, host: AuthHost) => Promise<OpenedAuth>;
}

/** What authentication may use of its server. */
export interface AuthHost {
  readonly publicUrl: () => string;
  readonly log: RequestLog;
  readonly metrics: Metrics;
  /** The current version of the site. */
  readonly version: () => SiteVersion;
  readonly store: BlobStore;
}

/** The authentication and the resources that it must close. */
export interface OpenedAuth extends Auth {
  close(): Promise<void>;
}

/** A running server. It runs until `stop` is called. */
export interface SiteServer {
  /** The URL for readers: `publicUrl`, if set. */
  readonly url: string;
  /** Stops within seconds: accepts no new connections and finishes open requests. */
  stop(): Promise<void>;
  /** Checks for a new build now. */
  check(): Promise<void>;
}

const defaultMemoryBytes = 96 * 1024 * 1024;

/** Throws `SiteNotFound`, `AuthConfigError`, and the system error when the port is in use. */
export async function startSite(options: SiteServerOptions): Promise<SiteServer> {
  const log = new RequestLog(options.write);
  const metrics = new Metrics();
  const store = await BlobStore.open(options.cacheDir ? resolve(options.cacheDir) : join(tmpdir(), 'docsgen-serve'));
  let site: CurrentSite | undefined;
  let auth: OpenedAuth | undefined;
  try {
    let publicUrl = options.publicUrl?.replace(/\/+$/, '') ?? '';
    const current = await openCurrentSite(options, store, log, metrics);
    site = current;
    const listensHere = `http://${options.host.includes(':') ? `[${options.host}]` : options.host}`;
    // Authentication needs the URL before the port is known.
    const authHost: AuthHost = { publicUrl: () => publicUrl || listensHere, log, metrics, version: () => current.version, store };
    if (current.version.closed) auth = await options.openAuth(current.version, authHost);
    const agents = new SiteAgents({ current: () => current.version, store, version: options.version ?? '0.0.0' });
    let port: number | undefined;
    const handler = createHandler({ options, site: current, store, auth, agents, publicUrl: () => publicUrl, port: () => port });
    const listener = new SiteListener({ handler, site: current, log, metrics, options });
    port = await listener.listen();
    publicUrl ||= urlOf(options.host, port);
    return {
      url: publicUrl,
      check: () => current.check(),
      stop: async () => {
        await listener.stop();
        await agents.close();
        await current.close();
        await auth?.close();
        await store.close();
        log.flush();
      },
    };
  } catch (error) {
    await site?.close();
    await auth?.close();
    await store.close();
    log.flush();
    throw error;
  }
}

/** Opens the site, and logs its changes. */
async function openCurrentSite(
  { outDir, pollMs }: SiteServerOptions,
  store: BlobStore,
  log: RequestLog,
  metrics: Metrics,
): Promise<CurrentSite> {
  const current = await CurrentSite.open({
    outDir: resolve(outDir),
    store,
    pollMs: pollMs ?? 1_000,
    accept: (version) => refusal(current.version, version),
    onChange: (change) => {
      if ('build' in change) {
        metrics.count('site_takeovers');
        log.event('site', { build: change.build });
      } else log.event('site-problem', { problem: change.problem });
    },
  });
  return current;
}

interface HandlerParts {
  readonly options: SiteServerOptions;
  readonly site: CurrentSite;
  readonly store: BlobStore;
  readonly auth: Auth | undefined;
  readonly agents: SiteAgents;
  /** Empty until the port is known, if the options do not name a URL. */
  readonly publicUrl: () => string;
  readonly port: () => number | undefined;
}

function createHandler({ options, site, store, auth, agents, publicUrl, port }: HandlerParts): SiteRequestHandler {
  const isSecure = publicUrl().startsWith('https:');
  const addressOf = clientAddresses(options.trustedProxies ?? []);
  const publicOrigin = () => URL.parse(publicUrl())?.origin;
  return new SiteRequestHandler({
    site,
    sending: { store, cache: new ContentCache(store, options.memoryBytes ?? defaultMemoryBytes) },
    auth,
    openProxy: (targets) =>
      createProxy({
        addressOf,
        reach: () => {
          const ownPort = port();
          return {
            targets: targets(),
            allowPrivate: options.proxyAllowPrivate ?? [],
            allowNamedLoopback: false,
            ownPorts: ownPort === undefined ? [] : [ownPort],
            ownOrigin: publicOrigin(),
          };
        },
      }),
    addressOf,
    publicOrigin,
    agents,
    routesLanguages: options.routesLanguages,
    ...(isSecure && { headers: ['Strict-Transport-Security', 'max-age=31536000'] }),
  });
}

/** A build with different sign-in settings needs different secrets, so the operator must restart the server. */
function refusal(running: SiteVersion, next: SiteVersion): string | undefined {
  const [before, after] = [running.closed?.auth, next.closed?.auth];
  if (JSON.stringify(before) === JSON.stringify(after)) return undefined;
  return 'the new build has different sign-in settings; the previous build is served until the server is restarted';
}

function urlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
