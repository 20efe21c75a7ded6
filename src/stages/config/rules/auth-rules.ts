/**
 * `docsgen.auth`: the required fields of each sign-in method, and its resolved settings. Secrets are not included: the
 * server reads them from its environment.
 */

import type { Diagnostic } from '../../../model/diagnostic.ts';
import type { SiteAuth } from '../../../model/site-config.ts';
import { isGuardedUrl } from '../../../shared/url.ts';
import type { RawSignIn } from '../docs-json.ts';
import { badAuth } from '../errors.ts';
import type { ConfigLocations } from '../locations.ts';

type Field = keyof RawSignIn;

/** The fields of one method. `needed` fields are also in `allowed`. */
interface MethodRules<Auth> {
  readonly needed: readonly Field[];
  readonly allowed: readonly Field[];
  readonly resolve: (auth: RawSignIn, shared: SharedAuth) => Auth;
}

type SharedAuth = Pick<SiteAuth, 'idleMinutes' | 'longestMinutes' | 'publicFiles'>;

const methods: { readonly [Name in RawSignIn['method']]: MethodRules<Extract<SiteAuth, { method: Name }>> } = {
  password: {
    needed: [],
    allowed: ['groups'],
    resolve: ({ groups = [] }, shared) => ({ method: 'password', groups, ...shared }),
  },
  users: { needed: [], allowed: [], resolve: (_auth, shared) => ({ method: 'users', ...shared }) },
  oidc: {
    needed: ['issuer', 'clientId'],
    allowed: ['issuer', 'clientId', 'scopes', 'groupsClaim'],
    resolve: ({ issuer = '', clientId = '', scopes = ['profile', 'email'], groupsClaim = 'groups' }, shared) => ({
      method: 'oidc',
      issuer,
      clientId,
      scopes,
      groupsClaim,
      ...shared,
    }),
  },
  jwt: {
    needed: ['loginUrl', 'issuer', 'audience', 'algorithm'],
    allowed: ['loginUrl', 'issuer', 'audience', 'algorithm', 'jwksUrl', 'groupsClaim'],
    resolve: ({ loginUrl = '', issuer = '', audience = '', algorithm = 'EdDSA', jwksUrl, groupsClaim = 'groups' }, shared) => ({
      method: 'jwt',
      loginUrl,
      issuer,
      audience,
      algorithm,
      ...(jwksUrl !== undefined && { jwksUrl }),
      groupsClaim,
      ...shared,
    }),
  },
};

/** Undefined for methods that the schema has rejected. */
function rulesOf(method: RawSignIn['method']): MethodRules<SiteAuth> | undefined {
  return Object.hasOwn(methods, method) ? methods[method] : undefined;
}

const common: readonly Field[] = ['method', 'idleMinutes', 'longestMinutes', 'publicFiles'];

/**
 * Reports `config/auth` for fields that are missing, empty, unknown to the method or would be sent unencrypted;
 * `places` must contain `auth`.
 */
export function checkAuth(auth: RawSignIn, places: ConfigLocations): Diagnostic[] {
  const { method } = auth;
  const diagnostics: Diagnostic[] = [];
  for (const field of rulesOf(method)?.needed ?? []) {
    const value = auth[field];
    if (value === undefined) diagnostics.push(badAuth(places.value(auth, 'method'), `docsgen.auth: method "${method}" needs ${field}`));
    else if (typeof value === 'string' && value.trim() === '')
      diagnostics.push(badAuth(places.value(auth, field), `docsgen.auth.${field} is empty`));
  }
  for (const field of Object.keys(auth) as Field[]) {
    if (!common.includes(field) && !rulesOf(method)?.allowed.includes(field)) {
      diagnostics.push(badAuth(places.key(auth, field), `docsgen.auth.${field} has no effect with method "${method}"`));
    }
  }
  for (const field of ['loginUrl', 'jwksUrl', ...(method === 'oidc' ? ['issuer' as const] : [])] as const) {
    const url = auth[field];
    if (url !== undefined && url.trim() !== '' && !isSignInUrl(url)) {
      diagnostics.push(
        badAuth(
          places.value(auth, field),
          `docsgen.auth.${field} must start with https://`,
          'use https; http is allowed only for localhost',
        ),
      );
    }
  }
  if (auth.algorithm === 'HS256' && auth.jwksUrl !== undefined) {
    diagnostics.push(
      badAuth(places.value(auth, 'jwksUrl'), 'docsgen.auth.jwksUrl cannot be used with HS256, whose keys are secret', 'remove jwksUrl'),
    );
  }
  return diagnostics;
}

/** Whether readers and tokens may be sent to this URL. */
function isSignInUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.username === '' && url.password === '' && isGuardedUrl(url);
}

/** Settings with errors still enable sign-in: a site that requires sign-in is never treated as public. */
export function resolveAuth(auth: RawSignIn): SiteAuth {
  const shared = {
    idleMinutes: auth.idleMinutes ?? 480,
    longestMinutes: auth.longestMinutes ?? 1440,
    publicFiles: (auth.publicFiles ?? []).map((path) => path.replace(/^\//, '')),
  };
  // An invalid method was reported; the site is never treated as public.
  return (rulesOf(auth.method) ?? methods.users).resolve(auth, shared);
}
