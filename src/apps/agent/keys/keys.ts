/** API keys: made once and shown once, stored as a hash, good for some projects and some kinds of requests until a day. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { BlockList, isIPv6 } from 'node:net';
import type { Project } from '../../../model/agent/project.ts';
import { findAdmission } from '../../../platform/store/admission.ts';
import type { RecordRow } from '../../../platform/store/jobs.ts';
import { findKey, findKeyByHash, insertKey, listKeys, updateKey } from '../../../platform/store/keys.ts';
import { now, type Session } from '../../../platform/store/session.ts';
import type { Store } from '../../../platform/store/store.ts';
import type { KeyRow } from '../../../platform/store/tables.ts';
import { isKey, newKey } from './key-format.ts';

/** `admin` signs in to the pages of the operator; the API needs `read` and `write`; `merge` merges, closes and retries. */
export type Scope = 'read' | 'write' | 'merge' | 'admin';

/** What is known of a key, without the key. */
export interface KeyFacts {
  readonly id: string;
  readonly name: string;
  /** The last four characters, to tell keys apart. */
  readonly last4: string;
  /** Ids of projects; `*` is all. */
  readonly projects: readonly string[];
  readonly scopes: readonly Scope[];
  /** Networks that it may come from; none means any. */
  readonly cidrs: readonly string[];
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly lastUsedAt: number | null;
}

/** What a key is to be good for; names and networks are checked by who asks. */
export interface KeyWish {
  readonly name: string;
  readonly projects: readonly string[];
  readonly scopes: readonly Scope[];
  readonly cidrs: readonly string[];
  /** Milliseconds from now; null never ends. */
  readonly lifeMs: number | null;
}

/** The key is returned here and never again. */
export async function createKey(store: Store, wish: KeyWish): Promise<{ readonly key: string; readonly facts: KeyFacts }> {
  const key = newKey();
  const row = await store.write(async (session) => {
    const createdAt = await now(session);
    const row: KeyRow = {
      id: `key_${randomBytes(8).toString('hex')}`,
      hash: hashOf(key),
      last4: key.slice(-4),
      name: wish.name,
      projects: JSON.stringify(wish.projects),
      scopes: JSON.stringify(wish.scopes),
      cidrs: JSON.stringify(wish.cidrs),
      created_at: createdAt,
      expires_at: wish.lifeMs === null ? null : createdAt + wish.lifeMs,
      revoked_at: null,
      last_used_at: null,
    };
    await insertKey(session, row);
    return row;
  });
  return { key, facts: factsOf(row) };
}

/** A last use is written down once a minute at most. */
const useNotedMs = 60_000;

/** The key that a text is, when it is one that may be used now. A text with a wrong checksum costs no question to the store. */
export async function acceptedKey(store: Store, text: string): Promise<(KeyFacts & { readonly hash: string }) | undefined> {
  if (!isKey(text)) return undefined;
  const hash = hashOf(text);
  return store.read(async (session) => {
    const row = await findKeyByHash(session, hash);
    return row && (await factsOfLiving(session, row, row.present, hash));
  });
}

/** A key that may be used now. Whether it may do what the call asks is for the caller to say. */
export interface Admitted {
  readonly key: KeyFacts;
  /** What the call names, whether or not the key covers it. */
  readonly project: Project | undefined;
  readonly job: RecordRow | undefined;
}

/** As `acceptedKey`, with the project and the job of a call, in one question. Empty names are of nothing. */
export async function admit(store: Store, text: string, projectId: string, jobId: string): Promise<Admitted | undefined> {
  if (!isKey(text)) return undefined;
  const hash = hashOf(text);
  return store.read(async (session) => {
    const found = await findAdmission(session, hash, projectId, jobId);
    const key = found && (await factsOfLiving(session, found.key, found.present, hash));
    return key && { key, project: found.project, job: found.job };
  });
}

async function factsOfLiving(
  session: Session,
  row: KeyRow,
  present: number,
  hash: string,
): Promise<(KeyFacts & { readonly hash: string }) | undefined> {
  if (!timingSafeEqual(Buffer.from(row.hash), Buffer.from(hash)) || !isAlive(row, present)) return undefined;
  // A note for people: who only reads is answered too while nothing can be stored.
  if (row.last_used_at === null || present - row.last_used_at > useNotedMs)
    await updateKey(session, row.id, { last_used_at: present }).catch(() => undefined);
  return { ...factsOf(row), hash };
}

/** As `acceptedKey`, by its id: for sessions that a key began. */
export async function livingKey(store: Store, id: string): Promise<(KeyFacts & { readonly hash: string }) | undefined> {
  return store.read(async (session) => {
    const row = await findKey(session, id);
    return row && isAlive(row, await now(session)) ? { ...factsOf(row), hash: row.hash } : undefined;
  });
}

/** In the order in which they were made, those that have ended too. */
export async function allKeys(store: Store): Promise<readonly KeyFacts[]> {
  return (await store.read(listKeys)).map(factsOf);
}

/** False when there is no key with this id. Revoking again changes nothing. */
export function revokeKey(store: Store, id: string): Promise<boolean> {
  return store.write(async (session) => {
    const row = await findKey(session, id);
    if (row && row.revoked_at === null) await updateKey(session, id, { revoked_at: await now(session) });
    return row !== undefined;
  });
}

/** A new key with the rights of an old one; the old one is good for `graceMs` more. Undefined when there is none to rotate. */
export async function rotateKey(
  store: Store,
  id: string,
  graceMs: number,
): Promise<{ readonly key: string; readonly facts: KeyFacts } | undefined> {
  const old = await livingKey(store, id);
  if (!old) return undefined;
  const { name, projects, scopes, cidrs } = old;
  const made = await createKey(store, {
    name,
    projects,
    scopes,
    cidrs,
    lifeMs: old.expiresAt === null ? null : old.expiresAt - old.createdAt,
  });
  await store.write(async (session) => {
    const end = (await now(session)) + graceMs;
    await updateKey(session, id, { expires_at: old.expiresAt === null ? end : Math.min(end, old.expiresAt) });
  });
  return made;
}

/** By the id of the project, which need not exist (any more). */
export function coversProject(facts: KeyFacts, projectId: string): boolean {
  return facts.projects.includes('*') || facts.projects.includes(projectId);
}

/** Whether a key may come from an address. An address that cannot be read may not, when the key names networks. */
export function allowsAddress(facts: KeyFacts, address: string): boolean {
  if (facts.cidrs.length === 0) return true;
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  const list = new BlockList();
  for (const cidr of facts.cidrs) {
    const [network = '', bits] = cidr.split('/');
    const family = isIPv6(network) ? 'ipv6' : 'ipv4';
    list.addSubnet(network, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family);
  }
  return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}

function isAlive(row: KeyRow, present: number): boolean {
  return row.revoked_at === null && (row.expires_at === null || present < row.expires_at);
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

function factsOf(row: KeyRow): KeyFacts {
  return {
    id: row.id,
    name: row.name,
    last4: row.last4,
    projects: JSON.parse(row.projects),
    scopes: JSON.parse(row.scopes),
    cidrs: JSON.parse(row.cidrs),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
  };
}
