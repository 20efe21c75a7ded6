/** A project, built and served in this process on a free port, with readers who sign in over HTTP as browsers do. */
import { cpSync, writeFileSync } from 'node:fs';
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { basename, join } from 'node:path';
import { openAuth } from '../../../src/apps/serve/sign-in/auth-options.ts';
import { passwordHash } from '../../../src/apps/serve/sign-in/password.ts';
import { type SiteServer, startSite } from '../../../src/apps/serve/start-site.ts';
import { privateSuffix } from '../../../src/shared/site/site-record.ts';
import { type Files, removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';
import { runWarm } from '../../harness/warm-cli.ts';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface ServedProject {
  readonly folder: string;
  readonly out: string;
  readonly server: SiteServer;
  /** Lines of the log. */
  readonly log: string[];
  /** Milliseconds that the clock of the sessions is ahead. */
  readonly clock: { ahead: number /** Stands still at this time while it is set. */; frozen?: number | undefined };
  /** `target` goes over the wire as it is. */
  ask(target: string, options?: Ask): Promise<Answer>;
  /** Sends the form of the sign-in page; the answer, and the cookie that it set. */
  signIn(
    fields: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer & { readonly cookie: string }>;
  /** Writes these files and builds again. */
  rebuild(files: Files): Promise<void>;
  close(): Promise<void>;
}

const sessionSecret = 'a-secret-of-tests-0123456789-abcdefghij';
export const password = 'correct horse battery';

export interface ServedOptions {
  /** Name → groups. */
  readonly users?: Readonly<Record<string, readonly string[]>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly port?: number;
  /** `/docs`. */
  readonly base?: string;
  /** PostgreSQL for the sessions. */
  readonly databaseUrl?: string;
  /** Proxies in front. */
  readonly trustedProxies?: readonly string[];
  readonly idleMs?: number;
  readonly routesLanguages?: boolean;
  /** A folder where these files were built by `builtSite`: they are not built again. */
  readonly built?: string;
}

/** `project` in a folder becomes `site` beside it. */
async function buildInto(folder: string, base = ''): Promise<void> {
  const args = ['build', join(folder, 'project'), '--out', join(folder, 'site'), '--cache-dir', join(folder, 'cache')];
  if (base !== '') args.push('--base', base);
  const { exit, stderr, stdout } = await runWarm(args, { cwd: folder });
  if (exit !== 0) throw new Error(stderr + stdout);
}

const builtSites = new Map<string, Promise<string>>();

/** The folder where these files of a site with sign-in are built, once for all who ask, until `removeBuiltSites`. */
export function builtSite(files: Files): Promise<string> {
  const key = JSON.stringify(files);
  let site = builtSites.get(key);
  if (site === undefined) {
    const folder = temporaryFolder('served-once');
    writeProject(join(folder, 'project'), files);
    site = buildInto(folder).then(() => folder);
    builtSites.set(key, site);
  }
  return site;
}

export async function removeBuiltSites(): Promise<void> {
  for (const folder of await Promise.all(builtSites.values())) removeFolder(folder);
  builtSites.clear();
}

export async function serveProject(
  files: Files,
  { users = {}, environment = {}, port = 0, idleMs, routesLanguages, built, base, databaseUrl, trustedProxies = [] }: ServedOptions = {},
): Promise<ServedProject> {
  const folder = temporaryFolder('serve');
  const [project, out] = [join(folder, 'project'), join(folder, 'site')];
  const hashed = passwordHash(password);
  const list = Object.entries(users).map(([name, groups]) => ({ name, password: hashed, groups }));
  writeFileSync(join(folder, 'users.json'), JSON.stringify(list));
  const clock: ServedProject['clock'] = { ahead: 0 };
  const log: string[] = [];
  const env = {
    DOCSGEN_SESSION_SECRET: sessionSecret,
    DOCSGEN_PASSWORD: password,
    DOCSGEN_USERS_FILE: join(folder, 'users.json'),
    ...environment,
  };
  const build = async (more: Files) => {
    writeProject(project, more);
    await buildInto(folder, base);
  };
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  try {
    if (built === undefined) await build(files);
    else for (const part of [out, out + privateSuffix]) cpSync(join(built, basename(part)), part, { recursive: true });
    const server = await startSite({
      outDir: out,
      host: '127.0.0.1',
      port,
      cacheDir: join(folder, 'store'),
      trustedProxies,
      logsRequests: true,
      routesLanguages,
      ...(idleMs !== undefined && { idleMs }),
      write: (text) => log.push(...text.split('\n').filter(Boolean)),
      environment: env,
      // A test says when to look.
      pollMs: 3_600_000,
      openAuth: (version, house) =>
        openAuth(version, house, {
          environment: env,
          dataFolder: join(folder, 'data'),
          trustedProxies,
          databaseUrl,
          now: () => (clock.frozen ?? Date.now()) + clock.ahead,
        }),
    });
    const listens = new URL(server.url);
    const ask = (target: string, { method = 'GET', headers = {}, body }: Ask = {}) =>
      new Promise<Answer>((done, fail) => {
        const sent = httpRequest({ host: listens.hostname, port: listens.port, path: target, method, headers, agent }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () =>
            done({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks).toString('latin1') }),
          );
        });
        sent.on('error', fail);
        sent.end(body);
      });
    return {
      folder,
      out,
      server,
      log,
      clock,
      ask,
      async signIn(fields, headers = {}) {
        const answer = await ask('/_docsgen/login', {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
          body: new URLSearchParams(fields).toString(),
        });
        return { ...answer, cookie: cookieOf(answer) };
      },
      async rebuild(more) {
        await build(more);
        await server.check();
      },
      async close() {
        agent.destroy();
        await server.stop();
        removeFolder(folder);
      },
    };
  } catch (error) {
    agent.destroy();
    removeFolder(folder);
    throw error;
  }
}

/** `name=value` of the session cookie that an answer sets; empty without one. */
export function cookieOf({ headers }: Answer): string {
  const set = headers['set-cookie']?.find((cookie) => /^__Host-docsgen=[^;]/.test(cookie));
  return set?.split(';', 1)[0] ?? '';
}
