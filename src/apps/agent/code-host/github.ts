/** GitHub, with a token or as a GitHub App. It uses five operations of the REST API, so there is no client library. */
import { z } from 'zod';
import { remoteHosts } from '../../../model/agent/code-hosts.ts';
import type { PullRequest } from '../../../model/agent/job.ts';
import { type CodeHost, CodeHostError, type FoundPullRequest } from './code-host.ts';
import { createInstallationToken, type GitHubApp, gitHubHeaders } from './github-app.ts';
import { type HostRequest, type HostResponse, readResponse, requestHost, requireFound } from './host-request.ts';

/** `access` is a personal token, or an app whose tokens are created on demand. */
export interface GitHubOptions {
  /** `https://github.com/owner/name`, with or without `.git`. */
  readonly repository: string;
  readonly transport: 'https' | 'http';
  /** Default `https://api.github.com`. */
  readonly apiUrl?: string | undefined;
  readonly access: { readonly token: string } | { readonly app: GitHubApp };
}

const pull = z.object({
  number: z.number().int(),
  html_url: z.string(),
  state: z.enum(['open', 'closed']),
  merged_at: z.string().nullish(),
  head: z.object({ ref: z.string() }),
});

const refusal = z.object({
  message: z.string().catch(''),
  errors: z.array(z.object({ message: z.string().catch('') }).catch({ message: '' })).catch([]),
});

/** Sends no request yet. If the owner's plan has no drafts, pull requests are opened as regular ones. */
export function createGitHub(options: GitHubOptions): CodeHost {
  const api = options.apiUrl?.replace(/\/+$/, '') ?? remoteHosts.github.apiUrl;
  const { owner, name } = repositoryOf(options.repository);
  const repository = `${api}/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`;
  const token =
    'token' in options.access
      ? async () => (options.access as { token: string }).token
      : createInstallationToken(api, options.access.app, owner, name);
  const ask = async (request: Omit<HostRequest, 'headers'>): Promise<HostResponse> =>
    requestHost({ ...request, headers: { ...gitHubHeaders, authorization: `Bearer ${await token(request.signal)}` } });

  return {
    async remote(signal) {
      return {
        remote: options.repository,
        transport: options.transport,
        credential: { username: 'x-access-token', password: await token(signal) },
      };
    },

    async find(branch, signal) {
      const query = new URLSearchParams({ head: `${owner}:${branch}`, state: 'all', sort: 'created', direction: 'desc', per_page: '30' });
      const response = requireFound(await ask({ method: 'GET', url: `${repository}/pulls?${query}`, signal }));
      // GitHub silently ignores an invalid head filter, so the response is filtered again.
      const all = readResponse(z.array(pull), response).filter((each) => each.head.ref === branch);
      const newest = all.find((each) => each.state === 'open') ?? all[0];
      return newest && ({ number: newest.number, url: newest.html_url, state: stateOf(newest) } satisfies FoundPullRequest);
    },

    async open({ title, body, branch, base, isDraft }, signal) {
      const url = `${repository}/pulls`;
      let response = await ask({ method: 'POST', url, signal, body: { title, body, head: branch, base, draft: isDraft } });
      // Plans without drafts reject the option. The text of the pull request still calls it a draft.
      if (response.status === 422 && isDraft && /draft/i.test(errorText(response)))
        response = await ask({ method: 'POST', url, signal, body: { title, body, head: branch, base, draft: false } });
      return openedPull(response);
    },

    async close(number, comment, signal) {
      await ask({ method: 'POST', url: `${repository}/issues/${number}/comments`, signal, body: { body: comment } });
      await ask({ method: 'PATCH', url: `${repository}/pulls/${number}`, signal, body: { state: 'closed' } });
    },

    async tokenWarnings(signal) {
      if (!('token' in options.access)) return [];
      const { headers } = requireFound(await ask({ method: 'GET', url: repository, signal }));
      const scopes = headers.get('x-oauth-scopes');
      return scopes ? [classicTokenWarning(scopes, `${owner}/${name}`)] : [];
    },
  };
}

/** Reads the response to the creation of a pull request. */
function openedPull(response: HostResponse): PullRequest | 'exists' | 'nothing-new' {
  if (response.status === 422) {
    const message = errorText(response);
    if (/already exists/i.test(message)) return 'exists';
    if (/no commits between/i.test(message)) return 'nothing-new';
    throw new CodeHostError(`GitHub rejected the pull request: ${message}`, 422, false);
  }
  const opened = readResponse(pull, requireFound(response));
  return { number: opened.number, url: opened.html_url };
}

function classicTokenWarning(scopes: string, repository: string): string {
  return `The GitHub token is a classic token with the scopes ${scopes}, which give access to all repositories of its owner. Use a fine-grained token or an app that covers only ${repository}.`;
}

function stateOf(each: z.infer<typeof pull>): FoundPullRequest['state'] {
  if (each.state === 'open') return 'open';
  return each.merged_at ? 'merged' : 'closed';
}

function errorText(response: HostResponse): string {
  const { message, errors } = refusal.catch({ message: '', errors: [] }).parse(response.data);
  return [message, ...errors.map((error) => error.message)].filter(Boolean).join(' ');
}

/** The last two segments of the repository URL. */
function repositoryOf(address: string): { owner: string; name: string } {
  const segments = new URL(address).pathname
    .replace(/\.git$/, '')
    .split('/')
    .filter(Boolean);
  return { owner: decodeURIComponent(segments.at(-2) ?? ''), name: decodeURIComponent(segments.at(-1) ?? '') };
}
