/**
 * Signing in to pages: the cookie names a key and a time and is signed with the stored hash of that key. So any server of the service
 * can check it, it is stored nowhere, and it ends when the key ends. The API never looks at cookies.
 */
import { createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSameSecret } from '../../../model/secret.ts';
import { acceptedKey, allowsAddress, type KeyFacts, livingKey } from '../../keys/keys.ts';
import type { Asked } from '../authorize.ts';

/** Somebody who is signed in, for the length of one request. */
export interface Session {
  readonly key: KeyFacts;
  /** Goes with every form, so that no other site can send one. */
  readonly token: string;
}

const cookieName = 'docsgen_operator';
const lifeMs = 12 * 3_600_000;

/** Signs in by a key: false when the text is none that may open the pages. Else the cookie is set in `reply`. */
export async function beginSession(
  text: string,
  request: FastifyRequest,
  reply: FastifyReply,
  { store, clientAddress }: Asked,
  isSecure: boolean,
): Promise<boolean> {
  const key = await acceptedKey(store, text.trim());
  if (!key?.scopes.includes('admin') || !allowsAddress(key, clientAddress(request.raw))) return false;
  const end = Date.now() + lifeMs;
  const value = `${key.id}.${end}.${sign(key.hash, 'session', key.id, end)}`;
  reply.header('set-cookie', cookie(value, lifeMs / 1_000, isSecure));
  return true;
}

/** Takes the cookie away. A copy of it stays good until its end or that of its key: nothing is stored that could be removed. */
export function endSession(reply: FastifyReply, isSecure: boolean): void {
  reply.header('set-cookie', cookie('', 0, isSecure));
}

/** Undefined without a cookie, and for one that has ended, was not signed here, or comes from where its key may not. */
export async function readSession(request: FastifyRequest, { store, clientAddress }: Asked): Promise<Session | undefined> {
  const value = new RegExp(`(?:^|; )${cookieName}=([^;]+)`).exec(request.headers.cookie ?? '')?.[1];
  const [id = '', endText = '', mac = ''] = value?.split('.') ?? [];
  const end = Number(endText);
  if (!(end > Date.now())) return undefined;
  const key = await livingKey(store, id);
  if (!key?.scopes.includes('admin') || !isSameSecret(mac, sign(key.hash, 'session', id, end))) return undefined;
  // A stolen cookie is good for no more than the key is.
  if (!allowsAddress(key, clientAddress(request.raw))) return undefined;
  return { key, token: sign(key.hash, 'form', id, end) };
}

function sign(secret: string, use: string, id: string, end: number): string {
  return createHmac('sha256', secret).update(`${use} ${id} ${end}`).digest('base64url');
}

function cookie(value: string, seconds: number, isSecure: boolean): string {
  return `${cookieName}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${isSecure ? '; Secure' : ''}`;
}
