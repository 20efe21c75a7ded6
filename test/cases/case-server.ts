/** The server of a case with requests: `docsgen dev`, or `docsgen serve` over a build of the project; and what it answers. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { passwordHash } from '../../src/apps/serve/sign-in/password.ts';
import type { HostileCase } from './case-format.ts';
import type { Piece } from './format/content.ts';
import type { CaseRequest } from './format/expectation.ts';
import { type CommandOutcome, commandLine } from './run-command.ts';
import { bytesOf } from './write-case-files.ts';

/** The password of every reader, and of a site with one password for all: `{PASSWORD}` in a request. */
export const casePassword = 'correct horse battery';

const clockHook = new URL('steps/clock-hook.mjs', import.meta.url).href;

export interface CaseAnswer {
  /** 0 = the connection was closed without an answer. */
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  /** Everything that came back. */
  readonly whole: string;
}

export interface CaseServer {
  readonly port: number;
  readonly child: ChildProcess;
  output(): string;
  ask(request: CaseRequest): Promise<CaseAnswer>;
  /** Its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface ServerOptions {
  readonly args: readonly string[];
  readonly cwd: string;
  /** For the files of the server: readers, data, cache. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly ulimit?: HostileCase['ulimit'];
  readonly users?: HostileCase['users'];
  /** Its clock can be moved with the file `clock` in the folder. */
  readonly hasClock?: boolean;
}

/** Starts it; or, when it ends before it listens, gives how it ended. */
export async function startCaseServer(options: ServerOptions): Promise<CaseServer | CommandOutcome> {
  const { cwd, folder, users } = options;
  const hash = users && passwordHash(casePassword);
  const list = Object.entries(users ?? {}).map(([name, groups]) => ({ name, password: hash, groups }));
  // Started again, it has the readers that a step has changed.
  if (!existsSync(join(folder, 'users.json'))) writeFileSync(join(folder, 'users.json'), JSON.stringify(list));
  const [command, ...rest] = commandLine(options.args, options.ulimit);
  const start = performance.now();
  const child = spawn(command, rest, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NO_COLOR: '1',
      CI: '1',
      DOCSGEN_SESSION_SECRET: 'a-secret-of-cases-0123456789-abcdefghij',
      DOCSGEN_PASSWORD: casePassword,
      DOCSGEN_USERS_FILE: join(folder, 'users.json'),
      ...(options.hasClock && { NODE_OPTIONS: `--import ${clockHook}`, DOCSGEN_CASE_CLOCK: join(folder, 'clock') }),
      ...options.env,
    },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<number | null>((done) => child.once('close', (code) => done(code)));
  const output = () => `${stdout}\n${stderr}`;
  const port = await new Promise<number>((done) => {
    const look = setInterval(() => {
      const found = Number(/http:\/\/[\w.[\]:-]*?:(\d+)/.exec(output())?.[1] ?? 0);
      const isOver = child.exitCode !== null || child.signalCode !== null || performance.now() - start > 60_000;
      if (found === 0 && !isOver) return;
      clearInterval(look);
      done(found);
    }, 20);
  });
  if (port === 0) {
    const timedOut = child.exitCode === null && child.signalCode === null;
    if (timedOut) child.kill('SIGKILL');
    const exit = await ended;
    const seconds = (performance.now() - start) / 1000;
    return { exit, signal: child.signalCode, stdout, output: output(), seconds, timedOut, megabytes: 0 };
  }
  const cookies = new Map<string, string>();
  const cookieOf = async (name: string) => {
    const known = cookies.get(name);
    if (known) return known;
    const body = new URLSearchParams({ name, password: casePassword }).toString();
    const { headers, status } = await ask({
      method: 'POST',
      path: '/_docsgen/login',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body,
    });
    const cookie = /__Host-docsgen=[^;]+/.exec(headers.get('set-cookie') ?? '')?.[0];
    if (!cookie) throw new Error(`${name} cannot sign in (${status})`);
    cookies.set(name, cookie);
    return cookie;
  };
  const ask = async (request: CaseRequest): Promise<CaseAnswer> => {
    const placed = JSON.parse(
      JSON.stringify(request).replaceAll('{PORT}', String(port)).replaceAll('{PASSWORD}', encodeURIComponent(casePassword)),
    ) as CaseRequest;
    const cookie = placed.as === undefined ? undefined : await cookieOf(placed.as);
    return askPort(port, placed, cookie);
  };
  return {
    port,
    child,
    output,
    ask,
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      const force = setTimeout(() => child.kill('SIGKILL'), 15_000);
      return ended.finally(() => clearTimeout(force));
    },
  };
}

/** Sends one request to a server on 127.0.0.1, on a connection of its own. */
export async function askPort(port: number, request: CaseRequest, cookie?: string): Promise<CaseAnswer> {
  return answerOf(await send(port, request.raw === undefined ? headOf(request, port, cookie) : bytesOf(request.raw)));
}

function headOf({ method = 'GET', path = '/', headers = {}, body }: CaseRequest, port: number, cookie: string | undefined): Buffer {
  const bytes = body === undefined ? undefined : bytesOf(body as Piece);
  const all = Object.entries({
    ...(Object.keys(headers).some((name) => name.toLowerCase() === 'host') ? {} : { Host: `localhost:${port}` }),
    ...headers,
    ...(cookie && { Cookie: cookie }),
    ...(bytes && { 'Content-Length': String(bytes.length) }),
    Connection: 'close',
  });
  const head = `${method} ${path} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  return Buffer.concat([Buffer.from(head), bytes ?? Buffer.alloc(0)]);
}

/** How long nothing may come: before the answer begins, and after that. */
const silence = { first: 30_000, later: 1_000 };

function send(port: number, bytes: Uint8Array): Promise<Buffer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setTimeout(silence.first, () => socket.destroy());
    socket.on('data', (part) => {
      chunks.push(part);
      socket.setTimeout(silence.later);
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(Buffer.concat(chunks)));
  });
}

function answerOf(bytes: Buffer): CaseAnswer {
  const whole = bytes.toString('latin1');
  const end = whole.indexOf('\r\n\r\n');
  const head = end < 0 ? whole : whole.slice(0, end);
  const headers = new Map<string, string>();
  for (const line of head.split('\r\n').slice(1)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    headers.set(name, [headers.get(name), line.slice(colon + 1).trim()].filter((value) => value !== undefined).join(', '));
  }
  let body = end < 0 ? Buffer.alloc(0) : bytes.subarray(end + 4);
  if (/chunked/i.test(headers.get('transfer-encoding') ?? '')) body = withoutChunks(body);
  if (body[0] === 0x1f && body[1] === 0x8b) body = gunzipSync(body);
  return { status: Number(/^HTTP\/1\.\d (\d{3})/.exec(whole)?.[1] ?? 0), headers, body: body.toString('utf8'), whole };
}

function withoutChunks(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const line = bytes.indexOf('\r\n', at);
    const size = Number.parseInt(bytes.toString('latin1', at, line), 16);
    if (line < 0 || !(size > 0)) break;
    parts.push(bytes.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
  return Buffer.concat(parts);
}
