import { timingSafeEqual } from 'node:crypto';

/** Compares in constant time whether `given` is the secret. Only the length can leak. */
export function isSameSecret(given: string, secret: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(secret)];
  return a.length === b.length && timingSafeEqual(a, b);
}
