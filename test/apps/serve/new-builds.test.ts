import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { docsJson, type Files } from '../../harness/project.ts';
import { type ServedProject, serveProject } from './served-project.ts';

const pages = ['index', 'a', 'b', 'guides/c'];
const site = (name: string, color: string, more: object = {}): Files => ({
  'docs.json': docsJson(
    { pages },
    { name, colors: { primary: color }, redirects: [{ source: '/old/*', destination: '/guides/*' }], ...more },
  ),
  ...Object.fromEntries(
    pages.map((path) => [`${path}.mdx`, `---\ntitle: ${path} of ${name}\n---\n\n${`Words of ${name}. `.repeat(50)}\n`]),
  ),
});

describe('a server whose site is built again', () => {
  let served: ServedProject;
  let builds: readonly string[];
  beforeAll(async () => {
    served = await serveProject(site('One', '#16a34a'));
    builds = ['one', 'two'].map((name) => join(served.folder, name));
    cpSync(served.out, builds[0] as string, { recursive: true });
    await served.rebuild(site('Two', '#1d4ed8'));
    cpSync(served.out, builds[1] as string, { recursive: true });
  }, 180_000);
  afterAll(() => served?.close());

  /** As a build does it: the new folder beside the old one, then two renames. */
  function swap(build: string): void {
    const [next, before] = [join(served.folder, 'next'), join(served.folder, 'before')];
    cpSync(build, next, { recursive: true });
    renameSync(served.out, before);
    renameSync(next, served.out);
    rmSync(before, { recursive: true });
  }

  test('should give whole pages and everything they name, through a hundred builds', async () => {
    const outputs = ['index.html', 'a/index.html', 'b/index.html', 'guides/c/index.html'];
    const known = new Set(
      builds.flatMap((build) =>
        outputs.map((path) =>
          createHash('sha256')
            .update(readFileSync(join(build, path)))
            .digest('hex'),
        ),
      ),
    );
    const seen = new Set<string>();
    const problems: string[] = [];
    let isOver = false;
    const read = async (start: number) => {
      for (let at = start; !isOver; at++) {
        const path = ['/', '/a', '/b', '/guides/c'][at % 4] as string;
        const { status, body } = await served.ask(path);
        const hash = createHash('sha256').update(Buffer.from(body, 'latin1')).digest('hex');
        seen.add(hash);
        if (status !== 200 || !known.has(hash)) problems.push(`${path}: ${status}, torn ${!known.has(hash)}`);
        for (const [, asset = ''] of body.matchAll(/(?:href|src)="(\/_docsgen\/(?:site|main)\.[^"]+)"/g)) {
          const { status: found } = await served.ask(asset);
          if (found !== 200) problems.push(`${asset}: ${found}`);
        }
      }
    };
    const readers = Array.from({ length: 8 }, (_, at) => read(at));
    // A hundred, and as many more as it takes until readers have seen both builds of every page.
    for (let swaps = 0; swaps < 100 || seen.size < known.size; swaps++) {
      swap(builds[swaps % 2] as string);
      await served.server.check();
    }
    isOver = true;
    await Promise.all(readers);
    expect(problems).toEqual([]);
  }, 120_000);

  test('should let nothing be kept for ever that another build changed under its name', async () => {
    const [one, two] = builds as readonly [string, string];
    const changed = readdirSync(two, { recursive: true, encoding: 'utf8' }).filter((path) => {
      const [before, now] = [one, two].map((build) => statSync(join(build, path), { throwIfNoEntry: false }));
      return before?.isFile() && now?.isFile() && !readFileSync(join(one, path)).equals(readFileSync(join(two, path)));
    });
    expect(changed).toEqual(expect.arrayContaining(['a/index.html', '_docsgen/urls.json', '_docsgen/search/en/pagefind-entry.json']));
    const kept: string[] = [];
    for (const path of changed) if ((await served.ask(`/${path}`)).headers['cache-control']?.includes('immutable')) kept.push(path);
    expect(kept).toEqual([]);
    const rules = readFileSync(join(two, '_headers'), 'utf8');
    const forEver = [...rules.matchAll(/^(\/\S+)\n {2}Cache-Control: .*immutable$/gm)].map(([, rule = '']) => rule.replace(/\*$/, ''));
    expect(forEver.length).toBeGreaterThan(3);
    expect(
      changed.filter((path) => forEver.some((rule) => (rule.endsWith('/') ? `/${path}`.startsWith(rule) : `/${path}` === rule))),
    ).toEqual([]);
  });

  test('should keep the site when the folder is gone or holds half of one', async () => {
    const before = await served.ask('/a');
    const manifest = join(served.out, '.docsgen-manifest.json');
    const text = readFileSync(manifest, 'utf8');
    rmSync(served.out, { recursive: true });
    await served.server.check();
    expect((await served.ask('/a')).body).toBe(before.body);
    cpSync(builds[0] as string, served.out, { recursive: true });
    rmSync(join(served.out, 'a/index.html'));
    await served.server.check();
    expect((await served.ask('/a')).status).toBe(200);
    expect(text).toContain('"docsgen": 1');
  }, 180_000);
});

test('should give agents the build that is served, not one that it refused', async () => {
  const files = (more: object) => ({
    ...site('One', '#16a34a', { docsgen: more }),
    'index.mdx': '---\ntitle: Open\npublic: true\n---\n\nFor everybody.\n',
  });
  const served = await serveProject(files({ auth: { method: 'password' } }));
  const call = async (name: string, args: object) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    return (await served.ask('/mcp', { method: 'POST', headers, body })).body;
  };
  try {
    expect(await call('read_page', { path: '/' })).toContain('For everybody');
    await served.rebuild(files({}));
    await served.server.check();
    await expect.poll(() => served.log.filter((line) => line.includes('site-problem')).length).toBe(1);
    expect(await call('read_page', { path: '/a' })).not.toContain('Words of One');
    expect(await call('search', { query: 'Words of One' })).not.toContain('/a');
    expect(await call('read_page', { path: '/' })).toContain('For everybody');
  } finally {
    await served.close();
  }
}, 180_000);

test('should keep nothing of a build that it may not take over, and take the next one', async () => {
  const withAuth = (name: string, more: object) => site(name, '#16a34a', { docsgen: { auth: { method: 'password', ...more } } });
  const served = await serveProject(withAuth('One', {}));
  try {
    const store = join(served.folder, 'store');
    const kept = () => readdirSync(store, { recursive: true }).sort();
    const before = kept();
    await served.rebuild(withAuth('Two', { idleMinutes: 7 }));
    await served.server.check();
    expect(kept()).toEqual(before);
    await expect.poll(() => served.log.filter((line) => line.includes('site-problem')).length).toBe(1);
    await served.rebuild(withAuth('Three', {}));
    expect(kept()).not.toEqual(before);
  } finally {
    await served.close();
  }
}, 180_000);

describe('how files are sent', () => {
  let served: ServedProject;
  beforeAll(async () => {
    served = await serveProject({
      ...site('Files', '#16a34a', { integrations: { plausible: { domain: 'd.com', server: 'stats.d.com' } } }),
      'film.mp4': new Uint8Array(3 * 1024 * 1024).fill(7),
      'note.txt': 'Hello '.repeat(500),
      'picture.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    });
  }, 180_000);
  afterAll(() => served?.close());

  test.each([
    ['/a', 200, undefined],
    ['/a/', 308, '/a'],
    ['/a/?x=1', 308, '/a?x=1'],
    ['/a.html', 308, '/a'],
    ['/a/index.html', 308, '/a'],
    ['/a/index', 308, '/a'],
    ['/index.html', 308, '/'],
    ['/%61', 200, undefined],
    ['/A', 404, undefined],
    ['//a', 400, undefined],
    ['/../a', 400, undefined],
    ['/%2e%2e/a', 400, undefined],
    ['/a%00', 400, undefined],
    ['/%', 400, undefined],
    ['/old/c', 308, '/guides/c'],
    ['/old/%C3%BC%20x', 308, '/guides/%C3%BC%20x'],
    ['/.docsgen-manifest.json', 404, undefined],
    ['/.docsgen-site.json', 404, undefined],
    ['/_redirects', 404, undefined],
    ['/nothing', 404, undefined],
  ])('should answer %s with %s %s', async (target, status, location) => {
    const answer = await served.ask(target);
    expect({ status: answer.status, location: answer.headers.location }).toEqual({ status, location });
  });

  test('should be packed, named and partial as asked', async () => {
    const packed = await served.ask('/a', { headers: { 'accept-encoding': 'gzip, deflate, br' } });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'public, max-age=0, must-revalidate' });
    const again = await served.ask('/a', { headers: { 'accept-encoding': 'br', 'if-none-match': String(packed.headers.etag) } });
    expect([again.status, again.body]).toEqual([304, '']);
    expect((await served.ask('/a', { headers: { 'accept-encoding': 'br;q=0, gzip' } })).headers['content-encoding']).toBe('gzip');
    expect((await served.ask('/a', { headers: { accept: 'text/markdown' } })).headers['content-type']).toBe('text/markdown; charset=utf-8');
    const head = await served.ask('/note.txt', { method: 'HEAD' });
    expect([head.status, head.headers['content-length'], head.body]).toEqual([200, '3000', '']);
    const ranged = await served.ask('/note.txt', { method: 'HEAD', headers: { range: 'bytes=0-4' } });
    expect([ranged.status, ranged.headers['content-length'], ranged.headers['content-range']]).toEqual([200, '3000', undefined]);
    for (const [range, status, wanted] of [
      ['bytes=0-4', 206, 'Hello'],
      ['bytes=-6', 206, 'Hello '],
      ['bytes=9000-', 416, ''],
      ['lines=1-2', 200, undefined],
      // Units are read in any case, and an end beyond the file is its end (RFC 9110, 14.1).
      ['BYTES=0-4', 206, 'Hello'],
      [`bytes=2994-${'9'.repeat(30)}`, 206, 'Hello '],
    ] as const) {
      const answer = await served.ask('/note.txt', { headers: { range } });
      expect(answer.status).toBe(status);
      if (wanted !== undefined) expect(answer.body).toBe(wanted);
    }
    const part = await served.ask('/film.mp4', { headers: { range: 'bytes=1048576-1048585' } });
    expect([part.status, part.body.length, part.headers['content-range']]).toEqual([206, 10, 'bytes 1048576-1048585/3145728']);
    expect((await served.ask('/picture.svg')).headers['content-security-policy']).toContain('sandbox');
  });

  test('should go on only with the bytes that are meant, and know no dates of change (RFC 9110, 13.1, 13.2.2)', async () => {
    for (const path of ['/a', '/note.txt', '/film.mp4']) {
      const { headers } = await served.ask(path);
      const etag = String(headers.etag);
      const status = async (conditions: Record<string, string>) => (await served.ask(path, { method: 'HEAD', headers: conditions })).status;
      expect(await status({ 'if-match': `"other", ${etag}` })).toBe(200);
      expect(await status({ 'if-match': '*' })).toBe(200);
      expect(await status({ 'if-match': '"other"' })).toBe(412);
      expect(await status({ 'if-match': `W/${etag}` })).toBe(412);
      expect(await status({ 'if-match': '"other"', 'if-none-match': etag })).toBe(412);
      expect(await status({ 'if-match': etag, 'if-none-match': etag })).toBe(304);
      expect(await status({ 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' })).toBe(200);
    }
    const part = await served.ask('/note.txt', { headers: { 'if-match': '"other"', range: 'bytes=0-4' } });
    expect([part.status, part.body, part.headers['cache-control'], part.headers.etag]).toEqual([412, '', 'no-store', undefined]);
    const beyond = await served.ask('/note.txt', { headers: { range: 'bytes=9000-' } });
    expect([beyond.headers['content-range'], beyond.headers['cache-control']]).toEqual(['bytes */3000', 'no-store']);
    expect((await served.ask('/nothing', { headers: { 'if-match': '"other"' } })).status).toBe(404);
  });

  test('should be kept for ever where the name changes with the content', async () => {
    const { body, headers } = await served.ask('/a');
    const style = /href="(\/_docsgen\/site\.[^"]+)"/.exec(body)?.[1] ?? '';
    expect((await served.ask(style)).headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'.*frame-ancestors 'self'$/);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  test('should say in the header what the page says itself, with the services that the site configured', async () => {
    const { body, headers } = await served.ask('/a');
    const [, own = ''] = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(body) ?? [];
    expect(own).toMatch(/script-src [^;]*https:\/\/stats\.d\.com/);
    expect(headers['content-security-policy']).toBe(`${own}; frame-ancestors 'self'`);
  });

  test('should report its health to programs', async () => {
    expect(await served.ask('/healthz')).toMatchObject({ status: 200, body: 'ok\n' });
    const { body } = await served.ask('/metrics');
    expect(body).toMatch(/docsgen_http_requests_total\{method="GET",status="200"\} \d+/);
    expect((await served.ask('/metrics', { headers: { 'x-forwarded-for': '10.0.0.1' } })).status).toBe(404);
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
      expect(await served.ask('/a', { method })).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
  });
});
