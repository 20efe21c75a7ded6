/** A PostgreSQL server for tests: Debian's package, installed where we may, with a cluster of its own that is removed afterwards. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

export interface Postgres {
  /** A new, empty database; its address. */
  database(): Promise<string>;
  /** Ends the server as a crash would, and starts it again after `downMs`. Resolves when it is back. */
  crash(downMs: number): Promise<void>;
  stop(): void;
}

const packages = '/usr/lib/postgresql';

/** Undefined, with the reason, where there can be none. */
export async function startPostgres(): Promise<Postgres | { readonly reason: string }> {
  const bin = findPrograms();
  if (typeof bin !== 'string') return bin;
  const isRoot = process.getuid?.() === 0;
  const folder = mkdtempSync(join(tmpdir(), 'docsgen-postgres-'));
  if (isRoot) {
    const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })));
    chownSync(folder, uid ?? 0, gid ?? 0);
  }
  // The server refuses to run as root.
  const as = (program: string, args: readonly string[]) =>
    isRoot ? (['runuser', ['-u', 'postgres', '--', join(bin, program), ...args]] as const) : ([join(bin, program), [...args]] as const);
  const data = join(folder, 'data');
  const port = await freePort();
  const run = (program: string, args: readonly string[]) => {
    const [command, list] = as(program, args);
    execFileSync(command, list, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  };
  run('initdb', ['--auth=trust', '--username=postgres', '--encoding=UTF8', '--no-sync', '--pgdata', data]);
  const control = (...args: readonly string[]) => run('pg_ctl', ['--pgdata', data, '--wait', '--log', join(folder, 'log'), ...args]);
  const start = () => control('start', '--options', `-k ${folder} -p ${port} -c listen_addresses=127.0.0.1 -c max_connections=200`);
  start();
  const address = (name: string) => `postgres://postgres@127.0.0.1:${port}/${name}`;
  let databases = 0;
  return {
    async database() {
      const name = `test_${process.pid}_${++databases}`;
      const client = new pg.Client({ connectionString: address('postgres') });
      await client.connect();
      await client.query(`create database ${name}`);
      await client.end();
      return address(name);
    },
    async crash(downMs) {
      control('stop', '--mode', 'immediate');
      await new Promise((resolve) => setTimeout(resolve, downMs));
      start();
    },
    stop() {
      const [command, list] = as('pg_ctl', ['--pgdata', data, '--mode', 'immediate', 'stop']);
      spawnSync(command, list, { cwd: folder, stdio: 'ignore' });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function findPrograms(): string | { readonly reason: string } {
  const find = () =>
    existsSync(packages)
      ? readdirSync(packages)
          .map(Number)
          .filter((version) => version >= 15)
          .sort((a, b) => b - a)
          .map((version) => join(packages, String(version), 'bin'))
          .find((folder) => existsSync(join(folder, 'initdb')))
      : undefined;
  const found = find();
  if (found) return found;
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    for (const args of [
      ['update', '-qq'],
      ['install', '-y', '-qq', '--no-install-recommends', 'postgresql'],
    ])
      spawnSync('apt-get', args, { stdio: 'ignore', env });
  }
  return find() ?? { reason: 'no PostgreSQL 15 or newer on this machine (Debian: apt-get install postgresql)' };
}

/** A server that only holds a port long enough to learn its number. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))));
    });
  });
}
