/** What `dev` reads and reaches, whatever is put in its way while it runs. */
import { renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proxyPath, proxyTokenHeader } from '../../../src/shared/playground/proxy.ts';
import { type EchoServer, startEchoServer } from '../../harness/echo-server.ts';
import { writeProject } from '../../harness/project.ts';
import { type Served, serve } from './served.ts';

const description = (server: string | undefined) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'x', version: '1' },
    ...(server && { servers: [{ url: server }] }),
    paths: { '/a': { get: { summary: 'A', responses: { 200: { description: 'ok' } } } } },
  });

test('should not follow a folder that became a link, not even before anybody noticed', async () => {
  const served = await serve({ 'index.mdx': '![a](/media/a.png)\n\nHome', 'media/a.png': 'inside', 'media/film.mp4': 'inside' });
  try {
    expect(await served.text('/')).toContain('Home');
    expect(await served.text('/media/a.png')).toBe('inside');
    writeProject(served.folder, { 'outside/a.png': 'SECRET', 'outside/film.mp4': 'SECRET' });
    // In one turn of the loop: no event of the file system has been told yet.
    renameSync(join(served.project, 'media'), join(served.folder, 'old'));
    symlinkSync(join(served.folder, 'outside'), join(served.project, 'media'));
    const answers = await Promise.all(['/media/a.png', '/media/film.mp4', '/media/a.png?x'].map((path) => served.text(path)));
    for (const answer of answers) expect(answer).not.toContain('SECRET');
    await served.until(async () => (await served.text('/media/a.png')) === '404');
  } finally {
    await served.close();
  }
});

describe('the proxy of dev', () => {
  let named: EchoServer;
  let canary: EchoServer;
  let served: Served;
  let open: Served;
  beforeAll(async () => {
    [named, canary] = await Promise.all([startEchoServer(), startEchoServer()]);
    const files = {
      'index.mdx': 'Home',
      'none.json': description(undefined),
      'relative.json': description('/v1'),
      'named.json': description(named.origin),
      'none.mdx': '---\nopenapi: /none.json GET /a\n---\n',
      'relative.mdx': '---\nopenapi: /relative.json GET /a\n---\n',
      'named.mdx': '---\nopenapi: /named.json GET /a\n---\n',
    };
    const pages = { pages: ['index', 'none', 'relative', 'named'] };
    served = await serve(files, pages);
    open = await serve(files, pages, { host: '0.0.0.0' });
  });
  afterAll(() => Promise.all([served.close(), open.close(), named.close(), canary.close()]));

  /** What a page of this server gets for a request that it wants sent. */
  async function send({ origin }: Served, url: string): Promise<string | number> {
    for (const page of ['/none', '/relative', '/named']) await fetch(origin + page);
    const cookie = (await fetch(`${origin}/named`)).headers.get('set-cookie') ?? '';
    const response = await fetch(origin + proxyPath, {
      method: 'POST',
      headers: { origin, [proxyTokenHeader]: /=([\w-]+)/.exec(cookie)?.[1] ?? '' },
      body: `${JSON.stringify({ method: 'DELETE', url, headers: [] })}\n`,
    });
    return response.ok ? response.status : ((await response.json()) as { code: string }).code;
  }

  test('should reach a loopback server that a description names whole, and no other port', async () => {
    expect(await send(served, `${named.origin}/a`)).toBe(200);
    expect(named.take()).toHaveLength(1);
    for (const url of [canary.origin, canary.origin.replace('127.0.0.1', 'localhost'), `${served.origin}/`, 'https://example.com/'])
      expect(await send(served, url)).toBe('proxy/target-denied');
    expect(canary.take()).toEqual([]);
  });

  test('should reach none when others can reach dev, without consent', async () => {
    expect(await send(open, `${named.origin}/a`)).toBe('proxy/target-denied');
    expect(named.take()).toEqual([]);
  });
});
