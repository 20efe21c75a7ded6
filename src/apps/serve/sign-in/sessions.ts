import { randomBytes } from 'node:crypto';
import {
  claimReaderCheck,
  deleteReaderSession,
  findReaderSession,
  forgetEndedReaders,
  insertReaderSession,
  updateReaderSession,
} from '../../../platform/store/readers.ts';
import type { Store } from '../../../platform/store/store.ts';
import type { ReaderSessionRow } from '../../../platform/store/tables.ts';
import type { AuthSettings } from '../../../shared/site/site-record.ts';
import type { Reader } from '../readers.ts';
import { seal, unseal } from './encrypted-cookie.ts';
import type { Identity } from './method.ts';
import type { SessionKeys } from './secrets.ts';

/** How often the time of the last request is stored. */
const seenEveryMs = 60_000;
/** How often the groups of a reader are queried again. */
const recheckMs = 10 * 60_000;
/** The same if the provider is unavailable. */
const recheckAgainMs = 60_000;
const idShape = /^[\w-]{43}$/;

/** Sessions end `idleMinutes` after the last request or `longestMinutes` after the first, whichever is earlier. */
export interface SessionsOptions {
  readonly store: Store;
  readonly keys: SessionKeys;
  readonly auth: AuthSettings;
  readonly now: () => number;
  /** Called at a request of the reader, at most every ten minutes per session; after `unknown`, again after one minute. */
  recheck(identity: Identity): Promise<Identity | 'ended' | 'unknown'>;
}

/**
 * The sessions of signed-in readers. A session is a row of the store. The browser has only a random ID, and the store only its hash.
 * Several servers may share a store.
 */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #rechecks = new Map<string, Promise<ReaderSessionRow | undefined>>();

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  /** Creates a session and returns the value of the cookie. */
  async begin({ name, groups, keeps }: Identity): Promise<string> {
    const { store, keys, auth, now } = this.#options;
    const cookie = randomBytes(32).toString('base64url');
    const at = now();
    const row: ReaderSessionRow = {
      id: keys.idOf(cookie),
      name,
      groups: JSON.stringify(groups),
      sealed: keeps === undefined ? null : seal(keys.sealing, 'session', keeps),
      created_at: at,
      seen_at: at,
      checked_at: at,
      expires_at: at + auth.longestMinutes * 60_000,
    };
    await store.write(async (session) => {
      await forgetEndedReaders(session, at);
      await insertReaderSession(session, row);
    });
    return cookie;
  }

  /** The reader of a cookie; undefined without a valid session. */
  async find(cookie: string): Promise<Reader | undefined> {
    if (!idShape.test(cookie)) return undefined;
    const { store, keys, auth, now } = this.#options;
    const id = keys.idOf(cookie);
    let row = await store.read((session) => findReaderSession(session, id));
    if (row === undefined) return undefined;
    const at = now();
    if (at >= Number(row.expires_at) || at - Number(row.seen_at) >= auth.idleMinutes * 60_000) {
      // Deleted, so that setting the clock back does not revive it.
      await this.#remove(id);
      return undefined;
    }
    if (at - Number(row.checked_at) >= recheckMs) row = await this.#recheck(row);
    if (row === undefined) return undefined;
    if (at - Number(row.seen_at) >= seenEveryMs) await store.write((session) => updateReaderSession(session, id, { seen_at: at }));
    return { groups: JSON.parse(row.groups) as string[] };
  }

  /** Ends the session of a cookie, if there is one. */
  async end(cookie: string): Promise<void> {
    if (idShape.test(cookie)) await this.#remove(this.#options.keys.idOf(cookie));
  }

  async #remove(id: string): Promise<void> {
    await this.#options.store.write((session) => deleteReaderSession(session, id));
  }

  /** Concurrent requests of a reader share one recheck. */
  #recheck(row: ReaderSessionRow): Promise<ReaderSessionRow | undefined> {
    let asking = this.#rechecks.get(row.id);
    if (asking === undefined) {
      asking = this.#ask(row).finally(() => this.#rechecks.delete(row.id));
      this.#rechecks.set(row.id, asking);
    }
    return asking;
  }

  async #ask(row: ReaderSessionRow): Promise<ReaderSessionRow | undefined> {
    const { store, keys, now, recheck } = this.#options;
    // A refresh token may be single-use, so only one of several servers rechecks.
    const isOurs = await store.write((session) => claimReaderCheck(session, row.id, Number(row.checked_at), now()));
    // Reads the row again, because the other server may have ended the session.
    if (!isOurs) return store.read((session) => findReaderSession(session, row.id));
    const keeps = row.sealed === null ? undefined : unseal(keys.sealing, 'session', row.sealed);
    const identity: Identity = { name: row.name, groups: JSON.parse(row.groups) as string[], ...(keeps !== undefined && { keeps }) };
    const result = await recheck(identity);
    if (result === 'ended') {
      await this.#remove(row.id);
      return undefined;
    }
    const changed =
      result === 'unknown'
        ? { checked_at: now() - recheckMs + recheckAgainMs }
        : {
            checked_at: now(),
            groups: JSON.stringify(result.groups),
            sealed: result.keeps === undefined ? null : seal(keys.sealing, 'session', result.keeps),
          };
    await store.write((session) => updateReaderSession(session, row.id, changed));
    return { ...row, ...changed };
  }
}
