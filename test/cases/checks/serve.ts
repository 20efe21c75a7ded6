/** The areas `auth`, `leak` and `load`: a site with sign-in, served in this process, and somebody who wants more than is theirs. */
import { generateKeyPairSync } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
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
import { docsJson, type Files } from '../../harness/project.ts';
import type { Check } from './check.ts';

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
): Check {
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

interface GivenToken {
  /** The whole token; `{good}` is a good one. */
  readonly text?: string;
  readonly header?: Readonly<Record<string, unknown>>;
  /** Instead of those of a good token; `exp` and `nbf` are seconds from now. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** What it is signed with; the key of the site without it. */
  readonly key?: 'other' | 'public key as secret' | 'none';
  /** The header names this member with the public half of the other key. */
  readonly ownKey?: string;
}

async function tokenOf({ text, header = {}, claims: given = {}, key, ownKey }: GivenToken): Promise<string> {
  if (text !== undefined) return text.replace('{good}', await sign(claims()));
  const times = Object.fromEntries(['exp', 'nbf'].filter((name) => name in given).map((name) => [name, seconds() + Number(given[name])]));
  const payload = { ...claims(), ...given, ...times } as JWTPayload;
  if (key === 'none') return `${part({ alg: 'RS256', ...header })}.${part(payload)}.`;
  if (key === 'public key as secret')
    return new SignJWT(payload).setProtectedHeader({ alg: 'HS256', ...header }).sign(new TextEncoder().encode(publicPem));
  const own = ownKey && { [ownKey]: other.publicKey.export({ format: 'jwk' }) };
  return sign(payload, { ...header, ...own }, key === 'other' ? other.privateKey : rsa.privateKey);
}

/** `with`: `{ tokens }`. Each is refused without a session; a good one is not. */
const refusedTokens: Check = (given) =>
  served(
    async (site) => {
      const problems = unless((await handOver(site, await sign(claims()))).status === 303, 'a good token is refused');
      for (const [at, token] of (given.tokens as readonly GivenToken[]).entries()) {
        const answer = await handOver(site, await tokenOf(token));
        problems.push(
          ...unless(answer.status === 401 && answer.body.includes('auth/invalid-token'), `token ${at}: ${answer.status} ${answer.body}`),
        );
        problems.push(...unless(cookieOf(answer) === '', `token ${at}: a session`));
      }
      return problems;
    },
    jwtAuth,
    jwtOptions,
  )(given);

const oracle: Check = served(async (site) => {
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

const deleted: Check = async () => {
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
const closedLater: Check = async () => {
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
const mixedLoad: Check = served(async (site) => {
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

const gracefulStop: Check = async () => {
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

export const serveChecks: readonly (readonly [string, Check])[] = [
  ['refused-tokens', refusedTokens],
  [
    'groups-of-wrong-type',
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
    'sign-in-state',
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
    'changed-session-cookies',
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
    'session-expiry',
    served(async (site) => {
      const headers = await cookieFor(site, 'ada');
      site.clock.ahead += 8 * 3_600_000;
      const late = (await site.ask('/internal', { headers })).status;
      site.clock.ahead -= 3_600_000;
      return unless(late === 302 && (await site.ask('/internal', { headers })).status === 302, `${late}`);
    }),
  ],
  [
    'revoked-groups',
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
    'brute-force',
    served(async (site) => {
      site.clock.frozen = Date.now();
      const statuses: number[] = [];
      for (let tries = 0; tries < 40; tries++) statuses.push((await site.signIn({ name: 'ada', password: 'x' })).status);
      site.clock.ahead += 61_000;
      const later = (await site.signIn({ name: 'ada', password })).status;
      return unless(statuses.indexOf(429) === 20 && statuses.lastIndexOf(401) === 19 && later === 303, `${statuses} ${later}`);
    }),
  ],
  ['deleted-page', deleted],
  [
    'search-index-of-each-audience',
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
  ['existence-oracle', oracle],
  ['page-closed-later', closedLater],
  ['mixed-readers', mixedLoad],
  ['graceful-stop', gracefulStop],
];
