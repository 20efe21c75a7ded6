import crypto from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { afterEach, expect, test, vi } from 'vitest';
import { jwtMethod } from '../../../src/apps/serve/sign-in/jwt.ts';
import type { Identity } from '../../../src/apps/serve/sign-in/method.ts';
import { namedUsers, passwordHash, sharedPassword } from '../../../src/apps/serve/sign-in/password.ts';
import { sessionKeys } from '../../../src/apps/serve/sign-in/secrets.ts';
import { Sessions } from '../../../src/apps/serve/sign-in/sessions.ts';
import { openStore } from '../../../src/platform/store/store.ts';
import { removeFolder, temporaryFolder } from '../../harness/project.ts';

const secret = 'a-secret-of-tests-0123456789-abcdefghij';
const auth = { method: 'users', idleMinutes: 480, longestMinutes: 1440 } as never;
const undo: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const each of undo.splice(0).reverse()) await each();
});

/** Servers that share a store, each with the way of signing in that it has. */
async function servers(parts: { readonly realm?: string; readonly recheck?: (identity: Identity) => Promise<Identity | 'ended'> }[]) {
  const folder = temporaryFolder('sessions');
  undo.push(() => removeFolder(folder));
  const clock = { now: 1_000_000 };
  const store = await openStore({ dataFolder: folder });
  undo.push(() => store.close());
  const all = parts.map(
    ({ realm = 'users', recheck = async (identity: Identity) => identity }) =>
      new Sessions({ store, keys: sessionKeys(secret, realm), auth, now: () => clock.now, recheck }),
  );
  return { clock, store, all: all as [Sessions, Sessions] };
}

test('should ask once for the groups of a reader, however many servers there are', async () => {
  let tokens = 1;
  const recheck = async (identity: Identity): Promise<Identity | 'ended'> => {
    const used = Number(identity.keeps);
    await new Promise((done) => setTimeout(done, 50));
    // As a provider does that gives a new refresh token for each: an old one that comes again ends them all.
    return used === tokens ? { ...identity, keeps: String(++tokens) } : 'ended';
  };
  const { clock, all } = await servers([{ recheck }, { recheck }]);
  const cookie = await all[0].begin({ name: 'ada', groups: ['admins'], keeps: '1' });
  for (let round = 0; round < 3; round++) {
    clock.now += 11 * 60_000;
    const found = await Promise.all([...all, ...all].map((sessions) => sessions.find(cookie)));
    expect(found).toEqual(Array(4).fill({ groups: ['admins'] }));
  }
  expect(tokens).toBe(4);
});

test('should let nobody in whose session another server has just ended', async () => {
  const { clock, all, store } = await servers([{ recheck: async () => 'ended' }, {}]);
  const cookie = await all[0].begin({ name: 'ada', groups: ['admins'] });
  clock.now += 11 * 60_000;
  const read = store.read.bind(store);
  // The second has read the session, and the first ends it before the second goes on.
  const slow = vi.spyOn(store, 'read').mockImplementationOnce(async (work) => {
    const row = await read(work);
    expect(await all[0].find(cookie)).toBeUndefined();
    return row;
  });
  expect(await all[1].find(cookie)).toBeUndefined();
  slow.mockRestore();
});

test('should not know the readers of another way of signing in', async () => {
  const { all } = await servers([{ realm: 'password' }, { realm: '["oidc","https://login.example","docs"]' }]);
  const cookie = await all[0].begin({ name: 'reader', groups: [] });
  expect(await all[0].find(cookie)).toEqual({ groups: [] });
  expect(await all[1].find(cookie)).toBeUndefined();
});

test.each<[string, Record<string, string>, Record<string, string>, 'goes on' | 'ended']>([
  ['the same password', { DOCSGEN_PASSWORD: 'correct horse' }, { DOCSGEN_PASSWORD: 'correct horse' }, 'goes on'],
  ['another password', { DOCSGEN_PASSWORD: 'correct horse' }, { DOCSGEN_PASSWORD: 'battery staple' }, 'ended'],
  ['another hash', { DOCSGEN_PASSWORD_HASH: passwordHash('correct horse') }, { DOCSGEN_PASSWORD_HASH: passwordHash('other') }, 'ended'],
])('should ask after a restart with %s whether a session goes on', async (_, before, after, expected) => {
  const identity = (await sharedPassword(before, ['all']).verify(new URLSearchParams({ password: 'correct horse' }))) as Identity;
  const answer = await sharedPassword(after, ['others']).recheck(identity);
  expect(answer === 'ended' ? answer : answer === 'unknown' ? answer : answer.groups).toEqual(expected === 'ended' ? 'ended' : ['others']);
});

test.each<[string, Record<string, string>, object, 'goes on' | 'ended']>([
  ['the same secret', { DOCSGEN_JWT_SECRET: secret }, {}, 'goes on'],
  ['another secret', { DOCSGEN_JWT_SECRET: `${secret}-2` }, {}, 'ended'],
  ['keys of an address', {}, { algorithm: 'RS256', jwksUrl: 'https://login.example/keys' }, 'ended'],
])('should ask after a restart with %s for tokens whether a session goes on', async (_, after, change, expected) => {
  const settings = {
    ...(auth as object),
    algorithm: 'HS256',
    issuer: 'i',
    audience: 'a',
    loginUrl: 'https://login.example/',
    groupsClaim: 'groups',
  };
  const method = (environment: Record<string, string>, changed: object = {}) =>
    jwtMethod({ ...settings, ...changed } as never, {
      environment,
      longestMinutes: 60,
      now: Date.now,
      markUsed: async () => true,
    });
  const token = await new SignJWT({ sub: 'ada', iss: 'i', aud: 'a', exp: Math.floor(Date.now() / 1000) + 60, groups: ['admins'] })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(Buffer.from(secret));
  const journey = { state: '', next: '/', nonce: '', verifier: '', expiresAt: 0 };
  const identity = await (await method({ DOCSGEN_JWT_SECRET: secret })).complete(new URLSearchParams({ token }), journey, '');
  expect(identity).toMatchObject({ name: 'ada', groups: ['admins'] });
  const answer = await (await method(after, change)).recheck(identity as Identity);
  expect(answer).toEqual(expected === 'ended' ? 'ended' : identity);
});

test('should compare a password again that could not be compared', async () => {
  const environment = { DOCSGEN_PASSWORD: 'correct horse' };
  const identity = (await sharedPassword(environment, []).verify(new URLSearchParams({ password: 'correct horse' }))) as Identity;
  const later = sharedPassword(environment, ['all']);
  const scrypt = vi
    .spyOn(crypto, 'scrypt')
    .mockImplementation(((...given: unknown[]) =>
      (given.at(-1) as (error: Error) => void)(new Error('no memory'))) as typeof crypto.scrypt);
  syncBuiltinESMExports();
  await expect(later.recheck(identity)).rejects.toThrow('no memory');
  scrypt.mockRestore();
  syncBuiltinESMExports();
  expect(await later.recheck(identity)).toMatchObject({ groups: ['all'] });
});

test('should end the sessions of a name whose password was changed, and of no other', async () => {
  const folder = temporaryFolder('users');
  undo.push(() => removeFolder(folder));
  const file = join(folder, 'users.json');
  const bob = { name: 'bob', password: passwordHash('of bob') };
  const write = (ada: string) => writeFileSync(file, JSON.stringify([{ name: 'ada', password: passwordHash(ada) }, bob]));
  write('of ada');
  const method = namedUsers({ DOCSGEN_USERS_FILE: file });
  const signIn = (name: string) => method.verify(new URLSearchParams({ name, password: `of ${name}` })) as Promise<Identity>;
  const [ada, other] = [await signIn('ada'), await signIn('bob')];
  expect(await Promise.all([method.recheck(ada), method.recheck(other)])).toMatchObject([{ name: 'ada' }, { name: 'bob' }]);
  write('found out');
  expect(await Promise.all([method.recheck(ada), method.recheck(other)])).toMatchObject(['ended', { name: 'bob' }]);
});
