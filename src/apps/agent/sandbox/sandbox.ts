/**
 * bubblewrap: a process that sees a read-only system, its own folders, no network, no other process and none of our environment.
 * Everything started inside ends with its first process.
 */
import { accessSync, constants, existsSync, lstatSync, readlinkSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** What a process gets to see beside the system; all else is not there for it. */
export interface SandboxOptions {
  /** Folders that may be read, at the same path inside. */
  readonly readable: readonly string[];
  readonly writable: readonly string[];
  /** Where the process starts. */
  readonly folder: string;
  /** All of it: nothing is inherited. */
  readonly environment: Readonly<Record<string, string>>;
  /** Files or sockets to show: outside path → inside path. */
  readonly shown?: Readonly<Record<string, string>>;
  /** With the network of this machine, for our own program alone. */
  readonly hasNetwork?: boolean;
}

/** Of the private `/tmp`. */
const temporaryBytes = 256 * 1024 * 1024;

/** What a program needs of `/etc`: certificates, the loader, names of users. Nothing that tells about this machine. */
const system = [
  '/etc/alternatives',
  '/etc/ld.so.cache',
  '/etc/ld.so.conf',
  '/etc/ld.so.conf.d',
  '/etc/ssl',
  '/etc/ca-certificates',
  '/etc/pki',
];

/** What it takes to look up the name of a host. */
const names = ['/etc/resolv.conf', '/etc/hosts', '/etc/nsswitch.conf'];

/** Arguments of `bwrap` before the command. The order matters: later mounts lie over earlier ones. */
export function sandboxArguments(options: SandboxOptions): string[] {
  const apart = options.hasNetwork ? ['--unshare-all', '--share-net'] : ['--unshare-all'];
  const args = [...apart, '--die-with-parent', '--new-session', '--clearenv', '--hostname', 'sandbox', '--ro-bind', '/usr', '/usr'];
  for (const path of ['/bin', '/sbin', '/lib', '/lib32', '/lib64']) {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats?.isSymbolicLink()) args.push('--symlink', readlinkSync(path), path);
    else if (stats) args.push('--ro-bind', path, path);
  }
  const needed = options.hasNetwork ? [...system, ...names] : system;
  for (const path of needed) if (existsSync(path)) args.push('--ro-bind', path, path);
  args.push('--proc', '/proc', '--dev', '/dev', '--size', String(temporaryBytes), '--tmpfs', '/tmp');
  for (const path of options.readable) args.push('--ro-bind', path, path);
  for (const path of options.writable) args.push('--bind', path, path);
  for (const [outside, inside] of Object.entries(options.shown ?? {})) args.push('--ro-bind', outside, inside);
  for (const [name, value] of Object.entries(options.environment)) args.push('--setenv', name, value);
  args.push('--chdir', options.folder, '--');
  return args;
}

/** The `bwrap` that is first on PATH; undefined where there is none. */
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
