/** Why a server does not start, or does not take over a build. */

/** There is nothing that could be served. */
export class NoSite extends Error {
  override readonly name = 'NoSite';
}

/** What the operator has to set right: the variable or setting, in one line. `code` as in findings of a build. */
export class AuthRefused extends Error {
  override readonly name = 'AuthRefused';
  readonly code: 'config/auth' | 'config/auth-secret';

  constructor(code: AuthRefused['code'], message: string) {
    super(message);
    this.code = code;
  }
}
