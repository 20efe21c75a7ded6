/** A client of the API as tests need it: every answer with its status, headers and text, and nothing thrown for a refusal. */
import type { JobRecord, JobStatus } from '../../../../src/model/agent/job.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; throws when it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly json: any;
}

export interface Client {
  readonly url: string;
  request(method: string, path: string, options?: { body?: string; headers?: Record<string, string> }): Promise<Reply>;
  create(prompt: unknown, headers?: Record<string, string>): Promise<Reply>;
  job(id: string, rest?: string, headers?: Record<string, string>): Promise<Reply>;
  post(id: string, action: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  /** Reads the job until it is in one of these states. The longer it takes, the longer the pauses are. */
  until(id: string, statuses?: readonly JobStatus[], withinMs?: number): Promise<JobRecord>;
}

/** Every reply of every client, for checks over all of them. */
export const witnesses = new Set<(request: { method: string; path: string }, reply: Reply) => void>();

export function createClient(url: string, key: string | undefined, project = 'docs'): Client {
  const request: Client['request'] = async (method, path, { body, headers = {} } = {}) => {
    const response = await fetch(url + path, {
      method,
      ...(body === undefined ? {} : { body }),
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      redirect: 'manual',
      signal: AbortSignal.timeout(60_000),
    });
    const text = await response.text();
    const reply: Reply = {
      status: response.status,
      headers: response.headers,
      text,
      get json() {
        return JSON.parse(text);
      },
    };
    for (const witness of witnesses) witness({ method, path }, reply);
    return reply;
  };
  const base = `/v2/agent/${project}`;
  const client: Client = {
    url,
    request,
    create: (prompt, headers = {}) => request('POST', `${base}/job`, { body: JSON.stringify({ prompt }), headers }),
    job: (id, rest = '', headers = {}) => request('GET', `${base}/job/${id}${rest && `/${rest}`}`, { headers }),
    post: (id, action, body, headers = {}) =>
      request('POST', `${base}/job/${id}/${action}`, { ...(body === undefined ? {} : { body: JSON.stringify(body) }), headers }),
    async until(id, statuses = ['completed', 'failed', 'archived'], withinMs = 60_000) {
      const begin = performance.now();
      for (;;) {
        const reply = await client.job(id).catch(() => undefined);
        const record: JobRecord | undefined = reply?.status === 200 ? reply.json : undefined;
        if (record && statuses.includes(record.status)) return record;
        const passed = performance.now() - begin;
        if (passed > withinMs) throw new Error(`job ${id} is ${record?.status ?? `not readable (${reply?.status})`} after ${withinMs} ms`);
        await new Promise((resolve) => setTimeout(resolve, Math.min(Math.max(30, passed / 10), 300)));
      }
    },
  };
  return client;
}
