/**
 * GitHub on 127.0.0.1: its API with every request and answer judged by the description, and its git over HTTP, by the real
 * `git http-backend` on a bare repository. Faults are scripted per operation.
 */
import { createVerify } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Context, OpenAPIBackend } from 'openapi-backend';
import { type DescribedHost, sendJson, serveDescribedHost } from './described-host.ts';
import { gitHubSlice } from './github-slice.ts';
import type { TestRepository } from './repository.ts';

export interface MockPull {
  readonly number: number;
  readonly head: string;
  readonly base: string;
  readonly title: string;
  readonly body: string;
  readonly draft: boolean;
  state: 'open' | 'closed';
  merged_at: string | null;
  /** Those that are not made through the API are by a person. */
  readonly comments: string[];
}

/**
 * Instead of the answer: a status with headers, nothing for ever, the answer made and then the connection cut, or all of it later
 * (`work`: the request lies unread until then; `answer`: it is done at once).
 */
export type MockProblem =
  | { readonly held: Promise<unknown>; readonly holds: 'work' | 'answer' }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown }
  | 'silence'
  | 'cut-after';

export interface GitHubMock extends DescribedHost {
  readonly pulls: MockPull[];
  /** What did not match the description; must stay empty. */
  readonly contractErrors: string[];
  readonly requests: {
    readonly operation: string;
    readonly at: number;
    readonly headers: IncomingMessage['headers'];
    readonly url: string;
  }[];
  /** Faults by operation, used up one by one. */
  readonly problems: Map<string, MockProblem[]>;
}

export interface MockOptions {
  readonly token: string;
  /** Of an app: its signed claims are checked, and `token` is what it is given. */
  readonly appPublicKey?: string;
}

export async function startGitHubMock(repository: TestRepository, options: MockOptions): Promise<GitHubMock> {
  const pulls: MockPull[] = [];
  const contractErrors: string[] = [];
  const requests: GitHubMock['requests'] = [];
  const problems = new Map<string, MockProblem[]>();
  let base = '';

  const shown = (pull: MockPull) => ({
    number: pull.number,
    html_url: `${base}/acme/docs/pull/${pull.number}`,
    state: pull.state,
    merged_at: pull.merged_at,
    title: pull.title,
    body: pull.body,
    draft: pull.draft,
    head: { ref: pull.head, label: `acme:${pull.head}` },
    base: { ref: pull.base },
  });
  const refused = (message: string) => ({
    status: 422,
    body: { message: 'Validation Failed', documentation_url: 'https://docs.github.com', errors: [{ message }] },
  });
  const byApp = new Set<number>();
  const commentOf = (number: number, index: number) => {
    const id = number * 1_000 + index;
    const user = byApp.has(id) ? { login: 'github-actions[bot]', type: 'Bot' } : { login: 'person', type: 'User' };
    return { id, body: pulls[number - 1]?.comments[index], user };
  };
  const hasBranch = (name: string) => repository.branches().includes(name);
  const numberOf = (context: Context, name: string) => Number(context.request.params[name]);

  const handlers: Record<string, (context: Context) => { status: number; body: unknown; headers?: Record<string, string> }> = {
    'repos/get': () => ({ status: 200, body: {}, headers: { 'x-oauth-scopes': 'repo, workflow' } }),
    'pulls/list': ({ request }) => {
      const [, head] = String(request.query.head ?? '').split(/:(.*)/s);
      const found = pulls.filter((pull) => (!head || pull.head === head) && (request.query.state === 'all' || pull.state === 'open'));
      return { status: 200, body: found.map(shown).reverse() };
    },
    'pulls/create': ({ request }) => {
      const { head, base: target, title, body, draft } = request.requestBody as MockPull;
      if (!hasBranch(head) || !hasBranch(target)) return refused(`${hasBranch(head) ? 'base' : 'head'} is invalid`);
      if (pulls.some((pull) => pull.head === head && pull.state === 'open'))
        return refused(`A pull request already exists for acme:${head}.`);
      if (repository.git('rev-list', '--count', `${target}..${head}`) === '0') return refused(`No commits between ${target} and ${head}`);
      const pull: MockPull = {
        number: pulls.length + 1,
        head,
        base: target,
        title,
        body,
        draft: draft ?? false,
        state: 'open',
        merged_at: null,
        comments: [],
      };
      pulls.push(pull);
      return { status: 201, body: shown(pull) };
    },
    'pulls/update': (context) => {
      const pull = pulls[numberOf(context, 'pull_number') - 1] as MockPull;
      pull.state = (context.request.requestBody as { state?: 'closed' }).state ?? pull.state;
      return { status: 200, body: shown(pull) };
    },
    'issues/list-comments': (context) => {
      const { per_page: size = 30, page = 1 } = context.request.query as { per_page?: number; page?: number };
      const number = numberOf(context, 'issue_number');
      const all = pulls[number - 1]?.comments.map((_, index) => commentOf(number, index)) ?? [];
      return { status: 200, body: all.slice((Number(page) - 1) * Number(size), Number(page) * Number(size)) };
    },
    'issues/update-comment': (context) => {
      const id = numberOf(context, 'comment_id');
      const pull = pulls[Math.floor(id / 1_000) - 1] as MockPull;
      pull.comments[id % 1_000] = (context.request.requestBody as { body: string }).body;
      return { status: 200, body: commentOf(pull.number, id % 1_000) };
    },
    'issues/create-comment': (context) => {
      const { comments = [], number = 0 } = pulls[numberOf(context, 'issue_number') - 1] ?? {};
      comments.push((context.request.requestBody as { body: string }).body);
      byApp.add(number * 1_000 + comments.length - 1);
      return { status: 201, body: {} };
    },
    'apps/get-repo-installation': () => ({ status: 200, body: { id: 77 } }),
    'apps/create-installation-access-token': () => ({
      status: 201,
      body: { token: options.token, expires_at: new Date(Date.now() + 3_600_000).toISOString() },
    }),
  };

  const api = new OpenAPIBackend({
    definition: gitHubSlice,
    ajvOpts: { strict: false, coerceTypes: true, formats: { uri: true } },
    quick: false,
  });
  for (const [operation, handle] of Object.entries(handlers)) {
    api.register(operation, async (context: Context, request: IncomingMessage, response: ServerResponse) => {
      requests.push({ operation, at: Date.now(), headers: request.headers, url: request.url ?? '' });
      judgeHeaders(operation, request);
      const problem = problems.get(operation)?.shift();
      if (problem === 'silence') return;
      const hold = typeof problem === 'object' && 'held' in problem ? problem : undefined;
      if (hold?.holds === 'work') await hold.held;
      if (typeof problem === 'object' && 'status' in problem)
        return sendJson(response, problem.status, problem.body ?? { message: 'scripted' }, problem.headers);
      const { status, body, headers } = handle(context);
      if (problem === 'cut-after') return void response.destroy();
      if (hold?.holds === 'answer') await hold.held;
      const judged = api.validateResponse(body, operation, status);
      if (judged.errors) contractErrors.push(`answer of ${operation}: ${JSON.stringify(judged.errors)}`);
      sendJson(response, status, body, headers);
    });
  }
  const judgeHeaders = (operation: string, { headers }: IncomingMessage) => {
    if (!headers['user-agent']) contractErrors.push(`${operation}: no User-Agent`);
    if (headers.accept !== 'application/vnd.github+json') contractErrors.push(`${operation}: Accept ${headers.accept}`);
    if (operation.startsWith('apps/')) {
      const [head = '', claim = '', signature = ''] = headers.authorization?.replace('Bearer ', '').split('.') ?? [];
      const isSigned = createVerify('RSA-SHA256')
        .update(`${head}.${claim}`)
        .verify(options.appPublicKey ?? '', signature, 'base64url');
      const { exp, iat } = JSON.parse(Buffer.from(claim, 'base64url').toString());
      if (!isSigned || exp - iat > 600 || exp < Date.now() / 1000) contractErrors.push(`${operation}: bad claim`);
    } else if (headers.authorization !== `Bearer ${options.token}`) contractErrors.push(`${operation}: bad token`);
  };

  const host = await serveDescribedHost({
    api,
    repositoryPath: repository.path,
    user: 'x-access-token',
    token: options.token,
    contractErrors,
  });
  base = host.url;
  return Object.assign(host, { pulls, contractErrors, requests, problems });
}
