/** The ways of signing in: the compiler asks for an entry when a method is added to `AuthMethod`. */
import type { AuthMethod, AuthSettings } from '../../../shared/site/site-record.ts';
import type { Method } from './method.ts';
import type { Environment } from './secrets.ts';

/** What methods use of the server. */
export interface MethodParts {
  readonly environment: Environment;
  readonly now: () => number;
  readonly markUsed: (hash: string, expiresAt: number) => Promise<boolean>;
}

/** `realm`: the settings that must stay the same for a session to go on. */
interface SignIn<Settings> {
  readonly realm: (auth: Settings) => readonly string[];
  /** Loads the code of the method. */
  readonly open: (auth: Settings & AuthSettings, parts: MethodParts) => Promise<Method>;
}

type SignInTable = { readonly [Name in AuthMethod['method']]: SignIn<Extract<AuthMethod, { method: Name }>> };

const methods: SignInTable = {
  password: {
    realm: () => [],
    open: async (auth, { environment }) => (await import('./password.ts')).sharedPassword(environment, auth.groups),
  },
  users: {
    realm: () => [],
    open: async (_auth, { environment }) => (await import('./password.ts')).namedUsers(environment),
  },
  oidc: {
    realm: ({ issuer, clientId }) => [issuer, clientId],
    open: async (auth, { environment, now }) => (await import('./oidc.ts')).openIdConnect(auth, environment, now),
  },
  jwt: {
    realm: ({ issuer, audience }) => [issuer, audience],
    open: async (auth, parts) => (await import('./jwt.ts')).jwtMethod(auth, { ...parts, longestMinutes: auth.longestMinutes }),
  },
};

function entryOf(auth: AuthSettings): SignIn<AuthSettings> {
  return methods[auth.method] as SignIn<AuthSettings>;
}

/** What must be the same for a session to go on: if the way of signing in changes, earlier sessions end. */
export function realmOf(auth: AuthSettings): string {
  const settings = entryOf(auth).realm(auth);
  return settings.length === 0 ? auth.method : JSON.stringify([auth.method, ...settings]);
}

/** The method that the settings name. */
export function openMethod(auth: AuthSettings, parts: MethodParts): Promise<Method> {
  return entryOf(auth).open(auth, parts);
}
