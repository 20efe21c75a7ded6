/** Passwords: one that all readers share, or one for each name. Kept as scrypt, compared in constant time. */
import { randomBytes, scrypt, scryptSync, timingSafeEqual } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { AuthRefused } from '../errors.ts';
import { type FormMethod, groupsOf, type Identity, refusal } from './method.ts';
import type { Environment } from './secrets.ts';

/** 32 MiB and some 60 ms each: what a guess costs an attacker too. */
const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const keyBytes = 32;
const longestPassword = 1_000;
/** Each takes memory and a thread of the pool; more wait. */
const maxConcurrent = 2;
/** Some seconds of work: a flood of guesses from many addresses takes up no more. */
const maxWaiting = 100;

interface Hashed {
  readonly salt: Buffer;
  readonly key: Buffer;
  /** As it is written: a session keeps it, and ends when it is another one. */
  readonly text: string;
}

/** `scrypt$<salt>$<key>`, both base64url: what a file of users holds. */
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

/** Undefined when so many wait already that whoever comes now would wait for seconds. */
async function isRight(password: string, { salt, key }: Hashed): Promise<boolean | undefined> {
  if (queue.length >= maxWaiting) return undefined;
  if (running >= maxConcurrent) await new Promise<void>((next) => queue.push(next));
  running += 1;
  try {
    const derived = await new Promise<Buffer>((done, fail) =>
      scrypt(password.slice(0, longestPassword).normalize('NFC'), salt, keyBytes, cost, (error, value) =>
        error ? fail(error) : done(value),
      ),
    );
    return timingSafeEqual(derived, key);
  } finally {
    running -= 1;
    queue.shift()?.();
  }
}

const busy = () => refusal(503, 'auth/busy', 'too many passwords wait to be compared');
const wrong = () => refusal(401, 'auth/invalid-password', 'wrong name or password');

/** `DOCSGEN_PASSWORD_HASH`, or `DOCSGEN_PASSWORD` as it is. */
export function sharedPassword(environment: Environment, groups: readonly string[]): FormMethod {
  const { DOCSGEN_PASSWORD_HASH: hashed, DOCSGEN_PASSWORD: plain } = environment;
  if (!hashed && !plain)
    throw new AuthRefused('config/auth', 'the environment variable DOCSGEN_PASSWORD is not set: the password of all readers');
  if (!hashed && (plain as string).length < 8) throw new AuthRefused('config/auth-secret', 'DOCSGEN_PASSWORD is shorter than 8 characters');
  const known = readHash(hashed || passwordHash(plain as string));
  if (known === undefined) throw new AuthRefused('config/auth', 'DOCSGEN_PASSWORD_HASH is not what docsgen serve password prints');
  /** A plain password has another hash in every process: what sessions of other processes keep is compared once each. */
  const compared = new Map<string, Promise<boolean | undefined>>([[known.text, Promise.resolve(true)]]);
  const isOfToday = (text: string): Promise<boolean | undefined> => {
    let answer = compared.get(text);
    if (answer === undefined) {
      const kept = hashed ? undefined : readHash(text);
      answer = kept ? isRight(plain as string, kept) : Promise.resolve(false);
      compared.set(text, answer);
      // What could not be compared, for want of memory say, is compared again.
      const again = () => compared.delete(text);
      answer.then((isGood) => isGood ?? again(), again);
    }
    return answer;
  };
  return {
    kind: 'form',
    asksForName: false,
    async verify(fields) {
      const isGood = await isRight(fields.get('password') ?? '', known);
      if (isGood === undefined) return busy();
      return isGood ? { name: 'reader', groups, keeps: known.text } : wrong();
    },
    async recheck(identity) {
      const isGood = await isOfToday(identity.keeps ?? '');
      if (isGood === undefined) return 'unknown';
      return isGood ? { ...identity, groups } : 'ended';
    },
  };
}

interface User extends Hashed {
  readonly groups: readonly string[];
}

/** `DOCSGEN_USERS_FILE`: `[{ "name", "password": "scrypt$…", "groups": […] }]`, read again when it changes. */
export function namedUsers(environment: Environment): FormMethod {
  const { DOCSGEN_USERS_FILE: file } = environment;
  if (!file)
    throw new AuthRefused(
      'config/auth',
      'the environment variable DOCSGEN_USERS_FILE is not set: the file with names and passwords of readers',
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
        // Half written, or broken: the users of before stay until it is whole.
      }
    }
    return users;
  };
  // An unknown name costs the same time as a wrong password.
  const nobody = readHash(passwordHash(randomBytes(16).toString('hex'))) as Hashed;
  return {
    kind: 'form',
    asksForName: true,
    async verify(fields) {
      const name = fields.get('name')?.trim() ?? '';
      const user = present().get(name);
      const isGood = await isRight(fields.get('password') ?? '', user ?? nobody);
      if (isGood === undefined) return busy();
      return user && isGood ? { name, groups: user.groups, keeps: user.text } : wrong();
    },
    async recheck(identity): Promise<Identity | 'ended'> {
      const user = present().get(identity.name);
      return user && user.text === identity.keeps ? { ...identity, groups: user.groups } : 'ended';
    },
  };
}

function readUsers(file: string): Map<string, User> {
  const problem = (words: string) => new AuthRefused('config/auth', `the file of DOCSGEN_USERS_FILE ${words}`);
  let list: unknown;
  try {
    list = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw problem('cannot be read as JSON');
  }
  if (!Array.isArray(list) || list.length === 0) throw problem('holds no list of users');
  const users = new Map<string, User>();
  for (const [index, entry] of list.entries()) {
    const { name, password, groups } = (entry ?? {}) as { name?: unknown; password?: unknown; groups?: unknown };
    const hashed = typeof password === 'string' ? readHash(password) : undefined;
    if (typeof name !== 'string' || name.trim() === '' || users.has(name.trim()))
      throw problem(`has no name of its own for user ${index + 1}`);
    if (hashed === undefined) throw problem(`has no password of the form that docsgen serve password prints for user ${index + 1}`);
    users.set(name.trim(), { ...hashed, groups: groupsOf(groups) });
  }
  return users;
}
