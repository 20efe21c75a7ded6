/** API keys. A key is shown once, stored as a hash, and limited to projects, scopes and a lifetime. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { BlockList, isIPv6 } from 'node:net';
import type { Project } from '../../../model/agent/project.ts';
import type { RecordRow } from '../../../platform/store/jobs.ts';
import { findKey, findKeyByHash, insertKey, listKeys, updateKey } from '../../../platform/store/keys.ts';
import { findRequestRecords } from '../../../platform/store/request-records.ts';
import { now, type Session } from '../../../platform/store/session.ts';
import type { Store } from '../../../platform/store/store.ts';
import type { KeyRow } from '../../../platform/store/tables.ts';
import { isKey, newKey } from './key-format.ts';

/** `admin` grants access to the operator pages; `read` and `write` apply to the API; `merge` allows merging, closing and retrying jobs. */
export type Scope = 'read' | 'write' | 'merge' | 'admin';

/** The properties of a key, without the key itself. Times are Unix timestamps in milliseconds. */
export interface KeyInfo {
  readonly id: string;
  readonly name: string;
  /** The last four characters, to tell keys apart. */
  readonly last4: string;
  /** Project IDs; `*` means all. */
  readonly projects: readonly string[];
  readonly scopes: readonly Scope[];
  /** Networks from which the key may be used; empty means any. */
  readonly cidrs: readonly string[];
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly lastUsedAt: number | null;
}

/** The properties of a new key. The caller validates names and networks. */
export interface KeyOptions {
  readonly name: string;
  readonly projects: readonly string[];
  readonly scopes: readonly Scope[];
  readonly cidrs: readonly string[];
  /** Lifetime in milliseconds; null for a key that does not expire. */
  readonly lifetimeMs: number | null;
}

/** Creates a key. The result contains the key, which cannot be retrieved later. */
export async function createKey(store: Store, options: KeyOptions): Promise<{ readonly key: string; readonly info: KeyInfo }> {
  const key = newKey();
  const row = await store.write(async (session) => {
    const createdAt = await now(session);
    const row: KeyRow = {
      id: `key_${randomBytes(8).toString('hex')}`,
      hash: hashOf(key),
      last4: key.slice(-4),
      name: options.name,
      projects: JSON.stringify(options.projects),
      scopes: JSON.stringify(options.scopes),
      cidrs: JSON.stringify(options.cidrs),
      created_at: createdAt,
      expires_at: options.lifetimeMs === null ? null : createdAt + options.lifetimeMs,
      revoked_at: null,
      last_used_at: null,
    };
    await insertKey(session, row);
    return row;
  });
  return { key, info: infoOf(row) };
}

/** The last use of a key is stored at most once a minute. */
const lastUsedIntervalMs = 60_000;

/** Returns the properties of the key if `text` is a valid key. A key with an invalid checksum is rejected without a database query. */
export async function verifyKey(store: Store, text: string): Promise<(KeyInfo & { readonly hash: string }) | undefined> {
  if (!isKey(text)) return undefined;
  const hash = hashOf(text);
  return store.read(async (session) => {
    const row = await findKeyByHash(session, hash);
    return row && (await activeKeyInfo(session, row, row.currentTime, hash));
  });
}

/** A valid key, with the project and job that an API request names. The caller checks whether the key permits the request. */
export interface AuthorizedKey {
  readonly key: KeyInfo;
  /** The named project, whether or not the key covers it. */
  readonly project: Project | undefined;
  readonly job: RecordRow | undefined;
}

/** Like `verifyKey`, but also loads the project and the job in the same query. Empty IDs match nothing. */
export async function authorizeKey(store: Store, text: string, projectId: string, jobId: string): Promise<AuthorizedKey | undefined> {
  if (!isKey(text)) return undefined;
  const hash = hashOf(text);
  return store.read(async (session) => {
    const row = await findRequestRecords(session, hash, projectId, jobId);
    const key = row && (await activeKeyInfo(session, row.key, row.currentTime, hash));
    return key && { key, project: row.project, job: row.job };
  });
}

async function activeKeyInfo(
  session: Session,
  row: KeyRow,
  currentTime: number,
  hash: string,
): Promise<(KeyInfo & { readonly hash: string }) | undefined> {
  if (!timingSafeEqual(Buffer.from(row.hash), Buffer.from(hash)) || !isActive(row, currentTime)) return undefined;
  // The time is only informational: ignore failed writes, so that keys work while the store is read-only.
  if (row.last_used_at === null || currentTime - row.last_used_at > lastUsedIntervalMs)
    await updateKey(session, row.id, { last_used_at: currentTime }).catch(() => undefined);
  return { ...infoOf(row), hash };
}

/** Finds a valid key by its ID; used to check sessions. */
export async function findActiveKey(store: Store, id: string): Promise<(KeyInfo & { readonly hash: string }) | undefined> {
  return store.read(async (session) => {
    const row = await findKey(session, id);
    return row && isActive(row, await now(session)) ? { ...infoOf(row), hash: row.hash } : undefined;
  });
}

/** All keys in order of creation, including expired ones. */
export async function allKeys(store: Store): Promise<readonly KeyInfo[]> {
  return (await store.read(listKeys)).map(infoOf);
}

/** False when there is no key with this ID. Revoking a revoked key has no effect. */
export function revokeKey(store: Store, id: string): Promise<boolean> {
  return store.write(async (session) => {
    const row = await findKey(session, id);
    if (row && row.revoked_at === null) await updateKey(session, id, { revoked_at: await now(session) });
    return row !== undefined;
  });
}

/** Creates a key with the same permissions as an existing key, which stays valid for `graceMs`. Undefined when the existing key does not exist. */
export async function rotateKey(
  store: Store,
  id: string,
  graceMs: number,
): Promise<{ readonly key: string; readonly info: KeyInfo } | undefined> {
  const old = await findActiveKey(store, id);
  if (!old) return undefined;
  const { name, projects, scopes, cidrs } = old;
  const created = await createKey(store, {
    name,
    projects,
    scopes,
    cidrs,
    lifetimeMs: old.expiresAt === null ? null : old.expiresAt - old.createdAt,
  });
  await store.write(async (session) => {
    const end = (await now(session)) + graceMs;
    await updateKey(session, id, { expires_at: old.expiresAt === null ? end : Math.min(end, old.expiresAt) });
  });
  return created;
}

/** The project need not exist. */
export function coversProject(info: KeyInfo, projectId: string): boolean {
  return info.projects.includes('*') || info.projects.includes(projectId);
}

/** Whether a key may be used from an address. If the key is limited to networks, an address that cannot be parsed is rejected. */
export function allowsAddress(info: KeyInfo, address: string): boolean {
  if (info.cidrs.length === 0) return true;
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  const list = new BlockList();
  for (const cidr of info.cidrs) {
    const [network = '', bits] = cidr.split('/');
    const family = isIPv6(network) ? 'ipv6' : 'ipv4';
    list.addSubnet(network, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family);
  }
  return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}

function isActive(row: KeyRow, currentTime: number): boolean {
  return row.revoked_at === null && (row.expires_at === null || currentTime < row.expires_at);
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

function infoOf(row: KeyRow): KeyInfo {
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
