/** `docsgen.auth`: what each way of signing in needs, and what it becomes. Secrets are not here: the server reads them from its environment. */

import type { Diagnostic } from '../../../model/diagnostic.ts';
import type { SiteAuth } from '../../../model/site-config.ts';
import { isGuardedUrl } from '../../../shared/url.ts';
import type { RawSignIn } from '../docs-json.ts';
import { badAuth } from '../errors.ts';
import type { Places } from '../locations.ts';

type Field = keyof RawSignIn;

/** The fields of one method. `needed` ones are also `allowed`. */
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

/** Undefined for what the schema has reported. */
function rulesOf(method: RawSignIn['method']): MethodRules<SiteAuth> | undefined {
  return Object.hasOwn(methods, method) ? methods[method] : undefined;
}

const common: readonly Field[] = ['method', 'idleMinutes', 'longestMinutes', 'publicFiles'];

/** Tells `config/auth` for what is missing, empty, unknown to the method or would travel unencrypted; `places` has seen `auth`. */
export function checkAuth(auth: RawSignIn, places: Places): Diagnostic[] {
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
      diagnostics.push(badAuth(places.key(auth, field), `docsgen.auth.${field} means nothing for method "${method}"`));
    }
  }
  for (const field of ['loginUrl', 'jwksUrl', ...(method === 'oidc' ? ['issuer' as const] : [])] as const) {
    const url = auth[field];
    if (url !== undefined && url.trim() !== '' && !isSignInUrl(url)) {
      diagnostics.push(
        badAuth(
          places.value(auth, field),
          `docsgen.auth.${field} must begin with https://`,
          'http is taken for this machine alone (localhost)',
        ),
      );
    }
  }
  if (auth.algorithm === 'HS256' && auth.jwksUrl !== undefined) {
    diagnostics.push(
      badAuth(places.value(auth, 'jwksUrl'), 'docsgen.auth: keys of HS256 are secrets and cannot be fetched', 'leave jwksUrl out'),
    );
  }
  return diagnostics;
}

/** Where readers and tokens may be sent. */
function isSignInUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.username === '' && url.password === '' && isGuardedUrl(url);
}

/** Settings with faults in them are settings: whatever else happens, a site that asks for sign-in is never taken for an open one. */
export function resolveAuth(auth: RawSignIn): SiteAuth {
  const shared = {
    idleMinutes: auth.idleMinutes ?? 480,
    longestMinutes: auth.longestMinutes ?? 1440,
    publicFiles: (auth.publicFiles ?? []).map((path) => path.replace(/^\//, '')),
  };
  // Settings with a wrong method were reported; they are never taken for those of an open site.
  return (rulesOf(auth.method) ?? methods.users).resolve(auth, shared);
}
