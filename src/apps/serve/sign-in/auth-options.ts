import { SignInAttempts } from '../../../platform/http/sign-in-attempts.ts';
import { spendToken } from '../../../platform/store/readers.ts';
import { openStore } from '../../../platform/store/store.ts';
import { isGuardedUrl } from '../../../shared/url.ts';
import { AuthConfigError } from '../errors.ts';
import type { SiteVersion } from '../site-version.ts';
import type { AuthHost, OpenedAuth } from '../start-site.ts';
import { AuthHandler } from './auth-handler.ts';
import { clientAddresses } from './client-address.ts';
import { openMethod, realmOf } from './methods.ts';
import { type Environment, requireStrongSecret, sessionKeys } from './secrets.ts';
import { Sessions } from './sessions.ts';

/** Where sessions and secrets are stored. Without `databaseUrl`, sessions are in a file in `dataFolder`. */
export interface AuthOptions {
  readonly environment: Environment;
  /** Folder of the embedded store. */
  readonly dataFolder: string;
  /** PostgreSQL URL; the embedded store by default. */
  readonly databaseUrl?: string | undefined;
  /** Addresses and networks of trusted proxies. */
  readonly trustedProxies: readonly string[];
  /** Milliseconds since 1970. Tests may replace the clock. */
  readonly now?: () => number;
}

/**
 * Creates the sign-in of a site from its settings. Throws `AuthConfigError` with a message for the operator when something is missing, so
 * that the server does not start. The caller closes the result.
 */
export async function openAuth(version: SiteVersion, host: AuthHost, options: AuthOptions): Promise<OpenedAuth> {
  const { closed } = version;
  if (closed === undefined) throw new Error('This site has no sign-in');
  const { auth } = closed;
  const { environment, now = Date.now } = options;
  const origin = host.publicUrl();
  if (!isGuarded(origin)) {
    throw new AuthConfigError(
      'config/auth',
      `sessions require https; set the URL of the site with --public-url (currently ${origin || 'unknown'})`,
    );
  }
  const keys = sessionKeys(
    requireStrongSecret(environment, 'DOCSGEN_SESSION_SECRET', 'it protects the sessions of readers'),
    realmOf(auth),
  );
  const store = await openStore(options);
  try {
    const markUsed = (hash: string, expiresAt: number) => store.write((session) => spendToken(session, hash, expiresAt));
    const method = await openMethod(auth, { environment, now, markUsed });
    const sessions = new Sessions({ store, keys, auth, now, recheck: (identity) => method.recheck(identity) });
    const handler = new AuthHandler({
      host,
      method,
      sessions,
      markUsed,
      encryptionKey: keys.sealing,
      attempts: new SignInAttempts(now),
      addressOf: clientAddresses(options.trustedProxies),
      cookieSeconds: auth.longestMinutes * 60,
      now,
    });
    return {
      reader: (request) => handler.reader(request),
      handle: (request, response, path, query) => handler.handle(request, response, path, query),
      close: () => store.close(),
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Browsers keep secure cookies only over https or on the local host. */
function isGuarded(origin: string): boolean {
  const url = URL.parse(origin);
  return url !== null && isGuardedUrl(url);
}
