/** Two servers of one site on one PostgreSQL: sessions, signing out and tokens that are good once hold for both. */
import { exportSPKI, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { docsJson } from '../../harness/project.ts';
import { type Postgres, startPostgres } from '../agent/harness/postgres.ts';
import { cookieOf, type ServedProject, serveProject } from './served-project.ts';

const started = await startPostgres();
const postgres: Postgres | undefined = 'reason' in started ? undefined : started;
afterAll(() => postgres?.stop());

// In CI it fails where there is no PostgreSQL: a test of who may read that does not run says nothing.
const describeHere = postgres || process.env.CI ? describe : describe.skip;

describeHere('two servers', () => {
  const servers: ServedProject[] = [];
  let key: Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];
  beforeAll(async () => {
    if ('reason' in started) throw new Error(started.reason);
    const pair = await generateKeyPair('ES256', { extractable: true });
    key = pair.privateKey;
    const environment = { DOCSGEN_JWT_PUBLIC_KEY: await exportSPKI(pair.publicKey) };
    const auth = {
      method: 'jwt',
      loginUrl: 'https://login.example/in',
      issuer: 'https://login.example',
      audience: 'docs',
      algorithm: 'ES256',
    };
    const files = {
      'docs.json': docsJson({ pages: ['index', 'internal'] }, { docsgen: { auth } }),
      'index.mdx': '---\npublic: true\n---\nHello',
      'internal.mdx': 'Inside',
    };
    const databaseUrl = await started.database();
    // At once: both make the tables.
    servers.push(
      ...(await Promise.all([serveProject(files, { environment, databaseUrl }), serveProject(files, { environment, databaseUrl })])),
    );
  }, 240_000);
  afterAll(() => Promise.all(servers.map((server) => server.close())));

  const pick = (at: number) => servers[at % servers.length] as ServedProject;
  const token = (sub: string) =>
    new SignJWT({ sub, iss: 'https://login.example', aud: 'docs' }).setProtectedHeader({ alg: 'ES256' }).setExpirationTime('60s').sign(key);

  /** Begins at one server and comes back at another. */
  async function signIn(at: number, text: string) {
    const begun = await pick(at).ask('/_docsgen/login?next=%2Finternal');
    const state = new URL(String(begun.headers.location)).searchParams.get('state') ?? '';
    const cookie = begun.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
    return pick(at + 1).ask('/_docsgen/callback', {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token: text, state }).toString(),
    });
  }

  test('should let readers in at either, many at once, and out at both', async () => {
    const cookies = await Promise.all(
      Array.from({ length: 40 }, async (_, at) => {
        const answer = await signIn(at, await token(`reader-${at}`));
        expect(answer.status).toBe(303);
        return cookieOf(answer);
      }),
    );
    expect(new Set(cookies).size).toBe(40);
    const statusOf = async (at: number, cookie: string) => (await pick(at).ask('/internal', { headers: { cookie } })).status;
    const both = cookies.flatMap((cookie) => [statusOf(0, cookie), statusOf(1, cookie)]);
    expect(new Set(await Promise.all(both))).toEqual(new Set([200]));
    // Half of them sign out, at the server where they did not sign in, while all read.
    const reading = Promise.all(Array.from({ length: 80 }, (_, at) => statusOf(at, cookies[at % 40] as string)));
    await Promise.all(cookies.slice(0, 20).map((cookie, at) => pick(at).ask('/_docsgen/logout', { method: 'POST', headers: { cookie } })));
    await reading;
    const after = await Promise.all(cookies.map((cookie, at) => statusOf(at + 1, cookie)));
    expect(after).toEqual([...Array(20).fill(302), ...Array(20).fill(200)]);
  }, 120_000);

  test('should take a token once, when it comes to both at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const text = await token(`twice-${round}`);
      const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => signIn(at, text)));
      expect(answers.map(({ status }) => status).sort()).toEqual([303, ...Array(7).fill(401)]);
    }
  }, 120_000);
});
