/** `docsgen serve <outdir>` as a process of its own, the way an operator starts it. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { repository } from '../../harness/cli.ts';

export interface ServeProcess {
  /** `http://127.0.0.1:<port>`. */
  readonly origin: string;
  /** Everything on standard output and error so far. */
  said(): string;
  /** Resident memory now and at its highest, MiB. */
  memory(): { readonly now: number; readonly peak: number };
  openFiles(): number;
  /** Its exit code. */
  stop(): Promise<number | null>;
}

export async function startServe(out: string, folder: string, environment: Readonly<Record<string, string>> = {}): Promise<ServeProcess> {
  const args = ['serve', out, '--port', '0', '--no-log', '--data', join(folder, 'data'), '--cache-dir', join(folder, 'store')];
  const child = spawn(process.execPath, [join(repository, 'bin/docsgen.js'), ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', ...environment },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part: string) => (text += part));
  const ended = new Promise<number | null>((done) => child.once('close', (code) => done(code)));
  let origin: string | undefined;
  while (origin === undefined) {
    await wait(20);
    origin = / at (http:\/\/\S+)/.exec(text)?.[1];
    if (origin === undefined && child.exitCode !== null) throw new Error(`docsgen serve did not start: ${text}`);
  }
  const status = (name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  return {
    origin,
    said: () => text,
    memory: () => ({ now: status('VmRSS'), peak: status('VmHWM') }),
    openFiles: () => readdirSync(`/proc/${child.pid}/fd`).length,
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
