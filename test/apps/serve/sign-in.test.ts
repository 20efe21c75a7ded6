import { generateKeyPairSync } from 'node:crypto';
import { exportJWK, type JWTPayload, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { docsJson, type Files } from '../../harness/project.ts';
import { type Answer, cookieOf, password, type ServedProject, serveProject } from './served-project.ts';

const site = (auth: object): Files => ({
  'docs.json': docsJson({ pages: ['index', 'internal', 'admins'] }, { docsgen: { auth } }),
  'index.mdx': '---\npublic: true\n---\nHello',
  'internal.mdx': 'Inside',
  'admins.mdx': '---\ngroups: [admins]\n---\nFor admins',
});
const status = async (served: ServedProject, path: string, cookie = '') =>
  (await served.ask(path, { headers: cookie ? { cookie } : {} })).status;

describe('a site with a password', () => {
  let served: ServedProject;
  beforeAll(async () => {
    served = await serveProject(site({ method: 'password' }));
  }, 180_000);
  afterAll(() => served?.close());
  beforeEach(() => {
    // Limits count by the minute: every test has minutes of its own.
    served.clock.ahead += 120_000;
  });

  test('should send readers to the form, and after it to where they wanted to go', async () => {
    const asked = await served.ask('/internal');
    expect(asked).toMatchObject({
      status: 302,
      headers: { location: '/_docsgen/login?next=%2Finternal', 'cache-control': 'no-store', vary: 'Cookie' },
    });
    const form = await served.ask(String(asked.headers.location));
    expect(form.status).toBe(200);
    expect(form.body).toContain('name="next" value="/internal"');
    expect(form.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    const answer = await served.signIn({ password, next: '/internal' });
    expect(answer).toMatchObject({ status: 303, headers: { location: '/internal' } });
    const set = answer.headers['set-cookie']?.find((cookie) => cookie.startsWith('__Host-docsgen='));
    expect(set).toMatch(/^__Host-docsgen=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=86400$/);
    expect(await status(served, '/internal', answer.cookie)).toBe(200);
    expect(await status(served, '/admins', answer.cookie)).toBe(404);
  });

  test('should tell programs that sign-in is required', async () => {
    for (const path of ['/internal.md', '/_docsgen/search/private.json']) {
      const { status, headers, body } = await served.ask(path);
      expect({ status, body, type: headers['content-type'] }).toEqual({
        status: 401,
        body: '{"error":{"code":"auth/required"}}',
        type: 'application/json; charset=utf-8',
      });
      expect(headers['www-authenticate']).toBeUndefined();
    }
  });

  test('should keep what only some may see out of every cache', async () => {
    const { cookie } = await served.signIn({ password });
    const { headers } = await served.ask('/internal', { headers: { cookie } });
    expect(headers).toMatchObject({ 'cache-control': 'private, no-store', vary: expect.stringContaining('Cookie') });
    expect(headers.etag).toBeUndefined();
  });

  test('should look for pages with a similar address among those that the reader may see', async () => {
    const listed = async (headers: Record<string, string>) => {
      const { body } = await served.ask('/_docsgen/urls.json', { headers });
      return (JSON.parse(body) as [string, string][]).map(([url]) => url);
    };
    expect(await listed({})).toEqual(['/']);
    const { cookie } = await served.signIn({ password });
    expect(await listed({ cookie })).toEqual(['/', '/internal']);
  });

  test.each([
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/%09/evil.example/..//x',
    'javascript:alert(1)',
    '/_docsgen/logout',
    'evil',
    '/a\r\nSet-Cookie: x=y',
    '///evil.example',
  ])('should not lead to %j', async (next) => {
    const { headers } = await served.signIn({ password, next });
    expect(headers.location === '/' || /^\/%09\//.test(String(headers.location))).toBe(true);
    expect(new URL(String(headers.location), 'http://here.example').host).toBe('here.example');
  });

  test('should take a changed cookie for none', async () => {
    const { cookie } = await served.signIn({ password });
    const [name, value = ''] = cookie.split('=');
    const flipped = [...value].map((letter, at) => value.slice(0, at) + (letter === 'A' ? 'B' : 'A') + value.slice(at + 1));
    for (const wrong of [...flipped, value.slice(1), `${value}A`, '', `${value}; __Host-docsgen=${value}`])
      expect(await status(served, '/internal', `${name}=${wrong}`)).toBe(302);
    expect(await status(served, '/internal', cookie)).toBe(200);
  });

  test('should end a session when its reader signs out, and only by a form of its own', async () => {
    const { cookie } = await served.signIn({ password });
    expect((await served.ask('/_docsgen/logout', { headers: { cookie } })).status).toBe(200);
    expect(await status(served, '/internal', cookie)).toBe(200);
    const foreign = { method: 'POST', headers: { cookie, origin: 'https://evil.example' } };
    expect((await served.ask('/_docsgen/logout', foreign)).status).toBe(403);
    expect((await served.ask('/_docsgen/logout', { method: 'POST', headers: { cookie, 'sec-fetch-site': 'cross-site' } })).status).toBe(
      403,
    );
    expect(await status(served, '/internal', cookie)).toBe(200);
    expect((await served.ask('/_docsgen/logout', { method: 'POST', headers: { cookie } })).status).toBe(303);
    expect(await status(served, '/internal', cookie)).toBe(302);
  });

  test('should give a new name at every sign-in, and end the one before', async () => {
    const chosen = `__Host-docsgen=${'A'.repeat(43)}`;
    const first = await served.signIn({ password }, { cookie: chosen });
    expect(first.cookie).not.toBe(chosen);
    const second = await served.signIn({ password }, { cookie: first.cookie });
    expect(second.cookie).not.toBe(first.cookie);
    expect([await status(served, '/internal', first.cookie), await status(served, '/internal', second.cookie)]).toEqual([302, 200]);
  });

  test('should end sessions by the clock, for good', async () => {
    const { cookie } = await served.signIn({ password });
    served.clock.ahead += 7 * 3_600_000;
    expect(await status(served, '/internal', cookie)).toBe(200);
    served.clock.ahead += 8 * 3_600_000 + 1;
    expect(await status(served, '/internal', cookie)).toBe(302);
    served.clock.ahead -= 9 * 3_600_000;
    expect(await status(served, '/internal', cookie)).toBe(302);
    served.clock.ahead += 9 * 3_600_000;
  });

  test('should wait after twenty tries in a minute, and let the right one in afterwards', async () => {
    // The machine may be slow: what counts is the minute of the server.
    served.clock.frozen = Date.now();
    const found = new Set<number>();
    for (let tries = 0; tries < 20; tries++) found.add((await served.signIn({ password: 'wrong' })).status);
    expect([...found]).toEqual([401]);
    const late = await served.signIn({ password });
    expect(late.status).toBe(429);
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(0);
    served.clock.ahead += 61_000;
    expect((await served.signIn({ password })).status).toBe(303);
    served.clock.frozen = undefined;
  });

  test('should say the same whatever headers claim', async () => {
    const plain = await served.ask('/internal');
    for (const [name, value] of [
      ['x-middleware-subrequest', 'middleware'],
      ['x-original-url', '/open'],
      ['x-rewrite-url', '/'],
      ['x-forwarded-host', 'evil.example'],
      ['x-forwarded-prefix', '/evil'],
      ['x-http-method-override', 'POST'],
      ['x-forwarded-for', '127.0.0.1'],
    ] as const) {
      const { status, headers, body } = await served.ask('/internal', { headers: { [name]: value } });
      expect({ status, body, location: headers.location }).toEqual({
        status: plain.status,
        body: plain.body,
        location: plain.headers.location,
      });
    }
  });

  test('should log no secret', async () => {
    await served.signIn({ password: 'a-secret-guess', next: '/internal?token=in-the-query' });
    await served.ask('/internal?token=in-the-query');
    const text = served.log.join('\n');
    for (const secret of [password, 'a-secret-guess', 'in-the-query', '__Host']) expect(text).not.toContain(secret);
  });
});

describe('a site whose own login hands over tokens', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const publicPem = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const auth = {
    method: 'jwt',
    loginUrl: 'https://login.example/in',
    issuer: 'https://login.example',
    audience: 'docs',
    algorithm: 'RS256',
  };
  let served: ServedProject;
  beforeAll(async () => {
    served = await serveProject(site(auth), { environment: { DOCSGEN_JWT_PUBLIC_KEY: publicPem } });
  }, 180_000);
  afterAll(() => served?.close());
  afterEach(() => {
    served.clock.ahead += 120_000;
  });

  const now = () => Math.floor((Date.now() + served.clock.ahead) / 1000);
  let serial = 0;
  const claims = (): JWTPayload => ({
    sub: `reader-${serial++}`,
    iss: auth.issuer,
    aud: auth.audience,
    exp: now() + 60,
    groups: ['admins'],
  });
  const sign = (payload: JWTPayload, header: object = {}, key = rsa.privateKey) =>
    new SignJWT(payload).setProtectedHeader({ alg: 'RS256', ...header }).sign(key);
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

  /** Begins a sign-in and comes back with a token. */
  async function handOver(token: string, change: { state?: string; cookie?: string } = {}): Promise<Answer> {
    const begun = await served.ask('/_docsgen/login?next=%2Fadmins');
    const state = new URL(String(begun.headers.location)).searchParams.get('state') ?? '';
    const journey = begun.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
    return served.ask('/_docsgen/callback', {
      method: 'POST',
      headers: { cookie: change.cookie ?? journey, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token, state: change.state ?? state }).toString(),
    });
  }

  test('should let in who has a good token, once', async () => {
    const token = await sign(claims());
    const answer = await handOver(token);
    expect(answer).toMatchObject({ status: 303, headers: { location: '/admins' } });
    expect(await status(served, '/admins', cookieOf(answer))).toBe(200);
    expect((await handOver(token)).status).toBe(401);
  });

  test.each<[string, () => Promise<string> | string]>([
    ['no algorithm', () => `${part({ alg: 'none' })}.${part(claims())}.`],
    ['no algorithm in odd letters', () => `${part({ alg: 'NoNe' })}.${part(claims())}.`],
    [
      'the public key as a shared secret',
      () => new SignJWT(claims()).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(publicPem)),
    ],
    ['another key', () => sign(claims(), {}, other.privateKey)],
    ['a key of its own', async () => sign(claims(), { jwk: await exportJWK(other.publicKey) }, other.privateKey)],
    ['keys from elsewhere', () => sign(claims(), { jku: 'https://evil.example/keys' }, other.privateKey)],
    ['an end that is past', () => sign({ ...claims(), exp: now() - 61 })],
    ['an end that is days away', () => sign({ ...claims(), exp: now() + 3 * 86_400 })],
    ['no end', () => sign({ ...claims(), exp: undefined as never })],
    ['a beginning to come', () => sign({ ...claims(), nbf: now() + 300 })],
    ['another issuer', () => sign({ ...claims(), iss: 'https://other.example' })],
    ['the issuer with a slash', () => sign({ ...claims(), iss: `${auth.issuer}/` })],
    ['another audience', () => sign({ ...claims(), aud: 'others' })],
    ['a list of others', () => sign({ ...claims(), aud: ['a', 'b'] })],
    ['an unknown demand', () => sign(claims(), { crit: ['x'], x: 1 }).catch(() => `${part({ alg: 'RS256', crit: ['x'], x: 1 })}.e30.AAAA`)],
    ['two parts', async () => (await sign(claims())).split('.').slice(0, 2).join('.')],
    ['four parts', async () => `${await sign(claims())}.x`],
    ['empty parts', () => '..'],
    ['nothing', () => ''],
  ])('should refuse a token with %s', async (_, token) => {
    const answer = await handOver(await token());
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 401, body: '{"error":{"code":"auth/invalid-token"}}' });
    expect(cookieOf(answer)).toBe('');
  });

  test.each<[string, unknown]>([
    ['a text', 'admins'],
    ['an object', { 0: 'admins' }],
    ['other letters', ['ADMINS']],
    ['a NUL', ['admins\u0000']],
  ])('should not take %s for membership', async (_, groups) => {
    const answer = await handOver(await sign({ ...claims(), groups }));
    expect(await status(served, '/admins', cookieOf(answer))).toBe(404);
  });

  test('should refuse a state that is missing, another, or used', async () => {
    const token = async () => sign(claims());
    for (const change of [{ state: '' }, { state: 'x'.repeat(43) }, { cookie: '' }]) {
      const answer = await handOver(await token(), change);
      expect({ status: answer.status, body: answer.body }).toEqual({ status: 400, body: '{"error":{"code":"auth/state"}}' });
    }
    const begun = await served.ask('/_docsgen/login');
    const state = new URL(String(begun.headers.location)).searchParams.get('state') ?? '';
    const cookie = begun.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
    expect([(await handOver(await token(), { state, cookie })).status, (await handOver(await token(), { state, cookie })).status]).toEqual([
      303, 400,
    ]);
  });
});

describe('a server without what it needs', () => {
  test.each<[string, object, Record<string, string>, string]>([
    ['no session secret', { method: 'password' }, { DOCSGEN_SESSION_SECRET: '' }, 'config/auth'],
    ['a short session secret', { method: 'password' }, { DOCSGEN_SESSION_SECRET: 'short' }, 'config/auth-secret'],
    [
      'the secret of the documentation',
      { method: 'password' },
      { DOCSGEN_SESSION_SECRET: 'replace-this-with-the-output-of-openssl-rand' },
      'config/auth-secret',
    ],
    ['no password', { method: 'password' }, { DOCSGEN_PASSWORD: '' }, 'config/auth'],
    ['no client secret', { method: 'oidc', issuer: 'https://id.example', clientId: 'docs' }, {}, 'config/auth'],
  ])('should not start with %s', async (_, auth, environment, code) => {
    const started = serveProject(site(auth), { environment });
    await expect(started.then((served) => served.close())).rejects.toMatchObject({ name: 'AuthConfigError', code });
  });
});

describe('a flood of guesses', () => {
  test('should be refused where more wait than can be compared in some seconds, and leave nothing behind', async () => {
    // A queue of its own: in that of the server above, guesses of earlier tests may still wait on a slow machine.
    vi.resetModules();
    const { sharedPassword } = await import('../../../src/apps/serve/sign-in/password.ts');
    const method = sharedPassword({ DOCSGEN_PASSWORD: password }, []);
    const guess = (text: string) => method.verify(new URLSearchParams({ password: text }));
    const answers = await Promise.all(Array.from({ length: 150 }, () => guess('a guess')));
    const codes = answers.map((answer) => ('refused' in answer ? `${answer.status} ${answer.code}` : 200));
    expect(codes.filter((code) => code === '503 auth/busy').length).toBe(48);
    expect(codes.filter((code) => code === '401 auth/invalid-password').length).toBe(102);
    expect(await guess(password)).toMatchObject({ name: 'reader' });
  }, 300_000);
});
