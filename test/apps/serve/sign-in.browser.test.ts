/** Signing in and out by each method in real browsers: cookies, forms, redirects and fragments are theirs. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportSPKI, generateKeyPair, SignJWT } from 'jose';
import Provider from 'oidc-provider';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BrowserPage, engines } from '../../harness/any-browser.ts';
import { docsJson, type Files } from '../../harness/project.ts';
import { password, type ServedOptions, type ServedProject, serveProject } from './served-project.ts';

const site = (auth: object): Files => ({
  'docs.json': docsJson({ pages: ['index', 'internal', 'admins'] }, { docsgen: { auth } }),
  'index.mdx': '---\ntitle: Welcome\npublic: true\n---\nHello',
  'internal.mdx': '---\ntitle: Inside\n---\nInside',
  'admins.mdx': '---\ntitle: For admins\ngroups: [admins]\n---\nOnly for admins',
});

interface Login {
  readonly origin: string;
  answerWith(listener: RequestListener): void;
  close(): Promise<void>;
}

/** The server of a login elsewhere; what it answers comes later, for others have to know its address first. */
async function login(): Promise<Login> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answerWith: (listener) => void server.removeAllListeners('request').on('request', listener),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

interface Scene {
  readonly served: ServedProject;
  /** From the first page of the login to the page that was asked for. */
  signIn(page: BrowserPage): Promise<void>;
  close(): Promise<void>;
}

const submitted = async (page: BrowserPage, fields: Readonly<Record<string, string>>, button: string) => {
  for (const [name, text] of Object.entries(fields)) await page.fill(`input[name=${name}]`, text);
  await page.click(button);
};

async function withForm(auth: object, fields: Readonly<Record<string, string>>, options: ServedOptions = {}): Promise<Scene> {
  const served = await serveProject(site(auth), options);
  return { served, signIn: (page) => submitted(page, fields, '.sign-in-form button'), close: () => served.close() };
}

/** `how` the login sends readers back: by its answer, or by a script of its page. */
async function withTokens(how: 'redirect' | 'script'): Promise<Scene> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
  const elsewhere = await login();
  const auth = { method: 'jwt', loginUrl: `${elsewhere.origin}/in`, issuer: 'https://login.example', audience: 'docs', algorithm: 'ES256' };
  const served = await serveProject(site(auth), { environment: { DOCSGEN_JWT_PUBLIC_KEY: await exportSPKI(publicKey) } });
  elsewhere.answerWith(async (request, response) => {
    const query = new URL(request.url ?? '', elsewhere.origin).searchParams;
    if (!request.url?.startsWith('/in?')) return void response.writeHead(404).end();
    const token = await new SignJWT({ sub: 'ada', iss: auth.issuer, aud: auth.audience, groups: ['admins'] })
      .setProtectedHeader({ alg: 'ES256' })
      .setExpirationTime('60s')
      .sign(privateKey);
    const target = `${query.get('return')}#token=${token}&state=${query.get('state')}`;
    if (how === 'redirect') return void response.writeHead(302, { location: target, 'referrer-policy': 'no-referrer' }).end();
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<script>location.replace(${JSON.stringify(target)})</script>`);
  });
  return { served, signIn: async () => undefined, close: async () => void (await Promise.all([served.close(), elsewhere.close()])) };
}

async function withProvider(): Promise<Scene> {
  const elsewhere = await login();
  const auth = { method: 'oidc', issuer: elsewhere.origin, clientId: 'docs', scopes: ['profile', 'offline_access'] };
  const served = await serveProject(site(auth), { environment: { DOCSGEN_OIDC_CLIENT_SECRET: 'a-client-secret' } });
  const provider = new Provider(elsewhere.origin, {
    clients: [
      {
        client_id: 'docs',
        client_secret: 'a-client-secret',
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: [`${served.server.url}/_docsgen/callback`],
        post_logout_redirect_uris: [`${served.server.url}/`],
      },
    ],
    claims: { openid: ['sub'], profile: ['groups'] },
    findAccount: (_: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id, groups: ['admins'] }) }),
    cookies: { keys: ['a-key-of-tests'] },
  });
  elsewhere.answerWith(provider.callback());
  return {
    served,
    async signIn(page) {
      await submitted(page, { login: 'ada', password: 'any' }, 'button[type=submit]');
      await page.until(`document.querySelector('input[name=prompt][value=consent]') !== null`);
      await page.click('button[type=submit]');
    },
    close: async () => void (await Promise.all([served.close(), elsewhere.close()])),
  };
}

const methods: readonly (readonly [name: string, open: () => Promise<Scene>, base?: string])[] = [
  ['a password', () => withForm({ method: 'password', groups: ['admins'] }, { password })],
  ['a password below a base', () => withForm({ method: 'password', groups: ['admins'] }, { password }, { base: '/docs' }), '/docs'],
  ['a name and a password', () => withForm({ method: 'users' }, { name: 'ada', password }, { users: { ada: ['admins'] } })],
  ['a token that a redirect brings', () => withTokens('redirect')],
  ['a token that a script brings', () => withTokens('script')],
  ['OpenID Connect', withProvider],
];

for (const [method, open, base = ''] of methods) {
  let scene: Scene;
  const opened = { count: 0 };
  for (const engine of engines) {
    engine.describe(`signing in by ${method} in ${engine.name}`, () => {
      beforeAll(async () => {
        if (opened.count === 0) scene = await open();
        opened.count += 1;
      }, 180_000);
      afterAll(async () => {
        if (opened.count === engines.length || engine === engines.at(-1)) await scene?.close();
      });

      test('should open what is for the reader, keep the token out of the history, and end for good', async () => {
        const page = await engine.open();
        try {
          const origin = scene.served.server.url;
          await page.goto(`${origin}${base}/admins`).catch(() => undefined);
          await scene.signIn(page);
          await page.until(`location.href === ${JSON.stringify(`${origin}${base}/admins`)} && document.readyState === 'complete'`);
          expect(await page.evaluate<string>(`document.querySelector('h1').textContent`)).toContain('For admins');
          // The cookie is out of reach of scripts.
          expect(await page.evaluate('document.cookie')).not.toContain('__Host');
          await page.goto(`${origin}${base}/internal`);
          expect(await page.evaluate<string>(`document.querySelector('h1').textContent`)).toContain('Inside');
          await page.goto(`${origin}${base}/_docsgen/logout`);
          await page.click('.sign-in-form button');
          await page.until(`document.body.textContent.includes('You are signed out.')`);
          expect(await page.evaluate(`fetch('${base}/internal', { redirect: 'manual' }).then(({ type }) => type)`)).toBe('opaqueredirect');
        } finally {
          await page.close();
        }
      }, 120_000);
    });
  }
}
