/** Tokens of a login elsewhere: each is good once however it is spelled, and keys that are fetched may come from anywhere but cannot do anything. */
import { createHash } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { limitedFetch } from '../../../src/apps/serve/sign-in/limited-fetch.ts';
import { docsJson, type Files } from '../../harness/project.ts';
import { type Answer, cookieOf, type ServedProject, serveProject } from './served-project.ts';

const issuer = 'https://login.example';
const site = (auth: object): Files => ({
  'docs.json': docsJson(
    { pages: ['index', 'internal'] },
    { docsgen: { auth: { method: 'jwt', loginUrl: 'https://login.example/in', issuer, audience: 'docs', ...auth } } },
  ),
  'index.mdx': '---\npublic: true\n---\nHello',
  'internal.mdx': 'Inside',
});

/** Begins a sign-in and comes back with a token. `headers` go with the way back. */
async function handOver(served: ServedProject, token: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const begun = await served.ask('/_docsgen/login?next=%2Finternal');
  const state = new URL(String(begun.headers.location)).searchParams.get('state') ?? '';
  const cookie = begun.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
  return served.ask('/_docsgen/callback', {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams({ token, state }).toString(),
  });
}

const now = (served: ServedProject) => Math.floor((Date.now() + served.clock.ahead) / 1000);
let serial = 0;
const claims = (served: ServedProject): JWTPayload => ({ sub: `reader-${serial++}`, iss: issuer, aud: 'docs', exp: now(served) + 60 });

/** Order of the curve P-256. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** The other signature that is as good (`s` and `n − s`): whoever has one can make it. */
function otherSignature(token: string): string {
  const [head, body, signature = ''] = token.split('.');
  const bytes = Buffer.from(signature, 'base64url');
  const s = BigInt(`0x${bytes.subarray(32).toString('hex')}`);
  const other = Buffer.from((order - s).toString(16).padStart(64, '0'), 'hex');
  return [head, body, Buffer.concat([bytes.subarray(0, 32), other]).toString('base64url')].join('.');
}

/** The same signature with other bits at its end, which stand for nothing. */
function otherLastLetter(token: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const at = letters.indexOf(token.at(-1) as string);
  return token.slice(0, -1) + letters[at ^ 1];
}

describe('a token', () => {
  let served: ServedProject;
  let key: Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];
  beforeAll(async () => {
    const pair = await generateKeyPair('ES256', { extractable: true });
    key = pair.privateKey;
    served = await serveProject(site({ algorithm: 'ES256' }), {
      environment: { DOCSGEN_JWT_PUBLIC_KEY: await exportSPKI(pair.publicKey) },
    });
  }, 180_000);
  afterAll(() => served?.close());
  beforeEach(() => {
    served.clock.ahead += 120_000;
  });
  const sign = (payload: JWTPayload) => new SignJWT(payload).setProtectedHeader({ alg: 'ES256' }).sign(key);

  test.each<[string, (token: string) => string]>([
    ['as it was', (token) => token],
    ['with the other signature of the curve', otherSignature],
    ['with other bits in its last letter', otherLastLetter],
    ['with padding', (token) => `${token}==`],
    ['with a newline', (token) => `${token}\n`],
    ['with a blank before', (token) => ` ${token}`],
    ['with a newline within', (token) => token.replace('.', '\n.')],
    ['in the letters of plain base64', (token) => token.replaceAll('-', '+').replaceAll('_', '/')],
  ])('is good once, also when it comes again %s', async (_, spell) => {
    let token = await sign(claims(served));
    // A spelling in plain base64 is another one only where there are such letters.
    while (!/[-_]/.test(token)) token = await sign(claims(served));
    expect((await handOver(served, token)).status).toBe(303);
    const again = await handOver(served, spell(token));
    expect([again.status, cookieOf(again)]).toEqual([401, '']);
  });

  test('that is spelled in another way is not taken the first time either', async () => {
    for (const spell of [otherLastLetter, (token: string) => `${token}=`, (token: string) => `${token}\n`])
      expect((await handOver(served, spell(await sign(claims(served))))).status).toBe(401);
    // The other signature is a right one: which of the two comes first does not matter.
    const token = await sign(claims(served));
    expect((await handOver(served, otherSignature(token))).status).toBe(303);
    expect((await handOver(served, token)).status).toBe(401);
  });

  test('with a fraction in its time of expiry is accepted once, also in its last second', async () => {
    const token = await sign({ ...claims(served), exp: now(served) + 1 / 3 });
    expect((await handOver(served, token)).status).toBe(303);
    served.clock.ahead += 60_150;
    // The sign-in of another reader removes expired tokens from the store.
    expect((await handOver(served, await sign(claims(served)))).status).toBe(303);
    expect((await handOver(served, token)).status).toBe(401);
  });

  test.each([[''], [' '], [0], [null], [['ada']], [{}], [true]])('names nobody by sub %j', async (sub) => {
    expect((await handOver(served, await sign({ ...claims(served), sub } as JWTPayload))).status).toBe(401);
  });
});

describe('the way back of a sign-in', () => {
  let served: ServedProject;
  beforeAll(async () => {
    const { publicKey } = await generateKeyPair('ES256', { extractable: true });
    served = await serveProject(site({ algorithm: 'ES256' }), { environment: { DOCSGEN_JWT_PUBLIC_KEY: await exportSPKI(publicKey) } });
  }, 180_000);
  afterAll(() => served?.close());

  test('cannot be closed for readers by another site', async () => {
    const image = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' };
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    for (let at = 0; at < 60; at++) {
      await served.ask('/_docsgen/callback?code=x&state=y', { headers: image });
      // Forms of other sites, and windows that they open: without the cookie of a sign-in, or with a state that is guessed.
      await served.ask('/_docsgen/callback', { method: 'POST', headers: form, body: 'token=x&state=y' });
      await served.ask('/_docsgen/callback', {
        method: 'POST',
        headers: { ...form, origin: 'https://evil.example' },
        body: 'token=x&state=y',
      });
      const begun = await served.ask('/_docsgen/login');
      const cookie = begun.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
      await served.ask('/_docsgen/callback', { method: 'POST', headers: { ...form, cookie }, body: 'token=x&state=guessed' });
    }
    const answer = await handOver(served, 'no token');
    expect([answer.status, answer.body]).toEqual([401, '{"error":{"code":"auth/invalid-token"}}']);
  });

  test('is limited for clients that start a sign-in and send wrong tokens', async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 25; at++) statuses.push((await handOver(served, 'no token')).status);
    expect(statuses.at(-1)).toBe(429);
  });
});

interface KeyServer {
  readonly url: string;
  asked: number;
  answer: RequestListener;
  close(): Promise<void>;
}

async function keyServer(): Promise<KeyServer> {
  const server: Server = createServer((request, response) => {
    keys.asked += 1;
    keys.answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const keys: KeyServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`,
    asked: 0,
    answer: (_, response) => response.writeHead(404).end(),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return keys;
}

describe('keys that are fetched (`jwksUrl`)', () => {
  let keys: KeyServer;
  let canary: KeyServer;
  let served: ServedProject;
  const pairs = new Map<string, Awaited<ReturnType<typeof generateKeyPair>>>();
  const give = async (...names: string[]) => {
    const list = await Promise.all(
      names.map(async (kid) => ({
        ...(await exportJWK((pairs.get(kid) as { publicKey: CryptoKey }).publicKey)),
        kid,
        alg: 'ES256',
        use: 'sig',
      })),
    );
    keys.answer = (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys: list }));
  };
  const sign = (kid: string, header: object = {}, name = kid) =>
    new SignJWT(claims(served))
      .setProtectedHeader({ alg: 'ES256', kid, ...header })
      .sign((pairs.get(name) as { privateKey: CryptoKey }).privateKey);
  /** A server of its own for each test: keys are remembered. */
  const serve = () => serveProject(site({ algorithm: 'ES256', jwksUrl: keys.url }));

  beforeAll(async () => {
    [keys, canary] = await Promise.all([keyServer(), keyServer()]);
    for (const name of ['one', 'two', 'stranger']) pairs.set(name, await generateKeyPair('ES256', { extractable: true }));
  });
  afterAll(() => Promise.all([keys.close(), canary.close()]));

  test('come and go by themselves, are asked for once in a while, and are chosen by name alone', async () => {
    served = await serve();
    try {
      await give('one');
      expect((await handOver(served, await sign('one'))).status).toBe(303);
      // A key of the token's own, keys from elsewhere, names that are paths or those of objects.
      keys.asked = 0;
      for (const [header, name] of [
        [{ jku: canary.url }, 'stranger'],
        [{ x5u: canary.url }, 'stranger'],
        [{ jwk: await exportJWK((pairs.get('stranger') as { publicKey: CryptoKey }).publicKey) }, 'stranger'],
        [{ kid: '__proto__' }, 'stranger'],
        [{ kid: '../../etc/passwd' }, 'stranger'],
        [{ kid: canary.url }, 'stranger'],
        [{ kid: 'one' }, 'stranger'],
      ] as const) {
        served.clock.ahead += 61_000;
        expect((await handOver(served, await sign('one', header, name))).status).toBe(401);
      }
      for (let at = 0; at < 30; at++) {
        served.clock.ahead += 61_000;
        await handOver(served, await sign(`unknown-${at}`, {}, 'stranger'));
      }
      expect(canary.asked).toBe(0);
      // The clock of `jose` is the machine's: within half a minute of it one question is enough.
      expect(keys.asked).toBeLessThanOrEqual(1);
    } finally {
      await served.close();
    }
  }, 120_000);

  test('are new when a token names one that was not there', async () => {
    served = await serve();
    try {
      await give('one');
      expect((await handOver(served, await sign('one'))).status).toBe(303);
      await give('two');
      // The key may be asked for again after half a minute, which is not waited for: a server that starts later sees it at once.
      await served.close();
      served = await serve();
      expect((await handOver(served, await sign('two'))).status).toBe(303);
      expect((await handOver(served, await sign('one'))).status).toBe(401);
    } finally {
      await served.close();
    }
  }, 120_000);

  test.each<[string, RequestListener, number]>([
    ['are too many', (_, response) => void response.writeHead(200).end(`{"keys":[${'{},'.repeat(700_000)}{}]}`), 503],
    ['come without end', (_, response) => void drip(response), 503],
    ['are no JSON', (_, response) => void response.writeHead(200).end('<html>'), 503],
    ['are no keys', (_, response) => void response.writeHead(200).end('{"keys":1}'), 503],
    ['cannot be had', (_, response) => void response.writeHead(500).end(), 503],
    ['are said to be elsewhere', (_, response) => void response.writeHead(302, { location: canary.url }).end(), 503],
    [
      'are shared secrets',
      (_, response) => void response.writeHead(200).end(JSON.stringify({ keys: [{ kty: 'oct', k: 'c2VjcmV0', kid: 'one' }] })),
      401,
    ],
  ])(
    'that %s let nobody in',
    async (_, answer, status) => {
      served = await serve();
      canary.asked = 0;
      keys.answer = answer;
      try {
        expect((await handOver(served, await sign('one'))).status).toBe(status);
        expect(canary.asked).toBe(0);
      } finally {
        await served.close();
      }
    },
    120_000,
  );
});

/** A byte a second, for ever. */
function drip(response: Parameters<RequestListener>[1]): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 500);
  response.on('close', () => clearInterval(timer));
}

describe('what a provider is asked', () => {
  const to = (address: string) =>
    ((_host: string, _options: object, done: (error: null, found: object[]) => void) =>
      done(null, [{ address, family: address.includes(':') ? 6 : 4 }])) as never;

  test.each([
    '169.254.169.254',
    '::ffff:169.254.169.254',
    'fe80::1',
    'fd00:ec2::254',
    '224.0.0.1',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::',
  ])('never goes to %s, whatever name leads there', async (address) => {
    await expect(limitedFetch('http://keys.example/', {}, to(address))).rejects.toMatchObject({ code: 'EACCES' });
    const literal = address.includes(':') ? `[${address}]` : address;
    await expect(limitedFetch(`http://${literal}/`)).rejects.toMatchObject({ code: 'EACCES' });
  });

  test('goes to the address that was looked up, with the name as its host', async () => {
    const keys = await keyServer();
    let host = '';
    keys.answer = (request, response) => {
      host = request.headers.host ?? '';
      response.writeHead(200).end(createHash('sha256').update('x').digest('hex'));
    };
    const { port } = new URL(keys.url);
    const answer = await limitedFetch(
      `http://keys.example:${port}/`,
      { method: 'POST', body: new URLSearchParams({ a: 'b' }) },
      to('127.0.0.1'),
    );
    expect([answer.status, (await answer.text()).length, host]).toEqual([200, 64, `keys.example:${port}`]);
    await keys.close();
  });
});
