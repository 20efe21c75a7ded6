// The development servers behind previews: one for each project, started on demand.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const startMs = 60_000;
const retryMs = 150;

/** Servers by project folder. Close it at the end. */
export class PreviewServers {
  #servers = new Map();

  /** The origin of the server for a folder; starts it with `command` if there is none. Throws if it does not start. */
  async origin(dir, { command, args, shell = false }) {
    const known = this.#servers.get(dir);
    if (known && known.child.exitCode === null) return known.origin;
    const port = await freePort();
    const child = spawn(command, [...args, 'dev', dir, '--port', String(port), '--strict-port', '--no-open', '--quiet'], {
      stdio: 'ignore',
      shell,
    });
    const failure = new Promise((_, reject) => {
      child.on('error', reject);
      child.on('exit', (code) => reject(new Error(`docsgen dev ended with exit code ${code}`)));
    });
    failure.catch(() => this.#servers.delete(dir));
    const origin = `http://localhost:${port}`;
    this.#servers.set(dir, { origin, child });
    await Promise.race([untilReachable(origin), failure]);
    return origin;
  }

  close() {
    for (const { child } of this.#servers.values()) child.kill();
    this.#servers.clear();
  }
}

async function untilReachable(origin) {
  const end = Date.now() + startMs;
  for (;;) {
    try {
      await fetch(origin, { redirect: 'manual' });
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
      await delay(retryMs);
    }
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
