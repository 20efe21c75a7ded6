/** The short-lived token of a GitHub App for one repository: a signed claim of the app is exchanged for it. */
import { createSign } from 'node:crypto';
import { z } from 'zod';
import { HostProblem } from './code-host.ts';
import { gitHubHeaders } from './github-headers.ts';
import { askHost, readAnswer } from './host-request.ts';

/** Who the service is at GitHub when it has no token of a person. */
export interface GitHubApp {
  readonly id: string;
  /** PEM. */
  readonly privateKey: string;
  /** Looked up by the repository when it is left out. */
  readonly installation?: number | undefined;
}

const installationAnswer = z.object({ id: z.number().int() });
const tokenAnswer = z.object({ token: z.string(), expires_at: z.string() });
/** A token is renewed this long before it ends, so that a push never begins with one that ends on the way. */
const spareMs = 10 * 60_000;

/** A function that gives the token, asked for anew shortly before it ends. The token covers this repository and two rights only. */
export function createInstallationToken(
  api: string,
  app: GitHubApp,
  owner: string,
  name: string,
): (signal?: AbortSignal) => Promise<string> {
  let known: { token: string; until: number } | undefined;
  return async (signal) => {
    if (known && known.until - spareMs > Date.now()) return known.token;
    const headers = { ...gitHubHeaders, authorization: `Bearer ${appClaim(app, Math.floor(Date.now() / 1000))}` };
    const ask = async (method: 'GET' | 'POST', path: string, body?: Record<string, unknown>) => {
      const answer = await askHost({ method, url: `${api}${path}`, headers, signal, ...(body && { body }) });
      if (answer.status >= 400)
        throw new HostProblem(`GitHub answered ${answer.status} to the app: is it installed on ${owner}/${name}?`, answer.status, false);
      return answer;
    };
    const path = `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}/installation`;
    const installation = app.installation ?? readAnswer(installationAnswer, await ask('GET', path)).id;
    const issued = readAnswer(
      tokenAnswer,
      await ask('POST', `/app/installations/${installation}/access_tokens`, {
        repositories: [name],
        permissions: { contents: 'write', pull_requests: 'write' },
      }),
    );
    known = { token: issued.token, until: Date.parse(issued.expires_at) };
    return known.token;
  };
}

/** RFC 7519 with RS256, valid for nine minutes; begun a minute ago, for clocks that differ. `now` in seconds. */
function appClaim(app: GitHubApp, now: number): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claim = `${part({ alg: 'RS256', typ: 'JWT' })}.${part({ iat: now - 60, exp: now + 540, iss: app.id })}`;
  return `${claim}.${createSign('RSA-SHA256').update(claim).sign(app.privateKey, 'base64url')}`;
}
