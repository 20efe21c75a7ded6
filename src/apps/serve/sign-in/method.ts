/** The interface of sign-in methods. Invalid input from readers results in a `Refusal`, never in an exception. */
import { hasControlCharacter } from '../../../model/plain-text.ts';

/** An authenticated reader. */
export interface Identity {
  /** For logs and rechecks; never shown to others. */
  readonly name: string;
  readonly groups: readonly string[];
  /** Stored with the session, encrypted, and passed to `recheck`. */
  readonly keeps?: string;
}

/** The reader sees only a message that depends on `code` and `status`, because `reason` may describe a secret. */
export interface Refusal {
  readonly refused: true;
  readonly status: 400 | 401 | 503;
  readonly code: 'auth/state' | 'auth/invalid-token' | 'auth/invalid-password' | 'auth/provider' | 'auth/busy';
  /** Only for the log. */
  readonly reason: string;
}

/** Creates a refusal. */
export function refusal(status: Refusal['status'], code: Refusal['code'], reason: string): Refusal {
  return { refused: true, status, code, reason };
}

/** The state of a sign-in while the reader is at the provider. */
export interface AuthFlow {
  /** Returned by the provider. Proves that the response belongs to this browser (RFC 6749, section 10.12). */
  readonly state: string;
  /** Site path with base to return to. */
  readonly next: string;
  /** Returned in the ID token (OpenID Connect Core, section 3.1.2.1). */
  readonly nonce: string;
  /** Proves to the provider that this server requested the code (RFC 7636, section 4.1). */
  readonly verifier: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Sign-in with a form on docsgen's own page. */
export interface FormMethod {
  readonly kind: 'form';
  /** False when all readers share one password. */
  readonly asksForName: boolean;
  verify(fields: URLSearchParams): Promise<Identity | Refusal>;
  recheck(identity: Identity): Promise<Identity | 'ended' | 'unknown'>;
}

/** Sign-in at another site, which redirects readers back. */
export interface FlowMethod {
  readonly kind: 'journey';
  /** Whether the token is returned in the URL fragment, which only a script can read. */
  readonly usesFragment: boolean;
  /** Returns the URL of the provider to redirect to. */
  begin(journey: AuthFlow, callback: string): Promise<string | Refusal>;
  /** `fields` are the returned parameters. The caller has already verified the state. */
  complete(fields: URLSearchParams, journey: AuthFlow, callback: string): Promise<Identity | Refusal>;
  recheck(identity: Identity): Promise<Identity | 'ended' | 'unknown'>;
  /** The URL where a reader can also end the session at the provider. */
  logoutUrl?(back: string): Promise<string | undefined>;
}

/** Both can recheck a reader: `ended` ends the session, `unknown` keeps it for now. */
export type Method = FormMethod | FlowMethod;

const maxGroups = 500;

/** The groups of a claim, which must be a list of plain names. Any other value means no groups. */
export function groupsOf(claim: unknown): string[] {
  if (!Array.isArray(claim)) return [];
  const isName = (group: unknown): group is string => typeof group === 'string' && group.length <= 200 && !hasControlCharacter(group);
  return claim.filter(isName).slice(0, maxGroups);
}
