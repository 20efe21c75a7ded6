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

/** How often the last sight of a reader is written down. */
const seenEveryMs = 60_000;
/** After how long the groups of a reader are asked for again. */
const recheckMs = 10 * 60_000;
/** When the provider did not answer. */
const recheckAgainMs = 60_000;
const idShape = /^[\w-]{43}$/;

/** Sessions end `idleMinutes` after the last request and `longestMinutes` after the first, whichever comes sooner. */
export interface SessionsOptions {
  readonly store: Store;
  readonly keys: SessionKeys;
  readonly auth: AuthSettings;
  readonly now: () => number;
  /** Asked for each session every ten minutes at most, when its reader comes; after one minute where the answer was `unknown`. */
  recheck(identity: Identity): Promise<Identity | 'ended' | 'unknown'>;
}

/**
 * Who is signed in. A session is a row of the store; the browser has only a random name for it, the store only its
 * hash. Any number of servers may share a store.
 */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #rechecks = new Map<string, Promise<ReaderSessionRow | undefined>>();

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  /** A new session; gives what the cookie holds. */
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

  /** The reader behind a cookie; undefined for all that is no session of today. */
  async find(cookie: string): Promise<Reader | undefined> {
    if (!idShape.test(cookie)) return undefined;
    const { store, keys, auth, now } = this.#options;
    const id = keys.idOf(cookie);
    let row = await store.read((session) => findReaderSession(session, id));
    if (row === undefined) return undefined;
    const at = now();
    if (at >= Number(row.expires_at) || at - Number(row.seen_at) >= auth.idleMinutes * 60_000) {
      // Gone for good: a clock that is set back brings nothing to life.
      await this.#remove(id);
      return undefined;
    }
    if (at - Number(row.checked_at) >= recheckMs) row = await this.#recheck(row);
    if (row === undefined) return undefined;
    if (at - Number(row.seen_at) >= seenEveryMs) await store.write((session) => updateReaderSession(session, id, { seen_at: at }));
    return { groups: JSON.parse(row.groups) as string[] };
  }

  /** A cookie that names no session is no fault. */
  async end(cookie: string): Promise<void> {
    if (idShape.test(cookie)) await this.#remove(this.#options.keys.idOf(cookie));
  }

  async #remove(id: string): Promise<void> {
    await this.#options.store.write((session) => deleteReaderSession(session, id));
  }

  /** One question for all requests of a reader that come at once. */
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
    // A refresh token that changes at every use is good once: of several servers, one asks.
    const isOurs = await store.write((session) => claimReaderCheck(session, row.id, Number(row.checked_at), now()));
    // As it is by now: the one that asked may have ended it.
    if (!isOurs) return store.read((session) => findReaderSession(session, row.id));
    const keeps = row.sealed === null ? undefined : unseal(keys.sealing, 'session', row.sealed);
    const known: Identity = { name: row.name, groups: JSON.parse(row.groups) as string[], ...(keeps !== undefined && { keeps }) };
    const answer = await recheck(known);
    if (answer === 'ended') {
      await this.#remove(row.id);
      return undefined;
    }
    const changed =
      answer === 'unknown'
        ? { checked_at: now() - recheckMs + recheckAgainMs }
        : {
            checked_at: now(),
            groups: JSON.stringify(answer.groups),
            sealed: answer.keeps === undefined ? null : seal(keys.sealing, 'session', answer.keeps),
          };
    await store.write((session) => updateReaderSession(session, row.id, changed));
    return { ...row, ...changed };
  }
}
