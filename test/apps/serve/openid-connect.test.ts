import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import Provider from 'oidc-provider';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeInBrowser, openBrowser } from '../../harness/browser.ts';
import { docsJson, type Files } from '../../harness/project.ts';
import { shared } from '../../harness/shared.ts';
import { cookieOf, type ServedProject, serveProject } from './served-project.ts';

const site = (issuer: string, scopes = ['profile']): Files => ({
  'docs.json': docsJson(
    { pages: ['index', 'internal', 'admins'] },
    { docsgen: { auth: { method: 'oidc', issuer, clientId: 'docs', scopes } } },
  ),
  'index.mdx': '---\ntitle: Welcome\npublic: true\n---\nHello',
  'internal.mdx': '---\ntitle: Inside\n---\nInside',
  'admins.mdx': '---\ntitle: For admins\ngroups: [admins]\n---\nOnly for admins',
});

/** A server whose answers come later: others have to know its address first. */
async function listening(): Promise<{ server: Server; origin: string; answerWith(listener: RequestListener): void }> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { server, origin: `http://127.0.0.1:${port}`, answerWith: (listener) => void server.on('request', listener) };
}

const closed = (server: Server | undefined) =>
  new Promise<void>((done) => {
    if (!server) return done();
    server.close(() => done());
    server.closeAllConnections();
  });

describeInBrowser('a site behind a real provider', () => {
  let provider: Awaited<ReturnType<typeof listening>>;
  let served: ServedProject;
  const browser = shared(openBrowser);
  beforeAll(async () => {
    provider = await listening();
    served = await serveProject(site(provider.origin), { environment: { DOCSGEN_OIDC_CLIENT_SECRET: 'a-client-secret' } });
    const op = new Provider(provider.origin, {
      clients: [
        {
          client_id: 'docs',
          client_secret: 'a-client-secret',
          redirect_uris: [`${served.server.url}/_docsgen/callback`],
          post_logout_redirect_uris: [`${served.server.url}/`],
        },
      ],
      claims: { openid: ['sub'], profile: ['groups'] },
      findAccount: (_context: unknown, id: string) => ({
        accountId: id,
        claims: () => ({ sub: id, groups: id === 'ada' ? ['admins'] : [] }),
      }),
      cookies: { keys: ['a-key-of-tests'] },
    });
    provider.answerWith(op.callback());
  }, 120_000);
  afterAll(async () => {
    await served?.close();
    await closed(provider?.server);
  });

  async function signIn(name: string, path: string) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(served.server.url + path);
    await page.fill('input[name=login]', name);
    await page.fill('input[name=password]', 'any');
    await page.click('button[type=submit]');
    await page.waitForSelector('input[name=prompt][value=consent]', { state: 'attached' });
    await page.click('button[type=submit]');
    await page.waitForURL(served.server.url + path);
    return { context, page };
  }

  test('should sign in, show what the groups open, and sign out for good', async () => {
    const { context, page } = await signIn('ada', '/admins');
    expect(await page.locator('h1').first().textContent()).toContain('For admins');
    const cookies = (await context.cookies()).filter(({ name }) => name === '__Host-docsgen');
    expect(cookies).toMatchObject([{ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' }]);
    await page.goto(`${served.server.url}/_docsgen/logout`);
    await page.click('.sign-in-form button');
    await page.waitForSelector('text=You are signed out.');
    const old = cookies.map(({ name, value }) => `${name}=${value}`).join('');
    expect((await served.ask('/admins', { headers: { cookie: old } })).status).toBe(302);
    await context.close();
  }, 180_000);

  test('should show a reader of no group what is for all, and nothing else', async () => {
    const { context, page } = await signIn('bob', '/internal');
    expect(await page.locator('h1').first().textContent()).toContain('Inside');
    expect(await page.content()).not.toContain('For admins');
    const answer = await page.goto(`${served.server.url}/admins`);
    expect(answer?.status()).toBe(404);
    await context.close();
  }, 180_000);
});

describeInBrowser('a site behind a real provider that gives refresh tokens', () => {
  let provider: Awaited<ReturnType<typeof listening>>;
  let served: ServedProject;
  const browser = shared(openBrowser);
  /** What the provider knows of its accounts; one that does not exist is gone. */
  const groups = new Map<string, string[]>([['ada', ['admins']]]);
  /** Requests to the provider, by what they are for. */
  const asked: string[] = [];
  beforeAll(async () => {
    provider = await listening();
    served = await serveProject(site(provider.origin, ['profile', 'offline_access']), {
      environment: { DOCSGEN_OIDC_CLIENT_SECRET: 'a-client-secret' },
    });
    const op = new Provider(provider.origin, {
      clients: [
        {
          client_id: 'docs',
          client_secret: 'a-client-secret',
          grant_types: ['authorization_code', 'refresh_token'],
          redirect_uris: [`${served.server.url}/_docsgen/callback`],
        },
      ],
      claims: { openid: ['sub'], profile: ['groups'] },
      // Also for sites that do not ask for consent each time; a refresh token is good once.
      issueRefreshToken: () => true,
      rotateRefreshToken: true,
      findAccount: (_context: unknown, id: string) =>
        groups.has(id) ? { accountId: id, claims: () => ({ sub: id, groups: groups.get(id) }) } : undefined,
      cookies: { keys: ['a-key-of-tests'] },
    });
    const answer = op.callback();
    provider.answerWith(async (request, response) => {
      asked.push(`${request.method} ${request.url?.split('?')[0]}`);
      answer(request, response);
    });
  }, 120_000);
  afterAll(async () => {
    await served?.close();
    await closed(provider?.server);
  });

  test('should ask again with a new refresh token each time, follow the groups of UserInfo, and end with the account', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${served.server.url}/admins`);
    await page.fill('input[name=login]', 'ada');
    await page.fill('input[name=password]', 'any');
    await page.click('button[type=submit]');
    await page.waitForSelector('input[name=prompt][value=consent]', { state: 'attached' });
    await page.click('button[type=submit]');
    await page.waitForURL(`${served.server.url}/admins`);
    const cookie = (await context.cookies()).flatMap(({ name, value }) => (name === '__Host-docsgen' ? [`${name}=${value}`] : [])).join('');
    await context.close();
    const later = async (path: string) => {
      served.clock.ahead += 11 * 60_000;
      return (await served.ask(path, { headers: { cookie } })).status;
    };

    asked.length = 0;
    for (let round = 0; round < 4; round++) expect(await later('/admins')).toBe(200);
    expect(asked.filter((each) => each === 'POST /token')).toHaveLength(4);
    expect(asked.filter((each) => each === 'GET /me')).toHaveLength(4);
    // Many requests at one moment ask once: a second use of a refresh token would end all of them.
    served.clock.ahead += 11 * 60_000;
    const many = await Promise.all(Array.from({ length: 20 }, () => served.ask('/admins', { headers: { cookie } })));
    expect(new Set(many.map(({ status }) => status))).toEqual(new Set([200]));
    groups.set('ada', []);
    expect([await later('/admins'), await later('/internal')]).toEqual([404, 200]);
    groups.set('ada', ['admins']);
    expect(await later('/admins')).toBe(200);
    groups.delete('ada');
    expect([await later('/internal'), await later('/internal')]).toEqual([302, 302]);
  }, 180_000);
});

describe('a provider that errs', () => {
  let provider: Awaited<ReturnType<typeof listening>>;
  let served: ServedProject;
  let keys: Awaited<ReturnType<typeof generateKeyPair>>;
  let stranger: Awaited<ReturnType<typeof generateKeyPair>>;
  /** What the provider does with the next sign-in. */
  let change: { claims?: JWTPayload; key?: 'other'; status?: number } = {};
  let nonce = '';
  let isDown = false;
  beforeAll(async () => {
    [keys, stranger] = [await generateKeyPair('RS256', { extractable: true }), await generateKeyPair('RS256')];
    const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
    provider = await listening();
    const { origin } = provider;
    const token = async () => {
      const now = Math.floor((Date.now() + served.clock.ahead) / 1000);
      const claims = { iss: origin, aud: 'docs', sub: 'ada', iat: now, exp: now + 300, nonce, groups: ['admins'], ...change.claims };
      return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(change.key ? stranger.privateKey : keys.privateKey);
    };
    provider.answerWith(async (request, response) => {
      const send = (value: unknown, status = 200) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
      if (isDown) return void request.socket.destroy();
      if (request.url === '/.well-known/openid-configuration')
        return void send({
          issuer: origin,
          authorization_endpoint: `${origin}/auth`,
          token_endpoint: `${origin}/token`,
          jwks_uri: `${origin}/keys`,
          id_token_signing_alg_values_supported: ['RS256'],
        });
      if (request.url === '/keys') return void send({ keys: [jwk] });
      if (change.status) return void send({ error: 'server_error' }, change.status);
      send({ access_token: 'a', token_type: 'Bearer', expires_in: 300, id_token: await token() });
    });
    served = await serveProject(site(origin), { environment: { DOCSGEN_OIDC_CLIENT_SECRET: 'a-client-secret' } });
  }, 180_000);
  afterAll(async () => {
    await served?.close();
    await closed(provider?.server);
  });

  /** Goes to the provider and comes back with a code. */
  async function comeBack(fields: Record<string, string> = {}) {
    const begun = await served.ask('/_docsgen/login?next=%2Fadmins');
    const target = new URL(String(begun.headers.location));
    nonce = target.searchParams.get('nonce') ?? '';
    expect(target.searchParams.get('code_challenge_method')).toBe('S256');
    const query = new URLSearchParams({ code: 'c', state: target.searchParams.get('state') ?? '', iss: provider.origin, ...fields });
    const cookie = begun.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
    return served.ask(`/_docsgen/callback?${query}`, { headers: { cookie, accept: '*/*' } });
  }

  test('should be believed when everything is right', async () => {
    change = {};
    const answer = await comeBack();
    expect(answer).toMatchObject({ status: 303, headers: { location: '/admins' } });
    expect((await served.ask('/admins', { headers: { cookie: cookieOf(answer) } })).status).toBe(200);
  });

  test.each<[string, typeof change, number]>([
    ['another nonce', { claims: { nonce: 'other' } }, 401],
    ['an end that is past', { claims: { exp: 1_000_000 } }, 401],
    ['another issuer', { claims: { iss: 'https://other.example' } }, 401],
    ['another audience', { claims: { aud: 'other' } }, 401],
    ['a signature of somebody else', { key: 'other' }, 401],
    ['a fault of the provider', { status: 500 }, 503],
  ])('should not be believed with %s', async (_, wrong, expected) => {
    change = wrong;
    const answer = await comeBack();
    expect(answer.status).toBe(expected);
    expect(cookieOf(answer)).toBe('');
  });

  test('should not be believed with the state of another sign-in', async () => {
    change = {};
    expect(await comeBack({ state: 'x'.repeat(43) })).toMatchObject({ status: 400, body: '{"error":{"code":"auth/state"}}' });
  });

  test('should leave readers signed in while it is away, and say so to new ones', async () => {
    change = {};
    const { headers } = await comeBack().then((answer) => ({ headers: { cookie: cookieOf(answer) } }));
    isDown = true;
    served.clock.ahead += 15 * 60_000;
    expect((await served.ask('/admins', { headers })).status).toBe(200);
    isDown = false;
  });
});

describe('a provider that is asked for groups again', () => {
  let provider: Awaited<ReturnType<typeof listening>>;
  let served: ServedProject;
  let nonce = '';
  /** The one refresh token that is good; undefined = none are given. */
  let refresh: number | undefined;
  /** What the userinfo endpoint answers. */
  let account: { readonly status: number; readonly body: string; readonly type?: string } = { status: 200, body: '' };
  /** What the token endpoint answers instead, when it is asked for another one. */
  let tokenAnswer: typeof account | undefined;
  const says = (claims: object) => ({ status: 200, body: JSON.stringify({ sub: 'ada', ...claims }) });
  beforeAll(async () => {
    const keys = await generateKeyPair('RS256', { extractable: true });
    const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
    provider = await listening();
    const { origin } = provider;
    provider.answerWith(async (request, response) => {
      const send = (body: string, status = 200, type = 'application/json') =>
        void response.writeHead(status, { 'content-type': type }).end(body);
      if (request.url === '/.well-known/openid-configuration')
        return send(
          JSON.stringify({
            issuer: origin,
            authorization_endpoint: `${origin}/auth`,
            token_endpoint: `${origin}/token`,
            userinfo_endpoint: `${origin}/me`,
            jwks_uri: `${origin}/keys`,
            id_token_signing_alg_values_supported: ['RS256'],
          }),
        );
      if (request.url === '/keys') return send(JSON.stringify({ keys: [jwk] }));
      if (request.url === '/me') return send(account.body, account.status, account.type);
      const given = new URLSearchParams(await text(request)).get('refresh_token');
      if (given !== null && tokenAnswer !== undefined) return send(tokenAnswer.body, tokenAnswer.status, tokenAnswer.type);
      if (given !== null && given !== String(refresh)) return send('{"error":"invalid_grant"}', 400);
      if (refresh !== undefined) refresh += 1;
      const now = Math.floor((Date.now() + served.clock.ahead) / 1000);
      const claims = { iss: origin, aud: 'docs', sub: 'ada', iat: now, exp: now + 300, nonce, groups: ['admins'] };
      const token = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(keys.privateKey);
      send(
        JSON.stringify({ access_token: 'a', token_type: 'Bearer', expires_in: 300, id_token: token, refresh_token: refresh?.toString() }),
      );
    });
    served = await serveProject(site(origin), { environment: { DOCSGEN_OIDC_CLIENT_SECRET: 'a-client-secret' } });
  }, 180_000);
  afterAll(async () => {
    await served?.close();
    await closed(provider?.server);
  });

  const quarter = 15 * 60_000;
  test.each<[string, typeof account, (typeof account)[], number[]]>([
    ['keep groups that only the ID token names', says({}), [says({}), says({ name: 'Ada' })], [200, 200]],
    ['take groups away that are taken away', says({ groups: ['admins'] }), [says({ groups: [] })], [404]],
    ['take groups away that are no longer told of', says({ groups: ['admins'] }), [says({})], [404]],
    ['leave readers signed in while it has too much to do', says({}), [{ status: 429, body: '{"error":"slow_down"}' }], [200]],
    ['leave readers signed in while a page of a proxy answers', says({}), [{ status: 200, body: '<p>Later', type: 'text/html' }], [200]],
    ['leave readers signed in while it answers with half of something', says({}), [{ status: 200, body: '{"sub":' }], [200]],
    ['leave readers signed in while a proxy sends elsewhere', says({}), [{ status: 302, body: '', type: 'text/html' }], [200]],
    ['leave readers signed in while a proxy refuses', says({}), [{ status: 403, body: '<h1>Forbidden', type: 'text/html' }], [200]],
    ['leave readers signed in while a proxy finds nothing', says({}), [{ status: 404, body: '<h1>Not here', type: 'text/html' }], [200]],
    ['end the session when it refuses in JSON', says({}), [{ status: 403, body: '{"message":"blocked"}' }], [302]],
    ['end the session when it knows the reader no more', says({}), [{ status: 404, body: '{"error":"gone"}' }], [302]],
    ['end the session when it refuses without words', says({}), [{ status: 401, body: '', type: 'text/plain' }], [302]],
    ['end the session when it says no', says({}), [{ status: 401, body: '{"error":"invalid_token"}' }], [302]],
    ['end the session when it speaks of somebody else', says({}), [{ status: 200, body: '{"sub":"eve"}' }], [302]],
  ])('should %s', async (_, first, later, expected) => {
    refresh = undefined;
    expect(await statusesOf(first, later)).toEqual(expected);
  });

  test.each<[string, typeof account, number]>([
    ['a proxy that sends elsewhere', { status: 302, body: '', type: 'text/html' }, 200],
    ['a proxy that refuses', { status: 403, body: '<h1>Forbidden', type: 'text/html' }, 200],
    ['a provider that says "later"', { status: 400, body: '{"error":"temporarily_unavailable"}' }, 200],
    ['a provider that says "no"', { status: 400, body: '{"error":"invalid_grant"}' }, 302],
    ['a provider that does not know this site', { status: 401, body: '{"error":"invalid_client"}' }, 302],
  ])('should ask for another token: %s', async (_, answer, expected) => {
    refresh = 1;
    tokenAnswer = answer;
    expect(await statusesOf(says({ groups: ['admins'] }), [says({ groups: ['admins'] })])).toEqual([expected]);
    tokenAnswer = undefined;
  });

  test('should leave readers signed in when it fails after it has given another refresh token', async () => {
    refresh = 1;
    const [well, ill] = [says({ groups: ['admins'] }), { status: 503, body: '' }];
    expect(await statusesOf(well, [ill, well, ill, says({ groups: [] })])).toEqual([200, 200, 200, 404]);
  });

  async function statusesOf(first: typeof account, later: (typeof account)[]): Promise<number[]> {
    account = first;
    const begun = await served.ask('/_docsgen/login?next=%2Fadmins');
    const target = new URL(String(begun.headers.location));
    nonce = target.searchParams.get('nonce') ?? '';
    const query = new URLSearchParams({ code: 'c', state: target.searchParams.get('state') ?? '', iss: provider.origin });
    const journey = begun.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
    const cookie = cookieOf(await served.ask(`/_docsgen/callback?${query}`, { headers: { cookie: journey } }));
    const ask = async () => (await served.ask('/admins', { headers: { cookie } })).status;
    expect(await ask()).toBe(200);
    const statuses: number[] = [];
    for (const each of later) {
      account = each;
      served.clock.ahead += quarter;
      statuses.push(await ask());
    }
    return statuses;
  }
});
