/**
 * The first process inside the sandbox. It writes the files of the command's home, tests whether the command's folder is writable, opens
 * a loopback port that forwards to the model's socket, and runs the command with limits. Arguments: JSON of `Launch`, then the command.
 * It writes its results to file descriptor 3 as lines of JSON (`LaunchReport`). It exits with the status of the command; after a signal,
 * with 128 plus its number.
 */
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { constants } from 'node:os';
import { dirname } from 'node:path';

/** The settings of the launcher. */
export interface Launch {
  /** Path of the model gateway's socket. */
  readonly socket: string;
  readonly port: number;
  /** Memory limit of each process. */
  readonly memoryKiB: number;
  /** File contents by path. */
  readonly files: Readonly<Record<string, string>>;
  /** The file to which the command writes its last message. */
  readonly summary?: string | undefined;
}

/** `writes`: why the folder is not writable, or null. `summary`: the text that the command wrote. */
export type LaunchReport = { readonly writes: string | null } | { readonly summary: string };

const maxSummary = 64 * 1024;

const [given = '{}', ...command] = process.argv.slice(2);
const { socket, port, memoryKiB, files, summary } = JSON.parse(given) as Launch;
const limits = `ulimit -c 0; ulimit -d ${Number(memoryKiB)}; ulimit -n 1024; ulimit -u 1024; ulimit -f 1048576; exec "$@"`;

function report(line: LaunchReport): void {
  writeSync(3, `${JSON.stringify(line)}\n`);
}

/** Why the command cannot create files in its folder; null when it can. */
function writeProblem(): string | null {
  const path = `.docsgen-probe-${process.pid}`;
  try {
    writeFileSync(path, '');
    rmSync(path);
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

function reportSummary(): void {
  if (summary === undefined) return;
  try {
    const file = openSync(summary, 'r');
    const bytes = Buffer.alloc(maxSummary);
    const length = readSync(file, bytes, 0, maxSummary, 0);
    closeSync(file);
    report({ summary: bytes.toString('utf8', 0, length) });
  } catch {
    // The command wrote no summary.
  }
}

for (const [path, text] of Object.entries(files)) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
const problem = writeProblem();
report({ writes: problem });
if (problem !== null) process.exit(126);

const server = createServer((inside) => {
  const outside = connect(socket);
  const end = () => {
    inside.destroy();
    outside.destroy();
  };
  inside.on('error', end).on('close', end);
  outside.on('error', end).on('close', end);
  inside.pipe(outside).pipe(inside);
});
server.listen(port, '127.0.0.1', () => {
  const child = spawn('/bin/sh', ['-c', limits, 'sh', ...command], { stdio: 'inherit' });
  child.on('error', () => process.exit(127));
  child.on('exit', (exit, signal) => {
    reportSummary();
    process.exit(exit ?? 128 + (signal ? constants.signals[signal] : 0));
  });
});
