/** `docsgen dev` as a process, the way a user starts it, over a project with canaries around it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { repository } from '../../harness/cli.ts';
import { docsJson, type Files, removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';

/** Stands in every file that must never be served. */
export const canary = 'canary-51c7e2-unserved';

export interface StartedServer {
  readonly project: string;
  readonly port: number;
  readonly child: ChildProcess;
  /** Everything that was printed so far. */
  said(): string;
  /** Body of a page as a browser gets it. */
  page(path: string): Promise<{ readonly status: number; readonly body: string; readonly ms: number }>;
  until(what: string, look: () => Promise<boolean> | boolean, ms?: number): Promise<string[]>;
  close(): Promise<void>;
}

interface StartOptions {
  readonly files?: Files;
  readonly args?: readonly string[];
  /** Command in front of node. */
  readonly before?: readonly string[];
}

const usual: Files = {
  'docs.json': docsJson({ pages: ['index', 'a', 'b'] }),
  'index.mdx': '---\ntitle: Home\n---\n\nWelcome.\n',
  'a.mdx': '# A\n\nFirst.\n',
  'b.mdx': '# B\n',
  '.env': canary,
  '.git/config': canary,
  '.git/HEAD': canary,
  'package.json': `{"name":"${canary}"}`,
  'node_modules/x': canary,
  id_rsa: `-----BEGIN OPENSSH PRIVATE KEY-----\n${canary}\n`,
  'server.key': `-----BEGIN PRIVATE KEY-----\n${canary}\n`,
};

export async function startServer({ files = {}, args = [], before = [] }: StartOptions = {}): Promise<StartedServer> {
  const folder = temporaryFolder('dev-case');
  const project = join(folder, 'work/project');
  writeProject(project, { ...usual, ...files });
  for (const name of ['canary.txt', 'work/canary.txt', 'etc/passwd', 'work/etc/passwd']) writeProject(folder, { [name]: canary });
  const command = [...before, process.execPath, join(repository, 'bin/docsgen.js'), 'dev', '--port', '0', '--no-open', ...args];
  const child = spawn(command[0] as string, command.slice(1), {
    cwd: project,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part: string) => (text += part));
  const isGone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const close = async () => {
    child.kill('SIGTERM');
    await Promise.race([isGone, wait(5_000).then(() => child.kill('SIGKILL'))]);
    removeFolder(folder);
  };
  const end = performance.now() + 30_000;
  let port = 0;
  for (; port === 0; await wait(20)) {
    port = Number(/http:\/\/localhost:(\d+)/.exec(text)?.[1] ?? 0);
    if (port === 0 && (child.exitCode !== null || performance.now() > end)) {
      await close();
      throw new Error(`docsgen dev did not start: ${text}`);
    }
  }
  const started: StartedServer = {
    project,
    port,
    child,
    said: () => text,
    async page(path) {
      const start = performance.now();
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(20_000) });
      const body = await response.text();
      return { status: response.status, body, ms: performance.now() - start };
    },
    async until(what, look, ms = 10_000) {
      const last = performance.now() + ms;
      while (performance.now() < last) {
        if (await look()) return [];
        await wait(20);
      }
      return [`${what} did not happen within ${ms / 1000} s`];
    },
    close,
  };
  return started;
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
