/**
 * Runs inside the sandbox and tries what a hostile program would try. Argument: JSON of `ProbeTask`. Prints JSON of `ProbeResults`:
 * what the sandbox kept closed. Whatever it cannot find out counts as open.
 */
import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { createServer, connect as open } from 'node:net';

/** What lies outside, for the probe to try to reach. */
export interface ProbeTask {
  /** A TCP port of 127.0.0.1 on which the parent listens. */
  readonly port: number;
  /** Path of a Unix socket on which the parent listens. */
  readonly socket: string;
  /** A file in the temporary folder of the system that no sandbox shows. */
  readonly hidden: string;
  /** A folder that the sandbox shows and nobody may change. */
  readonly readable: string;
  readonly writable: string;
  /** Kind of namespace → its name outside. */
  readonly namespaces: Readonly<Record<string, string>>;
}

/** True: as it has to be. */
export interface ProbeResults {
  readonly network: boolean;
  readonly files: boolean;
  readonly temporary: boolean;
  readonly processes: boolean;
  readonly environment: boolean;
}

/** Whether nothing answers there. */
function isShut(address: { readonly port: number; readonly host: string } | { readonly path: string }): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = open(address);
    const end = (result: boolean) => {
      socket.destroy();
      resolve(result);
    };
    socket.setTimeout(2_000, () => end(true));
    socket.on('connect', () => end(false)).on('error', () => end(true));
  });
}

/** Whether a port of its own loopback works, as a coding agent needs it to reach its model. */
function hasLoopback(): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.on('error', () => resolve(false));
    server.listen(0, '127.0.0.1', () => {
      server.close();
      resolve(true);
    });
  });
}

function cannotWrite(path: string): boolean {
  try {
    writeFileSync(path, 'probe');
    return false;
  } catch {
    return true;
  }
}

function hasOwn(kind: string, outside: string | undefined): boolean {
  try {
    return outside !== undefined && readlinkSync(`/proc/self/ns/${kind}`) !== outside;
  } catch {
    return false;
  }
}

const { port, socket, hidden, readable, writable, namespaces } = JSON.parse(process.argv[2] ?? '{}') as ProbeTask;

const answers: ProbeResults = {
  network:
    hasOwn('net', namespaces.net) &&
    (await isShut({ port, host: '127.0.0.1' })) &&
    (await isShut({ path: socket })) &&
    (await hasLoopback()),
  files:
    cannotWrite(`${readable}/probe`) &&
    cannotWrite('/usr/docsgen-probe') &&
    !cannotWrite(`${writable}/probe`) &&
    readFileSync(`${readable}/shown`, 'utf8') === 'shown',
  temporary: !existsSync(hidden) && !cannotWrite('/tmp/docsgen-probe'),
  processes: hasOwn('pid', namespaces.pid) && readdirSync('/proc').filter((name) => /^\d+$/.test(name)).length < 20,
  environment: process.env.PROBE_OUTSIDE === undefined,
};
process.stdout.write(JSON.stringify(answers));
