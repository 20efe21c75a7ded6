import { spendToken } from '../../../platform/store/readers.ts';
import { openStore } from '../../../platform/store/store.ts';
import { isGuardedUrl } from '../../../shared/url.ts';
import { AuthRefused } from '../errors.ts';
import type { SiteVersion } from '../site-version.ts';
import type { AuthHost, OpenedAuth } from '../start-site.ts';
import { Attempts } from './attempts.ts';
import { AuthHandler } from './auth-handler.ts';
import { clientAddresses } from './client-address.ts';
import { openMethod, realmOf } from './methods.ts';
import { type Environment, sessionKeys, strong } from './secrets.ts';
import { Sessions } from './sessions.ts';

/** Where sessions and secrets are. Without `databaseUrl` they are in a file of `dataFolder`. */
export interface AuthOptions {
  readonly environment: Environment;
  /** Folder of the embedded store. */
  readonly dataFolder: string;
  /** PostgreSQL; absent = the embedded store. */
  readonly databaseUrl?: string | undefined;
  /** Addresses and networks of proxies in front. */
  readonly trustedProxies: readonly string[];
  /** Milliseconds since 1970; another clock only in tests. */
  readonly now?: () => number;
}

/**
 * The door of a site with sign-in, as its settings say. What is missing for it keeps the server from starting. Throws
 * `AuthRefused` with words for the operator. To be closed.
 */
export async function openAuth(version: SiteVersion, house: AuthHost, options: AuthOptions): Promise<OpenedAuth> {
  const { closed } = version;
  if (closed === undefined) throw new Error('This site has no sign-in');
  const { auth } = closed;
  const { environment, now = Date.now } = options;
  const origin = house.publicUrl();
  if (!isGuarded(origin)) {
    throw new AuthRefused(
      'config/auth',
      `sessions need https: say with --public-url where readers reach the site (now ${origin || 'unknown'})`,
    );
  }
  const keys = sessionKeys(strong(environment, 'DOCSGEN_SESSION_SECRET', 'it protects the sessions of readers'), realmOf(auth));
  const store = await openStore(options);
  try {
    const spend = (hash: string, expiresAt: number) => store.write((session) => spendToken(session, hash, expiresAt));
    const method = await openMethod(auth, { environment, now, spend });
    const sessions = new Sessions({ store, keys, auth, now, recheck: (identity) => method.recheck(identity) });
    const keeper = new AuthHandler({
      house,
      method,
      sessions,
      spend,
      sealing: keys.sealing,
      attempts: new Attempts(now),
      addressOf: clientAddresses(options.trustedProxies),
      cookieSeconds: auth.longestMinutes * 60,
      now,
    });
    return {
      reader: (request) => keeper.reader(request),
      handle: (request, response, path, query) => keeper.handle(request, response, path, query),
      close: () => store.close(),
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Browsers keep our cookie only where nobody listens: over https, or on the machine itself. */
function isGuarded(origin: string): boolean {
  const url = URL.parse(origin);
  return url !== null && isGuardedUrl(url);
}
