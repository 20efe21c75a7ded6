/** The service as a person starts it: the built command line with a project, a key and a process that serves. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { repository as root, runCli } from '../../../harness/cli.ts';
import { type Client, createClient } from './client.ts';

export interface ServedProjectOptions {
  /** Where the data lies, in `data`. */
  readonly folder: string;
  /** Arguments of `serve projects add docs`. */
  readonly project: readonly string[];
  /** More arguments of `serve`. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface ServedProject {
  /** With a key of the project `docs`. */
  readonly client: Client;
  readonly child: ChildProcess;
  readonly url: string;
  /** What the service has written to its error output. */
  readonly log: () => string;
  /** Ends the service; its exit code, or null when a signal ended it. */
  stop(): Promise<number | null>;
}

/** Runs `docsgen serve …` on the data of a folder. */
export const serveCommand = (folder: string, ...args: readonly string[]) =>
  runCli(['serve', ...args, '--data', join(folder, 'data')], { cwd: folder });

/** @throws when a command fails, or the service does not start; with what it said */
export async function serveProject({ folder, project, args = [], env = {} }: ServedProjectOptions): Promise<ServedProject> {
  const added = await serveCommand(folder, 'projects', 'add', 'docs', ...project);
  if (added.exit !== 0) throw new Error(added.stderr);
  const key = (await serveCommand(folder, 'keys', 'create', '--project', 'docs')).stdout.trim();
  const child = spawn(process.execPath, [join(root, 'bin/docsgen.js'), 'serve', '--port', '0', '--data', join(folder, 'data'), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [output, log] = ['', ''];
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const found = /at (http:\S+)/.exec(output)?.[1];
      if (found) resolve(found);
    });
    void ended.then(() => reject(new Error(log)));
  });
  return {
    client: createClient(url, key),
    child,
    url,
    log: () => log,
    stop: () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      return ended;
    },
  };
}

/** A folder for PATH with git and nothing else, so without bubblewrap. */
export function pathWithoutSandbox(folder: string): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  symlinkSync(execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim(), join(bin, 'git'));
  return bin;
}
