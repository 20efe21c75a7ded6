/** Why a server does not start, or does not take over a build. */

/** There is nothing that could be served. */
export class SiteNotFound extends Error {
  override readonly name = 'SiteNotFound';
}

/** What the operator has to set right: the variable or setting, in one line. `code` as in findings of a build. */
export class AuthConfigError extends Error {
  override readonly name = 'AuthConfigError';
  readonly code: 'config/auth' | 'config/auth-secret';

  constructor(code: AuthConfigError['code'], message: string) {
    super(message);
    this.code = code;
  }
}
