import { createHash, createSecretKey } from 'node:crypto';
import type { AuthMethod } from '../../../shared/site/site-record.ts';
import { AuthRefused } from '../errors.ts';
import { limitedFetch } from './limited-fetch.ts';
import { groupsOf, type JourneyMethod, refusal } from './method.ts';
import { type Environment, required, strong } from './secrets.ts';

type JwtSettings = Extract<AuthMethod, { method: 'jwt' }>;

/** Clocks of two machines may differ by this much. */
const toleranceSeconds = 60;
const longestToken = 8_192;
/** A token may be good for so long, or for as long as a session: one that was found later must open nothing. */
const longestLifeMinutes = 24 * 60;

/** `environment` holds the key or secret; `now` in milliseconds since 1970. */
export interface JwtOptions {
  readonly environment: Environment;
  /** How long a session may last. */
  readonly longestMinutes: number;
  readonly now: () => number;
  /** False when the token was used before. */
  readonly spend: (hash: string, expiresAt: number) => Promise<boolean>;
}

/**
 * A token that the customer's own login hands over (RFC 7519, RFC 8725): one algorithm, one issuer, one audience, an
 * end, used once. Throws `AuthRefused` when the key is missing, weak or of another kind. Clocks may differ by 60
 * seconds.
 */
export async function handedOverToken(
  settings: JwtSettings,
  { environment, longestMinutes, now, spend }: JwtOptions,
): Promise<JourneyMethod> {
  const jose = await import('jose');
  const { key, print } = await verificationKey(jose, settings, environment);
  const longestLifeMs = Math.max(longestLifeMinutes, longestMinutes) * 60_000;
  return {
    kind: 'journey',
    usesFragment: true,
    async begin({ state }, callback) {
      const url = new URL(settings.loginUrl);
      url.searchParams.set('state', state);
      url.searchParams.set('return', callback);
      return url.href;
    },
    async complete(fields) {
      const token = fields.get('token') ?? '';
      if (token.length > longestToken) return refusal(401, 'auth/invalid-token', 'the token is too long');
      try {
        const signed = signedContent(token);
        if (signed === undefined)
          return refusal(401, 'auth/invalid-token', 'the token is not written as a JWS in base64url without padding');
        const { payload } = await jose.jwtVerify(token, key as Parameters<typeof jose.jwtVerify>[1], {
          algorithms: [settings.algorithm],
          issuer: settings.issuer,
          audience: settings.audience,
          clockTolerance: toleranceSeconds,
          requiredClaims: ['exp', 'sub'],
          currentDate: new Date(now()),
        });
        if (typeof payload.sub !== 'string' || payload.sub.trim() === '') return refusal(401, 'auth/invalid-token', 'sub names nobody');
        const end = ((payload.exp ?? 0) + toleranceSeconds) * 1_000;
        if (end - now() > longestLifeMs + 2 * toleranceSeconds * 1_000)
          return refusal(401, 'auth/invalid-token', `exp is more than ${longestLifeMs / 60_000} minutes away: a token is good once, soon`);
        const isFirst = await spend(createHash('sha256').update(`jwt ${signed}`).digest('hex'), end);
        if (!isFirst) return refusal(401, 'auth/invalid-token', 'the token was used before');
        return { name: payload.sub, groups: groupsOf(payload[settings.groupsClaim]), ...(print && { keeps: print }) };
      } catch (error) {
        const { code } = error as { code?: string };
        if (error instanceof KeysAway || code === 'ERR_JWKS_TIMEOUT' || code === 'ERR_JWKS_INVALID')
          return refusal(503, 'auth/provider', 'the keys could not be fetched');
        return refusal(401, 'auth/invalid-token', `${code ?? ''} ${error instanceof Error ? error.message : ''}`.trim().slice(0, 300));
      }
    },
    // A token says what was so when it was made: the session ends early instead (`idleMinutes`, `longestMinutes`), or with the key
    // that its token was signed with, which may have been stolen.
    recheck: async (identity) => (identity.keeps === undefined || identity.keeps === print ? identity : 'ended'),
  };
}

/**
 * What the signature of a token is about, without the signature: of one content there may be several signatures, and a
 * token is good once. Undefined for a token that could be spelled in another way and be the same: with padding, blanks, or
 * bits in the last letter of a part that stand for nothing (RFC 4648, 3.5).
 */
function signedContent(token: string): string | undefined {
  const parts = token.split('.');
  const isPlain = parts.length === 3 && parts.every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);
  return isPlain ? parts.slice(0, 2).join('.') : undefined;
}

/** The keys cannot be had: nothing is said of the token. */
class KeysAway extends Error {}

/** A key, and what tells it from others; keys that are fetched come and go by themselves. */
interface VerificationKey {
  readonly key: unknown;
  readonly print?: string;
}

const printOf = (key: string) => createHash('sha256').update(`jwt key ${key}`).digest('hex');

/** The one kind of key that the algorithm takes: a public key can never pass for a shared secret. */
async function verificationKey(
  jose: typeof import('jose'),
  { algorithm, jwksUrl }: JwtSettings,
  environment: Environment,
): Promise<VerificationKey> {
  if (algorithm === 'HS256') {
    const secret = strong(environment, 'DOCSGEN_JWT_SECRET', 'the secret that your login signs tokens with');
    if (secret.includes('PUBLIC KEY')) throw new AuthRefused('config/auth-secret', 'DOCSGEN_JWT_SECRET is a public key');
    return { key: createSecretKey(Buffer.from(secret)), print: printOf(secret) };
  }
  if (jwksUrl !== undefined) {
    const keysFetch = async (url: string, options: RequestInit): Promise<Response> => {
      try {
        const response = await limitedFetch(url, options);
        if (response.status === 200) JSON.parse(await response.clone().text());
        else throw new Error(`status ${response.status}`);
        return response;
      } catch (error) {
        throw new KeysAway('the keys could not be fetched', { cause: error });
      }
    };
    return {
      key: jose.createRemoteJWKSet(new URL(jwksUrl), {
        cooldownDuration: 30_000,
        timeoutDuration: 8_000,
        [jose.customFetch]: keysFetch as never,
      }),
    };
  }
  const pem = required(environment, 'DOCSGEN_JWT_PUBLIC_KEY', 'the public key of your login, in PEM').replaceAll('\\n', '\n');
  try {
    // Without what may differ in the same key: blanks and line ends.
    return { key: await jose.importSPKI(pem, algorithm), print: printOf(pem.replaceAll(/\s+/g, '')) };
  } catch {
    throw new AuthRefused('config/auth', `DOCSGEN_JWT_PUBLIC_KEY is no public key for ${algorithm}`);
  }
}
