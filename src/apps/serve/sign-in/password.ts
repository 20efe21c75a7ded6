/** Sign-in with passwords: one for all readers, or one for each name. Stored as scrypt hashes and compared in constant time. */
import { randomBytes, scrypt, scryptSync, timingSafeEqual } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { AuthConfigError } from '../errors.ts';
import { type FormMethod, groupsOf, type Identity, refusal } from './method.ts';
import type { Environment } from './secrets.ts';

/** 32 MiB and about 60 ms per comparison, which makes guessing expensive. */
const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const keyBytes = 32;
const maxPasswordLength = 1_000;
/** Concurrent comparisons. Each uses memory and a thread of the pool; others wait. */
const maxConcurrent = 2;
/** Maximum waiting comparisons, a few seconds of work, so that a flood of attempts uses no more. */
const maxWaiting = 100;

interface Hashed {
  readonly salt: Buffer;
  readonly key: Buffer;
  /** The original text. A session stores it and ends when it changes. */
  readonly text: string;
}

/** Returns `scrypt$<salt>$<key>`, both in base64url, which is the format of the users file. */
export function passwordHash(password: string): string {
  const salt = randomBytes(16);
  return `scrypt$${salt.toString('base64url')}$${scryptSync(password.normalize('NFC'), salt, keyBytes, cost).toString('base64url')}`;
}

function readHash(text: string): Hashed | undefined {
  const [, salt, key] = /^scrypt\$([\w-]{16,})\$([\w-]{43})$/.exec(text) ?? [];
  return salt === undefined || key === undefined
    ? undefined
    : { salt: Buffer.from(salt, 'base64url'), key: Buffer.from(key, 'base64url'), text };
}

let running = 0;
const queue: (() => void)[] = [];

/** Undefined when the queue is full. */
async function matchesHash(password: string, { salt, key }: Hashed): Promise<boolean | undefined> {
  if (queue.length >= maxWaiting) return undefined;
  if (running >= maxConcurrent) await new Promise<void>((next) => queue.push(next));
  running += 1;
  try {
    const derived = await new Promise<Buffer>((done, fail) =>
      scrypt(password.slice(0, maxPasswordLength).normalize('NFC'), salt, keyBytes, cost, (error, value) =>
        error ? fail(error) : done(value),
      ),
    );
    return timingSafeEqual(derived, key);
  } finally {
    running -= 1;
    queue.shift()?.();
  }
}

const busy = () => refusal(503, 'auth/busy', 'too many password checks are waiting');
const wrong = () => refusal(401, 'auth/invalid-password', 'incorrect name or password');

/** Uses `DOCSGEN_PASSWORD_HASH`, or `DOCSGEN_PASSWORD` in plain text. */
export function sharedPassword(environment: Environment, groups: readonly string[]): FormMethod {
  const { DOCSGEN_PASSWORD_HASH: hashed, DOCSGEN_PASSWORD: plain } = environment;
  if (!hashed && !plain)
    throw new AuthConfigError(
      'config/auth',
      'the environment variable DOCSGEN_PASSWORD is not set; set it to the password that all readers share',
    );
  if (!hashed && (plain as string).length < 8)
    throw new AuthConfigError('config/auth-secret', 'DOCSGEN_PASSWORD is shorter than 8 characters');
  const expected = readHash(hashed || passwordHash(plain as string));
  if (expected === undefined) throw new AuthConfigError('config/auth', 'DOCSGEN_PASSWORD_HASH is not a hash from docsgen serve password');
  /** A plain password has a different hash in every process. The hashes that sessions of other processes contain are verified once each. */
  const compared = new Map<string, Promise<boolean | undefined>>([[expected.text, Promise.resolve(true)]]);
  const isOfToday = (text: string): Promise<boolean | undefined> => {
    let comparison = compared.get(text);
    if (comparison === undefined) {
      const stored = hashed ? undefined : readHash(text);
      comparison = stored ? matchesHash(plain as string, stored) : Promise.resolve(false);
      compared.set(text, comparison);
      // A comparison that failed, for example for lack of memory, is repeated.
      const retry = () => compared.delete(text);
      comparison.then((isCorrect) => isCorrect ?? retry(), retry);
    }
    return comparison;
  };
  return {
    kind: 'form',
    asksForName: false,
    async verify(fields) {
      const isCorrect = await matchesHash(fields.get('password') ?? '', expected);
      if (isCorrect === undefined) return busy();
      return isCorrect ? { name: 'reader', groups, keeps: expected.text } : wrong();
    },
    async recheck(identity) {
      const isCorrect = await isOfToday(identity.keeps ?? '');
      if (isCorrect === undefined) return 'unknown';
      return isCorrect ? { ...identity, groups } : 'ended';
    },
  };
}

interface User extends Hashed {
  readonly groups: readonly string[];
}

/** Reads `DOCSGEN_USERS_FILE`: `[{ "name", "password": "scrypt$…", "groups": […] }]`, and again when it changes. */
export function namedUsers(environment: Environment): FormMethod {
  const { DOCSGEN_USERS_FILE: file } = environment;
  if (!file)
    throw new AuthConfigError(
      'config/auth',
      'the environment variable DOCSGEN_USERS_FILE is not set; set it to the path of the file with the user accounts',
    );
  let users = readUsers(file);
  let changed = statSync(file).mtimeMs;
  const present = (): ReadonlyMap<string, User> => {
    const now = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    if (now !== undefined && now !== changed) {
      changed = now;
      try {
        users = readUsers(file);
      } catch {
        // The file is incomplete or invalid. The previous users stay until it is valid.
      }
    }
    return users;
  };
  // An unknown name takes as long as a wrong password.
  const unknownUser = readHash(passwordHash(randomBytes(16).toString('hex'))) as Hashed;
  return {
    kind: 'form',
    asksForName: true,
    async verify(fields) {
      const name = fields.get('name')?.trim() ?? '';
      const user = present().get(name);
      const isCorrect = await matchesHash(fields.get('password') ?? '', user ?? unknownUser);
      if (isCorrect === undefined) return busy();
      return user && isCorrect ? { name, groups: user.groups, keeps: user.text } : wrong();
    },
    async recheck(identity): Promise<Identity | 'ended'> {
      const user = present().get(identity.name);
      return user && user.text === identity.keeps ? { ...identity, groups: user.groups } : 'ended';
    },
  };
}

function readUsers(file: string): Map<string, User> {
  const problem = (detail: string) => new AuthConfigError('config/auth', `the file of DOCSGEN_USERS_FILE ${detail}`);
  let list: unknown;
  try {
    list = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw problem('cannot be read as JSON');
  }
  if (!Array.isArray(list) || list.length === 0) throw problem('contains no list of users');
  const users = new Map<string, User>();
  for (const [index, entry] of list.entries()) {
    const { name, password, groups } = (entry ?? {}) as { name?: unknown; password?: unknown; groups?: unknown };
    const hashed = typeof password === 'string' ? readHash(password) : undefined;
    if (typeof name !== 'string' || name.trim() === '' || users.has(name.trim())) throw problem(`has no unique name for user ${index + 1}`);
    if (hashed === undefined) throw problem(`has no password in the format of "docsgen serve password" for user ${index + 1}`);
    users.set(name.trim(), { ...hashed, groups: groupsOf(groups) });
  }
  return users;
}
