import type * as Client from 'openid-client';
import type { AuthMethod } from '../../../shared/site/site-record.ts';
import { limitedFetch } from './limited-fetch.ts';
import { type AuthFlow, type FlowMethod, groupsOf, type Identity, type Refusal, refusal } from './method.ts';
import { type Environment, requireVariable } from './secrets.ts';

type OidcSettings = Extract<AuthMethod, { method: 'oidc' }>;

/** Minimum delay between attempts to reach an unavailable provider. */
const pauseMs = 5_000;

/** Stored with a session in order to query its groups again. */
interface StoredTokens {
  readonly access: string;
  readonly refresh?: string;
  readonly subject: string;
  /** The groups were in the ID token and not at the UserInfo endpoint, so only a new ID token can change them. */
  readonly groupsInToken?: true;
}

/**
 * OpenID Connect: authorization code flow with PKCE, state and nonce (OpenID Connect Core 3.1, RFC 7636, RFC 9700). Contacts the provider
 * for the first reader, and again after a delay if it is unavailable. Groups come from the ID token and from the UserInfo endpoint, if
 * there is one. Throws `AuthConfigError` without a client secret.
 */
export async function openIdConnect(settings: OidcSettings, environment: Environment, now: () => number): Promise<FlowMethod> {
  const client = await import('openid-client');
  const secret = requireVariable(environment, 'DOCSGEN_OIDC_CLIENT_SECRET', 'the client secret of this site');
  return new OidcFlow(client, settings, new Provider(client, settings, clientAuthOf(client, secret), now));
}

/** In the header, which is the default of OpenID Connect Discovery (section 3), unless the provider supports only the body. */
function clientAuthOf(client: typeof Client, secret: string): Client.ClientAuth {
  const [byHeader, byBody] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const taken = server.token_endpoint_auth_methods_supported;
    const isBody = taken?.includes('client_secret_post') === true && !taken.includes('client_secret_basic');
    return (isBody ? byBody : byHeader)(server, ...rest);
  };
}

/** The configuration of the provider, read when it is first needed. */
class Provider {
  readonly #client: typeof Client;
  readonly #settings: OidcSettings;
  readonly #clientAuth: Client.ClientAuth;
  readonly #now: () => number;
  #discovered: Promise<Client.Configuration> | undefined;
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(client: typeof Client, settings: OidcSettings, clientAuth: Client.ClientAuth, now: () => number) {
    this.#client = client;
    this.#settings = settings;
    this.#clientAuth = clientAuth;
    this.#now = now;
  }

  /** Undefined while the provider is unavailable. */
  async configuration(): Promise<Client.Configuration | undefined> {
    if (this.#discovered === undefined) {
      if (this.#now() - this.#failedAt < pauseMs) return undefined;
      this.#discovered = this.#discover();
    }
    try {
      return await this.#discovered;
    } catch {
      this.#discovered = undefined;
      this.#failedAt = this.#now();
      return undefined;
    }
  }

  async #discover(): Promise<Client.Configuration> {
    const client = this.#client;
    const { issuer, clientId } = this.#settings;
    const isLocal = issuer.startsWith('http:');
    const config = await client.discovery(new URL(issuer), clientId, { [client.clockTolerance]: 60 }, this.#clientAuth, {
      [client.customFetch]: limitedFetch as Client.CustomFetch,
      timeout: 8,
      ...(isLocal && { execute: [client.allowInsecureRequests] }),
    });
    // Verifies signatures even though the response came directly from the provider.
    client.enableNonRepudiationChecks(config);
    return config;
  }
}

class OidcFlow implements FlowMethod {
  readonly kind = 'journey';
  readonly usesFragment = false;
  readonly #client: typeof Client;
  readonly #settings: OidcSettings;
  readonly #provider: Provider;

  constructor(client: typeof Client, settings: OidcSettings, provider: Provider) {
    this.#client = client;
    this.#settings = settings;
    this.#provider = provider;
  }

  async begin({ state, nonce, verifier }: AuthFlow, callback: string): Promise<string | Refusal> {
    const config = await this.#provider.configuration();
    if (config === undefined) return unavailable('the provider did not respond to discovery');
    return this.#client.buildAuthorizationUrl(config, {
      redirect_uri: callback,
      scope: ['openid', ...this.#settings.scopes].join(' '),
      state,
      nonce,
      code_challenge: await this.#client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).href;
  }

  async complete(fields: URLSearchParams, { state, nonce, verifier }: AuthFlow, callback: string): Promise<Identity | Refusal> {
    const config = await this.#provider.configuration();
    if (config === undefined) return unavailable('the provider did not respond to discovery');
    const address = new URL(callback);
    address.search = fields.toString();
    try {
      const tokens = await this.#client.authorizationCodeGrant(config, address, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) return refusal(401, 'auth/invalid-token', 'there is no ID token');
      const kept: StoredTokens = {
        access: tokens.access_token,
        subject: claims.sub,
        ...(tokens.refresh_token && { refresh: tokens.refresh_token }),
      };
      return await this.#identityOf(config, kept, claims);
    } catch (error) {
      return isAway(error) ? unavailable(errorText(error)) : refusal(401, 'auth/invalid-token', errorText(error));
    }
  }

  async recheck(identity: Identity): Promise<Identity | 'ended' | 'unknown'> {
    const config = await this.#provider.configuration();
    if (config === undefined || identity.keeps === undefined) return 'unknown';
    const kept = JSON.parse(identity.keeps) as StoredTokens;
    let latest = kept;
    try {
      const isAsked = config.serverMetadata().userinfo_endpoint !== undefined;
      if (kept.refresh === undefined) return isAsked ? await this.#identityOf(config, kept, undefined, identity.groups) : 'unknown';
      const tokens = await this.#client.refreshTokenGrant(config, kept.refresh);
      latest = { ...kept, access: tokens.access_token, refresh: tokens.refresh_token ?? kept.refresh };
      const claims = tokens.claims();
      return claims || isAsked
        ? await this.#identityOf(config, latest, claims, identity.groups)
        : { ...identity, keeps: JSON.stringify(latest) };
    } catch (error) {
      if (!isAway(error)) return 'ended';
      // A refresh token may be single-use, so a new one must be stored even if the rest of the response failed.
      return latest === kept ? 'unknown' : { ...identity, keeps: JSON.stringify(latest) };
    }
  }

  async logoutUrl(back: string): Promise<string | undefined> {
    const config = await this.#provider.configuration();
    if (config?.serverMetadata().end_session_endpoint === undefined) return undefined;
    return this.#client.buildEndSessionUrl(config, { post_logout_redirect_uri: back }).href;
  }

  /** @param claims of an ID token; undefined when the provider returned none @param before the previous groups */
  async #identityOf(
    config: Client.Configuration,
    kept: StoredTokens,
    claims: Readonly<Record<string, unknown>> | undefined,
    before: readonly string[] = [],
  ): Promise<Identity> {
    const account: Readonly<Record<string, unknown>> = config.serverMetadata().userinfo_endpoint
      ? await this.#client.fetchUserInfo(config, kept.access, kept.subject)
      : {};
    const { groupsClaim } = this.#settings;
    const [reported, inToken] = [account[groupsClaim], claims?.[groupsClaim]];
    const isInToken = reported === undefined && (claims ? inToken !== undefined : kept.groupsInToken === true);
    const { groupsInToken: _, ...rest } = kept;
    const keeps: StoredTokens = { ...rest, ...(isInToken && { groupsInToken: true }) };
    const groups = isInToken && claims === undefined ? before : groupsOf(reported ?? inToken);
    return { name: kept.subject, groups, keeps: JSON.stringify(keeps) };
  }
}

function unavailable(reason: string): Refusal {
  return refusal(503, 'auth/provider', reason);
}

/** Whether an error means that the provider is unavailable or broken, rather than that it rejected the request. */
function isAway(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const { code, error: word, status, cause } = at as { code?: unknown; error?: unknown; status?: unknown; cause?: unknown };
    if (isLaterError(status) || (cause instanceof Response && (isLaterError(cause.status) || isFromBetween(cause)))) return true;
    if (later.has(word)) return true;
    if (at.name === 'TimeoutError' || at.name === 'AbortError') return true;
    if (typeof code === 'string' && /^(?:E[A-Z]+|OAUTH_TIMEOUT|UND_ERR_.*|OAUTH_RESPONSE_IS_NOT_JSON|OAUTH_PARSE_ERROR)$/.test(code))
      return true;
  }
  return false;
}

/** OAuth errors that concern the provider, not the reader (RFC 6749, section 4.1.2.1; RFC 8628, section 3.5). */
const later: ReadonlySet<unknown> = new Set(['temporarily_unavailable', 'server_error', 'slow_down']);

/**
 * Whether an intermediary such as a proxy or a maintenance page sent the response: a redirect, or an error that is not in the form of
 * OAuth (RFC 6749, section 5.2: JSON; RFC 6750, section 3: a challenge). The session still ends at its usual time.
 */
function isFromBetween({ status, headers }: Response): boolean {
  if (status >= 300 && status < 400) return true;
  return (status === 403 || status === 404) && !headers.has('www-authenticate') && !/[/+]json\b/i.test(headers.get('content-type') ?? '');
}

/** Server errors, rate limits and timeouts, which are not evidence about the reader. */
function isLaterError(status: unknown): boolean {
  return typeof status === 'number' && (status >= 500 || status === 429 || status === 408);
}

function errorText(error: unknown): string {
  const code = (error as { code?: unknown }).code;
  return `${typeof code === 'string' ? `${code}: ` : ''}${error instanceof Error ? error.message : String(error)}`.slice(0, 300);
}
