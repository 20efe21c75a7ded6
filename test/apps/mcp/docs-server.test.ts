/** The MCP server of a built site, asked by the SDK's own client over both of its ways. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mcpEndpoint, serverFactory } from '../../../src/apps/mcp/connect.ts';
import { followBuiltSite } from '../../../src/apps/mcp/site-content.ts';
import { startSite } from '../../../src/apps/serve/start-site.ts';
import { buildSite } from '../../../src/project/build/build-site.ts';
import { repository, runCli } from '../../harness/cli.ts';
import { docsJson, removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';

const folder = temporaryFolder('mcp');
const out = join(folder, 'out');

beforeAll(async () => {
  writeProject(folder, {
    'docs.json': docsJson(
      {
        tabs: [
          { tab: 'Guides', groups: [{ group: 'Start', pages: ['index', 'limits', 'members', 'mcp'] }] },
          { tab: 'API', openapi: { source: 'api.json', directory: 'api' } },
        ],
      },
      { description: 'A test.', markdown: { instructions: 'Be brief.' } },
    ),
    'index.mdx': '---\ntitle: Welcome\n---\n\nHello.\n',
    'limits.mdx':
      '---\ntitle: Rate limits\ndescription: How often you may call.\n---\n\nOf all keys.\n\n## Bursts\n\nA burst of **ninety** calls.\n\n## Quotas\n\nOf a month.\n',
    'members.mdx': '---\ntitle: Members\ngroups: [staff]\n---\n\nThe canary word is wolverine.\n',
    'mcp.mdx': '---\ntitle: For agents\n---\n\nA page at their address.\n',
    'secret.txt': 'wolverine',
    'api.json': readFileSync(join(repository, 'fixtures/apis/openapi/oai-2.0-uber.json'), 'utf8'),
  });
  const { status } = await buildSite({ dir: folder, outDir: out, useCache: false });
  expect(status).toBe('built');
});
afterAll(() => removeFolder(folder));

async function overHttp(): Promise<{ client: Client; close(): Promise<void> }> {
  const endpoint = mcpEndpoint(serverFactory(followBuiltSite(out), '1.0.0'));
  const server = createServer((request, response) => void endpoint.answer(request, response, request.socket.remoteAddress ?? ''));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`)));
  const close = async () => {
    await client.close();
    await endpoint.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { client, close };
}

function served() {
  return startSite({
    outDir: out,
    host: '127.0.0.1',
    port: 0,
    cacheDir: join(folder, 'cache'),
    logsRequests: false,
    write: () => {},
    environment: {},
    openAuth: () => Promise.reject(new Error('a site without sign-in has no gate')),
  });
}

async function overServe(): Promise<{ client: Client; close(): Promise<void> }> {
  const server = await served();
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)));
  const close = async () => {
    await client.close();
    await server.stop();
  };
  return { client, close };
}

async function overStdio(): Promise<{ client: Client; close(): Promise<void> }> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [join(repository, 'bin/docsgen.js'), 'mcp', out], stderr: 'pipe' }),
  );
  return { client, close: () => client.close() };
}

describe.each([
  ['HTTP', overHttp],
  ['stdio', overStdio],
  ['docsgen serve', overServe],
])('over %s', (_, connect) => {
  let connection: Awaited<ReturnType<typeof connect>>;
  beforeAll(async () => {
    connection = await connect();
  });
  afterAll(() => connection.close());

  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const { content, isError } = await connection.client.callTool({ name, arguments: args });
    const text = (content as { text: string }[]).map((part) => part.text).join('');
    return isError ? `ERROR ${text}` : text;
  };

  test('says what it is and what it can', async () => {
    expect(connection.client.getInstructions()).toContain('Be brief.');
    const { tools } = await connection.client.listTools();
    expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
      ['search', true],
      ['read_page', true],
      ['list_endpoints', true],
      ['read_endpoint', true],
    ]);
  });

  test('finds a page, and the section that answers', async () => {
    const found = await call('search', { query: 'how large is a burst?' });
    expect(found).toMatch(/^## Rate limits\nPath: \/limits \(Guides › Start\)\nSection: Bursts\n\nA burst of/);
  });

  test.each<[string, Record<string, unknown>, RegExp]>([
    ['by its path', { path: '/limits' }, /^Source: \/limits\n\n# Rate limits\n\n> How often you may call/],
    ['by the name of its copy', { path: 'limits.md' }, /# Rate limits/],
    ['by a whole address', { path: 'https://docs.example/limits/?a#b' }, /# Rate limits/],
    ['the first page', { path: '/' }, /# Welcome/],
    ['a section', { path: '/limits', section: 'bursts' }, /^Source: \/limits\n\n## Bursts\n\nA burst of \*\*ninety\*\* calls\.$/],
    ['a section that does not exist', { path: '/limits', section: 'Nothing' }, /^ERROR/],
    ['from the middle', { path: '/limits', offset: 7 }, /^Source: \/limits\n\nlimits\n/],
    ['nothing', { path: '/nothing' }, /^ERROR Page not found/],
    ['another file of the site', { path: '/secret.txt' }, /^ERROR Page not found/],
    ['a file outside', { path: '../docs.json' }, /^ERROR Page not found/],
    ['a file outside, encoded', { path: '/%2e%2e/%2e%2e/etc/passwd' }, /^ERROR Page not found/],
    ['a page of members', { path: '/members' }, /^ERROR Page not found/],
  ])('reads a page: %s', async (_name, args, wanted) => {
    expect(await call('read_page', args)).toMatch(wanted);
  });

  test('does not reveal pages for members', async () => {
    expect(await call('search', { query: 'wolverine canary' })).not.toContain('Members');
  });

  test('finds, lists and reads an endpoint of a real specification', async () => {
    expect(await call('search', { query: 'GET /estimates/price', limit: 1 })).toContain('Endpoint: GET /estimates/price\n');
    expect(await call('search', { query: 'surge multiplier' })).toContain('Endpoint: GET /estimates/price\n');
    expect(await call('list_endpoints')).toMatch(/(?:^- GET \/\S+: .+ \(\/api\/[^)]+\)\n?){5}/m);
    expect(await call('list_endpoints', { filter: 'get profile' })).toBe('- GET /me: User Profile (/api/user/user-profile)');
    const read = await call('read_endpoint', { endpoint: 'get /estimates/price/' });
    expect(read).toContain('GET https://api.uber.com/v1/estimates/price');
    expect(read).toContain('`start_latitude` (number');
    expect(read).toContain('`surge_multiplier`');
    expect(await call('read_endpoint', { endpoint: '/api/estimates/price-estimates' })).toBe(read);
    expect(await call('read_endpoint', { endpoint: 'GET /nowhere' })).toMatch(/^ERROR Endpoint not found/);
  });

  test('refuses what it does not know', async () => {
    await expect(call('read_page', { path: 7 })).resolves.toMatch(/^ERROR/);
    await expect(call('search', { query: 'x'.repeat(2_000) })).resolves.toMatch(/^ERROR/);
  });
});

test('should leave a page at the address of agents to its readers', async () => {
  const server = await served();
  try {
    const ask = async (init: RequestInit) => {
      const response = await fetch(`${server.url}/mcp`, init);
      return [response.status, (await response.text()).includes('A page at their address.')];
    };
    expect(await ask({})).toEqual([200, true]);
    expect(await ask({ headers: { accept: 'text/html' } })).toEqual([200, true]);
    expect(await ask({ headers: { accept: 'text/event-stream' } })).toEqual([405, false]);
    expect((await ask({ method: 'DELETE' }))[1]).toBe(false);
  } finally {
    await server.stop();
  }
});

test('should say why it ends when a message has no end', () => {
  const command = [join(repository, 'bin/docsgen.js'), 'mcp', out];
  const { status, stderr } = spawnSync(process.execPath, command, { input: 'x'.repeat(12_000_000), encoding: 'utf8' });
  expect([status, stderr]).toEqual([3, 'docsgen: the client sent a message of more than 10 MiB, or no longer reads responses\n']);
});

test.each(['mcp', 'serve'])('should say what is missing when the folder of %s holds no site', async (command) => {
  const { exit, stderr, stdout } = await runCli([command, folder], { cwd: folder });
  expect({ exit, stdout }).toEqual({ exit: 3, stdout: '' });
  expect(stderr).toMatch(/no built site/);
  const none = await runCli([command, 'nowhere'], { cwd: folder });
  expect([none.exit, none.stderr]).toEqual([2, 'docsgen: the folder "nowhere" does not exist; run docsgen build\n']);
});
