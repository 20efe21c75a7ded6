import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Served, sendRaw, serve, tokenIn } from './served.ts';

let served: Served;
let token: string;
beforeAll(async () => {
  served = await serve(
    { 'index.mdx': 'Home', '.env': 'SECRET', 'box.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>', 'clip.mp4': '0123456789' },
    { pages: ['index', 'listed'] },
  );
  token = tokenIn(await served.text('/'));
});
afterAll(() => served.close());

const get = (target: string, headers = '') =>
  sendRaw(served.port, `GET ${target} HTTP/1.1\r\nHost: localhost:${served.port}\r\nConnection: close\r\n${headers}\r\n`);
const status = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0);

describe('hosts', () => {
  test.each([
    ['localhost', 200],
    ['127.0.0.1', 200],
    ['[::1]', 200],
    ['foo.localhost', 200],
    ['LOCALHOST', 200],
    ['evil.example', 403],
    ['localhost.evil.example', 403],
    ['192.168.0.7', 403],
    ['localhost@evil.example', 400],
    ['localhost, evil', 400],
    ['', 400],
  ])('%s → %i', async (host, expected) => {
    const answer = await sendRaw(served.port, `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(status(answer)).toBe(expected);
    expect(answer.toLowerCase()).not.toContain('access-control-');
    if (expected === 403) expect(answer).toContain(`Host not allowed: ${host}. Add it with --allowed-host`);
  });

  test.each([
    ['two Host headers', 'GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\nConnection: close\r\n\r\n'],
    ['no Host header', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['a whole URL of another host', 'GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'],
  ])('%s', async (_, request) => {
    expect([400, 403]).toContain(status(await sendRaw(served.port, request)));
  });
});

test('should let no other site read or ask', async () => {
  const plain = await get('/', 'Origin: https://evil.example\r\n');
  expect(status(plain)).toBe(200);
  expect(plain.toLowerCase()).not.toContain('access-control-');
  const preflight = `OPTIONS / HTTP/1.1\r\nHost: localhost\r\nOrigin: https://evil.example\r\nAccess-Control-Request-Method: POST\r\nConnection: close\r\n\r\n`;
  expect(status(await sendRaw(served.port, preflight))).toBe(403);
});

describe('the reload channel', () => {
  const upgrade = (query: string, headers: string) =>
    sendRaw(
      served.port,
      `GET /_docsgen/dev/socket?${query} HTTP/1.1\r\nHost: localhost:${served.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n${headers}\r\n`,
    );
  const own = () => `Origin: http://localhost:${served.port}\r\n`;

  test('should open for a page of ours', async () => {
    const answer = await upgrade(`token=${token}&page=/`, own());
    expect(status(answer)).toBe(101);
    // The example of RFC 6455, 1.3.
    expect(answer).toContain('Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=');
    expect(answer).toContain('"hash"');
  });

  test.each([
    ['another origin', () => upgrade(`token=${token}&page=/`, 'Origin: https://evil.example\r\n')],
    ['no origin', () => upgrade(`token=${token}&page=/`, '')],
    ['no token', () => upgrade('page=/', own())],
    ['a wrong token', () => upgrade(`token=${token.slice(1)}x&page=/`, own())],
  ])('should not open for %s', async (_, ask) => {
    expect(status(await ask())).toBe(403);
  });

  test('should not listen', async () => {
    const { port } = served;
    const socket = new WebSocket(`ws://localhost:${port}/_docsgen/dev/socket?token=${token}&page=/`, {
      headers: { origin: `http://localhost:${port}` },
    } as never);
    await new Promise((resolve) => socket.addEventListener('message', resolve, { once: true }));
    const closed = new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)));
    socket.send('{"type":"custom","event":"invoke","data":["file:///etc/passwd"]}');
    expect(await closed).toBe(1008);
    expect(await served.text('/')).toContain('Home');
  });
});

describe('what a page may ask for', () => {
  const post = (action: string, body: string, headers: Record<string, string>) =>
    fetch(`${served.origin}/_docsgen/dev/${action}`, { method: 'POST', body, headers });
  const own = () => ({ origin: served.origin, 'x-docsgen-token': token });

  test.each([
    ['another origin', () => ({ ...own(), origin: 'https://evil.example' })],
    ['no origin', () => ({ 'x-docsgen-token': token })],
    ['no token', () => ({ origin: served.origin })],
  ])('should refuse %s', async (_, headers) => {
    expect((await post('create', '{"file":"listed.mdx"}', headers() as never)).status).toBe(403);
  });

  test.each(['../evil.mdx', 'other.mdx', '/etc/passwd', ''])('should not create %o', async (file) => {
    expect((await post('create', JSON.stringify({ file }), own())).status).toBe(409);
  });

  test('should create what is listed, once', async () => {
    expect((await post('create', '{"file":"listed.mdx"}', own())).status).toBe(200);
    expect(readFileSync(join(served.project, 'listed.mdx'), 'utf8')).toMatch(/^---\ntitle: "Listed"\n/);
    await served.until(async () => (await served.text('/listed')).includes('Write here.'));
    expect((await post('create', '{"file":"listed.mdx"}', own())).status).toBe(409);
  });

  test('should open files of the project only', async () => {
    expect((await post('open', '{"file":"../outside.mdx"}', own())).status).toBe(409);
    expect((await post('open', '{"file":".env"}', own())).status).toBe(409);
  });
});

describe('files', () => {
  test.each([
    ['/.env', 404],
    ['/docs.json', 404],
    ['/index.mdx', 404],
    ['/../project/.env', 400],
    ['/%2e%2e/x', 400],
    ['/..%5c..%5cx', 400],
    ['/.%00./x', 400],
    ['//etc/passwd', 400],
    ['/@fs/etc/passwd?raw??', 404],
    ['/%', 400],
    ['/index', 404],
    ['/box.svg', 200],
  ])('%s → %i', async (target, expected) => {
    expect(status(await get(target))).toBe(expected);
  });

  test('should say the same of what is there and what is not', async () => {
    const length = async (target: string) => /content-length: (\d+)/i.exec(await get(target))?.[1];
    expect(await length('/.env')).toBe(await length('/.nothing'));
    expect(await length('/../.env')).toBe(await length('/../nothing'));
  });

  test('should answer an address in an address as text', async () => {
    for (const target of ['/<script>alert(1)</script>', '/%3Csvg%20onload=alert(1)%3E', '/x?next=javascript:alert(1)']) {
      const answer = await get(target);
      expect(status(answer)).toBe(404);
      expect(answer).not.toMatch(/<script>alert|<svg onload|javascript:alert/);
      expect(answer).toMatch(/content-security-policy: default-src 'none'/i);
    }
  });

  test('should send ranges of videos and sandbox images', async () => {
    const part = await get('/clip.mp4', 'Range: bytes=2-4\r\n');
    expect(part).toMatch(/^HTTP\/1\.1 206[\s\S]*content-range: bytes 2-4\/10[\s\S]*\r\n\r\n234$/i);
    expect(status(await get('/clip.mp4', 'Range: bytes=20-\r\n'))).toBe(416);
    expect(await get('/box.svg')).toMatch(/content-security-policy: default-src 'none'; style-src 'unsafe-inline'; sandbox/i);
  });
});
