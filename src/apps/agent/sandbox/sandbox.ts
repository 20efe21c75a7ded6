/**
 * Runs processes in bubblewrap with a read-only system, their own folders, and without access to the network, other processes and our
 * environment variables. Everything started inside ends with its first process.
 */
import { accessSync, constants, existsSync, lstatSync, readlinkSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** What a process can see in addition to the system. Everything else does not exist for it. */
export interface SandboxOptions {
  /** Read-only folders, mounted at the same path. */
  readonly readable: readonly string[];
  readonly writable: readonly string[];
  /** Working directory of the process. */
  readonly folder: string;
  /** The complete environment; nothing is inherited. */
  readonly environment: Readonly<Record<string, string>>;
  /** Files or sockets to mount: outside path → inside path. */
  readonly shown?: Readonly<Record<string, string>>;
  /** Whether it may use the network of the host. Only for docsgen itself. */
  readonly hasNetwork?: boolean;
}

/** Size of the private `/tmp`, and of `/dev/shm`. Both count as memory of the host, beyond the limits of the processes. */
const temporaryBytes = 256 * 1024 * 1024;
const sharedMemoryBytes = 64 * 1024 * 1024;

/** What programs need from `/etc`: public certificates, the loader. No private keys, and nothing that identifies the host. */
const system = [
  '/etc/alternatives',
  '/etc/ld.so.cache',
  '/etc/ld.so.conf',
  '/etc/ld.so.conf.d',
  '/etc/ssl/certs',
  '/etc/ssl/cert.pem',
  '/etc/ssl/openssl.cnf',
  '/etc/ca-certificates',
  '/etc/pki/ca-trust',
  '/etc/pki/tls/cert.pem',
  '/etc/pki/tls/certs',
  '/etc/pki/tls/openssl.cnf',
];

/** What name resolution needs. */
const names = ['/etc/resolv.conf', '/etc/hosts', '/etc/nsswitch.conf'];

/** The arguments of `bwrap` before the command. The order matters, because later mounts cover earlier ones. */
export function sandboxArguments(options: SandboxOptions): string[] {
  const apart = options.hasNetwork ? ['--unshare-all', '--share-net'] : ['--unshare-all'];
  // Without `--cap-drop`, root keeps all capabilities inside and could make the read-only mounts writable again.
  const args = [
    ...apart,
    '--cap-drop',
    'ALL',
    '--die-with-parent',
    '--new-session',
    '--clearenv',
    '--hostname',
    'sandbox',
    '--ro-bind',
    '/usr',
    '/usr',
  ];
  for (const path of ['/bin', '/sbin', '/lib', '/lib32', '/lib64']) {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats?.isSymbolicLink()) args.push('--symlink', readlinkSync(path), path);
    else if (stats) args.push('--ro-bind', path, path);
  }
  const needed = options.hasNetwork ? [...system, ...names] : system;
  for (const path of needed) if (existsSync(path)) args.push('--ro-bind', path, path);
  args.push('--proc', '/proc', '--dev', '/dev');
  args.push('--size', String(sharedMemoryBytes), '--tmpfs', '/dev/shm', '--size', String(temporaryBytes), '--tmpfs', '/tmp');
  for (const path of options.readable) args.push('--ro-bind', path, path);
  for (const path of options.writable) args.push('--bind', path, path);
  for (const [outside, inside] of Object.entries(options.shown ?? {})) args.push('--ro-bind', outside, inside);
  // The root and `/dev` are memory without a limit. They become read-only last, because the mounts above create folders in them.
  args.push('--remount-ro', '/', '--remount-ro', '/dev');
  for (const [name, value] of Object.entries(options.environment)) args.push('--setenv', name, value);
  args.push('--chdir', options.folder, '--');
  return args;
}

/** The first `bwrap` on PATH; undefined when there is none. */
export function findBubblewrap(): string | undefined {
  const places = (process.env.PATH ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  return places.map((folder) => join(folder, 'bwrap')).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
