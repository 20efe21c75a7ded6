/**
 * A request as a link: the typed values are in the fragment, which is not sent to servers. Without secrets and custom
 * servers.
 */
import { parseExact } from '../../shared/playground/exact-number.ts';
import type { PlaygroundData } from '../../shared/playground/playground.ts';
import type { FormState } from './request-form.ts';
import { sharedMark } from './shared-mark.ts';

/** Omits parameters that look secret; includes the body as typed. */
export function shareLink(data: PlaygroundData, state: FormState): string {
  const secret = new Set(
    data.parameters
      .filter(({ name, schema }) => schema.format === 'password' || looksSecret(name))
      .map((parameter) => `${parameter.in} ${parameter.name}`),
  );
  const values = Object.fromEntries(
    Object.entries(state.values ?? {}).map(([place, inside]) => [
      place,
      Object.fromEntries(Object.entries(inside).filter(([name]) => !secret.has(`${place} ${name}`))),
    ]),
  );
  const bytes = new TextEncoder().encode(JSON.stringify({ ...state, values }));
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return location.origin + location.pathname + sharedMark + text.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/** The state from a link. It may contain anything, but only fills fields; nothing is sent. */
export function sharedState(hash: string): unknown {
  if (!hash.startsWith(sharedMark)) return undefined;
  try {
    const bytes = Uint8Array.from(atob(hash.slice(sharedMark.length).replace(/-/g, '+').replace(/_/g, '/')), (character) =>
      character.charCodeAt(0),
    );
    return parseExact(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

function looksSecret(name: string): boolean {
  return /token|secret|passw|api[-_]?key|authorization|credential|session/i.test(name);
}
