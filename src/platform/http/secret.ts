import { timingSafeEqual } from 'node:crypto';

/** Whether `given` is the secret. Takes as long for a guess that is nearly right; only the length shows. */
export function isSameSecret(given: string, secret: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(secret)];
  return a.length === b.length && timingSafeEqual(a, b);
}
