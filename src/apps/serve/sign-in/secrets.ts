/** The secrets of the server, which come only from environment variables. The server does not start with a missing or weak secret. */
import { createHmac, hkdfSync } from 'node:crypto';
import { AuthConfigError } from '../errors.ts';

/** Environment variables. Passed in, so that tests do not depend on the environment of the process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Examples from the documentation, which everyone knows. */
const documented = new Set(['replace-this-with-the-output-of-openssl-rand', 'change-me-change-me-change-me-change-me']);
const minBytes = 32;

/** Throws `AuthConfigError` (`config/auth`) when the variable is missing or empty. `use` describes it in the message. */
export function requireVariable(environment: Environment, name: string, use: string): string {
  const value = environment[name];
  if (value === undefined || value === '') throw new AuthConfigError('config/auth', `the environment variable ${name} is not set: ${use}`);
  return value;
}

/** A secret that cannot be guessed: long, not from the documentation, and with enough different characters. */
export function requireStrongSecret(environment: Environment, name: string, use: string): string {
  const value = requireVariable(environment, name, use);
  const hint = 'generate one with: openssl rand -base64 48';
  if (Buffer.byteLength(value) < minBytes)
    throw new AuthConfigError('config/auth-secret', `${name} is shorter than ${minBytes} bytes; ${hint}`);
  if (documented.has(value)) throw new AuthConfigError('config/auth-secret', `${name} is an example from the documentation; ${hint}`);
  if (new Set(value).size < 8) throw new AuthConfigError('config/auth-secret', `${name} is too simple; ${hint}`);
  return value;
}

/** Separate keys for each use. */
export interface SessionKeys {
  /** The ID under which the store has the session of a cookie. */
  idOf(cookie: string): string;
  readonly sealing: Buffer;
}

/**
 * Derives the keys from the secret (HKDF, RFC 5869). Knowing one key reveals neither the other nor the secret. Changing the secret ends
 * all sessions.
 * @param realm identifies the sign-in settings; sessions of another realm are unknown
 */
export function sessionKeys(secret: string, realm: string): SessionKeys {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', `docsgen ${use}`, 32));
  const naming = derive(`session names ${realm}`);
  return { idOf: (cookie) => createHmac('sha256', naming).update(cookie).digest('hex'), sealing: derive('sealing') };
}
