/** GitLab, through its REST API version 4. */
import { z } from 'zod';
import type { CodeHost, FoundPullRequest } from './code-host.ts';
import { type HostRequest, type HostResponse, readResponse, requestHost, requireFound } from './host-request.ts';

/** The token needs the scope `api`, and a role that may push. */
export interface GitLabOptions {
  /** `https://gitlab.com/group/sub/name`, with or without `.git`. */
  readonly repository: string;
  readonly transport: 'https' | 'http';
  /** Default: the origin of the repository. */
  readonly apiUrl?: string | undefined;
  readonly token: string;
}

const mergeRequest = z.object({
  iid: z.number().int(),
  web_url: z.string(),
  state: z.enum(['opened', 'closed', 'merged', 'locked']),
  source_branch: z.string(),
});

/** Sends no request yet. The number of a merge request is its `iid`. Merging deletes its branch. */
export function createGitLab(options: GitLabOptions): CodeHost {
  const address = new URL(options.repository);
  const path = address.pathname.replace(/^\/+|\/+$/g, '').replace(/\.git$/, '');
  const requests = `${(options.apiUrl ?? address.origin).replace(/\/+$/, '')}/api/v4/projects/${encodeURIComponent(path)}/merge_requests`;
  const ask = (request: Omit<HostRequest, 'headers'>): Promise<HostResponse> =>
    requestHost({ ...request, headers: { 'private-token': options.token } });

  return {
    async remote() {
      return { remote: options.repository, transport: options.transport, credential: { username: 'oauth2', password: options.token } };
    },

    async find(branch, signal) {
      const query = new URLSearchParams({ source_branch: branch, state: 'all', order_by: 'created_at', sort: 'desc', per_page: '30' });
      const all = readResponse(z.array(mergeRequest), requireFound(await ask({ method: 'GET', url: `${requests}?${query}`, signal })));
      const own = all.filter((each) => each.source_branch === branch);
      const newest = own.find((each) => each.state === 'opened' || each.state === 'locked') ?? own[0];
      return newest && ({ number: newest.iid, url: newest.web_url, state: stateOf(newest.state) } satisfies FoundPullRequest);
    },

    async open({ title, body, branch, base, isDraft }, signal) {
      const response = await ask({
        method: 'POST',
        url: requests,
        signal,
        body: {
          source_branch: branch,
          target_branch: base,
          title: isDraft ? `Draft: ${title}` : title,
          description: body,
          remove_source_branch: true,
        },
      });
      if (response.status === 409) return 'exists';
      const { iid, web_url } = readResponse(mergeRequest, requireFound(response));
      return { number: iid, url: web_url };
    },

    async close(number, comment, signal) {
      await ask({ method: 'POST', url: `${requests}/${number}/notes`, signal, body: { body: comment } });
      await ask({ method: 'PUT', url: `${requests}/${number}`, signal, body: { state_event: 'close' } });
    },
  };
}

function stateOf(state: z.infer<typeof mergeRequest>['state']): FoundPullRequest['state'] {
  return state === 'opened' || state === 'locked' ? 'open' : state;
}
