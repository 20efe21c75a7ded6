/** The pages of the service: who may see and change what, and that nothing in them runs. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LocalChange } from '../../src/agent/run-turn.ts';
import { createClient } from './harness/client.ts';
import { createFakeRunner } from './harness/fake-runner.ts';
import { createWorld, type World } from './harness/world.ts';

const hostile = '<script>alert(1)</script><img src=x onerror=alert(1)> "quoted"';
const change: LocalChange = {
  number: 1,
  state: 'open',
  isDraft: false,
  title: hostile,
  body: `> ${hostile}\n\n### ${hostile}\n\n- \`${hostile}\``,
  branch: 'docsgen/x',
  base: 'main',
  createdAt: 0,
  files: [{ path: hostile, change: 'added', additions: 1, deletions: 0 }],
  diff: `diff --git a/${hostile} b/${hostile}\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n+${hostile}\n--- a removed line\n+++ an added line\n`,
  comments: [hostile],
  isBehind: false,
};

let world: World;
let url: string;
let merged: number[];
beforeEach(async () => {
  world = createWorld('sqlite');
  merged = [];
  await world.project();
  const runner = createFakeRunner();
  const { service } = await world.start({
    concurrency: 0,
    runner: () => ({
      ...runner,
      changes: {
        read: async (_project, number) => (number === 1 ? change : undefined),
        merge: async (_project, number) => {
          merged.push(number);
          return { isMerged: true };
        },
        close: async () => undefined,
      },
    }),
  });
  url = service.url;
});
afterEach(() => world.end());

const get = (path: string, headers: Record<string, string> = {}) => fetch(url + path, { headers, redirect: 'manual' });
const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(url + path, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: { origin: url, ...headers },
    redirect: 'manual',
  });

async function signIn(): Promise<{ cookie: string; token: string }> {
  const reply = await post('/admin/sign-in', { key: await world.key({ scopes: ['admin'] }) });
  expect(reply.status).toBe(303);
  const cookie = reply.headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(/HttpOnly; SameSite=Lax/);
  const session = cookie.split(';')[0] ?? '';
  const text = await (await get('/admin', { cookie: session })).text();
  return { cookie: session, token: /name="token" value="([^"]+)"/.exec(text)?.[1] ?? '' };
}

test('a change shows every text as text, and its policy lets nothing run', async () => {
  const reply = await get('/changes/docs/1');
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'");
  const text = await reply.text();
  expect(text).not.toContain('<script');
  expect(text).not.toContain('<img');
  expect((await get('/changes/docs/2')).status).toBe(404);
  expect((await get('/changes/nowhere/1')).status).toBe(404);
});

test('lines of a file are shown, whatever they look like; lines of git are not', async () => {
  const text = await (await get('/changes/docs/1')).text();
  expect(text).toContain('--- a removed line');
  expect(text).toContain('+++ an added line');
  expect(text).not.toContain('+++ b/x');
});

test('a change is open to this machine alone, and not to whom a proxy asks for', async () => {
  for (const header of ['x-forwarded-for', 'forwarded', 'via'])
    expect((await get('/changes/docs/1', { [header]: '10.0.0.9' })).status).toBe(401);
});

test.each(['before=1.a&before=2.b', 'before=Infinity.x', 'before=99999999999999999999.x', 'before=x', 'status=active&status=failed'])(
  'a list with the query %s is a list',
  async (query) => {
    const { cookie } = await signIn();
    expect((await get(`/admin?${query}`, { cookie })).status).toBe(200);
  },
);

test('only a page of the service can merge', async () => {
  expect((await post('/changes/docs/1/merge', {}, { origin: 'https://evil.example' })).status).toBe(403);
  expect((await post('/changes/docs/1/merge', {}, { origin: 'null' })).status).toBe(403);
  expect(merged).toEqual([]);
  expect((await post('/changes/docs/1/merge', {})).status).toBe(303);
  expect(merged).toEqual([1]);
});

test('the pages of the operator need a key with the scope admin', async () => {
  expect((await get('/admin')).status).toBe(401);
  expect((await post('/admin/sign-in', { key: await world.key() })).status).toBe(401);
  expect((await get('/admin', { cookie: 'docsgen_operator=key_0.9999999999999.x' })).status).toBe(401);
  const { cookie } = await signIn();
  expect((await get('/admin', { cookie })).status).toBe(200);
  expect((await get('/admin/projects', { cookie })).status).toBe(200);
  // The API never takes a cookie.
  expect((await get('/v2/agent/docs/jobs', { cookie })).status).toBe(401);
});

test('an operator cancels, tries again and archives; a form without its token does nothing', async () => {
  const client = createClient(url, await world.key());
  const { id } = (await client.create(hostile)).json;
  const { cookie, token } = await signIn();
  const job = `/admin/jobs/docs/${id}`;
  const shown = await (await get(job, { cookie })).text();
  expect(shown).not.toContain('<script');
  expect((await post(`${job}/cancel`, {}, { cookie })).status).toBe(403);
  expect((await client.job(id)).json.status).toBe('active');
  for (const [action, status] of [
    ['cancel', 'failed'],
    ['retry', 'active'],
    ['archive', 'archived'],
  ] as const) {
    expect((await post(`${job}/${action}`, { token }, { cookie })).status).toBe(303);
    expect((await client.job(id)).json.status).toBe(status);
  }
});

test.each([
  ['/', 'docsgen serve dist', 200],
  ['/jobs', 'There is no such page.', 404],
  ['/admin/nothing', 'There is no such page.', 404],
])('a browser at %s gets a page', async (path, words, status) => {
  const reply = await get(path, { accept: 'text/html,*/*;q=0.8' });
  expect([reply.status, reply.headers.get('content-type')]).toEqual([status, 'text/html; charset=utf-8']);
  expect(await reply.text()).toContain(words);
});

test.each([
  ['/', '*/*'],
  ['/jobs', 'application/json'],
  ['/v2/agent/docs/none', 'text/html'],
])('what is said to a program at %s stays a problem', async (path, accept) => {
  const reply = await get(path, { accept });
  expect([reply.status, reply.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
});
