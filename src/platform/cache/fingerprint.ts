/** Computes one short key from all inputs of a result. */
import { hash } from 'node:crypto';

/** Parts are delimited, so that `['ab', 'c']` and `['a', 'bc']` differ. */
export function fingerprint(parts: readonly string[]): string {
  return hash('sha256', JSON.stringify(parts), 'hex').slice(0, 40);
}
