/** `docsgen.auth`: what each way of signing in needs, and what it becomes. Secrets are not here: the server reads them from its environment. */

import type { Diagnostic } from '../../../model/diagnostic.ts';
import type { SiteAuth } from '../../../model/site-config.ts';
import { isGuardedUrl } from '../../../shared/url.ts';
import type { RawSignIn } from '../docs-json.ts';
import { badAuth } from '../errors.ts';
import type { Places } from '../locations.ts';

type Field = keyof RawSignIn;

const needed: Readonly<Record<RawSignIn['method'], readonly Field[]>> = {
  password: [],
  users: [],
  oidc: ['issuer', 'clientId'],
  jwt: ['loginUrl', 'issuer', 'audience', 'algorithm'],
};
const allowed: Readonly<Record<RawSignIn['method'], readonly Field[]>> = {
  password: ['groups'],
  users: [],
  oidc: ['issuer', 'clientId', 'scopes', 'groupsClaim'],
  jwt: ['loginUrl', 'issuer', 'audience', 'algorithm', 'jwksUrl', 'groupsClaim'],
};
const common: readonly Field[] = ['method', 'idleMinutes', 'longestMinutes', 'publicFiles'];

/** Tells `config/auth` for what is missing, empty, unknown to the method or would travel unencrypted; `places` has seen `auth`. */
export function checkAuth(auth: RawSignIn, places: Places): Diagnostic[] {
  const { method } = auth;
  const diagnostics: Diagnostic[] = [];
  for (const field of needed[method] ?? []) {
    const value = auth[field];
    if (value === undefined) diagnostics.push(badAuth(places.value(auth, 'method'), `docsgen.auth: method "${method}" needs ${field}`));
    else if (typeof value === 'string' && value.trim() === '')
      diagnostics.push(badAuth(places.value(auth, field), `docsgen.auth.${field} is empty`));
  }
  for (const field of Object.keys(auth) as Field[]) {
    if (!common.includes(field) && !allowed[method]?.includes(field)) {
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
  const { issuer = '', groupsClaim = 'groups' } = auth;
  switch (auth.method) {
    case 'password':
      return { method: 'password', groups: auth.groups ?? [], ...shared };
    case 'oidc':
      return { method: 'oidc', issuer, clientId: auth.clientId ?? '', scopes: auth.scopes ?? ['profile', 'email'], groupsClaim, ...shared };
    case 'jwt':
      return {
        method: 'jwt',
        loginUrl: auth.loginUrl ?? '',
        issuer,
        audience: auth.audience ?? '',
        algorithm: auth.algorithm ?? 'EdDSA',
        ...(auth.jwksUrl !== undefined && { jwksUrl: auth.jwksUrl }),
        groupsClaim,
        ...shared,
      };
    default:
      return { method: 'users', ...shared };
  }
}
