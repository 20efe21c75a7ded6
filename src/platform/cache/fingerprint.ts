/** One short key for everything that a result was made from. */
import { hash } from 'node:crypto';

/** The parts are kept apart, so that `['ab', 'c']` and `['a', 'bc']` differ. */
export function fingerprint(parts: readonly string[]): string {
  return hash('sha256', JSON.stringify(parts), 'hex').slice(0, 40);
}
