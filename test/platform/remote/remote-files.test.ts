/** Documents from elsewhere: what is allowed, what is kept, what a build makes of them. Real servers on 127.0.0.1. */
import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { memory } from '../../../src/platform/files/memory.ts';
import { fetchText } from '../../../src/platform/remote/fetch-text.ts';
import { permit } from '../../../src/platform/remote/permission.ts';
import { remoteFiles } from '../../../src/platform/remote/remote-files.ts';
import { docsJson, removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';
import { runWarm } from '../../harness/warm-cli.ts';

const servers: Server[] = [];
const folders: string[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
  for (const folder of folders.splice(0)) removeFolder(folder);
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function folder(): string {
  const made = temporaryFolder('remote');
  folders.push(made);
  return made;
}

const limits = { milliseconds: 1000, bytes: 1000, redirects: 2 };
const user = (...byUser: string[]) => ({ byConfig: [], byUser });

describe('permit', () => {
  const config = { byConfig: ['api.example.com', '*.example.org'], byUser: ['specs.internal', 'http://127.0.0.1:8080'] };
  test.each<[string, unknown]>([
    ['https://api.example.com/a', { mayBePrivate: false }],
    ['https://API.EXAMPLE.COM/a', { mayBePrivate: false }],
    ['https://a.b.example.org/', { mayBePrivate: false }],
    ['https://example.org/', { refused: 'remote references are disabled; allow the host in security.remote.allow' }],
    ['https://evilexample.org/', { refused: 'remote references are disabled; allow the host in security.remote.allow' }],
    ['http://api.example.com/a', { refused: 'only https is supported' }],
    ['https://specs.internal/', { mayBePrivate: true }],
    ['http://127.0.0.1:8080/a', { mayBePrivate: true }],
    ['http://127.0.0.1:8081/a', { refused: 'the address is private or link-local' }],
    ['https://me:secret@api.example.com/', { refused: 'its URL contains a user name or password' }],
  ])('%s', (url, expected) => expect(permit(new URL(url), config)).toEqual(expected));

  test.each(['https://169.254.169.254/', 'https://[::ffff:127.0.0.1]/', 'https://2130706433/', 'https://localhost/', 'https://[fd00::1]/'])(
    'a file cannot allow %s',
    (url) =>
      expect(permit(new URL(url), { byConfig: ['*', new URL(url).hostname], byUser: ['*'] })).toEqual({
        refused: 'the address is private or link-local',
      }),
  );
});

describe('fetchText', () => {
  test('should refuse a public name that leads to a private address', async () => {
    const fetched = await fetchText(`https://${hostname()}/`, { permission: { byConfig: ['*'], byUser: [] }, limits });
    expect(fetched.kind).toMatch(/denied|failed/);
  });

  test.each<[string, RequestListener, object]>([
    ['silence', () => {}, { kind: 'timeout', reason: 'no response within 1 s' }],
    ['too many bytes', (_request, response) => response.end('x'.repeat(2000)), { kind: 'too-large' }],
    [
      'a missing document',
      (_request, response) => response.writeHead(404).end(),
      { kind: 'failed', reason: 'the server responded with 404' },
    ],
    [
      'a loop',
      (_request, response) => response.writeHead(302, { location: '/again' }).end(),
      { kind: 'failed', reason: 'more than 2 redirects' },
    ],
    [
      'a way out',
      (_request, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
      { kind: 'denied', reason: 'redirected to 169.254.169.254: the address is private or link-local' },
    ],
    ['a reset', (request) => request.socket.destroy(), { kind: 'failed', reason: 'ECONNRESET' }],
  ])('should end at %s', async (_name, listener, expected) => {
    const origin = await serve(listener);
    expect(await fetchText(`${origin}/a`, { permission: user(origin), limits })).toMatchObject(expected);
  });
});

describe('remoteFiles', () => {
  test('should follow references from document to document, each asked for once', async () => {
    const asked: string[] = [];
    const origin = await serve((request, response) => {
      asked.push(request.url ?? '');
      response.end(request.url === '/a.json' ? '{"A":{"$ref":"sub/b.yaml#/B"},"C":{"$ref":"#/A"}}' : 'B:\n  $ref: ../a.json#/C\n');
    });
    const files = memory({
      'api.json': `{"x":{"$ref":"${origin}/a.json#/A"},"y":{"$ref":"${origin}/a.json#/C"},"z":{"$ref":"./local.json"}}`,
    });
    const { value, diagnostics } = await remoteFiles({ files, permission: user(origin), referring: ['api.json'], limits });
    expect(asked).toEqual(['/a.json', '/sub/b.yaml']);
    expect(value.readText(`${origin}/sub/b.yaml`)).toContain('$ref');
    expect(value.list()).toEqual(files.list());
    expect(diagnostics).toEqual([]);
  });

  test('should ask for what has changed only, and use the copy when nobody answers', async () => {
    const statuses: number[] = [];
    let isUp = true;
    const origin = await serve((request, response) => {
      const status = !isUp ? 503 : request.headers['if-none-match'] === '"1"' ? 304 : 200;
      statuses.push(status);
      response.writeHead(status, { etag: '"1"' }).end(status === 200 ? '{"A":1}' : undefined);
    });
    const url = `${origin}/a.json`;
    const read = () =>
      remoteFiles({
        files: memory({}),
        permission: user(origin),
        named: new Map([[url, undefined]]),
        referring: [],
        copiesDir,
        day: '2026-11-21',
        limits,
      });
    const copiesDir = folder();
    expect((await read()).value.readText(url)).toBe('{"A":1}');
    expect((await read()).value.readText(url)).toBe('{"A":1}');
    isUp = false;
    const { value, diagnostics } = await read();
    expect(value.readText(url)).toBe('{"A":1}');
    expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
      `openapi/remote-copy docsgen cannot download ${url} (the server responded with 503) and uses the copy from 2026-11-21`,
    ]);
    expect(statuses).toEqual([200, 304, 503]);
  });

  test('should not use a copy that this machine did not write', async () => {
    const bytes = '{"A":"forged"}';
    const origin = await serve((request, response) => {
      response.statusCode = request.headers['if-none-match'] === undefined ? 503 : 304;
      response.end();
    });
    const url = `${origin}/a.json`;
    const copiesDir = folder();
    const header = JSON.stringify({ url, day: '2026-11-21', etag: '"1"', sha256: hash('sha256', bytes), code: hash('sha256', bytes) });
    writeFileSync(join(copiesDir, hash('sha256', url).slice(0, 32)), `${header}\n${bytes}`);
    const { value } = await remoteFiles({
      files: memory({}),
      permission: user(origin),
      named: new Map([[url, undefined]]),
      referring: [],
      copiesDir,
      limits,
    });
    expect(value.has(url)).toBe(false);
  });
});

describe('docsgen build', () => {
  const schema = (name: string) => ({ type: 'object', properties: { [name]: { type: 'string', description: `The ${name}.` } } });
  const specification = (ref: string) =>
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'T', version: '1' },
      paths: {
        '/a': {
          get: { summary: 'Read', responses: { 200: { description: 'ok', content: { 'application/json': { schema: { $ref: ref } } } } } },
        },
      },
    });

  test('should fetch what is allowed, notice a change, and keep the page when the network is gone', { timeout: 120_000 }, async () => {
    let name = 'first';
    let hits = 0;
    const origin = await serve((_request, response) => {
      hits++;
      if (name === '') response.destroy();
      else response.end(JSON.stringify({ A: schema(name) }));
    });
    const project = join(folder(), 'project');
    writeProject(project, {
      'docs.json': docsJson({ groups: [{ group: 'API', openapi: 'api.json' }] }),
      'api.json': specification(`${origin}/shared.json#/A`),
    });
    const build = async (...more: string[]) => {
      const { stdout, stderr } = await runWarm(['build', '--out', '../out', ...more], { cwd: project });
      const page = await import('node:fs').then(({ readFileSync }) =>
        readFileSync(join(project, '../out/api-reference/read/index.html'), 'utf8'),
      );
      return { said: `${stdout}${stderr}`, page };
    };
    const refused = await build();
    expect(hits).toBe(0);
    expect(refused.said).toContain('remote references are disabled; allow the host in security.remote.allow');
    expect((await build('--allow-remote', origin)).page).toContain('The first.');
    name = 'second';
    expect((await build('--allow-remote', origin)).page).toContain('The second.');
    name = '';
    const offline = await build('--allow-remote', origin);
    expect(offline.page).toContain('The second.');
    expect(offline.said).toContain('openapi/remote-copy');
  });
});

test('should read what docs.json names on a private host from builds and checks that name it too', { timeout: 120_000 }, async () => {
  const described = {
    openapi: '3.1.0',
    info: { title: 'A', version: '1' },
    paths: { '/read': { get: { summary: 'Read', responses: { 200: { description: 'Found' } } } } },
  };
  let hits = 0;
  const origin = await serve((_request, response) => {
    hits++;
    response.end(JSON.stringify(described));
  });
  const project = join(folder(), 'project');
  writeProject(project, { 'docs.json': docsJson({ groups: [{ group: 'API', openapi: `${origin}/api.json` }] }) });
  const run = async (...args: string[]) => {
    const { stdout, stderr, exit } = await runWarm(args, { cwd: project });
    return { exit, said: `${stdout}${stderr}` };
  };
  for (const args of [[], ['--allow-remote', '*'], ['--allow-remote', 'http://127.0.0.1:1']]) {
    const refused = await run('build', '--out', '../out', ...args);
    expect([refused.exit, hits]).toEqual([1, 0]);
    expect(refused.said).toContain('config/remote-denied');
    expect(refused.said).toContain('--allow-remote');
  }
  expect((await run('build', '--out', '../out', '--allow-remote', origin)).said).toContain('Built 1 page');
  expect((await run('check', '--allow-remote', origin)).said).toContain('1 page checked');
  expect(hits).toBe(2);
});

test('should look past data files that are no text', async () => {
  const files = memory({ 'old.json': Uint8Array.of(0x22, 0xe9, 0x22), 'docs.json': '{}' });
  const { value, diagnostics } = await remoteFiles({ files, permission: user('specs.internal'), referring: ['old.json'] });
  expect(diagnostics).toEqual([]);
  expect(value.list().map(({ path }) => path)).toEqual(['docs.json', 'old.json']);
});
