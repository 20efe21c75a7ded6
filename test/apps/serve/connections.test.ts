/** What clients do to connections: they leave in the middle, do not read, send too much, and go on afterwards. */
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { docsJson } from '../../harness/project.ts';
import { type ServedProject, serveProject } from './served-project.ts';

let served: ServedProject;
const open: Socket[] = [];
const site = {
  'docs.json': docsJson({ pages: ['index'] }, { docsgen: { auth: { method: 'password' } } }),
  'index.mdx': '---\npublic: true\n---\n\n[Get it](/large.zip)\n',
  'large.zip': 'x'.repeat(20_000_000),
};
beforeAll(async () => {
  served = await serveProject(site);
}, 180_000);
afterAll(() => served?.close());
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});

const port = (to = served) => Number(new URL(to.server.url).port);

function connected(text: string, to = served): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(port(to), '127.0.0.1', () => socket.write(text, () => resolve(socket)));
    open.push(socket.on('error', () => undefined));
  });
}

/** How many connections the server has, this one not counted. */
async function others(to = served): Promise<number> {
  const { body } = await to.ask('/metrics', { headers: { connection: 'close' } });
  return Number(/^docsgen_http_connections (\d+)$/m.exec(body)?.[1]) - 1;
}

test('should answer the next request of a connection after one that was too large', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (text: string) =>
    new Promise<[status: number | undefined, isReused: boolean]>((resolve, reject) => {
      const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
      const sent = request({ host: '127.0.0.1', port: port(), path: '/mcp', method: 'POST', headers, agent }, (response) =>
        response.resume().on('end', () => resolve([response.statusCode, sent.reusedSocket])),
      );
      sent.on('error', reject).end(text);
    });
  const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  expect(await ask(`${list}${' '.repeat(300_000)}`)).toEqual([413, false]);
  expect(await ask(list)).toEqual([200, true]);
  // What is far too large is not read to its end, and costs the connection.
  expect(await ask(`${list}${' '.repeat(8_000_000)}`).catch(({ code }) => [code])).toEqual(expect.not.arrayContaining([200]));
  expect(await ask(list)).toEqual([200, false]);
  agent.destroy();
});

test.each([
  ['TRACE /mcp HTTP/1.1\r\nHost: localhost\r\n', '405'],
  ['GET / HTTP/1.1\r\nHost: localhost\r\nHost: y\r\n', '400'],
])('should refuse %j', async (head, status) => {
  const socket = await connected(`${head}Connection: close\r\n\r\n`);
  const text = await new Promise<string>((resolve) => {
    let said = '';
    socket.on('data', (chunk) => {
      said += chunk;
    });
    socket.on('close', () => resolve(said));
  });
  expect(text.slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
});

test.each(['/_docsgen/login', '/mcp'])('should not log an error when a client disconnects while sending to %s', async (path) => {
  const type = path === '/mcp' ? 'application/json' : 'application/x-www-form-urlencoded';
  const socket = await connected(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}\r\nContent-Length: 100\r\n\r\npassw`);
  const lines = served.log.length;
  await expect.poll(() => others(), { timeout: 30_000 }).toBeGreaterThan(0);
  socket.destroy();
  await expect.poll(() => served.log.slice(lines).some((line) => line.includes(`"path":"${path}"`)), { timeout: 30_000 }).toBe(true);
  expect(served.log.join('\n')).not.toContain('"fault"');
});

// A server of its own: so short a limit ends every connection whose answer takes longer on a slow machine.
test('should end a connection whose reader has stopped to read', async () => {
  const hasty = await serveProject(site, { idleMs: 400 });
  try {
    const socket = await connected('GET /large.zip HTTP/1.1\r\nHost: localhost\r\n\r\n', hasty);
    socket.pause();
    await expect.poll(() => others(hasty).catch(() => undefined), { timeout: 60_000 }).toBe(0);
  } finally {
    await hasty.close();
  }
}, 180_000);
