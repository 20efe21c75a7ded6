/** The areas `auth`, `leak` and `load`: a site with sign-in, served in this process, and somebody who wants more than is theirs. */
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type JWTPayload, SignJWT } from 'jose';
import type { PrivateRecord } from '../../../src/shared/site/site-record.ts';
import {
  type Answer,
  builtSite,
  cookieOf,
  password,
  type ServedOptions,
  type ServedProject,
  serveProject,
} from '../../apps/serve/served-project.ts';
import { runCli } from '../../harness/cli.ts';
import { docsJson, type Files, removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';
import type { Inspection } from '../recipe.ts';

const canary = 'zq-canary-qz';
/** In what a public page says of its API, and in what only admins read. */
const apiWord = 'zq-api-qz';
const adminWord = 'zq-admins-qz';
const users = { ada: ['admins'], bob: [] as string[] };

function project(auth: object, more: Files = {}): Files {
  const spec = {
    openapi: '3.1.0',
    info: { title: apiWord, version: '1' },
    servers: [{ url: `https://${apiWord}.example` }],
    security: [{ [`${apiWord}-key`]: [] }],
    paths: { '/run': { get: { responses: { '200': { description: 'Yes' } } } } },
    components: { securitySchemes: { [`${apiWord}-key`]: { type: 'apiKey', in: 'header', name: 'x' } } },
  };
  return {
    'docs.json': docsJson(
      { groups: [{ group: 'All', pages: ['index', 'public', 'internal', 'admins', 'play'] }] },
      { api: { openapi: 'openapi.json' }, docsgen: { auth } },
    ),
    'index.mdx': '---\ntitle: Start\npublic: true\n---\nSee [inside](/internal).',
    'public.mdx': '---\ntitle: Public\npublic: true\n---\nFor all.',
    'internal.mdx': `---\ntitle: ${canary}\ndescription: ${canary}\n---\n## ${canary}\n\n${canary} ![${canary}](/images/own.png)\n\n\`\`\`js\n${canary}\n\`\`\``,
    'admins.mdx': `---\ntitle: ${adminWord}\ngroups: [admins]\n---\n${adminWord}`,
    'play.mdx': '---\ntitle: Play\npublic: true\nplayground: auth\ngroups: [admins]\nopenapi: GET /run\n---\n',
    'hidden.mdx': '---\ntitle: Hidden words\npublic: true\nhidden: true\n---\nHidden words',
    'images/own.png': `PNG ${canary}`,
    'openapi.json': JSON.stringify(spec),
    ...more,
  };
}

/** Serves a site, looks at it, and takes it down. */
function served(
  look: (site: ServedProject) => Promise<readonly string[]>,
  auth: object = { method: 'users' },
  options: ServedOptions = { users },
): Inspection {
  return async () => {
    const files = project(auth);
    const site = await serveProject(files, { ...options, built: await builtSite(files) });
    try {
      return await look(site);
    } finally {
      await site.close();
    }
  };
}

const unless = (holds: boolean, problem: string): string[] => (holds ? [] : [problem]);
const cookieFor = async (site: ServedProject, name: keyof typeof users) => ({ cookie: (await site.signIn({ name, password })).cookie });

const pathVariants = [
  '//internal',
  '/./internal',
  '/x/../internal',
  '/internal/',
  '/internal/index.html',
  '/internal.html',
  '/internal.md',
  '/INTERNAL',
  '/%69nternal',
  '/%2569nternal',
  '/internal%2f',
  '/%2e/internal',
  '/internal;a=b',
  '/internal%00',
  '/internal%20',
  '/internal?x',
  '/internal/.',
  '/internal\\',
  '/public/..%2finternal',
  '/public/%2e%2e/internal',
  'http://host/internal',
  '/internal#x',
];

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
const publicPem = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const jwtAuth = {
  method: 'jwt',
  loginUrl: 'https://login.example/in',
  issuer: 'https://login.example',
  audience: 'docs',
  algorithm: 'RS256',
};
const jwtOptions = { environment: { DOCSGEN_JWT_PUBLIC_KEY: publicPem } };
const seconds = () => Math.floor(Date.now() / 1000);
const claims = (): JWTPayload => ({ sub: 'ada', iss: jwtAuth.issuer, aud: jwtAuth.audience, exp: seconds() + 60, groups: ['admins'] });
const sign = (payload: JWTPayload, header: object = {}, key = rsa.privateKey) =>
  new SignJWT(payload).setProtectedHeader({ alg: 'RS256', ...header }).sign(key);
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

async function handOver(site: ServedProject, token: string): Promise<Answer> {
  const begun = await site.ask('/_docsgen/login');
  const state = new URL(String(begun.headers.location)).searchParams.get('state') ?? '';
  return site.ask('/_docsgen/callback', {
    method: 'POST',
    headers: { cookie: begun.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ token, state }).toString(),
  });
}

/** Each token is refused; a good one is not. */
function refusedTokens(...tokens: (() => Promise<string> | string)[]): Inspection {
  return served(
    async (site) => {
      const problems = unless((await handOver(site, await sign(claims()))).status === 303, 'a good token is refused');
      for (const [at, token] of tokens.entries()) {
        const answer = await handOver(site, await token());
        problems.push(
          ...unless(answer.status === 401 && answer.body.includes('auth/invalid-token'), `token ${at}: ${answer.status} ${answer.body}`),
        );
        problems.push(...unless(cookieOf(answer) === '', `token ${at}: a session`));
      }
      return problems;
    },
    jwtAuth,
    jwtOptions,
  );
}

/** A server that is to refuse to start. */
function refusedStart(auth: object, environment: Record<string, string>, code: string): Inspection {
  return async () => {
    try {
      await (await serveProject(project(auth), { environment })).close();
      return ['it starts'];
    } catch (error) {
      const found = `${(error as { code?: string }).code} ${(error as Error).message}`;
      return unless(found.includes(code), found);
    }
  };
}

/** Every file of a folder as text, packed ones unpacked. */
function textsBelow(folder: string): [path: string, text: string][] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const bytes = readFileSync(path);
      return [path.slice(folder.length + 1), (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8')];
    });
}

const methods: Inspection = served(async (site) => {
  const problems: string[] = [];
  const head = await site.ask('/internal', { method: 'HEAD' });
  problems.push(...unless(head.status === 302, `HEAD gave ${head.status}`));
  for (const method of ['OPTIONS', 'POST', 'PUT', 'PROPFIND', 'TRACE']) {
    const { status, headers } = await site.ask('/internal', { method });
    problems.push(...unless(status === 405 && headers.allow === 'GET, HEAD' && !headers.etag, `${method} gave ${status}`));
  }
  const answer = await raw(site, 'foo /internal HTTP/1.1\r\nHost: x\r\n\r\n');
  return [...problems, ...unless(answer.startsWith('HTTP/1.1 405'), `foo gave ${answer.slice(0, 20)}`)];
});

function raw(site: ServedProject, text: string): Promise<string> {
  return new Promise((done, fail) => {
    const socket = connect(Number(new URL(site.server.url).port), '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk));
    socket.on('close', () => done(answer));
    socket.on('error', fail);
  });
}

const oracle: Inspection = served(async (site) => {
  const problems: string[] = [];
  const times: Record<string, number[]> = { there: [], nowhere: [] };
  const shapes = new Set<string>();
  for (let round = 0; round < 100; round++) {
    for (const [kind, path] of [
      ['there', round % 2 ? '/internal' : '/admins'],
      ['nowhere', `/nowher${round % 10}`],
    ] as const) {
      const start = performance.now();
      const { status, headers, body } = await site.ask(path);
      times[kind]?.push(performance.now() - start);
      const { date: _, location, ...rest } = headers;
      shapes.add(JSON.stringify([status, rest, String(location).replace(path.slice(1), ''), body]));
    }
  }
  const median = (list: number[] = []) => [...list].sort((a, b) => a - b)[list.length >> 1] ?? 0;
  const apart = Math.abs(median(times.there) - median(times.nowhere));
  problems.push(
    ...unless(shapes.size === 1, `${shapes.size} different answers`),
    ...unless(process.env.CASE_TIMES === 'off' || apart < 5, `${apart.toFixed(1)} ms apart`),
  );
  return problems;
});

const deleted: Inspection = async () => {
  const open = (more: Files = {}) => ({ ...project({ method: 'users' }), 'gone.mdx': `---\npublic: true\n---\n${canary}`, ...more });
  const site = await serveProject(open(), { users });
  try {
    const before = await site.ask('/gone');
    await site.rebuild({ 'gone.mdx': '---\nurl: https://elsewhere.example\n---\n' });
    const after = [await site.ask('/gone'), await site.ask('/gone.md')];
    return [
      ...unless(before.status === 200 && before.body.includes(canary), `before: ${before.status}`),
      ...after.flatMap(({ status, body }, at) => unless(status !== 200 && !body.includes(canary), `after ${at}: ${status}`)),
    ];
  } finally {
    await site.close();
  }
};

/** A page that was for all is closed: nothing of the build before gives it out. */
const closedLater: Inspection = async () => {
  const site = await serveProject(project({ method: 'users' }, { 'public.mdx': `---\ntitle: ${canary}\npublic: true\n---\n${canary}` }), {
    users,
  });
  try {
    const old = Object.keys(JSON.parse(readFileSync(join(site.out, '.docsgen-manifest.json'), 'utf8')).files as object);
    await site.rebuild({ 'public.mdx': `---\ntitle: ${canary}\n---\n${canary}` });
    const problems: string[] = [];
    for (const path of old) {
      const { status, body } = await site.ask(`/${encodeURI(path)}`);
      let text = body;
      if (body.startsWith('\x1f\x8b')) text = gunzipSync(Buffer.from(body, 'latin1')).toString();
      if (status === 200 && text.includes(canary)) problems.push(`${path} still holds it`);
    }
    return problems;
  } finally {
    await site.close();
  }
};

/** Many readers at once: nobody gets what is another's. */
const mixedLoad: Inspection = served(async (site) => {
  const cookies = [await cookieFor(site, 'ada'), await cookieFor(site, 'bob'), {}];
  const problems: string[] = [];
  const times: number[] = [];
  const one = async (at: number) => {
    const who = at % 3;
    const path = ['/', '/internal', '/admins', '/public'][at % 4] as string;
    const start = performance.now();
    const { status, body } = await site.ask(path, { headers: cookies[who] as Record<string, string> });
    times.push(performance.now() - start);
    const isAllowed = path === '/' || path === '/public' || who === 0 || (path === '/internal' && who === 1);
    if ((status === 200) !== isAllowed || (!isAllowed && body.includes(who === 2 ? canary : adminWord)))
      problems.push(`${who} ${path}: ${status}`);
  };
  for (let round = 0; round < 125; round++) await Promise.all(Array.from({ length: 16 }, (_, at) => one(round * 16 + at)));
  return problems.slice(0, 5);
});

const gracefulStop: Inspection = async () => {
  const site = await serveProject(project({ method: 'users' }), { users });
  const { port } = new URL(site.server.url);
  const answers = Array.from(
    { length: 50 },
    () =>
      new Promise<number>((done) => {
        request({ host: '127.0.0.1', port, path: '/', agent: false }, (response) => {
          response.resume();
          response.on('end', () => done(response.statusCode ?? 0));
        })
          .on('error', () => done(-1))
          .end();
      }),
  );
  await Promise.race(answers);
  const start = performance.now();
  await site.close();
  const statuses = await Promise.all(answers);
  const took = performance.now() - start;
  return [
    ...unless(
      statuses.every((status) => status === 200 || status === -1),
      `answers ${[...new Set(statuses)]}`,
    ),
    ...unless(took < 11_000, `${took} ms`),
  ];
};

export const serveInspections: readonly (readonly [string, Inspection])[] = [
  [
    'auth-01',
    served(async (site) => {
      const { status, headers } = await site.ask('/internal');
      return unless(
        status === 302 &&
          headers.location === '/_docsgen/login?next=%2Finternal' &&
          headers['cache-control'] === 'no-store' &&
          headers.vary === 'Cookie',
        `${status} ${JSON.stringify(headers)}`,
      );
    }),
  ],
  [
    'auth-02',
    served(async (site) => {
      const answers = [await site.ask('/internal.md'), await site.ask('/_docsgen/search/private.json')];
      return answers.flatMap(({ status, headers, body }) =>
        unless(status === 401 && body === '{"error":{"code":"auth/required"}}' && !headers['www-authenticate'], `${status} ${body}`),
      );
    }),
  ],
  [
    'auth-03',
    served(async (site) => {
      const problems: string[] = [];
      for (const path of pathVariants) {
        const { status, body } = await site.ask(path);
        if (![301, 302, 308, 400, 401, 404].includes(status) || body.includes(canary)) problems.push(`${path}: ${status}`);
      }
      return problems;
    }),
  ],
  [
    'auth-05',
    served(async (site) => {
      const plain = await site.ask('/internal');
      const problems: string[] = [];
      for (const name of [
        'x-middleware-subrequest',
        'x-original-url',
        'x-rewrite-url',
        'x-forwarded-host',
        'x-forwarded-proto',
        'x-forwarded-prefix',
        'x-forwarded-uri',
        'x-http-method-override',
        'x-forwarded-for',
      ]) {
        const { status, body, headers } = await site.ask('/internal', { headers: { [name]: '/public' } });
        if (status !== plain.status || body !== plain.body || headers.location !== plain.headers.location) problems.push(name);
      }
      return problems;
    }),
  ],
  ['auth-06', methods],
  ['auth-08', refusedTokens(() => `${part({ alg: 'none' })}.${part(claims())}.`)],
  ['auth-09', refusedTokens(() => `${part({ alg: 'NoNe' })}.${part(claims())}.`)],
  ['auth-10', refusedTokens(() => new SignJWT(claims()).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(publicPem)))],
  ['auth-11', refusedTokens(() => sign(claims(), {}, other.privateKey))],
  [
    'auth-13',
    refusedTokens(
      () => sign(claims(), { jku: 'https://evil.example/k' }, other.privateKey),
      () => sign(claims(), { x5u: 'https://evil.example/k' }, other.privateKey),
      () => sign(claims(), { jwk: other.publicKey.export({ format: 'jwk' }) }, other.privateKey),
    ),
  ],
  ['auth-14', refusedTokens(() => sign({ ...claims(), exp: seconds() - 61 }))],
  ['auth-15', refusedTokens(() => sign({ ...claims(), nbf: seconds() + 300 }))],
  [
    'auth-17',
    refusedTokens(
      () => sign({ ...claims(), iss: 'https://other.example' }),
      () => sign({ ...claims(), iss: `${jwtAuth.issuer}/` }),
    ),
  ],
  [
    'auth-18',
    refusedTokens(
      () => sign({ ...claims(), aud: 'other' }),
      () => sign({ ...claims(), aud: ['a', 'b'] }),
    ),
  ],
  ['auth-19', refusedTokens(() => `${part({ alg: 'RS256', crit: ['x'], x: 1 })}.${part(claims())}.AAAA`)],
  [
    'auth-21',
    refusedTokens(
      () => 'a.b',
      () => 'a.b.c.d',
      () => '..',
      async () => `${await sign(claims())}.x`,
    ),
  ],
  [
    'auth-23',
    served(
      async (site) => {
        const problems: string[] = [];
        for (const groups of ['admins', { 0: 'admins' }, ['ADMINS'], ['admins\u0000']]) {
          const answer = await handOver(site, await sign({ ...claims(), groups, jti: JSON.stringify(groups) }));
          const { status } = await site.ask('/admins', { headers: { cookie: cookieOf(answer) } });
          if (status === 200) problems.push(`${JSON.stringify(groups)} is a member`);
        }
        return problems;
      },
      jwtAuth,
      jwtOptions,
    ),
  ],
  [
    'auth-24',
    served(
      async (site) => {
        const problems: string[] = [];
        const begun = await site.ask('/_docsgen/login');
        const state = new URL(String(begun.headers.location)).searchParams.get('state') ?? '';
        const own = begun.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
        const other = (await site.ask('/_docsgen/login')).headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
        const back = async (cookie: string, given: string) =>
          site.ask('/_docsgen/callback', {
            method: 'POST',
            headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
            body: new URLSearchParams({ token: await sign({ ...claims(), jti: String(Math.random()) }), state: given }).toString(),
          });
        for (const [name, answer] of [
          ['no state', await back(own, '')],
          ['the state of another browser', await back(other, state)],
          ['no cookie', await back('', state)],
        ] as const)
          problems.push(
            ...unless(answer.status === 400 && answer.body.includes('auth/state') && cookieOf(answer) === '', `${name}: ${answer.status}`),
          );
        const [first, second] = [await back(own, state), await back(own, state)];
        return [...problems, ...unless(first.status === 303 && second.status === 400, `used twice: ${first.status} ${second.status}`)];
      },
      jwtAuth,
      jwtOptions,
    ),
  ],
  [
    'auth-27',
    served(async (site) => {
      const problems: string[] = [];
      for (const next of [
        '//evil.example',
        'https://evil.example',
        '/\\\\evil.example',
        '/%09/evil.example',
        'javascript:alert(1)',
        '/_docsgen/logout',
      ]) {
        const { headers } = await site.signIn({ name: 'bob', password, next });
        const target = new URL(String(headers.location), site.server.url);
        if (target.origin !== new URL(site.server.url).origin || target.pathname.startsWith('/_docsgen'))
          problems.push(`${next} → ${headers.location}`);
      }
      return problems;
    }),
  ],
  [
    'auth-28',
    served(async (site) => {
      const { headers } = await site.signIn({ name: 'bob', password });
      const set = headers['set-cookie']?.find((cookie) => cookie.startsWith('__Host-docsgen=')) ?? '';
      return unless(/; Path=\/; Secure; HttpOnly; SameSite=Lax/.test(set) && !/domain/i.test(set), set);
    }),
  ],
  [
    'auth-29',
    served(async (site) => {
      const { cookie } = await cookieFor(site, 'ada');
      const bytes = [...cookie.slice('__Host-docsgen='.length)];
      const problems: string[] = [];
      for (const [at, letter] of bytes.entries())
        for (let bit = 0; bit < 6; bit++) {
          const changed = bytes.with(at, String.fromCharCode(letter.charCodeAt(0) ^ (1 << bit))).join('');
          const { status } = await site.ask('/internal', { headers: { cookie: `__Host-docsgen=${encodeURIComponent(changed)}` } });
          if (status !== 302) problems.push(`letter ${at}, bit ${bit}: ${status}`);
        }
      await site.ask('/_docsgen/logout', { method: 'POST', headers: { cookie } });
      return [...problems, ...unless((await site.ask('/internal', { headers: { cookie } })).status === 302, 'lives on after signing out')];
    }),
  ],
  [
    'auth-30',
    served(async (site) => {
      const chosen = `__Host-docsgen=${'B'.repeat(43)}`;
      const { cookie } = await site.signIn({ name: 'ada', password }, { cookie: chosen });
      return [
        ...unless(cookie !== chosen, 'keeps the name'),
        ...unless((await site.ask('/internal', { headers: { cookie: chosen } })).status === 302, 'the chosen name works'),
      ];
    }),
  ],
  [
    'auth-31',
    served(async (site) => {
      const headers = await cookieFor(site, 'ada');
      site.clock.ahead += 8 * 3_600_000;
      const late = (await site.ask('/internal', { headers })).status;
      site.clock.ahead -= 3_600_000;
      return unless(late === 302 && (await site.ask('/internal', { headers })).status === 302, `${late}`);
    }),
  ],
  [
    'auth-32',
    served(async (site) => {
      const headers = await cookieFor(site, 'ada');
      const before = await site.ask('/play', { headers });
      const file = join(site.folder, 'users.json');
      const list = JSON.parse(readFileSync(file, 'utf8')) as { name: string; groups: string[] }[];
      writeFileSync(file, JSON.stringify(list.map((user) => ({ ...user, groups: [] }))));
      site.clock.ahead += 15 * 60_000;
      const after = await site.ask('/play', { headers });
      return unless(before.body.includes('"servers"') && !after.body.includes('"servers"'), 'the playground is still there');
    }),
  ],
  [
    'auth-33',
    served(async (site) => {
      const headers = await cookieFor(site, 'ada');
      const foreign = await site.ask('/_docsgen/logout', { method: 'POST', headers: { ...headers, origin: 'https://evil.example' } });
      await site.ask('/_docsgen/logout', { headers });
      const login = await site.signIn({ name: 'bob', password }, { origin: 'https://evil.example' });
      return [
        ...unless(foreign.status === 403 && login.status === 403, `${foreign.status} ${login.status}`),
        ...unless((await site.ask('/internal', { headers })).status === 200, 'signed out'),
      ];
    }),
  ],
  [
    'auth-34',
    served(async (site) => {
      const headers = await cookieFor(site, 'ada');
      const problems: string[] = [];
      for (const path of ['/internal', '/images/own.png', '/llms.txt']) {
        const answer = await site.ask(path, { headers });
        const isKept =
          answer.headers['cache-control'] !== 'private, no-store' || !answer.headers.vary?.includes('Cookie') || answer.headers.etag;
        if (answer.status !== 200 || isKept) problems.push(`${path}: ${answer.status} ${JSON.stringify(answer.headers)}`);
      }
      return problems;
    }),
  ],
  [
    'auth-36',
    served(async (site) => {
      site.clock.frozen = Date.now();
      const statuses: number[] = [];
      for (let tries = 0; tries < 40; tries++) statuses.push((await site.signIn({ name: 'ada', password: 'x' })).status);
      site.clock.ahead += 61_000;
      const later = (await site.signIn({ name: 'ada', password })).status;
      return unless(statuses.indexOf(429) === 20 && statuses.lastIndexOf(401) === 19 && later === 303, `${statuses} ${later}`);
    }),
  ],
  [
    'auth-37',
    served(async (site) => {
      const known = await site.signIn({ name: 'ada', password: 'x' }, { accept: 'application/json' });
      const unknown = await site.signIn({ name: 'eve', password: 'x' }, { accept: 'application/json' });
      return unless(known.status === unknown.status && known.body === unknown.body, `${known.body} ${unknown.body}`);
    }),
  ],
  [
    'auth-39',
    async () => {
      const problems: string[] = [];
      for (const line of ['public: "true"', 'public: 1', 'Public: true']) {
        const folder = temporaryFolder('auth');
        try {
          const files = project({ method: 'users' }, { 'internal.mdx': `---\ntitle: ${canary}\n${line}\n---\n${canary}` });
          writeProject(join(folder, 'project'), files);
          const out = join(folder, 'site');
          await runCli(['build', join(folder, 'project'), '--out', out, '--no-cache'], { cwd: folder });
          if (existsSync(out) && textsBelow(out).some(([, text]) => text.includes(canary))) problems.push(`${line} opens the page`);
        } finally {
          removeFolder(folder);
        }
      }
      return problems;
    },
  ],
  ['auth-40', refusedStart({ method: 'oidc', issuer: 'https://id.example', clientId: 'docs' }, {}, 'config/auth')],
  ['auth-41', refusedStart({ method: 'users' }, { DOCSGEN_SESSION_SECRET: 'short' }, 'config/auth-secret')],
  [
    'auth-42',
    served(async (site) => {
      const problems: string[] = [];
      for (const path of ['/', '/internal', '/nowhere.md', '/_docsgen/login', '/healthz', '/images/own.png']) {
        const { headers } = await site.ask(path);
        const isRight =
          headers['x-content-type-options'] === 'nosniff' &&
          headers['referrer-policy'] === 'strict-origin-when-cross-origin' &&
          !headers.server;
        if (!isRight) problems.push(path);
      }
      return problems;
    }),
  ],
  [
    'leak-01',
    served(async (site) => {
      const found = textsBelow(site.out).filter(([path, text]) => text.includes('Hidden words') && !path.startsWith('hidden'));
      return found.map(([path]) => path);
    }),
  ],
  [
    'leak-02',
    served(async (site) =>
      textsBelow(site.out).flatMap(([path, text]) => unless(!text.includes(canary) && !text.includes(adminWord), path)),
    ),
  ],
  ['leak-03', served(async (site) => unless(!(await site.ask('/')).body.includes(canary), 'a word of the other page'))],
  [
    'leak-04',
    served(async (site) => {
      const [none, bob, ada] = [
        await site.ask('/play'),
        await site.ask('/play', { headers: await cookieFor(site, 'bob') }),
        await site.ask('/play', { headers: await cookieFor(site, 'ada') }),
      ];
      const holds = ({ body }: Answer) => body.includes('"servers"') || body.includes('"schemes"');
      const copies = [await site.ask('/play.md'), await site.ask('/play.md', { headers: await cookieFor(site, 'ada') })];
      return [
        ...unless(!holds(none) && !holds(bob), 'others get its data'),
        ...unless(holds(ada), 'the right reader gets none'),
        ...unless(copies.map((copy) => /"servers"|"securitySchemes"/.test(copy.body)).join() === 'false,true', 'the copies say the same'),
      ];
    }),
  ],
  [
    'leak-06',
    served(async (site) => unless([302, 401, 404].includes((await site.ask('/openapi.json')).status), 'the description is open')),
  ],
  ['leak-07', served(async (site) => unless((await site.ask('/images/own.png')).status === 401, 'the picture is open'))],
  ['leak-08', deleted],
  [
    'leak-05',
    served(async (site) => {
      const folder = `${site.out}.private`;
      const name = readdirSync(folder).find((file) => /^[0-9a-f]{32}\.json$/.test(file)) as string;
      const { audiences } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as PrivateRecord;
      const shards = new Set(audiences.flatMap(({ files }) => Object.keys(files).filter((path) => path.includes('/search/'))));
      const problems: string[] = [];
      for (const path of shards) {
        const { status, body } = await site.ask(`/${path}`);
        const bytes = Buffer.from(body, 'latin1');
        const text = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes).toString('utf8') : body;
        if ((status !== 200 && status !== 401) || text.includes(canary) || text.includes(adminWord)) problems.push(`${path}: ${status}`);
      }
      return [...problems, ...unless(shards.size > 3, 'there are no shards')];
    }),
  ],
  [
    'leak-10',
    served(async (site) => {
      const answers = [await site.ask('/nowhere'), await site.ask('/%'), await site.ask('//x'), await site.ask('/_docsgen/login')];
      return answers.flatMap(({ body }, at) =>
        unless(!body.includes(site.folder) && !body.includes(canary) && !/\bat \S+:\d+/.test(body), `answer ${at}`),
      );
    }),
  ],
  ['leak-11', oracle],
  ['leak-13', closedLater],
  ['load-02', mixedLoad],
  ['load-04', gracefulStop],
];
