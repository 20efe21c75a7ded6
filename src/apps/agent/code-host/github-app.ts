/** Obtains short-lived tokens of a GitHub App for one repository, in exchange for a signed JWT of the app. */
import { createSign } from 'node:crypto';
import { z } from 'zod';
import { CodeHostError } from './code-host.ts';
import { readResponse, requestHost } from './host-request.ts';

/** The headers of every request to GitHub. */
export const gitHubHeaders: Readonly<Record<string, string>> = {
  accept: 'application/vnd.github+json',
  'x-github-api-version': '2022-11-28',
};

/** The credentials of a GitHub App, used instead of a personal token. */
export interface GitHubApp {
  readonly id: string;
  /** PEM. */
  readonly privateKey: string;
  /** Looked up through the repository if absent. */
  readonly installation?: number | undefined;
}

const installationAnswer = z.object({ id: z.number().int() });
const tokenAnswer = z.object({ token: z.string(), expires_at: z.string() });
/** Tokens are renewed this long before they expire, so that they do not expire during a push. */
const renewBeforeMs = 10 * 60_000;

/** Returns a function that provides a valid token. The token covers only this repository and two permissions. */
export function createInstallationToken(
  api: string,
  app: GitHubApp,
  owner: string,
  name: string,
): (signal?: AbortSignal) => Promise<string> {
  let cached: { token: string; until: number } | undefined;
  return async (signal) => {
    if (cached && cached.until - renewBeforeMs > Date.now()) return cached.token;
    const headers = { ...gitHubHeaders, authorization: `Bearer ${appClaim(app, Math.floor(Date.now() / 1000))}` };
    const ask = async (method: 'GET' | 'POST', path: string, body?: Record<string, unknown>) => {
      const response = await requestHost({ method, url: `${api}${path}`, headers, signal, ...(body && { body }) });
      if (response.status >= 400)
        throw new CodeHostError(
          `GitHub responded to the app with ${response.status}; check that it is installed on ${owner}/${name}.`,
          response.status,
          false,
        );
      return response;
    };
    const path = `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}/installation`;
    const installation = app.installation ?? readResponse(installationAnswer, await ask('GET', path)).id;
    const issued = readResponse(
      tokenAnswer,
      await ask('POST', `/app/installations/${installation}/access_tokens`, {
        repositories: [name],
        permissions: { contents: 'write', pull_requests: 'write' },
      }),
    );
    cached = { token: issued.token, until: Date.parse(issued.expires_at) };
    return cached.token;
  };
}

/** A JWT with RS256 (RFC 7519), valid for nine minutes. It is issued one minute in the past to allow for clock differences. `now` in seconds. */
function appClaim(app: GitHubApp, now: number): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claim = `${part({ alg: 'RS256', typ: 'JWT' })}.${part({ iat: now - 60, exp: now + 540, iss: app.id })}`;
  return `${claim}.${createSign('RSA-SHA256').update(claim).sign(app.privateKey, 'base64url')}`;
}
