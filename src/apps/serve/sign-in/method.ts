/** A way of signing in, as the gate uses it. Whatever is wrong with what a reader sends is a `Refusal`, never an exception. */
import { hasControlCharacter } from '../../../model/control-character.ts';

/** Somebody who has shown who they are. */
export interface Identity {
  /** For logs and for asking again; never shown to others. */
  readonly name: string;
  readonly groups: readonly string[];
  /** Kept with the session, encrypted, and handed back to `recheck`. */
  readonly keeps?: string;
}

/** What the reader is told depends on `code` and `status` alone: `reason` may hold what was wrong with a secret. */
export interface Refusal {
  readonly refused: true;
  readonly status: 400 | 401 | 503;
  readonly code: 'auth/state' | 'auth/invalid-token' | 'auth/invalid-password' | 'auth/provider' | 'auth/busy';
  /** For the log alone. */
  readonly reason: string;
}

/** The one way to make one. */
export function refusal(status: Refusal['status'], code: Refusal['code'], reason: string): Refusal {
  return { refused: true, status, code, reason };
}

/** What a sign-in elsewhere remembers while the reader is away. */
export interface Journey {
  /** Comes back with the reader: the answer belongs to this browser (RFC 6749, 10.12). */
  readonly state: string;
  /** Site path with base: where the reader goes afterwards. */
  readonly next: string;
  /** Comes back within the ID token (OpenID Connect Core 3.1.2.1). */
  readonly nonce: string;
  /** Proves to the provider that the code was asked for here (RFC 7636, 4.1). */
  readonly verifier: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** A form on a page of ours. */
export interface FormMethod {
  readonly kind: 'form';
  /** False where one password is for all. */
  readonly asksForName: boolean;
  verify(fields: URLSearchParams): Promise<Identity | Refusal>;
  recheck(identity: Identity): Promise<Identity | 'ended' | 'unknown'>;
}

/** A login elsewhere, which sends readers back. */
export interface JourneyMethod {
  readonly kind: 'journey';
  /** Comes back with a token in the fragment of the address, which only a script can read. */
  readonly usesFragment: boolean;
  /** Where the reader is sent. */
  begin(journey: Journey, callback: string): Promise<string | Refusal>;
  /** `fields`: what came back, state included, which the gate has compared. */
  complete(fields: URLSearchParams, journey: Journey, callback: string): Promise<Identity | Refusal>;
  recheck(identity: Identity): Promise<Identity | 'ended' | 'unknown'>;
  /** Where a reader can end the session at the provider as well. */
  logoutUrl?(back: string): Promise<string | undefined>;
}

/** Both ask again whether a reader is still who they were: `ended` signs out, `unknown` leaves things as they are for a while. */
export type Method = FormMethod | JourneyMethod;

const maxGroups = 500;

/** The groups of a claim: a list of plain names. Anything else is no membership at all. */
export function groupsOf(claim: unknown): string[] {
  if (!Array.isArray(claim)) return [];
  const isName = (group: unknown): group is string => typeof group === 'string' && group.length <= 200 && !hasControlCharacter(group);
  return claim.filter(isName).slice(0, maxGroups);
}
