/** The areas `auth` and `leak` where more than the server itself is at play: a provider that errs, a cache in between, words that belong to somebody else. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { startServe } from '../../apps/serve/serve-process.ts';
import { cookieOf, password, type ServedProject, serveProject } from '../../apps/serve/served-project.ts';
import { runCli } from '../../harness/cli.ts';
import { docsJson, type Files, removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';
import { textOfRequest } from '../../harness/request-body.ts';
import type { Inspection } from '../recipe.ts';

const unless = (holds: boolean, problem: string): string[] => (holds ? [] : [problem]);
const canary = 'zq-canary-qz';

const project = (auth: object, more: Files = {}): Files => ({
  'docs.json': docsJson({ pages: ['index', 'internal'] }, { docsgen: { auth } }),
  'index.mdx': '---\ntitle: Start\npublic: true\n---\nHello',
  'internal.mdx': `---\ntitle: Inside\n---\n${canary}`,
  ...more,
});

type Place = 'keys' | 'token';
type Trouble = 'refused' | 'broken' | 'slow' | 'large';

/** A provider of OpenID Connect that does what a case says. */
async function openProvider() {
  const makeKey = async (kid: string) => {
    const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
    return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } };
  };
  const state = {
    key: await makeKey('one'),
    nonce: '',
    challenge: '',
    claims: {} as JWTPayload,
    trouble: {} as { [place in Place]?: Trouble },
    /** How often the keys were asked for. */
    keysAsked: 0,
    /** The last form that the token endpoint got. */
    form: new URLSearchParams(),
  };
  const waiting = new Set<ServerResponse>();
  const server = createServer(async (request, response) => {
    const { origin } = provider;
    const send = (value: unknown, status = 200) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    const isTroubled = (place: Place): boolean => {
      const trouble = state.trouble[place];
      if (trouble === 'refused') request.socket.destroy();
      if (trouble === 'broken') send({ error: 'server_error' }, 500);
      if (trouble === 'slow') waiting.add(response);
      if (trouble === 'large') send({ keys: [], filling: 'x'.repeat(10 * 1024 * 1024) });
      return trouble !== undefined;
    };
    if (request.url === '/.well-known/openid-configuration')
      return send({
        issuer: origin,
        authorization_endpoint: `${origin}/auth`,
        token_endpoint: `${origin}/token`,
        jwks_uri: `${origin}/keys`,
        id_token_signing_alg_values_supported: ['RS256'],
      });
    if (request.url === '/keys') {
      state.keysAsked += 1;
      return isTroubled('keys') ? undefined : send({ keys: [state.key.jwk] });
    }
    state.form = new URLSearchParams(await textOfRequest(request));
    if (isTroubled('token')) return;
    const verifier = state.form.get('code_verifier') ?? '';
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(verifier))).toString('base64url');
    // As a provider does it (RFC 7636, 4.6).
    if (digest !== state.challenge) return send({ error: 'invalid_grant' }, 400);
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: origin, aud: 'docs', sub: 'ada', iat: now, exp: now + 300, nonce: state.nonce, ...state.claims };
    const token = new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: state.key.kid });
    send({ access_token: 'a', token_type: 'Bearer', expires_in: 300, id_token: await token.sign(state.key.privateKey) });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const provider = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    async rotate(kid: string): Promise<void> {
      state.key = await makeKey(kid);
    },
    close: () =>
      new Promise<void>((done) => {
        for (const response of waiting) response.destroy();
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return provider;
}

type Provider = Awaited<ReturnType<typeof openProvider>>;

/** A site behind a provider, and a reader who goes there and comes back. */
function withProvider(look: (site: ServedProject, provider: Provider, comeBack: ComeBack) => Promise<string[]>): Inspection {
  return async () => {
    const provider = await openProvider();
    try {
      const site = await serveProject(project({ method: 'oidc', issuer: provider.origin, clientId: 'docs' }), {
        environment: { DOCSGEN_OIDC_CLIENT_SECRET: 'a-client-secret' },
      });
      try {
        return await look(site, provider, async (change = () => {}) => {
          // Every try has its own minute: how often one may try is another case.
          site.clock.ahead += 61_000;
          const begun = await site.ask('/_docsgen/login?next=%2Finternal');
          const target = new URL(String(begun.headers.location));
          provider.state.nonce = target.searchParams.get('nonce') ?? '';
          provider.state.challenge = target.searchParams.get('code_challenge') ?? '';
          change();
          const query = new URLSearchParams({ code: 'c', state: target.searchParams.get('state') ?? '', iss: provider.origin });
          const cookie = begun.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
          return site.ask(`/_docsgen/callback?${query}`, { headers: { cookie, accept: 'text/html' } });
        });
      } finally {
        await site.close();
      }
    } finally {
      await provider.close();
    }
  };
}

type ComeBack = (change?: () => void) => ReturnType<ServedProject['ask']>;

const wrongProofs = withProvider(async (_, { state }, comeBack) => {
  const problems: string[] = [];
  const good = await comeBack();
  problems.push(...unless(good.status === 303 && cookieOf(good) !== '', `a good sign-in: ${good.status}`));
  problems.push(...unless((state.form.get('code_verifier') ?? '').length >= 43, 'no code_verifier was sent'));
  const tries: [string, () => void][] = [
    ['another nonce', () => Object.assign(state, { nonce: 'other' })],
    ['no nonce', () => Object.assign(state, { claims: { nonce: undefined } })],
    ['the proof of another sign-in', () => Object.assign(state, { challenge: 'A'.repeat(43) })],
  ];
  for (const [name, change] of tries) {
    state.claims = {};
    const answer = await comeBack(change);
    problems.push(...unless([400, 401].includes(answer.status) && cookieOf(answer) === '', `${name}: ${answer.status}`));
  }
  return problems;
});

const providerDown = withProvider(async (site, provider, comeBack) => {
  const { state } = provider;
  const problems: string[] = [];
  const expectAway = async (name: string) => {
    const answer = await comeBack();
    const isTold = answer.status === 503 && answer.headers['retry-after'] !== undefined && answer.body.includes('Try again');
    problems.push(...unless(isTold && cookieOf(answer) === '', `${name}: ${answer.status}`));
  };
  // While no keys are known yet, then with a session that was begun in between.
  for (const trouble of ['refused', 'broken', 'large'] as const) {
    state.trouble = { keys: trouble };
    await expectAway(`keys ${trouble}`);
  }
  state.trouble = {};
  const good = await comeBack();
  problems.push(...unless(good.status === 303, `afterwards: ${good.status}`));
  const headers = { cookie: cookieOf(good) };
  for (const trouble of ['refused', 'broken', 'large', 'slow'] as const) {
    state.trouble = { token: trouble };
    await expectAway(`token ${trouble}`);
    problems.push(...unless((await site.ask('/internal', { headers })).status === 200, `token ${trouble}: a session ended`));
  }
  state.trouble = {};
  await provider.rotate('two');
  const asked = state.keysAsked;
  for (let tries = 0; tries < 5; tries++) await comeBack();
  problems.push(...unless(state.keysAsked - asked <= 1, `keys asked for ${state.keysAsked - asked} times`));
  return problems;
});

/** A proxy that keeps what it may, as nginx does it by its own rules. */
const sharedCache: Inspection = async () => {
  if (spawnSync('nginx', ['-v']).status !== 0) return { skipped: 'nginx is not installed' };
  const folder = temporaryFolder('cache');
  try {
    const out = join(folder, 'site');
    writeProject(
      join(folder, 'project'),
      project({ method: 'password' }, { 'images/own.png': 'PNG', 'internal.mdx': `![A](/images/own.png) ${canary}` }),
    );
    const { exit, stderr } = await runCli(['build', join(folder, 'project'), '--out', out, '--quiet'], { cwd: folder });
    if (exit !== 0) return [stderr];
    const server = await startServe(out, folder, {
      DOCSGEN_PASSWORD: password,
      DOCSGEN_SESSION_SECRET: 'of-the-cases-0123456789-abcdefghijklm',
    });
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/nginx;`).join(' ');
    mkdirSync(join(folder, 'nginx'));
    const socket = join(folder, 'nginx.socket');
    writeFileSync(
      join(folder, 'nginx.conf'),
      `${process.getuid?.() === 0 ? 'user root; ' : ''}daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx/error.log; events {}
http { access_log off; ${temporary} proxy_cache_path ${folder}/kept keys_zone=kept:1m;
server { listen unix:${socket}; location / { proxy_pass ${server.origin}; proxy_cache kept; proxy_cache_valid any 10m; add_header X-Kept $upstream_cache_status always; } } }`,
    );
    const nginx = spawn('nginx', ['-c', join(folder, 'nginx.conf')], { stdio: 'ignore' });
    const ended = new Promise<void>((done) => nginx.once('close', () => done()));
    try {
      const { ask, ready } = overSocket(socket);
      await ready();
      const signedIn = await ask('/_docsgen/login', {}, new URLSearchParams({ password }).toString());
      const cookie = signedIn.cookie;
      const problems = unless(cookie !== '', 'the reader is not signed in');
      for (const path of ['/internal', '/internal.md', '/images/own.png', '/llms.txt', '/']) {
        for (let times = 0; times < 3; times++) {
          const { status, text } = await ask(path, { cookie, accept: 'text/html' });
          problems.push(
            ...unless(status === 200 && (!path.startsWith('/internal') || text.includes(canary)), `${path} to the reader: ${status}`),
          );
        }
        const { status, text } = await ask(path, { accept: 'text/html' });
        const isOpen = path === '/' || path === '/llms.txt';
        problems.push(...unless(status === (isOpen ? 200 : 302) && !text.includes(canary), `${path} to everybody: ${status}`));
      }
      return problems;
    } finally {
      nginx.kill();
      await Promise.all([ended, server.stop()]);
    }
  } finally {
    removeFolder(folder);
  }
};

function overSocket(socketPath: string) {
  const ask = async (path: string, headers: Record<string, string> = {}, form?: string) => {
    const { request } = await import('node:http');
    return new Promise<{ status: number; text: string; cookie: string }>((done, fail) => {
      const all = { ...headers, ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }) };
      const sent = request({ socketPath, path, headers: all, method: form === undefined ? 'GET' : 'POST' }, (response) => {
        let text = '';
        response.setEncoding('latin1').on('data', (part: string) => (text += part));
        const cookie = response.headers['set-cookie']?.find((set) => set.startsWith('__Host-docsgen='))?.split(';', 1)[0] ?? '';
        response.on('end', () => done({ status: response.statusCode ?? 0, text, cookie }));
      });
      sent.on('error', fail);
      sent.end(form);
    });
  };
  const ready = async () => {
    for (;;) {
      const isThere = await ask('/healthz').then(
        ({ status }) => status === 200,
        () => false,
      );
      if (isThere) return;
      await wait(20);
    }
  };
  return { ask, ready };
}

/** What is on a branch that is not checked out is in nothing that is served, and neither is the repository. */
const otherBranch: Inspection = async () => {
  const folder = temporaryFolder('branch');
  try {
    const [source, out] = [join(folder, 'project'), join(folder, 'site')];
    const git = (...args: string[]) =>
      spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], { cwd: source, encoding: 'utf8' });
    writeProject(source, project({ method: 'password' }, { 'docs.json': docsJson({ pages: ['index'] }) }));
    git('init', '-q', '-b', 'main');
    git('add', '.');
    git('commit', '-q', '-m', 'One');
    git('checkout', '-q', '-b', 'draft');
    writeProject(source, { 'draft.mdx': `---\ntitle: Draft\npublic: true\n---\n${canary}` });
    git('add', '.');
    git('commit', '-q', '-m', 'Two');
    git('checkout', '-q', 'main');
    const { exit, stderr } = await runCli(['build', source, '--out', out, '--quiet'], { cwd: folder });
    if (exit !== 0) return [stderr];
    const server = await startServe(out, folder);
    try {
      const problems: string[] = [];
      const targets = ['/draft', '/draft.md', '/draft/index.html', '/.git/config', '/.git/HEAD', '/.git/refs/heads/draft', '/%2egit/HEAD'];
      for (const path of targets) problems.push(...unless((await fetch(server.origin + path)).status === 404, path));
      return problems;
    } finally {
      await server.stop();
    }
  } finally {
    removeFolder(folder);
  }
};

/** `user` is nobody on every page, and no component draws for some readers only: what depends on who reads is never sent. */
const byReader: Inspection = async () => {
  const page = `---\ntitle: Mixed\npublic: true\n---\n\n{user.groups?.includes('admins') && <p>${canary}</p>}\n\n{user.isAdmin ? '${canary}' : 'For all'}\n`;
  const site = await serveProject(
    project(
      { method: 'users' },
      { 'docs.json': docsJson({ pages: ['index', 'mixed'] }, { docsgen: { auth: { method: 'users' } } }), 'mixed.mdx': page },
    ),
    { users: { ada: ['admins'] } },
  );
  try {
    const problems: string[] = [];
    for (const path of ['/mixed', '/mixed.md', '/llms-full.txt']) {
      const { status, body } = await site.ask(path);
      problems.push(...unless(status === 200 && !body.includes(canary) && body.includes('For all'), `${path}: ${status}`));
    }
    return problems;
  } finally {
    await site.close();
  }
};

export const problemInspections: readonly (readonly [string, Inspection])[] = [
  ['auth-25', wrongProofs],
  ['auth-35', sharedCache],
  ['auth-38', providerDown],
  ['leak-09', otherBranch],
  ['leak-12', byReader],
];
