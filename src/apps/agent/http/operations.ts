/** The operations of the API. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { JobRecord } from '../../../model/agent/job.ts';
import { eventsAfter, findJob, lastEvents, listJobs, turnsOf } from '../../../platform/store/jobs.ts';
import { jobRecord } from '../jobs/job-record.ts';
import { type Allowance, usesPerWindow, windowMs } from '../jobs/limits.ts';
import { type Accepted, archiveJob, cancelJob, createJob, messageJob, type Refused, updateJob } from '../jobs/requests.ts';
import { eventBody, streamEvents } from './event-stream.ts';
import { jobDetail } from './job-detail.ts';
import { decodeCursor, encodeCursor } from './list-cursor.ts';
import type { Call, Operation, OperationResponse } from './operation.ts';
import { Refusal, refusals } from './problem.ts';
import { detailSchema, eventListSchema, instructionSchema, jobListSchema, jobSchema, promptLimit } from './schemas.ts';

const jobPath = '/v2/agent/{projectId}/job/{id}';

const createOperation: Operation = {
  method: 'POST',
  path: '/v2/agent/{projectId}/job',
  id: 'createAgentJob',
  summary: 'Create agent job',
  description: 'Creates a job from an instruction. The agent works in the background; poll the job until its status is not `active`.',
  scope: 'write',
  body: instructionSchema,
  requestHeaders: ['Idempotency-Key'],
  responses: {
    201: {
      description: 'The job. It is stored before the response is sent.',
      schema: jobSchema,
      headers: ['Location', 'RateLimit', 'RateLimit-Policy', 'Idempotent-Replay'],
    },
  },
  problems: [400, 413, 415, 422, 429],
  async handle(call, { store, wakeWorkers }) {
    const accepted = await createJob(store, call.project, instructionOf(call));
    const response = responseOf(accepted, 201);
    wakeWorkers();
    return {
      ...response,
      headers: { ...response.headers, location: `/v2/agent/${call.project.id}/job/${(response.body as JobRecord).id}` },
    };
  },
};

const getOperation: Operation = {
  method: 'GET',
  path: jobPath,
  id: 'getAgentJob',
  summary: 'Get agent job',
  description:
    'Returns the current state of the job. While it is active, `Retry-After` says when to poll again. With `If-None-Match`, an unchanged job returns 304 without a body.',
  scope: 'read',
  requestHeaders: ['If-None-Match'],
  responses: {
    200: { description: 'The job.', schema: jobSchema, headers: ['ETag', 'Retry-After'] },
    304: { description: 'Unchanged.', headers: ['ETag'] },
  },
  problems: [],
  async handle(call) {
    const { job } = call;
    if (!job) throw refusals.notFound();
    const body = JSON.stringify(jobRecord(job));
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    const headers = { etag, 'cache-control': 'private, no-cache', ...(job.status === 'active' ? { 'retry-after': '2' } : {}) };
    const ifNoneMatch = call.header('if-none-match');
    if (ifNoneMatch !== undefined && (ifNoneMatch === '*' || ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)))
      return { status: 304, headers };
    return { status: 200, headers, body, type: 'application/json' };
  },
};

const messageOperation: Operation = {
  method: 'POST',
  path: `${jobPath}/message`,
  id: 'sendAgentJobMessage',
  summary: 'Send message',
  description:
    'Sends a follow-up instruction for the same branch and pull request. An active job handles it after its current turn. If the pull request could not be opened, a message retries only that step.',
  scope: 'write',
  body: instructionSchema,
  requestHeaders: ['Idempotency-Key'],
  responses: {
    200: { description: 'The job, active again.', schema: jobSchema, headers: ['RateLimit', 'RateLimit-Policy', 'Idempotent-Replay'] },
  },
  problems: [400, 409, 413, 415, 422, 429],
  async handle(call, { store, wakeWorkers }) {
    const accepted = await messageJob(store, call.project.id, call.jobId, instructionOf(call));
    if (accepted.kind === 'conflict') throw conflict(accepted);
    wakeWorkers();
    return responseOf(accepted, 200);
  },
};

const updateOperation: Operation = {
  method: 'POST',
  path: `${jobPath}/update`,
  id: 'updateAgentJob',
  summary: 'Update from base',
  description:
    'Merges the base branch into the branch of the job, on the same pull request. The agent runs only to resolve conflicts; if any remain, the job fails with `merge_conflict`. Counts as a message. Messages update the branch automatically.',
  scope: 'write',
  requestHeaders: ['Idempotency-Key'],
  responses: {
    200: { description: 'The job, active again.', schema: jobSchema, headers: ['RateLimit', 'RateLimit-Policy', 'Idempotent-Replay'] },
  },
  problems: [400, 409, 422, 429],
  async handle(call, { store, wakeWorkers }) {
    const accepted = await updateJob(store, call.project.id, call.jobId, idempotencyKeyOf(call));
    if (accepted.kind === 'conflict') throw conflict(accepted);
    wakeWorkers();
    return responseOf(accepted, 200);
  },
};

const cancelOperation: Operation = {
  method: 'POST',
  path: `${jobPath}/cancel`,
  id: 'cancelAgentJob',
  summary: 'Cancel agent job',
  description: 'Ends an active job as `failed` with the code `cancelled`. If a pull request is being opened, it is closed again.',
  scope: 'write',
  responses: { 200: { description: 'The job.', schema: jobSchema } },
  problems: [409],
  handle: async (call, { store }) => recordResponse(await cancelJob(store, call.project.id, call.jobId)),
};

const archiveOperation: Operation = {
  method: 'POST',
  path: `${jobPath}/archive`,
  id: 'archiveAgentJob',
  summary: 'Archive agent job',
  description:
    'Archives a job permanently; an active job is stopped first. The pull request stays open. Archiving an archived job has no effect.',
  scope: 'write',
  responses: { 200: { description: 'The job.', schema: jobSchema } },
  problems: [],
  handle: async (call, { store }) => recordResponse(await archiveJob(store, call.project.id, call.jobId)),
};

const listQuery = z.object({
  status: z.enum(['active', 'completed', 'archived', 'failed']).optional().meta({ description: 'Return only jobs with this status.' }),
  limit: z.coerce.number().int().min(1).max(100).default(20).meta({ description: 'Maximum number of jobs on a page.' }),
  cursor: z.string().max(200).optional().meta({ description: '`nextCursor` of the previous page.' }),
});

const listOperation: Operation = {
  method: 'GET',
  path: '/v2/agent/{projectId}/jobs',
  id: 'listAgentJobs',
  summary: 'List agent jobs',
  description: 'Lists the jobs of the project, newest first.',
  scope: 'read',
  query: listQuery,
  responses: { 200: { description: 'A page of jobs.', schema: jobListSchema } },
  problems: [400],
  async handle(call, { store }) {
    const { status, limit, cursor } = queryOf(listQuery, call);
    const after = cursor === undefined ? undefined : decodeCursor(cursor);
    if (cursor !== undefined && !after) throw refusals.invalidRequest('cursor', '"cursor" must be the `nextCursor` of a page.');
    const rows = await store.read((session) => listJobs(session, { projectIds: [call.project.id], status, after, limit: limit + 1 }));
    const jobs = rows.slice(0, limit);
    const last = rows.length > limit ? jobs.at(-1) : undefined;
    return { status: 200, body: { jobs: jobs.map(jobRecord), nextCursor: last ? encodeCursor(last) : null } };
  },
};

const detailOperation: Operation = {
  method: 'GET',
  path: `${jobPath}/detail`,
  id: 'getAgentJobDetail',
  summary: 'Get job detail',
  description:
    'Returns the progress of the job, the reason for a failure, its usage, the changed files and the result of the documentation check.',
  scope: 'read',
  responses: { 200: { description: 'The detail.', schema: detailSchema } },
  problems: [],
  async handle(call, { store }) {
    const row = await store.read((session) => findJob(session, call.project.id, call.jobId));
    if (!row) throw refusals.notFound();
    return { status: 200, body: jobDetail(row, await store.read((session) => turnsOf(session, row.id)), call.project.price) };
  },
};

const diffOperation: Operation = {
  method: 'GET',
  path: `${jobPath}/diff`,
  id: 'getAgentJobDiff',
  summary: 'Get job diff',
  description: 'Returns the unified diff of the last turn. Empty until there is a commit, and when nothing was changed.',
  scope: 'read',
  responses: { 200: { description: 'The diff.', types: ['text/x-diff'] } },
  problems: [],
  async handle(call, { store }) {
    const row = await store.read((session) => findJob(session, call.project.id, call.jobId));
    if (!row) throw refusals.notFound();
    return { status: 200, body: row.diff ?? '', type: 'text/x-diff; charset=utf-8' };
  },
};

/** Event ids are stored in 32 bits. */
const maxEvents = 2_147_483_647;

const eventsQuery = z.object({
  after: z.coerce
    .number()
    .int()
    .min(0)
    .max(maxEvents)
    .default(0)
    .meta({ description: 'Return only events with a greater ID. In streams, `Last-Event-ID` takes precedence.' }),
  limit: z.coerce.number().int().min(1).max(1000).default(100).meta({ description: 'Maximum number of events in a JSON response.' }),
});

const eventsOperation: Operation = {
  method: 'GET',
  path: `${jobPath}/events`,
  id: 'getAgentJobEvents',
  summary: 'Get job events',
  description:
    'Returns the events of the job in order. By default, the response is a stream of server-sent events that ends with the job; `Last-Event-ID` resumes it. If the client accepts JSON, the response is a page of events.',
  scope: 'read',
  query: eventsQuery,
  requestHeaders: ['Last-Event-ID'],
  responses: {
    200: { description: 'The events.', schema: eventListSchema, types: ['application/json', 'text/event-stream'] },
    204: { description: 'The job has ended and the client has all its events.' },
  },
  problems: [400],
  async handle(call, context) {
    const { store } = context;
    const { after, limit } = queryOf(eventsQuery, call);
    const { job } = call;
    if (!job) throw refusals.notFound();
    const accepted = call.header('accept') ?? '';
    if (accepted.includes('json') && !accepted.includes('text/event-stream')) {
      const events = await store.read((session) => eventsAfter(session, job.id, after, limit));
      return { status: 200, body: { events: events.map(eventBody) } };
    }
    const lastEventId = call.header('last-event-id') || undefined;
    const last = lastEventId === undefined ? after : Number(lastEventId);
    if (lastEventId !== undefined && !(/^\d{1,10}$/.test(lastEventId) && last <= maxEvents))
      throw refusals.invalidRequest('Last-Event-ID', 'Last-Event-ID must be the ID of an event.');
    const lastSeq = await store.read((session) => lastEvents(session, [job.id]));
    // A client that waits for events after an id that does not exist yet would miss all events up to that id.
    if (last > (lastSeq.get(job.id)?.seq ?? 0))
      throw refusals.invalidRequest(lastEventId === undefined ? 'after' : 'Last-Event-ID', 'The job has no event with this ID yet.');
    if (job.status !== 'active' && (await store.read((session) => eventsAfter(session, job.id, last, 1))).length === 0)
      return { status: 204 };
    return {
      status: 200,
      stream: (response) => streamEvents(response, { projectId: call.project.id, id: job.id }, last, { ...context, keyId: call.key.id }),
    };
  },
};

/** In the order in which the description lists them. */
export const operations: readonly Operation[] = [
  createOperation,
  getOperation,
  messageOperation,
  updateOperation,
  cancelOperation,
  archiveOperation,
  listOperation,
  detailOperation,
  diffOperation,
  eventsOperation,
];

/** Validates and returns the prompt and the Idempotency-Key of a request. */
function instructionOf(call: Call): { prompt: string; idempotencyKey: string | undefined } {
  const { prompt } = call.body;
  if (typeof prompt !== 'string' || prompt === '')
    throw refusals.invalidRequest('prompt', '"prompt" must be a string of at least one character.');
  if (prompt.trim() === '') throw refusals.invalidRequest('prompt', '"prompt" contains only whitespace.', 'prompt_blank');
  const characters = prompt.length > promptLimit ? [...prompt].length : 0;
  if (characters > promptLimit)
    throw refusals.invalidRequest(
      'prompt',
      `"prompt" has ${characters} characters; at most ${promptLimit} are allowed.`,
      'prompt_too_long',
    );
  if (!prompt.isWellFormed() || prompt.includes('\0'))
    throw refusals.invalidRequest('prompt', '"prompt" contains a NUL character or an unpaired surrogate.');
  return { prompt, idempotencyKey: idempotencyKeyOf(call) };
}

function idempotencyKeyOf(call: Call): string | undefined {
  const idempotencyKey = call.header('idempotency-key');
  if (idempotencyKey !== undefined && !/^[\x21-\x7e]{1,255}$/.test(idempotencyKey))
    throw refusals.invalidRequest('Idempotency-Key', 'Idempotency-Key must be 1 to 255 printable ASCII characters without spaces.');
  return idempotencyKey;
}

function responseOf(accepted: Accepted, status: number): OperationResponse {
  if (accepted.kind === 'absent') throw refusals.notFound();
  if (accepted.kind === 'key-reused') throw refusals.keyReused();
  const headers = limitHeaders(accepted.allowance);
  if (accepted.kind === 'limited') throw rateLimited(accepted.allowance, headers);
  return { status, body: accepted.record, headers: accepted.kind === 'replayed' ? { ...headers, 'idempotent-replay': 'true' } : headers };
}

/** The fields of draft-ietf-httpapi-ratelimit-headers-10, and the three older fields that many clients read. */
function limitHeaders({ counted, remaining, resetSeconds }: Allowance): Readonly<Record<string, string>> {
  return {
    'ratelimit-policy': `"${counted}";q=${usesPerWindow};w=${windowMs / 1000}`,
    ratelimit: `"${counted}";r=${remaining};t=${resetSeconds}`,
    'ratelimit-limit': String(usesPerWindow),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(resetSeconds),
  };
}

function rateLimited({ counted, resetSeconds }: Allowance, headers: Readonly<Record<string, string>>): Refusal {
  return new Refusal({
    status: 429,
    code: 'rate_limited',
    type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
    detail: `The project has reached its limit of ${usesPerWindow} ${counted} per hour. Try again in ${resetSeconds} s.`,
    headers: { ...headers, 'retry-after': String(resetSeconds) },
    members: { 'violated-policies': [counted] },
  });
}

function recordResponse(result: JobRecord | Refused | undefined): OperationResponse {
  if (!result) throw refusals.notFound();
  if ('kind' in result) throw conflict(result);
  return { status: 200, body: result };
}

function conflict({ code, message }: Refused): Refusal {
  return refusals.conflict(code, message);
}

/** Integer parameters. Only digits are allowed; `Number` would also accept `1e3`, `0x10` and an empty string. */
const counts = ['limit', 'after'];

function queryOf<T extends z.ZodObject>(schema: T, call: Call): z.output<T> {
  for (const name of Object.keys(schema.shape)) {
    const value = call.query[name];
    if (Array.isArray(value)) throw refusals.invalidRequest(name, `The query has more than one "${name}".`);
    if (counts.includes(name) && typeof value === 'string' && !/^\d{1,15}$/.test(value))
      throw refusals.invalidRequest(name, `"${name}" must be a whole number.`);
  }
  const parsed = schema.safeParse(call.query);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues as [z.core.$ZodIssue];
  const name = String(issue.path[0]);
  throw refusals.invalidRequest(name, `"${name}" ${expectationOf(issue)}.`);
}

/** Describes what the schema that rejected a parameter expects. */
function expectationOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`;
    case 'too_small':
      return `must be ${issue.minimum} or more`;
    case 'too_big':
      return issue.origin === 'string' ? `must have at most ${issue.maximum} characters` : `must be ${issue.maximum} or less`;
    default:
      return 'is not valid';
  }
}
