/** Secrets of the server, from its environment and nowhere else. What is missing or weak keeps the server from starting. */
import { createHmac, hkdfSync } from 'node:crypto';
import { AuthRefused } from '../errors.ts';

/** Names and values; handed in, so that tests need no environment of the process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Shown in the documentation, so anybody has them. */
const documented = new Set(['replace-this-with-the-output-of-openssl-rand', 'change-me-change-me-change-me-change-me']);
const leastBytes = 32;

/** Throws `AuthRefused` (`config/auth`) when it is missing or empty. `use` says what it is for, in the message. */
export function required(environment: Environment, name: string, use: string): string {
  const value = environment[name];
  if (value === undefined || value === '') throw new AuthRefused('config/auth', `the environment variable ${name} is not set: ${use}`);
  return value;
}

/** A secret that nobody can guess: long, not from the documentation, not one letter again and again. */
export function strong(environment: Environment, name: string, use: string): string {
  const value = required(environment, name, use);
  const hint = 'make one with: openssl rand -base64 48';
  if (Buffer.byteLength(value) < leastBytes)
    throw new AuthRefused('config/auth-secret', `${name} is shorter than ${leastBytes} bytes; ${hint}`);
  if (documented.has(value)) throw new AuthRefused('config/auth-secret', `${name} is the example of the documentation; ${hint}`);
  if (new Set(value).size < 8) throw new AuthRefused('config/auth-secret', `${name} is too simple; ${hint}`);
  return value;
}

/** Keys for one use each. */
export interface SessionKeys {
  /** The name under which the store has the session of a cookie. */
  idOf(cookie: string): string;
  readonly sealing: Buffer;
}

/**
 * Derived (HKDF, RFC 5869): who learns one key knows nothing of the other or of the secret. Another secret ends all sessions.
 * @param realm who says who a reader is: a session that began with one is unknown to another
 */
export function sessionKeys(secret: string, realm: string): SessionKeys {
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', `docsgen ${use}`, 32));
  const naming = derive(`session names ${realm}`);
  return { idOf: (cookie) => createHmac('sha256', naming).update(cookie).digest('hex'), sealing: derive('sealing') };
}
