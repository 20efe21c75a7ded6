/**
 * The first process inside the sandbox: writes the files of the command's home, tries to write in the folder of the command, opens a
 * port on its own loopback that leads to the model's socket, then runs the command with limits. Argument: JSON of `Launch`, then the
 * command. What it found goes to file descriptor 3 as lines of JSON (`LaunchReport`). Ends as the command ends; a signal ends it with
 * 128 and its number.
 */
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { constants } from 'node:os';
import { dirname } from 'node:path';

/** What the launcher is told. */
export interface Launch {
  /** Of the model's gateway. */
  readonly socket: string;
  readonly port: number;
  /** Of each process. */
  readonly memoryKiB: number;
  /** Path → text. */
  readonly files: Readonly<Record<string, string>>;
  /** A file that the command leaves its last message in. */
  readonly summary?: string | undefined;
}

/** `writes`: why the folder cannot be written, or null. `summary`: the text that the command left. */
export type LaunchReport = { readonly writes: string | null } | { readonly summary: string };

const maxSummary = 64 * 1024;

const [given = '{}', ...command] = process.argv.slice(2);
const { socket, port, memoryKiB, files, summary } = JSON.parse(given) as Launch;
const limits = `ulimit -c 0; ulimit -d ${Number(memoryKiB)}; ulimit -n 1024; ulimit -u 1024; ulimit -f 1048576; exec "$@"`;

function report(line: LaunchReport): void {
  writeSync(3, `${JSON.stringify(line)}\n`);
}

/** Why a new file cannot be made in the folder that the command starts in; null when it can. */
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
    // It left none.
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
