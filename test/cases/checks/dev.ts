/** Checks of the area `dev`: floods of connections and of request targets. */
import { connect, type Socket } from 'node:net';
import type { Check } from './check.ts';
import { type StartedServer, startServer } from './started-server.ts';
import { sweep, traversals } from './traversal.ts';

type Play = (server: StartedServer) => Promise<readonly string[]>;

/** Plays on a server of its own, which must still be there at the end. */
const onServer =
  (play: Play): Check =>
  async () => {
    const server = await startServer();
    try {
      return [...(await play(server)), ...(await isAlive(server))];
    } finally {
      await server.close();
    }
  };

export const devChecks: readonly (readonly [string, Check])[] = [
  ['traversal-corpus', onServer(traversalCorpus)],
  ['slow-clients', onServer(slowClients)],
];

async function isAlive(server: StartedServer): Promise<string[]> {
  if (server.child.exitCode !== null) return [`the server ended with ${server.child.exitCode}`];
  const { status, body } = await server.page('/');
  return status === 200 && body.includes('Welcome.') ? [] : [`the site answers ${status}`];
}

async function traversalCorpus(server: StartedServer): Promise<string[]> {
  const start = performance.now();
  const { targets, failures } = await sweep(server, traversals());
  const seconds = (performance.now() - start) / 1000;
  return [
    ...failures,
    ...(targets < 20_000 ? [`only ${targets} targets`] : []),
    ...(seconds > 240 ? [`took ${seconds.toFixed(0)} s`] : []),
  ];
}

async function slowClients(server: StartedServer): Promise<string[]> {
  const sockets = Array.from({ length: 500 }, () => {
    const socket: Socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write('G');
    return socket;
  });
  let open = sockets.length;
  for (const socket of sockets) socket.on('close', () => (open -= 1));
  const timer = setInterval(() => {
    for (const socket of sockets) if (!socket.destroyed) socket.write('E');
  }, 10_000);
  const failures: string[] = [];
  for (let look = 0; look < 5; look++) {
    const { status, ms } = await server.page('/a');
    if (status !== 200 || ms > 2_000) failures.push(`another client: ${status} after ${Math.round(ms)} ms`);
  }
  failures.push(...(await server.until('the end of the slow ones', () => open === 0, 60_000)));
  clearInterval(timer);
  for (const socket of sockets) socket.destroy();
  return failures;
}
