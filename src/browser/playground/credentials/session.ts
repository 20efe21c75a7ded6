/** What is remembered for as long as the tab lives. Storage may be full, forbidden or tampered with: it never fails. */

import { parseExact } from '../../../shared/playground/exact-number.ts';

const prefix = 'docsgen:playground:';

/** Numbers keep every digit (`ExactNumber`). Undefined when there is nothing, or nothing that can be read. */
export function recall(key: string): unknown {
  try {
    return parseExact(sessionStorage.getItem(prefix + key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Undefined forgets. The value must be JSON. */
export function remember(key: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(prefix + key);
    else sessionStorage.setItem(prefix + key, JSON.stringify(value));
  } catch {
    // Remembering is a comfort, not a need.
  }
}
