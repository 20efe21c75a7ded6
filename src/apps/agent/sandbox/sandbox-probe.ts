/**
 * Runs inside the sandbox and tries what a hostile program would try. Argument: JSON of `ProbeTask`. Prints JSON of `ProbeResults`.
 * A test that cannot be completed counts as failed.
 */
import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { createServer, connect as open } from 'node:net';

/** Resources outside the sandbox that the probe tries to reach. */
export interface ProbeTask {
  /** A TCP port of 127.0.0.1 on which the parent listens. */
  readonly port: number;
  /** Path of a Unix socket on which the parent listens. */
  readonly socket: string;
  /** A file in the temporary folder of the host, which no sandbox shows. */
  readonly hidden: string;
  /** A folder that is read-only in the sandbox. */
  readonly readable: string;
  readonly writable: string;
  /** Namespace IDs outside the sandbox by kind. */
  readonly namespaces: Readonly<Record<string, string>>;
}

/** True means that the sandbox passed the test. */
export interface ProbeResults {
  readonly network: boolean;
  readonly files: boolean;
  readonly temporary: boolean;
  readonly processes: boolean;
  readonly environment: boolean;
}

/** Whether connecting fails. */
function isBlocked(address: { readonly port: number; readonly host: string } | { readonly path: string }): Promise<boolean> {
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

/** Whether the sandbox's own loopback works, which coding agents need to reach the model. */
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

/** Whether the process has no capability, also as root (capabilities(7)). With one, it could change the mounts. */
function hasNoCapability(): boolean {
  const sets = [...readFileSync('/proc/self/status', 'utf8').matchAll(/^Cap(?:Prm|Eff|Amb):\s*([0-9a-f]+)$/gm)];
  return sets.length === 3 && sets.every(([, bits]) => /^0+$/.test(bits ?? ''));
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
    (await isBlocked({ port, host: '127.0.0.1' })) &&
    (await isBlocked({ path: socket })) &&
    (await hasLoopback()),
  files:
    cannotWrite(`${readable}/probe`) &&
    ['/usr', '', '/dev', '/etc'].every((folder) => cannotWrite(`${folder}/docsgen-probe`)) &&
    hasNoCapability() &&
    !cannotWrite(`${writable}/probe`) &&
    readFileSync(`${readable}/shown`, 'utf8') === 'shown',
  temporary: !existsSync(hidden) && !cannotWrite('/tmp/docsgen-probe'),
  processes: hasOwn('pid', namespaces.pid) && readdirSync('/proc').filter((name) => /^\d+$/.test(name)).length < 20,
  environment: process.env.PROBE_OUTSIDE === undefined,
};
process.stdout.write(JSON.stringify(answers));
