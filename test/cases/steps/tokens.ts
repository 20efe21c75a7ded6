/** Tokens of a login service: good ones, and those that a case changes. */
import { generateKeyPairSync } from 'node:crypto';
import { type JWTPayload, SignJWT } from 'jose';
import type { StepOf } from '../format/step.ts';

const [own, other] = [0, 1].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 })) as [Keys, Keys];
type Keys = ReturnType<typeof generateKeyPairSync>;
const publicKey = own.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Placeholders that every case has: the public key of good tokens as PEM text, and as a key set (RFC 7517). */
export const tokenValues: readonly (readonly [string, string])[] = [
  ['PUBLIC_KEY', publicKey],
  ['KEY_SET', JSON.stringify({ keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] })],
];

let count = 0;

/** Issuer, audience and subject of a good token, which ends in a minute and is like no other. */
function goodClaims(): JWTPayload {
  const now = Math.floor(Date.now() / 1000);
  return { iss: 'https://login.example', aud: 'docs', sub: 'ada', groups: ['admins'], iat: now, exp: now + 60, jti: String(count++) };
}

export async function makeToken(wish: StepOf<'token'>['token'], values: ReadonlyMap<string, string>): Promise<string> {
  const now = Math.floor(Date.now() / 1000) + Number(values.get('CLOCK') ?? 0);
  const times = Object.fromEntries(
    ['exp', 'nbf', 'iat'].flatMap((name) => (typeof wish.claims?.[name] === 'number' ? [[name, now + wish.claims[name]]] : [])),
  );
  const claims = { ...goodClaims(), exp: now + 60, iat: now, ...wish.claims, ...times };
  const payload = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== null)) as JWTPayload;
  const header = { alg: 'RS256', ...wish.header, ...(wish.ownKey && { [wish.ownKey]: other.publicKey.export({ format: 'jwk' }) }) };
  if (wish.text !== undefined) return wish.text;
  if (wish.key === 'none') return `${part(header)}.${part(payload)}.`;
  if (wish.key === 'public key as secret')
    return new SignJWT(payload).setProtectedHeader({ ...header, alg: 'HS256' }).sign(new TextEncoder().encode(publicKey));
  return new SignJWT(payload).setProtectedHeader(header).sign((wish.key === 'other' ? other : own).privateKey);
}
