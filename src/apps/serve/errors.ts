/** Why a server does not start, or does not switch to a new build. */

/** There is no site to serve. */
export class SiteNotFound extends Error {
  override readonly name = 'SiteNotFound';
}

/** What the operator must fix: the variable or setting, in one line. `code` as in the diagnostics of a build. */
export class AuthConfigError extends Error {
  override readonly name = 'AuthConfigError';
  readonly code: 'config/auth' | 'config/auth-secret';

  constructor(code: AuthConfigError['code'], message: string) {
    super(message);
    this.code = code;
  }
}
