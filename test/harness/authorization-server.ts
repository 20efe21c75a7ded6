/**
 * An authorization server on 127.0.0.1 that enforces the rules of RFC 6749 (code, implicit, client credentials,
 * password), RFC 7636 (PKCE, always required), RFC 8628 (device) and OpenID Connect Discovery. Codes work once.
 * Rejections are recorded, so that tests can check the reason.
 */
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Client {
  /** Undefined for a public client. */
  readonly secret?: string;
  /** Accepts the secret only in the header. */
  readonly isStrict?: boolean;
}

interface Grant {
  readonly client: string;
  readonly redirectUri: string;
  readonly challenge: string;
  readonly scope: string;
}

export interface AuthorizationServer {
  readonly origin: string;
  /** The client and scope of a valid token; undefined for anything else. */
  inspect(token: string): { readonly client: string; readonly scope: string } | undefined;
  /** The error responses, in order. */
  readonly refused: string[];
  /** Enters the code of a device as a user would. */
  enterCode(code: string, isAllowed?: boolean): void;
  /** The displayed codes. */
  readonly userCodes: string[];
  close(): Promise<void>;
}

const clients: Readonly<Record<string, Client>> = {
  page: {},
  service: { secret: 's e:c%ret' },
  strict: { secret: 'only-in-the-header', isStrict: true },
};

/**
 * `redirectUris` are registered; for others the server responds with a page instead of a redirect, as the
 * specification requires.
 */
export async function startAuthorizationServer(redirectUris: () => readonly string[]): Promise<AuthorizationServer> {
  const codes = new Map<string, Grant>();
  const tokens = new Map<string, { client: string; scope: string }>();
  const devices = new Map<string, { userCode: string; client: string; scope: string; state: 'pending' | 'allowed' | 'denied' }>();
  const refused: string[] = [];
  const userCodes: string[] = [];

  const issue = (client: string, scope: string) => {
    const value = randomBytes(16).toString('hex');
    tokens.set(value, { client, scope });
    return { access_token: value, token_type: 'Bearer', expires_in: 3600, scope };
  };

  function authorize(query: URLSearchParams, response: ServerResponse): void {
    const [client = '', redirectUri = '', state = ''] = ['client_id', 'redirect_uri', 'state'].map((name) => query.get(name) ?? '');
    if (!clients[client] || !redirectUris().includes(redirectUri)) {
      refused.push(`redirect_uri ${redirectUri}`);
      response.writeHead(400, { 'content-type': 'text/plain' }).end('Unknown client or redirect_uri');
      return;
    }
    const back = new URL(redirectUri);
    const scope = query.get('scope') ?? '';
    if (scope.includes('forbidden')) {
      refused.push('invalid_scope');
      back.search = new URLSearchParams({ error: 'invalid_scope', error_description: 'not for you', state }).toString();
    } else if (query.get('response_type') === 'token') {
      back.hash = new URLSearchParams({ ...issue(client, scope), expires_in: '3600', state }).toString();
    } else if (query.get('code_challenge_method') !== 'S256' || !query.get('code_challenge')) {
      refused.push('no code_challenge');
      back.search = new URLSearchParams({ error: 'invalid_request', error_description: 'code_challenge is needed', state }).toString();
    } else {
      const code = randomBytes(16).toString('hex');
      codes.set(code, { client, redirectUri, challenge: query.get('code_challenge') ?? '', scope });
      back.search = new URLSearchParams({ code, state }).toString();
    }
    response.writeHead(302, { location: back.href }).end();
  }

  /** The authenticated client; undefined for the error `invalid_client` (RFC 6749 §5.2). */
  function clientOf(request: IncomingMessage, form: URLSearchParams): string | undefined {
    const [, basic] = /^Basic (.+)$/.exec(request.headers.authorization ?? '') ?? [];
    const decode = (text: string) => decodeURIComponent(text.replace(/\+/g, ' '));
    const [id, secret] = basic
      ? (Buffer.from(basic, 'base64').toString().split(':', 2).map(decode) as [string, string])
      : [form.get('client_id') ?? '', form.get('client_secret') ?? ''];
    const client = clients[id];
    if (!client || (client.secret ?? '') !== secret || (client.isStrict && !basic)) return undefined;
    return id;
  }

  function token(request: IncomingMessage, form: URLSearchParams): [number, object] {
    const client = clientOf(request, form);
    const refuse = (status: number, error: string): [number, object] => {
      if (error !== 'authorization_pending') refused.push(error);
      return [status, { error, error_description: `about ${error}` }];
    };
    if (client === undefined) return refuse(401, 'invalid_client');
    const scope = form.get('scope') ?? '';
    switch (form.get('grant_type')) {
      case 'authorization_code': {
        const grant = codes.get(form.get('code') ?? '');
        codes.delete(form.get('code') ?? '');
        const challenge = createHash('sha256')
          .update(form.get('code_verifier') ?? '')
          .digest('base64url');
        const fits = grant && grant.client === client && grant.redirectUri === form.get('redirect_uri') && grant.challenge === challenge;
        return fits ? [200, issue(client, grant.scope)] : refuse(400, 'invalid_grant');
      }
      case 'client_credentials':
        return clients[client]?.secret ? [200, issue(client, scope)] : refuse(400, 'unauthorized_client');
      case 'password':
        return form.get('username') === 'ada' && form.get('password') === 'pä ss&word'
          ? [200, issue(client, scope)]
          : refuse(400, 'invalid_grant');
      case 'urn:ietf:params:oauth:grant-type:device_code': {
        const device = devices.get(form.get('device_code') ?? '');
        if (!device || device.client !== client) return refuse(400, 'invalid_grant');
        if (device.state === 'allowed') return [200, issue(client, device.scope)];
        return refuse(400, device.state === 'pending' ? 'authorization_pending' : 'access_denied');
      }
      default:
        return refuse(400, 'unsupported_grant_type');
    }
  }

  function device(form: URLSearchParams): [number, object] {
    const userCode = randomBytes(3).toString('hex').toUpperCase();
    const code = randomBytes(16).toString('hex');
    devices.set(code, { userCode, client: form.get('client_id') ?? '', scope: form.get('scope') ?? '', state: 'pending' });
    userCodes.push(userCode);
    return [200, { device_code: code, user_code: userCode, verification_uri: `${origin}/activate`, expires_in: 60, interval: 0.1 }];
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', origin);
    response.setHeader('access-control-allow-origin', '*').setHeader('access-control-allow-headers', 'authorization');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    // Begins an answer and never ends it.
    if (url.pathname === '/stalled') return void response.writeHead(200, { 'content-type': 'application/json' }).write('{');
    if (url.pathname === '/authorize') return authorize(url.searchParams, response);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const form = new URLSearchParams(Buffer.concat(chunks).toString());
      const [status, answer] =
        url.pathname === '/token'
          ? token(request, form)
          : url.pathname === '/device'
            ? device(form)
            : url.pathname === '/.well-known/openid-configuration'
              ? [200, discovery(origin)]
              : [404, {}];
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    refused,
    userCodes,
    inspect: (value) => tokens.get(value),
    enterCode(code, isAllowed = true) {
      for (const entry of devices.values()) if (entry.userCode === code) entry.state = isAllowed ? 'allowed' : 'denied';
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function discovery(origin: string): object {
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    device_authorization_endpoint: `${origin}/device`,
  };
}
