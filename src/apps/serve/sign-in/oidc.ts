import type * as Client from 'openid-client';
import type { AuthMethod } from '../../../shared/site/site-record.ts';
import { limitedFetch } from './limited-fetch.ts';
import { groupsOf, type Identity, type JourneyMethod, refusal } from './method.ts';
import { type Environment, required } from './secrets.ts';

type OidcSettings = Extract<AuthMethod, { method: 'oidc' }>;

/** Between two tries to reach a provider that did not answer. */
const pauseMs = 5_000;

/** What is kept with a session to ask for groups again. */
interface Kept {
  readonly access: string;
  readonly refresh?: string;
  readonly subject: string;
  /** Groups stood in the ID token and the userinfo endpoint said nothing of them: only another ID token tells of a change. */
  readonly groupsInToken?: true;
}

/**
 * OpenID Connect: authorization code with PKCE, state and nonce (OpenID Connect Core 3.1, RFC 7636, RFC 9700). The
 * provider is asked when the first reader comes, and again after a pause when it did not answer. Throws `AuthRefused`
 * without a secret; does not reach out by itself. Groups come from the ID token and, where the provider has one, from
 * its UserInfo endpoint.
 */
export async function openIdConnect(settings: OidcSettings, environment: Environment, now: () => number): Promise<JourneyMethod> {
  const client = await import('openid-client');
  const secret = required(environment, 'DOCSGEN_OIDC_CLIENT_SECRET', 'the secret of this site at the provider');
  const [byHeader, byBody] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  /** In the header, as providers expect it that say nothing (OpenID Connect Discovery 3), unless they take it only in the body. */
  const clientAuth: Client.ClientAuth = (server, ...rest) => {
    const taken = server.token_endpoint_auth_methods_supported;
    const isBody = taken?.includes('client_secret_post') === true && !taken.includes('client_secret_basic');
    return (isBody ? byBody : byHeader)(server, ...rest);
  };
  let known: Promise<Client.Configuration> | undefined;
  let failedAt = Number.NEGATIVE_INFINITY;

  const discover = async (): Promise<Client.Configuration> => {
    const isLocal = settings.issuer.startsWith('http:');
    const config = await client.discovery(new URL(settings.issuer), settings.clientId, { [client.clockTolerance]: 60 }, clientAuth, {
      [client.customFetch]: limitedFetch as Client.CustomFetch,
      timeout: 8,
      ...(isLocal && { execute: [client.allowInsecureRequests] }),
    });
    // Signatures are looked at although the answer came straight from the provider.
    client.enableNonRepudiationChecks(config);
    return config;
  };
  /** Undefined while the provider cannot be reached. */
  const provider = async (): Promise<Client.Configuration | undefined> => {
    if (known === undefined) {
      if (now() - failedAt < pauseMs) return undefined;
      known = discover();
    }
    try {
      return await known;
    } catch {
      known = undefined;
      failedAt = now();
      return undefined;
    }
  };
  const away = (reason: string) => refusal(503, 'auth/provider', reason);

  /** @param claims of an ID token; undefined when the provider gave none this time @param before the groups that are known */
  const identityOf = async (
    config: Client.Configuration,
    kept: Kept,
    claims: Readonly<Record<string, unknown>> | undefined,
    before: readonly string[] = [],
  ): Promise<Identity> => {
    const account: Readonly<Record<string, unknown>> = config.serverMetadata().userinfo_endpoint
      ? await client.fetchUserInfo(config, kept.access, kept.subject)
      : {};
    const [reported, inToken] = [account[settings.groupsClaim], claims?.[settings.groupsClaim]];
    const isInToken = reported === undefined && (claims ? inToken !== undefined : kept.groupsInToken === true);
    const { groupsInToken: _, ...rest } = kept;
    const keeps: Kept = { ...rest, ...(isInToken && { groupsInToken: true }) };
    const groups = isInToken && claims === undefined ? before : groupsOf(reported ?? inToken);
    return { name: kept.subject, groups, keeps: JSON.stringify(keeps) };
  };

  return {
    kind: 'journey',
    usesFragment: false,
    async begin({ state, nonce, verifier }, callback) {
      const config = await provider();
      if (config === undefined) return away('the provider did not answer to discovery');
      return client.buildAuthorizationUrl(config, {
        redirect_uri: callback,
        scope: ['openid', ...settings.scopes].join(' '),
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      }).href;
    },
    async complete(fields, { state, nonce, verifier }, callback) {
      const config = await provider();
      if (config === undefined) return away('the provider did not answer to discovery');
      const address = new URL(callback);
      address.search = fields.toString();
      try {
        const tokens = await client.authorizationCodeGrant(config, address, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) return refusal(401, 'auth/invalid-token', 'there is no ID token');
        const kept: Kept = {
          access: tokens.access_token,
          subject: claims.sub,
          ...(tokens.refresh_token && { refresh: tokens.refresh_token }),
        };
        return await identityOf(config, kept, claims);
      } catch (error) {
        return isAway(error) ? away(words(error)) : refusal(401, 'auth/invalid-token', words(error));
      }
    },
    async recheck(identity) {
      const config = await provider();
      if (config === undefined || identity.keeps === undefined) return 'unknown';
      const kept = JSON.parse(identity.keeps) as Kept;
      let latest = kept;
      try {
        const isAsked = config.serverMetadata().userinfo_endpoint !== undefined;
        if (kept.refresh === undefined) return isAsked ? await identityOf(config, kept, undefined, identity.groups) : 'unknown';
        const tokens = await client.refreshTokenGrant(config, kept.refresh);
        latest = { ...kept, access: tokens.access_token, refresh: tokens.refresh_token ?? kept.refresh };
        const claims = tokens.claims();
        return claims || isAsked
          ? await identityOf(config, latest, claims, identity.groups)
          : { ...identity, keeps: JSON.stringify(latest) };
      } catch (error) {
        if (!isAway(error)) return 'ended';
        // A refresh token may be good once: the one that came for it must not be lost with the rest of the answer.
        return latest === kept ? 'unknown' : { ...identity, keeps: JSON.stringify(latest) };
      }
    },
    async logoutUrl(back) {
      const config = await provider();
      if (config?.serverMetadata().end_session_endpoint === undefined) return undefined;
      return client.buildEndSessionUrl(config, { post_logout_redirect_uri: back }).href;
    },
  };
}

/** The provider is down or out of its mind, as against: it says no. */
function isAway(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const { code, error: word, status, cause } = at as { code?: unknown; error?: unknown; status?: unknown; cause?: unknown };
    if (isLaterError(status) || (cause instanceof Response && (isLaterError(cause.status) || isFromBetween(cause)))) return true;
    if (later.has(word)) return true;
    if (
      at.name === 'TimeoutError' ||
      at.name === 'AbortError' ||
      at.message.includes('fetch failed') ||
      at.message.includes('is larger than')
    )
      return true;
    if (typeof code === 'string' && /^(?:E[A-Z]+|OAUTH_TIMEOUT|UND_ERR_.*|OAUTH_RESPONSE_IS_NOT_JSON|OAUTH_PARSE_ERROR)$/.test(code))
      return true;
  }
  return false;
}

/** Errors of OAuth that speak of the provider, not of the reader (RFC 6749, 4.1.2.1; RFC 8628, 3.5). */
const later: ReadonlySet<unknown> = new Set(['temporarily_unavailable', 'server_error', 'slow_down']);

/**
 * An answer of something on the way, a proxy or a page of maintenance: it leads elsewhere, or is a refusal without the words of OAuth
 * (RFC 6749, 5.2: JSON; RFC 6750, 3: a challenge). A session ends by its own length all the same.
 */
function isFromBetween({ status, headers }: Response): boolean {
  if (status >= 300 && status < 400) return true;
  return (status === 403 || status === 404) && !headers.has('www-authenticate') && !/[/+]json\b/i.test(headers.get('content-type') ?? '');
}

/** Faults of a server, and requests that it has too many of or waited too long for: neither says anything of the reader. */
function isLaterError(status: unknown): boolean {
  return typeof status === 'number' && (status >= 500 || status === 429 || status === 408);
}

function words(error: unknown): string {
  const code = (error as { code?: unknown }).code;
  return `${typeof code === 'string' ? `${code}: ` : ''}${error instanceof Error ? error.message : String(error)}`.slice(0, 300);
}
