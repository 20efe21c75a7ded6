/** Session storage that never fails: it may be full, forbidden or modified. */

import { parseExact } from '../../../shared/playground/exact-number.ts';

const prefix = 'docsgen:playground:';

/** Numbers keep their digits (`ExactNumber`). Undefined when the value is missing or unreadable. */
export function loadCredentials(key: string): unknown {
  try {
    return parseExact(sessionStorage.getItem(prefix + key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Undefined removes the key. The value must be JSON. */
export function saveCredentials(key: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(prefix + key);
    else sessionStorage.setItem(prefix + key, JSON.stringify(value));
  } catch {
    // Storage is optional.
  }
}
