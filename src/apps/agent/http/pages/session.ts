/**
 * Sessions of the operator pages. The cookie contains a key ID, an expiry time and a random number, and is signed with the stored hash
 * of the key. So any server of the service can verify it, and it becomes invalid together with the key. The store keeps signed-out
 * sessions until they expire. The API ignores cookies.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSameSecret } from '../../../../platform/http/secret.ts';
import { forgetSpent, isSpent, spendToken } from '../../../../platform/store/readers.ts';
import { allowsAddress, findActiveKey, type KeyInfo, verifyKey } from '../../keys/keys.ts';
import type { AuthContext } from '../authorize.ts';

/** The session of one request. */
export interface Session {
  readonly key: KeyInfo;
  /** CSRF token of this session. Every form contains it, so that no other site can submit one. */
  readonly token: string;
  /** Hash of the cookie, under which the store records that the session was signed out. */
  readonly hash: string;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
}

const cookieName = 'docsgen_operator';
const lifeMs = 12 * 3_600_000;

/** The scopes that give access to pages: `admin` to all of them, `merge` to the changes of the host `local`. */
const opening = ['admin', 'merge'] as const;

/** Signs in with a key and sets the cookie in `reply`. Undefined when the key is not valid or does not give access to pages. */
export async function beginSession(
  text: string,
  request: FastifyRequest,
  reply: FastifyReply,
  { store, clientAddress }: AuthContext,
  isSecure: boolean,
): Promise<KeyInfo | undefined> {
  const key = await verifyKey(store, text.trim());
  if (!key || !opensPages(key) || !allowsAddress(key, clientAddress(request.raw))) return undefined;
  const session = `${key.id}.${Date.now() + lifeMs}.${randomBytes(16).toString('base64url')}`;
  reply.header('set-cookie', cookie(`${session}.${sign(key.hash, 'session', session)}`, lifeMs / 1_000, isSecure));
  return key;
}

/** Signs out: clears the cookie, and makes all servers of this store reject copies of it. */
export async function endSession(session: Session, reply: FastifyReply, { store }: AuthContext, isSecure: boolean): Promise<void> {
  await store.write(async (write) => {
    await forgetSpent(write, Date.now());
    await spendToken(write, session.hash, session.endsAt);
  });
  reply.header('set-cookie', cookie('', 0, isSecure));
}

/** Undefined when the cookie is missing, expired, signed by another service or signed out, and when its key may not be used from this address. */
export async function readSession(request: FastifyRequest, { store, clientAddress }: AuthContext): Promise<Session | undefined> {
  const value = new RegExp(`(?:^|; )${cookieName}=([^;]+)`).exec(request.headers.cookie ?? '')?.[1];
  const [id = '', endText = '', random = '', mac = ''] = value?.split('.') ?? [];
  const endsAt = Number(endText);
  if (!(endsAt > Date.now())) return undefined;
  const session = `${id}.${endText}.${random}`;
  const key = await findActiveKey(store, id);
  if (!key || !opensPages(key) || !isSameSecret(mac, sign(key.hash, 'session', session))) return undefined;
  // A stolen cookie must not work where its key would not.
  if (!allowsAddress(key, clientAddress(request.raw))) return undefined;
  const hash = createHash('sha256').update(`operator ${session}`).digest('hex');
  if (await store.read((read) => isSpent(read, hash))) return undefined;
  return { key, token: sign(key.hash, 'form', session), hash, endsAt };
}

function opensPages({ scopes }: KeyInfo): boolean {
  return opening.some((scope) => scopes.includes(scope));
}

function sign(secret: string, use: string, session: string): string {
  return createHmac('sha256', secret).update(`${use} ${session}`).digest('base64url');
}

function cookie(value: string, seconds: number, isSecure: boolean): string {
  return `${cookieName}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${isSecure ? '; Secure' : ''}`;
}
