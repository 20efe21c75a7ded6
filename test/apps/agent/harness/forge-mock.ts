/**
 * GitLab and Gitea (which Forgejo is like) on 127.0.0.1: their API, every request and answer judged by the description, and their git
 * over HTTP. Requests for changes are kept in one list; each host says them in its own words.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Context, OpenAPIBackend } from 'openapi-backend';
import type { RemoteHost } from '../../../../src/model/agent/code-hosts.ts';
import { type DescribedHost, sendJson, serveDescribedHost } from './described-host.ts';
import { giteaSlice } from './gitea-slice.ts';
import { gitLabSlice } from './gitlab-slice.ts';
import type { TestRepository } from './repository.ts';

/** Every code host with an API, except GitHub, which has its own mock. */
export type ForgeKind = Exclude<RemoteHost, 'github'>;

export interface ForgeRequest {
  readonly number: number;
  readonly head: string;
  readonly base: string;
  readonly title: string;
  readonly body: string;
  state: 'open' | 'closed' | 'merged';
  readonly comments: string[];
}

/** Instead of the answer: a status with headers, or the answer made and then the connection cut. */
export type ForgeProblem =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown }
  | 'cut-after';

export interface ForgeMock extends DescribedHost {
  readonly pulls: ForgeRequest[];
  /** What did not match the description; must stay empty. */
  readonly contractErrors: string[];
  /** Operation and time of each request that the description knows. */
  readonly requests: { readonly operation: string; readonly at: number }[];
  /** Faults by operation (`list`, `create`, `update`, `comment`), used up one by one. */
  readonly problems: Map<string, ForgeProblem[]>;
}

type Answer = { readonly status: number; readonly body: unknown };

export async function startForge(kind: ForgeKind, repository: TestRepository, token: string): Promise<ForgeMock> {
  const words = forges[kind];
  const pulls: ForgeRequest[] = [];
  const contractErrors: string[] = [];
  const requests: ForgeMock['requests'] = [];
  const problems = new Map<string, ForgeProblem[]>();
  let base = '';

  const handlers: Record<string, (context: Context) => Answer> = {
    list({ request: { query } }) {
      const found = pulls.filter((pull) => query.source_branch === undefined || pull.head === query.source_branch).reverse();
      const size = Number(query.per_page ?? query.limit ?? 20);
      const start = (Number(query.page ?? 1) - 1) * size;
      return { status: 200, body: found.slice(start, start + size).map((pull) => words.shown(pull, base)) };
    },
    create({ request: { requestBody } }) {
      const asked = words.asked(requestBody);
      if (!repository.branches().includes(asked.head)) return { status: 404, body: { message: 'The target could not be found.' } };
      if (pulls.some(({ head, state: own }) => head === asked.head && own === 'open')) return words.exists;
      const pull: ForgeRequest = { ...asked, number: pulls.length + 1, state: 'open', comments: [] };
      pulls.push(pull);
      return { status: 201, body: words.shown(pull, base) };
    },
    update({ request: { params, requestBody } }) {
      const pull = pulls[Number(params.merge_request_iid ?? params.index) - 1] as ForgeRequest;
      if (words.closes(requestBody)) pull.state = 'closed';
      return { status: words.updated, body: words.shown(pull, base) };
    },
    comment({ request: { params, requestBody } }) {
      pulls[Number(params.merge_request_iid ?? params.index) - 1]?.comments.push((requestBody as { body: string }).body);
      return { status: 201, body: {} };
    },
  };

  const api = new OpenAPIBackend({
    definition: words.slice,
    ajvOpts: { strict: false, coerceTypes: true, formats: { uri: true, 'date-time': true } },
    quick: false,
  });
  for (const [operation, handle] of Object.entries(handlers)) {
    api.register(operation, (context: Context, request: IncomingMessage, response: ServerResponse) => {
      requests.push({ operation, at: Date.now() });
      if (!request.headers['user-agent']) contractErrors.push(`${operation}: no User-Agent`);
      if (request.headers[words.header] !== `${words.scheme}${token}`) return sendJson(response, 401, { message: '401 Unauthorized' });
      const problem = problems.get(operation)?.shift();
      if (typeof problem === 'object') return sendJson(response, problem.status, problem.body ?? { message: 'scripted' }, problem.headers);
      const { status, body } = handle(context);
      if (problem === 'cut-after') return void response.destroy();
      const judged = status < 404 || status === 409 ? api.validateResponse(body, operation, status) : undefined;
      if (judged?.errors) contractErrors.push(`answer of ${operation}: ${JSON.stringify(judged.errors)}`);
      sendJson(response, status, body);
    });
  }
  const host = await serveDescribedHost({
    api,
    repositoryPath: repository.path,
    user: words.user,
    token,
    contractErrors,
    parameters: words.parameters,
  });
  base = host.url;
  return Object.assign(host, { pulls, contractErrors, requests, problems });
}

/** What is said differently by each host. */
interface Words {
  /** Path of its pages of pull requests, which the number follows. */
  readonly pullPath: string;
  /** What it puts before the title of a draft. */
  readonly draft: string;
  readonly slice: typeof gitLabSlice;
  /** Of its lists. */
  readonly parameters: readonly string[];
  readonly header: string;
  readonly scheme: string;
  /** The user that git signs in as. */
  readonly user: string;
  readonly exists: Answer;
  /** Status of an update. */
  readonly updated: number;
  asked(body: unknown): Pick<ForgeRequest, 'head' | 'base' | 'title' | 'body'>;
  closes(body: unknown): boolean;
  shown(pull: ForgeRequest, base: string): unknown;
}

const gitLabWords: Words = {
  pullPath: '/acme/docs/-/merge_requests/',
  draft: 'Draft: ',
  slice: gitLabSlice,
  parameters: ['state', 'source_branch', 'target_branch', 'order_by', 'sort', 'per_page', 'page'],
  header: 'private-token',
  scheme: '',
  user: 'oauth2',
  exists: { status: 409, body: { message: ['Another open merge request already exists for this source branch: !1'] } },
  updated: 200,
  asked(body) {
    const { source_branch, target_branch, title, description } = body as Record<string, string>;
    return { head: source_branch ?? '', base: target_branch ?? '', title: title ?? '', body: description ?? '' };
  },
  closes: (body) => (body as { state_event?: string }).state_event === 'close',
  shown: ({ number, head, base, title, state }, url) => ({
    id: number + 1_000,
    iid: number,
    web_url: `${url}${gitLabWords.pullPath}${number}`,
    state: state === 'open' ? 'opened' : state,
    source_branch: head,
    target_branch: base,
    title,
  }),
};

const giteaWords: Words = {
  pullPath: '/acme/docs/pulls/',
  draft: 'WIP: ',
  slice: giteaSlice,
  parameters: ['state', 'sort', 'page', 'limit'],
  header: 'authorization',
  scheme: 'token ',
  user: 'docsgen',
  exists: { status: 409, body: { message: 'pull request already exists for these targets [id: 1]', url: '' } },
  updated: 201,
  asked(body) {
    const { head, base, title, body: text } = body as Record<string, string>;
    return { head: head ?? '', base: base ?? '', title: title ?? '', body: text ?? '' };
  },
  closes: (body) => (body as { state?: string }).state === 'closed',
  shown: ({ number, head, base, title, state }, url) => ({
    number,
    html_url: `${url}${giteaWords.pullPath}${number}`,
    state: state === 'open' ? 'open' : 'closed',
    merged: state === 'merged',
    title,
    head: { ref: head, label: head },
    base: { ref: base, label: base },
  }),
};

/** A mock for each code host: the compiler asks for one when a host is added to `model/agent/code-hosts.ts`. */
export const forges: Readonly<Record<ForgeKind, Words>> = { gitlab: gitLabWords, gitea: giteaWords };
