import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { PrivateRecord } from '../../../src/shared/site/site-record.ts';
import { builtSite, password, type ServedOptions, type ServedProject, serveProject } from '../../apps/serve/served-project.ts';
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
  ['page-closed-later', closedLater],
  ['mixed-readers', mixedLoad],
  ['graceful-stop', gracefulStop],
];
