/**
 * Signing in to pages: the cookie names a key, an end and a random number, and is signed with the stored hash of that key. So any
 * server of the service can check it, and it ends when the key ends. What was signed out is remembered in the store until its end.
 * The API never looks at cookies.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSameSecret } from '../../../../platform/http/secret.ts';
import { forgetSpent, isSpent, spendToken } from '../../../../platform/store/readers.ts';
import { acceptedKey, allowsAddress, type KeyFacts, livingKey } from '../../keys/keys.ts';
import type { Asked } from '../authorize.ts';

/** Somebody who is signed in, for the length of one request. */
export interface Session {
  readonly key: KeyFacts;
  /** Goes with every form, so that no other site can send one. Of this session alone. */
  readonly token: string;
  /** Of the cookie, under which the store remembers that it was signed out. */
  readonly hash: string;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
}

const cookieName = 'docsgen_operator';
const lifeMs = 12 * 3_600_000;

/** Scopes that open pages: all of them, or the changes of the host `local`. */
const opening = ['admin', 'merge'] as const;

/** Signs in by a key: false when the text is none that may open pages. Else the cookie is set in `reply`. */
export async function beginSession(
  text: string,
  request: FastifyRequest,
  reply: FastifyReply,
  { store, clientAddress }: Asked,
  isSecure: boolean,
): Promise<KeyFacts | undefined> {
  const key = await acceptedKey(store, text.trim());
  if (!key || !opensPages(key) || !allowsAddress(key, clientAddress(request.raw))) return undefined;
  const session = `${key.id}.${Date.now() + lifeMs}.${randomBytes(16).toString('base64url')}`;
  reply.header('set-cookie', cookie(`${session}.${sign(key.hash, 'session', session)}`, lifeMs / 1_000, isSecure));
  return key;
}

/** Takes the cookie away; a copy of it is refused from now on, by every server on this store. */
export async function endSession(session: Session, reply: FastifyReply, { store }: Asked, isSecure: boolean): Promise<void> {
  await store.write(async (write) => {
    await forgetSpent(write, Date.now());
    await spendToken(write, session.hash, session.endsAt);
  });
  reply.header('set-cookie', cookie('', 0, isSecure));
}

/** Undefined without a cookie, and for one that has ended, was not signed here, was signed out, or comes from where its key may not. */
export async function readSession(request: FastifyRequest, { store, clientAddress }: Asked): Promise<Session | undefined> {
  const value = new RegExp(`(?:^|; )${cookieName}=([^;]+)`).exec(request.headers.cookie ?? '')?.[1];
  const [id = '', endText = '', random = '', mac = ''] = value?.split('.') ?? [];
  const endsAt = Number(endText);
  if (!(endsAt > Date.now())) return undefined;
  const session = `${id}.${endText}.${random}`;
  const key = await livingKey(store, id);
  if (!key || !opensPages(key) || !isSameSecret(mac, sign(key.hash, 'session', session))) return undefined;
  // A stolen cookie is good for no more than the key is.
  if (!allowsAddress(key, clientAddress(request.raw))) return undefined;
  const hash = createHash('sha256').update(`operator ${session}`).digest('hex');
  if (await store.read((read) => isSpent(read, hash))) return undefined;
  return { key, token: sign(key.hash, 'form', session), hash, endsAt };
}

function opensPages({ scopes }: KeyFacts): boolean {
  return opening.some((scope) => scopes.includes(scope));
}

function sign(secret: string, use: string, session: string): string {
  return createHmac('sha256', secret).update(`${use} ${session}`).digest('base64url');
}

function cookie(value: string, seconds: number, isSecure: boolean): string {
  return `${cookieName}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${isSecure ? '; Secure' : ''}`;
}
