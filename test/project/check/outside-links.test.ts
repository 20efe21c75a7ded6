/** Questions to other sites, against a server on this machine that misbehaves in the usual ways. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkOutside, type OutsideOptions } from '../../../src/project/check/outside-links.ts';

let server: Server;
let origin: string;
const log: string[] = [];
let open = 0;
let maxOpen = 0;
const flaky = new Map<string, number>();

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url as string;
    log.push(`${request.method} ${path}`);
    open++;
    maxOpen = Math.max(maxOpen, open);
    response.on('close', () => open--);
    const end = (status: number, headers = {}) => setTimeout(() => response.writeHead(status, headers).end(), 5);
    if (path === '/no-head') end(request.method === 'HEAD' ? 405 : 200);
    else if (path === '/gone') end(404);
    else if (path === '/private') end(403);
    else if (path === '/moved') end(301, { location: '/ok' });
    else if (path === '/for-now') end(302, { location: '/ok' });
    else if (path === '/round') end(302, { location: '/round' });
    else if (path === '/flaky') {
      flaky.set(path, (flaky.get(path) ?? 0) + 1);
      end((flaky.get(path) ?? 0) < 3 ? 503 : 200);
    } else if (path === '/broken') end(500);
    else if (path === '/busy') {
      flaky.set(path, (flaky.get(path) ?? 0) + 1);
      end((flaky.get(path) ?? 0) < 3 ? 429 : 200, { 'retry-after': '0' });
    } else if (path === '/rests') end(429, { 'retry-after': '3600' });
    else if (path === '/nowhere') end(302, { location: 'http://[' });
    else if (path === '/to-and-fro') end(301, { location: '/fro-and-to' });
    else if (path === '/fro-and-to') end(301, { location: '/to-and-fro' });
    else if (path === '/endless') {
      if (request.method === 'HEAD') return end(405);
      // A body that would fill any memory, for as long as somebody takes it.
      const piece = Buffer.alloc(65_536);
      const body = new Readable({ read: () => void body.push(piece) });
      body.pipe(response.writeHead(200));
      response.on('close', () => body.destroy());
    } else if (path === '/trickle') request.socket.write('HTTP/1.1 200 OK\r\nx: 1');
    else if (path === '/noise') request.socket.end('\u0000\u0001 not http at all\r\n\r\n');
    else if (path === '/cut') request.socket.destroy();
    else if (path !== '/silent') end(200);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => void server.close(resolve).closeAllConnections()));
beforeEach(() => {
  log.length = 0;
  maxOpen = 0;
  flaky.clear();
});

const ask = async (paths: readonly string[], options: OutsideOptions = {}) =>
  (
    await checkOutside(
      paths.map((path, index) => ({
        url: path.startsWith('/') ? origin + path : path,
        location: { file: 'a.mdx', line: index + 1, column: 1 },
      })),
      { fetch, pauseMs: 1, timeoutMs: 2_000, ...options },
    )
  ).map(({ severity, code, location, message }) => `${severity} ${code} ${location?.line} ${message.replaceAll(origin, '')}`);

test.each<[string, string[]]>([
  ['/ok', []],
  ['/ok#part', []],
  ['/no-head', []],
  ['/for-now', []],
  ['/flaky', []],
  ['/gone', ['warning links/external 1 link to "/gone" is broken: HTTP 404']],
  ['/private', ['notice links/external-unsure 1 "/private" cannot be checked: HTTP 403']],
  ['/moved#part', ['notice links/external-moved 1 "/moved#part" has moved permanently to "/ok#part"']],
  ['/round', ['warning links/external 1 link to "/round" is broken: it redirects more than 10 times']],
  ['/broken', ['notice links/external-unsure 1 "/broken" cannot be checked: HTTP 500']],
  ['/cut', ['notice links/external-unsure 1 "/cut" cannot be checked: the connection failed (UND_ERR_SOCKET)']],
  ['/busy', []],
  ['/nowhere', ['warning links/external 1 link to "/nowhere" is broken: it redirects to an invalid URL']],
  ['/to-and-fro', ['warning links/external 1 link to "/to-and-fro" is broken: it redirects more than 10 times']],
  ['/endless', []],
  ['https://example.com/x', []],
  ['https://{your}.dev/x', []],
  ['http://localhost:3000', []],
])('%s', async (path, expected) => {
  expect(await ask([path])).toEqual(expected);
});

test.each(['/silent', '/trickle'])('should not wait for ever: %s', async (path) => {
  expect(await ask([path], { timeoutMs: 50, retries: 0 })).toEqual([
    `notice links/external-unsure 1 "${path}" cannot be checked: no response in time`,
  ]);
});

test('should say that what answers speaks no HTTP', async () => {
  const [found] = await ask(['/noise'], { retries: 0 });
  expect(found).toMatch(/^notice links\/external-unsure 1 "\/noise" cannot be checked: the connection failed/);
});

test('should leave a server alone that asks for an hour', async () => {
  expect(await ask(['/rests'])).toEqual(['notice links/external-unsure 1 "/rests" cannot be checked: HTTP 429']);
  expect(log).toEqual(['HEAD /rests', 'GET /rests']);
});

test('should say when there is no secure connection', async () => {
  const [found] = await ask([origin.replace('http:', 'https:')], { retries: 0 });
  expect(found).toContain('the TLS connection failed (');
});

test.each(['http://169.254.169.254/latest', 'http://localhost:8080/', 'http://[::1]/', 'http://printer.lan/'])(
  'should not follow a stranger into the own network: %s',
  async (location) => {
    const asked: string[] = [];
    const stranger = (async (url: string | URL | Request) => {
      asked.push(String(url));
      return new Response(null, { status: 302, headers: { location } });
    }) as typeof fetch;
    const kept = globalThis.fetch;
    globalThis.fetch = stranger;
    try {
      const found = await checkOutside([{ url: 'https://a.stranger.dev/', location: { file: 'a.mdx', line: 1, column: 1 } }], {
        retries: 0,
      });
      expect(found.map(({ message }) => message)).toEqual([
        '"https://a.stranger.dev/" cannot be checked: it redirects into a private network',
      ]);
      expect(asked).toEqual(['https://a.stranger.dev/']);
    } finally {
      globalThis.fetch = kept;
    }
  },
);

test('should ask once for many places, HEAD first, and name each of them', async () => {
  expect(await ask(['/gone', '/gone#a', '/no-head'])).toEqual([
    'warning links/external 1 link to "/gone" is broken: HTTP 404',
    'warning links/external 2 link to "/gone#a" is broken: HTTP 404',
  ]);
  expect(log.sort()).toEqual(['GET /gone', 'GET /no-head', 'HEAD /gone', 'HEAD /no-head']);
});

test('should ask one host a few times at once, however many addresses it has', async () => {
  const paths = Array.from({ length: 40 }, (_, index) => `/page-${index}`);
  await ask(paths, { perHost: 3 });
  expect(log).toHaveLength(40);
  expect(maxOpen).toBeLessThanOrEqual(3);
});

test('should remember answers for the hour, but no doubts', async () => {
  const kept = new Map<string, string>();
  const remembered = { get: (key: string) => kept.get(key), set: (key: string, text: string) => void kept.set(key, text) };
  const at = (hours: number) => ({ remembered, retries: 0, now: () => hours * 3_600_000 });
  await ask(['/ok', '/gone', '/broken'], at(1));
  log.length = 0;
  expect(await ask(['/ok', '/gone', '/broken'], at(1.9))).toHaveLength(2);
  expect(log).toEqual(['HEAD /broken', 'GET /broken']);
  log.length = 0;
  await ask(['/ok'], at(2));
  expect(log).toEqual(['HEAD /ok']);
});
