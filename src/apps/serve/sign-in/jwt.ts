import { createHash, createSecretKey } from 'node:crypto';
import type { AuthMethod } from '../../../shared/site/site-record.ts';
import { AuthConfigError } from '../errors.ts';
import { limitedFetch } from './limited-fetch.ts';
import { type FlowMethod, groupsOf, refusal } from './method.ts';
import { type Environment, requireStrongSecret, requireVariable } from './secrets.ts';

type JwtSettings = Extract<AuthMethod, { method: 'jwt' }>;

/** Maximum clock difference between two hosts. */
const toleranceSeconds = 60;
const maxTokenLength = 8_192;
/** Maximum lifetime of a token, unless sessions are shorter, so that a token found later is useless. */
const defaultMaxMinutes = 24 * 60;

/** `environment` contains the key or secret; `now` returns milliseconds since 1970. */
export interface JwtOptions {
  readonly environment: Environment;
  /** Maximum duration of a session. */
  readonly longestMinutes: number;
  readonly now: () => number;
  /** Marks a token as used; false when it was used before. */
  readonly markUsed: (hash: string, expiresAt: number) => Promise<boolean>;
}

/**
 * Sign-in with a token of the customer's own login (RFC 7519, RFC 8725). A token must have the configured algorithm, issuer and audience
 * and an expiry time, and can be used once. Clocks may differ by 60 seconds. Throws `AuthConfigError` when the key is missing, weak or of
 * the wrong type.
 */
export async function jwtMethod(settings: JwtSettings, { environment, longestMinutes, now, markUsed }: JwtOptions): Promise<FlowMethod> {
  const jose = await import('jose');
  const { key, print } = await verificationKey(jose, settings, environment);
  const maxLifeMs = Math.max(defaultMaxMinutes, longestMinutes) * 60_000;
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
      if (token.length > maxTokenLength) return refusal(401, 'auth/invalid-token', 'the token is too long');
      try {
        const signed = signedContent(token);
        if (signed === undefined) return refusal(401, 'auth/invalid-token', 'the token is not a JWS in base64url without padding');
        const { payload } = await jose.jwtVerify(token, key as Parameters<typeof jose.jwtVerify>[1], {
          algorithms: [settings.algorithm],
          issuer: settings.issuer,
          audience: settings.audience,
          clockTolerance: toleranceSeconds,
          requiredClaims: ['exp', 'sub'],
          currentDate: new Date(now()),
        });
        if (typeof payload.sub !== 'string' || payload.sub.trim() === '')
          return refusal(401, 'auth/invalid-token', 'sub is missing or empty');
        // `exp` may have a fraction (RFC 7519, section 2), but the check compares whole seconds.
        const end = (Math.ceil(payload.exp ?? 0) + toleranceSeconds + 1) * 1_000;
        if (end - now() > maxLifeMs + 2 * toleranceSeconds * 1_000)
          return refusal(
            401,
            'auth/invalid-token',
            `exp is more than ${maxLifeMs / 60_000} minutes in the future; tokens must be short-lived`,
          );
        const isFirst = await markUsed(createHash('sha256').update(`jwt ${signed}`).digest('hex'), end);
        if (!isFirst) return refusal(401, 'auth/invalid-token', 'the token was used before');
        return { name: payload.sub, groups: groupsOf(payload[settings.groupsClaim]), ...(print && { keeps: print }) };
      } catch (error) {
        const { code } = error as { code?: string };
        if (error instanceof KeysUnavailable || code === 'ERR_JWKS_TIMEOUT' || code === 'ERR_JWKS_INVALID')
          return refusal(503, 'auth/provider', 'the keys could not be fetched');
        return refusal(401, 'auth/invalid-token', `${code ?? ''} ${error instanceof Error ? error.message : ''}`.trim().slice(0, 300));
      }
    },
    // A token describes the reader at the time it was issued, so there is nothing to recheck. Sessions end after `idleMinutes` or
    // `longestMinutes`, or when the signing key is replaced, because it may have been stolen.
    recheck: async (identity) => (identity.keeps === undefined || identity.keeps === print ? identity : 'ended'),
  };
}

/**
 * The signed content of a token without the signature. The same content can have several valid signatures, but a token may be used only
 * once. Undefined for a token with an alternative encoding of the same content: padding, whitespace, or nonzero trailing bits in the
 * last character of a part (RFC 4648, section 3.5).
 */
function signedContent(token: string): string | undefined {
  const parts = token.split('.');
  const isPlain = parts.length === 3 && parts.every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);
  return isPlain ? parts.slice(0, 2).join('.') : undefined;
}

/** The keys could not be fetched; the token may still be valid. */
class KeysUnavailable extends Error {}

/** A key and its fingerprint. Fetched keys have none, because they are rotated. */
interface VerificationKey {
  readonly key: unknown;
  readonly print?: string;
}

const keyFingerprint = (key: string) => createHash('sha256').update(`jwt key ${key}`).digest('hex');

/** Accepts only the type of key that the algorithm requires, so that a public key is never used as a shared secret. */
async function verificationKey(
  jose: typeof import('jose'),
  { algorithm, jwksUrl }: JwtSettings,
  environment: Environment,
): Promise<VerificationKey> {
  if (algorithm === 'HS256') {
    const secret = requireStrongSecret(environment, 'DOCSGEN_JWT_SECRET', 'the secret with which your login service signs tokens');
    if (secret.includes('PUBLIC KEY')) throw new AuthConfigError('config/auth-secret', 'DOCSGEN_JWT_SECRET is a public key');
    return { key: createSecretKey(Buffer.from(secret)), print: keyFingerprint(secret) };
  }
  if (jwksUrl !== undefined) {
    const keysFetch = async (url: string, options: RequestInit): Promise<Response> => {
      try {
        const response = await limitedFetch(url, options);
        if (response.status === 200) JSON.parse(await response.clone().text());
        else throw new Error(`status ${response.status}`);
        return response;
      } catch (error) {
        throw new KeysUnavailable('the keys could not be fetched', { cause: error });
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
  const pem = requireVariable(environment, 'DOCSGEN_JWT_PUBLIC_KEY', 'the public key of your login service, in PEM format').replaceAll(
    '\\n',
    '\n',
  );
  try {
    // Ignores whitespace and line endings, which may differ for the same key.
    return { key: await jose.importSPKI(pem, algorithm), print: keyFingerprint(pem.replaceAll(/\s+/g, '')) };
  } catch {
    throw new AuthConfigError('config/auth', `DOCSGEN_JWT_PUBLIC_KEY is not a public key for ${algorithm}`);
  }
}
