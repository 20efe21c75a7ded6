/** GitHub, by token or as a GitHub App. Five operations of its REST API, so no client library. */
import { z } from 'zod';
import { remoteHosts } from '../../../model/agent/code-hosts.ts';
import { type CodeHost, type FoundPullRequest, HostProblem } from './code-host.ts';
import { createInstallationToken, type GitHubApp } from './github-app.ts';
import { gitHubHeaders } from './github-headers.ts';
import { askHost, found, type HostRequest, type HostResponse, readAnswer } from './host-request.ts';

/** `access`: the token of a person, or an app, whose tokens are made as they are needed. */
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

/** Asks nothing yet. A pull request is opened as no draft where the plan of the owner has none. */
export function createGitHub(options: GitHubOptions): CodeHost {
  const api = options.apiUrl?.replace(/\/+$/, '') ?? remoteHosts.github.apiUrl;
  const { owner, name } = repositoryOf(options.repository);
  const repository = `${api}/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`;
  const token =
    'token' in options.access
      ? async () => (options.access as { token: string }).token
      : createInstallationToken(api, options.access.app, owner, name);
  const ask = async (request: Omit<HostRequest, 'headers'>): Promise<HostResponse> =>
    askHost({ ...request, headers: { ...gitHubHeaders, authorization: `Bearer ${await token(request.signal)}` } });

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
      const answer = found(await ask({ method: 'GET', url: `${repository}/pulls?${query}`, signal }));
      // A head filter that GitHub cannot read is dropped without a word, so the answer is not believed.
      const all = readAnswer(z.array(pull), answer).filter((each) => each.head.ref === branch);
      const newest = all.find((each) => each.state === 'open') ?? all[0];
      return newest && ({ number: newest.number, url: newest.html_url, state: stateOf(newest) } satisfies FoundPullRequest);
    },

    async open({ title, body, branch, base, isDraft }, signal) {
      const url = `${repository}/pulls`;
      let answer = await ask({ method: 'POST', url, signal, body: { title, body, head: branch, base, draft: isDraft } });
      // Plans without drafts refuse the flag; a pull request that says so in its text is the next best.
      if (answer.status === 422 && isDraft && /draft/i.test(wordsOf(answer)))
        answer = await ask({ method: 'POST', url, signal, body: { title, body, head: branch, base, draft: false } });
      if (answer.status === 422) {
        const words = wordsOf(answer);
        if (/already exists/i.test(words)) return 'exists';
        if (/no commits between/i.test(words)) return 'nothing-new';
        throw new HostProblem(`GitHub refused the pull request: ${words}`, 422, false);
      }
      const opened = readAnswer(pull, found(answer));
      return { number: opened.number, url: opened.html_url };
    },

    async close(number, comment, signal) {
      await ask({ method: 'POST', url: `${repository}/issues/${number}/comments`, signal, body: { body: comment } });
      await ask({ method: 'PATCH', url: `${repository}/pulls/${number}`, signal, body: { state: 'closed' } });
    },

    async tokenWarnings(signal) {
      if (!('token' in options.access)) return [];
      const { headers } = found(await ask({ method: 'GET', url: repository, signal }));
      const scopes = headers.get('x-oauth-scopes');
      if (!scopes) return [];
      return [
        `The GitHub token is a classic one with the scopes ${scopes}: it reaches every repository of its owner. Use a fine-grained token or an app for ${owner}/${name} alone.`,
      ];
    },
  };
}

function stateOf(each: z.infer<typeof pull>): FoundPullRequest['state'] {
  if (each.state === 'open') return 'open';
  return each.merged_at ? 'merged' : 'closed';
}

function wordsOf(answer: HostResponse): string {
  const { message, errors } = refusal.catch({ message: '', errors: [] }).parse(answer.data);
  return [message, ...errors.map((error) => error.message)].filter(Boolean).join(' ');
}

/** Owner and name: the last two segments of the address. */
function repositoryOf(address: string): { owner: string; name: string } {
  const segments = new URL(address).pathname
    .replace(/\.git$/, '')
    .split('/')
    .filter(Boolean);
  return { owner: decodeURIComponent(segments.at(-2) ?? ''), name: decodeURIComponent(segments.at(-1) ?? '') };
}
