/** Gitea and Forgejo, through the API that both share. */
import { z } from 'zod';
import type { CodeHost, FoundPullRequest } from './code-host.ts';
import { type HostRequest, type HostResponse, readResponse, requestHost, requireFound } from './host-request.ts';

/** The token needs write permission for code, issues (for the comment) and pull requests of the repository. */
export interface GiteaOptions {
  /** `https://host/owner/name`, with or without `.git`. */
  readonly repository: string;
  readonly transport: 'https' | 'http';
  /** Default: the origin of the repository. */
  readonly apiUrl?: string | undefined;
  readonly token: string;
}

const pull = z.object({
  number: z.number().int(),
  html_url: z.string(),
  state: z.enum(['open', 'closed']),
  merged: z.boolean().nullish(),
  head: z.object({ ref: z.string() }),
});

/** The API cannot filter by branch. It lists the newest first by default, so the pull request of a job is on the first pages. */
const pages = 10;
const pageSize = 50;

/** Sends no request yet. The API is below `/api/v1` at `apiUrl`, by default at the origin of the repository. */
export function createGitea(options: GiteaOptions): CodeHost {
  const address = new URL(options.repository);
  const [owner = '', name = ''] = address.pathname
    .replace(/\.git$/, '')
    .split('/')
    .filter(Boolean)
    .slice(-2);
  const repository = `${(options.apiUrl ?? address.origin).replace(/\/+$/, '')}/api/v1/repos/${owner}/${name}`;
  const ask = (request: Omit<HostRequest, 'headers'>): Promise<HostResponse> =>
    requestHost({ ...request, headers: { authorization: `token ${options.token}` } });

  return {
    async remote() {
      return { remote: options.repository, transport: options.transport, credential: { username: 'docsgen', password: options.token } };
    },

    async find(branch, signal) {
      for (let page = 1; page <= pages; page++) {
        const url = `${repository}/pulls?state=all&limit=${pageSize}&page=${page}`;
        const all = readResponse(z.array(pull), requireFound(await ask({ method: 'GET', url, signal })));
        const own = all.filter((each) => each.head.ref === branch);
        const newest = own.find((each) => each.state === 'open') ?? own[0];
        if (newest) return { number: newest.number, url: newest.html_url, state: stateOf(newest) };
        if (all.length === 0) return undefined;
      }
      return undefined;
    },

    async open({ title, body, branch, base, isDraft }, signal) {
      // Gitea and Forgejo recognize a draft by its title.
      const response = await ask({
        method: 'POST',
        url: `${repository}/pulls`,
        signal,
        body: { title: isDraft ? `WIP: ${title}` : title, body, head: branch, base },
      });
      if (response.status === 409) return 'exists';
      if (response.status === 422 && /no (?:changes|commits)/i.test(JSON.stringify(response.data))) return 'nothing-new';
      const { number, html_url } = readResponse(pull, requireFound(response));
      return { number, url: html_url };
    },

    async close(number, comment, signal) {
      await ask({ method: 'POST', url: `${repository}/issues/${number}/comments`, signal, body: { body: comment } });
      await ask({ method: 'PATCH', url: `${repository}/pulls/${number}`, signal, body: { state: 'closed' } });
    },
  };
}

function stateOf(each: z.infer<typeof pull>): FoundPullRequest['state'] {
  if (each.state === 'open') return 'open';
  return each.merged ? 'merged' : 'closed';
}
