/** The pages of the service: who may see and change what, and that nothing in them runs. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Scope } from '../../../src/apps/agent/keys/keys.ts';
import type { LogEntry } from '../../../src/apps/agent/service/start-service.ts';
import type { LocalChange } from '../../../src/model/agent/run-turn.ts';
import { describeInBrowser, openBrowser, visit } from '../../harness/browser.ts';
import { createClient } from './harness/client.ts';
import { createFakeRunner } from './harness/fake-runner.ts';
import { createWorld, type World } from './harness/world.ts';

const hostile = '<script>alert(1)</script><img src=x onerror=alert(1)> "quoted"';
let change: LocalChange = {
  number: 1,
  state: 'open',
  isDraft: false,
  title: hostile,
  body: `> ${hostile}\n\n### ${hostile}\n\n- \`${hostile}\``,
  branch: 'docsgen/x',
  base: 'main',
  commit: 'c'.repeat(40),
  createdAt: 0,
  files: [{ path: hostile, change: 'added', additions: 1, deletions: 0 }],
  diff: `diff --git a/${hostile} b/${hostile}\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n+${hostile}\n--- a removed line\n+++ an added line\n`,
  comments: [hostile],
  isBehind: false,
};

let world: World;
let url: string;
/** What was merged: number and commit. */
let merged: [number, string][];
let refused: LogEntry[];
beforeEach(async () => {
  world = createWorld('sqlite');
  merged = [];
  await world.project();
  const runner = createFakeRunner();
  const { service, entries } = await world.start({
    warning: 'Checks run without a sandbox.',
    concurrency: 0,
    runner: () => ({
      ...runner,
      changes: {
        read: async (_project, number) => (number === 1 ? change : undefined),
        merge: async (_project, number, commit) => {
          merged.push([number, commit]);
          return { isMerged: true };
        },
        close: async () => undefined,
      },
    }),
  });
  url = service.url;
  refused = entries as LogEntry[];
  change = { ...change, branch: `docsgen/${(await createClient(url, await world.key()).create('Change it')).json.id}` };
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

async function signIn(scopes: readonly Scope[] = ['admin']): Promise<{ cookie: string; token: string }> {
  const reply = await post('/admin/sign-in', { key: await world.key({ scopes }) });
  expect(reply.status).toBe(303);
  const cookie = reply.headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(/HttpOnly; SameSite=Strict; Max-Age=\d+$/);
  const session = cookie.split(';')[0] ?? '';
  const text = await (await get('/changes/docs/1', { cookie: session })).text();
  return { cookie: session, token: /name="token" value="([^"]+)"/.exec(text)?.[1] ?? '' };
}

test('a change shows every text as text, and its policy lets nothing run', async () => {
  const { cookie } = await signIn();
  const reply = await get('/changes/docs/1', { cookie });
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'");
  const text = await reply.text();
  expect(text).not.toContain('<script');
  expect(text).not.toContain('<img');
  expect((await get('/changes/docs/2', { cookie })).status).toBe(404);
  expect((await get('/changes/nowhere/1', { cookie })).status).toBe(404);
});

test('lines of a file are shown, whatever they look like; lines of git are not', async () => {
  const { cookie } = await signIn();
  const text = await (await get('/changes/docs/1', { cookie })).text();
  expect(text).toContain('--- a removed line');
  expect(text).toContain('+++ an added line');
  expect(text).not.toContain('+++ b/x');
});

test('projects that share a repository do not share their changes', async () => {
  await world.project({ id: 'other' });
  const headers = { authorization: `Bearer ${await world.key({ scopes: ['read', 'merge'], projects: ['other'] })}` };
  expect((await get('/changes/other/1', headers)).status).toBe(404);
  for (const action of [`merge?commit=${change.commit}`, 'update', 'close'])
    expect((await fetch(`${url}/changes/other/1/${action}`, { method: 'POST', headers })).status).toBe(404);
  expect(merged).toEqual([]);
});

test('nobody reads a change without a key, not on this machine either', async () => {
  const reply = await get('/changes/docs/1', { accept: 'text/html' });
  expect(reply.status).toBe(401);
  const text = await reply.text();
  expect(text).not.toContain('a removed line');
  // Who signs in comes back to the change.
  expect(text).toContain('name="next" value="/changes/docs/1"');
  const bearer = async (scopes: readonly Scope[], projects = ['docs']) => ({
    authorization: `Bearer ${await world.key({ scopes, projects })}`,
  });
  expect((await get('/changes/docs/1', await bearer(['read']))).status).toBe(200);
  expect((await get('/changes/docs/1', await bearer(['write']))).status).toBe(403);
  expect((await get('/changes/docs/1', await bearer(['read'], ['other']))).status).toBe(404);
});

test.each(['before=1.a&before=2.b', 'before=Infinity.x', 'before=99999999999999999999.x', 'before=x', 'status=active&status=failed'])(
  'a list with the query %s is a list',
  async (query) => {
    const { cookie } = await signIn();
    expect((await get(`/admin?${query}`, { cookie })).status).toBe(200);
  },
);

const actions = ['/changes/docs/1/merge', '/changes/docs/1/close', '/admin/jobs/docs/00000000-0000-7000-8000-000000000000/retry'];

test.each(actions)('no process of this machine can POST %s without a key, whatever Origin it sends', async (path) => {
  for (const headers of [
    { origin: url },
    { origin: url, accept: 'text/html' },
    { origin: url, 'sec-fetch-site': 'same-origin' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: url, cookie: 'docsgen_operator=key_0.9999999999999.x.y' },
    { origin: url, authorization: 'Bearer wrong' },
    { origin: url, authorization: `Bearer ${await world.key({ scopes: ['read', 'write'] })}` },
    { origin: url, authorization: `Bearer ${await world.key({ scopes: ['read', 'write', 'admin'] })}` },
  ] as Record<string, string>[]) {
    refused.length = 0;
    expect([401, 403], JSON.stringify(headers)).toContain((await post(path, {}, headers)).status);
    const lines = refused.filter(({ event }) => event === 'refused');
    expect(lines).toMatchObject([{ action: path.split('/').at(-1), target: expect.stringContaining('docs/'), address: '127.0.0.1' }]);
    expect(JSON.stringify(lines)).not.toMatch(/Bearer|docsgen_/);
  }
  expect(merged).toEqual([]);
});

test('a session merges by a form with its own token, and by nothing else', async () => {
  const one = await signIn();
  const other = await signIn(['merge']);
  const merge = (form: Record<string, string>, headers: Record<string, string>) => post('/changes/docs/1/merge', form, headers);
  expect((await merge({}, { cookie: one.cookie })).status).toBe(403);
  expect((await merge({ token: other.token }, { cookie: one.cookie })).status).toBe(403);
  expect((await merge({ token: one.token }, { cookie: one.cookie, origin: 'https://evil.example' })).status).toBe(403);
  expect((await merge({ token: one.token }, { cookie: one.cookie, origin: 'null' })).status).toBe(403);
  expect(merged).toEqual([]);
  expect((await merge({ token: one.token }, { cookie: one.cookie })).status).toBe(303);
  expect((await merge({ token: other.token, commit: change.commit ?? '' }, { cookie: other.cookie })).status).toBe(303);
  expect(merged).toEqual([
    [1, ''],
    [1, change.commit],
  ]);
});

test('a program merges with a key that has the scope merge, of the project alone', async () => {
  const bearer = async (projects: string[]) => ({ authorization: `Bearer ${await world.key({ scopes: ['merge'], projects })}` });
  const send = async (projects: string[], query = `?commit=${change.commit}`) =>
    fetch(`${url}/changes/docs/1/merge${query}`, { method: 'POST', headers: await bearer(projects), redirect: 'manual' });
  expect((await send(['other'])).status).toBe(404);
  expect(merged).toEqual([]);
  for (const query of ['', '?commit=', '?commit=main', '?commit=a&commit=b']) expect((await send(['docs'], query)).status).toBe(400);
  expect(merged).toEqual([]);
  const reply = await send(['docs']);
  expect([reply.status, await reply.json()]).toEqual([200, { project: 'docs', number: 1, state: 'merged' }]);
  expect(merged).toEqual([[1, change.commit]]);
});

describeInBrowser('in a browser', () => {
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  test('somebody signs in on the page of a change, merges it and signs out', async () => {
    const { page, violations, close } = await visit(browser, `${url}/changes/docs/1`);
    await page.getByLabel('API key').fill(await world.key({ scopes: ['merge'] }));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Merge into main' }).click();
    await page.waitForURL(`${url}/changes/docs/1`);
    expect(merged).toEqual([[1, change.commit]]);
    // Merged once: loading the page again sends nothing again.
    await page.reload();
    expect(merged).toEqual([[1, change.commit]]);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.goto(`${url}/changes/docs/1`);
    expect(await page.getByLabel('API key').isVisible()).toBe(true);
    expect(violations).toEqual([]);
    await close();
  });
});

test('who has signed out is signed out, copies of the cookie too', async () => {
  const { cookie, token } = await signIn();
  expect((await post('/admin/sign-out', { token }, { cookie })).status).toBe(303);
  expect((await get('/admin', { cookie })).status).toBe(401);
  expect((await post('/changes/docs/1/merge', { token }, { cookie })).status).toBe(401);
});

test('a key for changes only opens no page of jobs, and redirects nowhere else after signing in', async () => {
  const { cookie } = await signIn(['merge']);
  expect((await get('/admin', { cookie })).status).toBe(403);
  const key = await world.key({ scopes: ['merge'] });
  for (const [next, location] of [
    ['/changes/docs/1', '/changes/docs/1'],
    ['https://evil.example/', '/'],
    ['//evil.example', '/'],
    ['/changes/../x', '/'],
  ] as const)
    expect((await post('/admin/sign-in', { key, next })).headers.get('location')).toBe(location);
});

test('wrong keys are limited by address', async () => {
  const statuses: number[] = [];
  for (let count = 0; count < 22; count++) statuses.push((await post('/admin/sign-in', { key: 'x' })).status);
  expect(statuses.slice(0, 20).every((status) => status === 401)).toBe(true);
  const reply = await post('/admin/sign-in', { key: 'x' });
  expect(reply.status).toBe(429);
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
  // Another site cannot use them up: its forms do not count.
  expect((await post('/admin/sign-in', { key: 'x' }, { origin: 'https://evil.example' })).status).toBe(403);
});

test('the pages of the operator say when nothing isolates', async () => {
  const { cookie } = await signIn();
  for (const path of ['/admin', '/admin/projects'])
    expect(await (await get(path, { cookie })).text()).toContain('Checks run without a sandbox.');
});

test('the pages of the operator need a key with the scope admin', async () => {
  expect((await get('/admin')).status).toBe(401);
  expect((await post('/admin/sign-in', { key: await world.key() })).status).toBe(401);
  expect((await get('/admin', { cookie: 'docsgen_operator=key_0.9999999999999.x.y' })).status).toBe(401);
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
