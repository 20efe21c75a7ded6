/**
 * Every page, asked for by every kind of reader, in every spelling of its address, by every method, in every form. What is
 * expected is worked out here from the front matter alone. And every file that any reader has, asked for by every other.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PrivateRecord } from '../../../src/shared/site/site-record.ts';
import { docsJson, type Files } from '../../harness/project.ts';
import { type Answer, password, type ServedProject, serveProject } from './served-project.ts';

interface Rule {
  readonly public?: boolean;
  readonly groups?: readonly string[];
  readonly playground?: 'auth';
}

/** Path → what its front matter says. */
const rules: Readonly<Record<string, Rule>> = {
  index: { public: true },
  open: { public: true },
  'guides/start': { public: true },
  internal: {},
  'guides/team': {},
  'guides/deep/er': {},
  admins: { groups: ['admins'] },
  beta: { groups: ['beta'] },
  either: { groups: ['admins', 'beta'] },
  // Groups close what `public` opens.
  both: { public: true, groups: ['beta'] },
  capital: { groups: ['Admins'] },
  'open-play': { public: true, playground: 'auth', groups: ['admins'] },
  'closed-play': { playground: 'auth', groups: ['beta'] },
  'any-play': { public: true, playground: 'auth' },
};
const readers: Readonly<Record<string, readonly string[] | undefined>> = {
  anonymous: undefined,
  nobody: [],
  admin: ['admins'],
  tester: ['beta'],
  both: ['admins', 'beta'],
  stranger: ['others', 'ADMINS', 'admin'],
};

const canaryOf = (path: string) => `canary-${path.replaceAll('/', '-')}-end`;
const serverOf = (path: string) => `https://${path}.play.example`;

function maySee(rule: Rule, groups: readonly string[] | undefined): boolean {
  const closedTo = rule.playground === 'auth' ? [] : (rule.groups ?? []);
  if (closedTo.length === 0 && rule.public === true) return true;
  if (groups === undefined) return false;
  return closedTo.length === 0 || closedTo.some((group) => groups.includes(group));
}

function mayPlay(rule: Rule, groups: readonly string[] | undefined): boolean {
  if (!maySee(rule, groups) || groups === undefined) return false;
  return rule.groups === undefined || rule.groups.some((group) => groups.includes(group));
}

function files(): Files {
  const pages = Object.entries(rules).map(([path, rule]) => {
    const fields = [
      `title: ${canaryOf(path)}`,
      ...(rule.public === undefined ? [] : [`public: ${rule.public}`]),
      ...(rule.groups === undefined ? [] : [`groups: [${rule.groups.join(', ')}]`]),
      ...(rule.playground === undefined ? [] : [`playground: ${rule.playground}`, `openapi: GET /${path}`]),
    ];
    const picture = `/images/${path.replaceAll('/', '-')}.png`;
    return [
      `${path}.mdx`,
      `---\n${fields.join('\n')}\n---\n\n## ${canaryOf(path)}\n\nText ${canaryOf(path)} ![${canaryOf(path)}](${picture})\n`,
    ] as const;
  });
  const pictures = Object.keys(rules).map((path) => [`images/${path.replaceAll('/', '-')}.png`, `PNG ${canaryOf(path)}`] as const);
  const paths = Object.keys(rules).filter((path) => rules[path]?.playground);
  const description = {
    openapi: '3.1.0',
    info: { title: 'API', version: '1' },
    paths: Object.fromEntries(
      paths.map((path) => [`/${path}`, { get: { servers: [{ url: serverOf(path) }], responses: { '200': { description: 'Yes' } } } }]),
    ),
  };
  return {
    'docs.json': docsJson(
      { groups: [{ group: 'All', pages: Object.keys(rules).filter((path) => path !== 'guides/deep/er') }] },
      { api: { openapi: 'openapi.json' }, docsgen: { auth: { method: 'users' } } },
    ),
    'openapi.json': JSON.stringify(description),
    ...Object.fromEntries([...pages, ...pictures]),
  };
}

/** Spellings of the address of a page; the first ones are its own. */
const spellings: readonly (readonly [name: string, spell: (path: string) => string])[] = [
  ['own', (url) => url],
  ['query', (url) => `${url}?x=1`],
  ['trailing', (url) => `${url === '/' ? '' : url}/`],
  ['index', (url) => `${url === '/' ? '' : url}/index.html`],
  ['html', (url) => `${url === '/' ? '/index' : url}.html`],
  ['markdown', (url) => `${url === '/' ? '/index' : url}.md`],
  ['double', (url) => `/${url}`],
  ['dot', (url) => `/.${url}`],
  ['parent', (url) => `/x/..${url}`],
  ['case', (url) => url.toUpperCase()],
  ['encoded', (url) => url.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`)],
  ['encoded twice', (url) => url.replace(/[a-z]/, (letter) => `%25${letter.charCodeAt(0).toString(16)}`)],
  ['encoded slash', (url) => `${url}%2f`],
  ['encoded dot', (url) => `/%2e${url}`],
  ['encoded parent', (url) => `/open/%2e%2e${url}`],
  ['mixed parent', (url) => `/open/..%2f${url.slice(1)}`],
  ['parameter', (url) => `${url};a=b`],
  ['nul', (url) => `${url}%00`],
  ['space', (url) => `${url}%20`],
  ['backslash', (url) => `${url}\\`],
  ['last dot', (url) => `${url}/.`],
  ['fragment', (url) => `${url}#x`],
  ['whole', (url) => `http://host${url}`],
  ['part', (url) => `${url}.json`],
];
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PROPFIND'];
const accepts = ['text/html', 'text/markdown', '*/*'];

let served: ServedProject;
const cookies = new Map<string, string>();

beforeAll(async () => {
  const users = Object.fromEntries(Object.entries(readers).flatMap(([name, groups]) => (groups ? [[name, groups]] : [])));
  served = await serveProject(files(), { users });
  for (const name of Object.keys(users)) cookies.set(name, (await served.signIn({ name, password })).cookie);
}, 180_000);
afterAll(() => served?.close());

const headersOf = (reader: string): Record<string, string> => (cookies.has(reader) ? { cookie: cookies.get(reader) as string } : {});

test('should give each reader what the front matter says and nothing else, however it is asked for', async () => {
  const wrong: string[] = [];
  let cells = 0;
  const check = async (reader: string, path: string, [spelling, spell]: (typeof spellings)[number], method: string, accept: string) => {
    const rule = rules[path] as Rule;
    const groups = readers[reader];
    const url = path === 'index' ? '/' : `/${path}`;
    const answer = await served.ask(spell(url), { method, headers: { accept, ...headersOf(reader) } });
    cells += 1;
    const problem = problemOf(answer, { isAllowed: maySee(rule, groups), canary: canaryOf(path), spelling, method, accept, reader });
    if (problem) wrong.push(`${reader} ${method} ${spell(url)} (${accept}): ${problem}`);
  };
  const work: (() => Promise<void>)[] = [];
  for (const reader of Object.keys(readers))
    for (const path of Object.keys(rules))
      for (const spelling of spellings)
        for (const method of methods) for (const accept of accepts) work.push(() => check(reader, path, spelling, method, accept));
  let at = 0;
  const run = async () => {
    for (let next = work[at++]; next; next = work[at++]) await next();
  };
  await Promise.all(Array.from({ length: 32 }, run));
  expect(wrong.slice(0, 20)).toEqual([]);
  expect(cells).toBeGreaterThanOrEqual(20_000);
}, 240_000);

interface Cell {
  readonly isAllowed: boolean;
  readonly canary: string;
  readonly spelling: string;
  readonly method: string;
  readonly accept: string;
  readonly reader: string;
}

function problemOf({ status, headers, body }: Answer, { isAllowed, canary, spelling, method, accept, reader }: Cell): string | undefined {
  const holds = body.includes(canary);
  if (!isAllowed && holds) return 'the canary is in the body';
  if (!isAllowed && status === 200) return 'status 200';
  if (!isAllowed && (headers.etag || headers['last-modified'])) return 'headers tell of a file';
  if (method !== 'GET' && method !== 'HEAD') return status === 405 || status === 400 ? undefined : `status ${status}`;
  if (method === 'HEAD' && body !== '') return 'a body';
  const isOwn = spelling === 'own' || spelling === 'query';
  if (isOwn || spelling === 'markdown' || (spelling === 'encoded' && status === 200)) {
    if (isAllowed) return status === 200 && (method === 'HEAD' || holds) ? undefined : `status ${status}, canary ${holds}`;
    const isPage = accept === 'text/html' || (isOwn && accept === '*/*') || (spelling === 'encoded' && accept === '*/*');
    const expected = reader !== 'anonymous' ? 404 : isPage ? 302 : 401;
    return status === expected ? undefined : `status ${status}, not ${expected}`;
  }
  return [200, 302, 308, 400, 401, 404].includes(status) ? undefined : `status ${status}`;
}

test('should answer for what is closed as for what is not there', async () => {
  for (const reader of ['anonymous', 'nobody', 'stranger']) {
    for (const accept of accepts) {
      const there = await served.ask('/admins', { headers: { accept, ...headersOf(reader) } });
      const nowhere = await served.ask('/nowher', { headers: { accept, ...headersOf(reader) } });
      const seen = ({ status, headers: { date: _, location = '', ...headers }, body }: Answer) => ({
        status,
        headers,
        location: location.replace(/admins|nowher/, 'page'),
        body,
      });
      expect(seen(there)).toEqual(seen(nowhere));
    }
  }
});

test('should keep a playground from readers who are not to have it', async () => {
  for (const [reader, groups] of Object.entries(readers)) {
    for (const [path, rule] of Object.entries(rules)) {
      if (rule.playground === undefined) continue;
      const { status, body, headers } = await served.ask(`/${path}`, { headers: headersOf(reader) });
      if (!maySee(rule, groups)) continue;
      const mine = mayPlay(rule, groups);
      expect({ reader, path, status, hasData: body.includes('"servers"') }).toEqual({ reader, path, status: 200, hasData: mine });
      expect(String(headers['content-security-policy']).includes(serverOf(path))).toBe(mine);
    }
  }
});

test('should have no file for one reader that another one may not have', async () => {
  const folder = `${served.out}.private`;
  const name = readdirSync(folder).find((file) => /^[0-9a-f]{32}\.json$/.test(file)) as string;
  const record = JSON.parse(readFileSync(join(folder, name), 'utf8')) as PrivateRecord;
  const all = new Map<string, Set<string>>();
  for (const { files: list } of record.audiences) {
    for (const [path, hash] of Object.entries(list)) all.set(path, (all.get(path) ?? new Set()).add(hash));
  }
  const open = new Set(
    Object.keys((JSON.parse(readFileSync(join(served.out, '.docsgen-manifest.json'), 'utf8')) as { files: object }).files),
  );
  expect(all.size).toBeGreaterThan(50);
  for (const path of all.keys()) {
    const { status, body } = await served.ask(`/${path.split('/').map(encodeURIComponent).join('/')}`);
    const canaries = Object.entries(rules).filter(([page, rule]) => !maySee(rule, undefined) && body.includes(canaryOf(page)));
    expect({ path, canaries }).toEqual({ path, canaries: [] });
    if (!open.has(path)) expect([302, 401, 404, 308], path).toContain(status);
  }
  for (const path of Object.keys(rules)) {
    for (const [reader, groups] of Object.entries(readers)) {
      const { status } = await served.ask(`/images/${path.replaceAll('/', '-')}.png`, { headers: headersOf(reader) });
      const expected = maySee(rules[path] as Rule, groups) ? 200 : reader === 'anonymous' ? 401 : 404;
      expect({ path, reader, status }).toEqual({ path, reader, status: expected });
    }
  }
});

test('should leave nothing of closed pages in the public folder', () => {
  const closed = Object.entries(rules).filter(([, rule]) => !maySee(rule, undefined));
  for (const file of readdirSync(served.out, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const text = readFileSync(join(file.parentPath, file.name), 'latin1');
    for (const [path] of closed) expect(text.includes(canaryOf(path)), `${file.name} holds ${path}`).toBe(false);
    // Its Markdown copy says what the description says.
    if (file.name.endsWith('.html')) expect(text.includes('&quot;servers&quot;') || text.includes('"servers"'), file.name).toBe(false);
  }
});
