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
import { cursorOf, placeOf } from './list-cursor.ts';
import type { Answer, Call, Operation } from './operation.ts';
import { Refusal, refusals } from './problem.ts';
import { detailSchema, eventListSchema, instructionSchema, jobListSchema, jobSchema, promptLimit } from './schemas.ts';

const jobPath = '/v2/agent/{projectId}/job/{id}';

const createOperation: Operation = {
  method: 'POST',
  path: '/v2/agent/{projectId}/job',
  id: 'createAgentJob',
  summary: 'Create agent job',
  description: 'Accepts an instruction. The agent works on it in the background; read the job again until its status is not `active`.',
  scope: 'write',
  body: instructionSchema,
  requestHeaders: ['Idempotency-Key'],
  answers: {
    201: {
      description: 'The job. It is stored before this is answered.',
      schema: jobSchema,
      headers: ['Location', 'RateLimit', 'RateLimit-Policy', 'Idempotent-Replay'],
    },
  },
  problems: [400, 413, 415, 422, 429],
  async handle(call, { store, wakeWorkers }) {
    const accepted = await createJob(store, call.project, instructionOf(call));
    const answer = answerOf(accepted, 201);
    wakeWorkers();
    return { ...answer, headers: { ...answer.headers, location: `/v2/agent/${call.project.id}/job/${(answer.body as JobRecord).id}` } };
  },
};

const getOperation: Operation = {
  method: 'GET',
  path: jobPath,
  id: 'getAgentJob',
  summary: 'Get agent job',
  description:
    'The job as it is now. While it is active, `Retry-After` says when to ask again; with `If-None-Match` an unchanged job costs no body.',
  scope: 'read',
  requestHeaders: ['If-None-Match'],
  answers: {
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
    const known = call.header('if-none-match');
    if (known !== undefined && (known === '*' || known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)))
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
    'A follow-up on the same branch and the same pull request. A job at work takes it after its current turn. When the pull request could not be opened, a message tries only that again.',
  scope: 'write',
  body: instructionSchema,
  requestHeaders: ['Idempotency-Key'],
  answers: {
    200: { description: 'The job, active again.', schema: jobSchema, headers: ['RateLimit', 'RateLimit-Policy', 'Idempotent-Replay'] },
  },
  problems: [400, 409, 413, 415, 422, 429],
  async handle(call, { store, wakeWorkers }) {
    const accepted = await messageJob(store, call.project.id, call.jobId, instructionOf(call));
    if (accepted.kind === 'conflict') throw conflict(accepted);
    wakeWorkers();
    return answerOf(accepted, 200);
  },
};

const updateOperation: Operation = {
  method: 'POST',
  path: `${jobPath}/update`,
  id: 'updateAgentJob',
  summary: 'Update from base',
  description:
    'Brings the branch of the job up to the branch that it is to be merged into, on the same pull request. The agent is asked only where both changed the same places; conflicts that it leaves fail the job as `merge_conflict`. Counts as a message. Messages do this by themselves.',
  scope: 'write',
  requestHeaders: ['Idempotency-Key'],
  answers: {
    200: { description: 'The job, active again.', schema: jobSchema, headers: ['RateLimit', 'RateLimit-Policy', 'Idempotent-Replay'] },
  },
  problems: [400, 409, 422, 429],
  async handle(call, { store, wakeWorkers }) {
    const accepted = await updateJob(store, call.project.id, call.jobId, idempotencyKeyOf(call));
    if (accepted.kind === 'conflict') throw conflict(accepted);
    wakeWorkers();
    return answerOf(accepted, 200);
  },
};

const cancelOperation: Operation = {
  method: 'POST',
  path: `${jobPath}/cancel`,
  id: 'cancelAgentJob',
  summary: 'Cancel agent job',
  description: 'Ends an active job as `failed` with the code `cancelled`. A pull request that is on its way is closed again.',
  scope: 'write',
  answers: { 200: { description: 'The job.', schema: jobSchema } },
  problems: [409],
  handle: async (call, { store }) => recordAnswer(await cancelJob(store, call.project.id, call.jobId)),
};

const archiveOperation: Operation = {
  method: 'POST',
  path: `${jobPath}/archive`,
  id: 'archiveAgentJob',
  summary: 'Archive agent job',
  description: 'Puts a job away for good; an active one is stopped first. The pull request stays. Archiving again changes nothing.',
  scope: 'write',
  answers: { 200: { description: 'The job.', schema: jobSchema } },
  problems: [],
  handle: async (call, { store }) => recordAnswer(await archiveJob(store, call.project.id, call.jobId)),
};

const listQuery = z.object({
  status: z.enum(['active', 'completed', 'archived', 'failed']).optional().meta({ description: 'Only jobs in this state.' }),
  limit: z.coerce.number().int().min(1).max(100).default(20).meta({ description: 'Jobs on a page.' }),
  cursor: z.string().max(200).optional().meta({ description: '`nextCursor` of the page before.' }),
});

const listOperation: Operation = {
  method: 'GET',
  path: '/v2/agent/{projectId}/jobs',
  id: 'listAgentJobs',
  summary: 'List agent jobs',
  description: 'Jobs of the project, newest first.',
  scope: 'read',
  query: listQuery,
  answers: { 200: { description: 'A page of jobs.', schema: jobListSchema } },
  problems: [400],
  async handle(call, { store }) {
    const { status, limit, cursor } = queryOf(listQuery, call);
    const after = cursor === undefined ? undefined : placeOf(cursor);
    if (cursor !== undefined && !after) throw refusals.invalidRequest('cursor', '"cursor" must be `nextCursor` of a page.');
    const rows = await store.read((session) => listJobs(session, { projectIds: [call.project.id], status, after, limit: limit + 1 }));
    const jobs = rows.slice(0, limit);
    const last = rows.length > limit ? jobs.at(-1) : undefined;
    return { status: 200, body: { jobs: jobs.map(jobRecord), nextCursor: last ? cursorOf(last) : null } };
  },
};

const detailOperation: Operation = {
  method: 'GET',
  path: `${jobPath}/detail`,
  id: 'getAgentJobDetail',
  summary: 'Get detail',
  description: 'How far the job is, why it failed, what it used, what it changed and what the documentation check says.',
  scope: 'read',
  answers: { 200: { description: 'The detail.', schema: detailSchema } },
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
  summary: 'Get diff',
  description: 'The unified diff of the last turn, as soon as there is a commit. Empty when nothing was changed.',
  scope: 'read',
  answers: { 200: { description: 'The diff.', types: ['text/x-diff'] } },
  problems: [],
  async handle(call, { store }) {
    const row = await store.read((session) => findJob(session, call.project.id, call.jobId));
    if (!row) throw refusals.notFound();
    return { status: 200, body: row.diff ?? '', type: 'text/x-diff; charset=utf-8' };
  },
};

/** Numbers of events are stored in 32 bits. */
const maxEvents = 2_147_483_647;

const eventsQuery = z.object({
  after: z.coerce
    .number()
    .int()
    .min(0)
    .max(maxEvents)
    .default(0)
    .meta({ description: 'Only events with a greater id. Streams take `Last-Event-ID` first.' }),
  limit: z.coerce.number().int().min(1).max(1000).default(100).meta({ description: 'Events on a page of JSON.' }),
});

const eventsOperation: Operation = {
  method: 'GET',
  path: `${jobPath}/events`,
  id: 'getAgentJobEvents',
  summary: 'Get events',
  description:
    'What happened, in order: as a stream of server-sent events that ends with the job and resumes by `Last-Event-ID`, or as a page when JSON is accepted.',
  scope: 'read',
  query: eventsQuery,
  requestHeaders: ['Last-Event-ID'],
  answers: {
    200: { description: 'Events.', schema: eventListSchema, types: ['application/json', 'text/event-stream'] },
    204: { description: 'The job has ended and the client has all of its events.' },
  },
  problems: [400],
  async handle(call, surroundings) {
    const { store } = surroundings;
    const { after, limit } = queryOf(eventsQuery, call);
    const { job } = call;
    if (!job) throw refusals.notFound();
    const accepted = call.header('accept') ?? '';
    if (accepted.includes('json') && !accepted.includes('text/event-stream')) {
      const events = await store.read((session) => eventsAfter(session, job.id, after, limit));
      return { status: 200, body: { events: events.map(eventBody) } };
    }
    const named = call.header('last-event-id') || undefined;
    const last = named === undefined ? after : Number(named);
    if (named !== undefined && !(/^\d{1,10}$/.test(named) && last <= maxEvents))
      throw refusals.invalidRequest('Last-Event-ID', 'Last-Event-ID must be the id of an event.');
    const there = await store.read((session) => lastEvents(session, [job.id]));
    // Who waits for what comes after an event that never was would miss everything that comes before it.
    if (last > (there.get(job.id)?.seq ?? 0))
      throw refusals.invalidRequest(named === undefined ? 'after' : 'Last-Event-ID', 'The job has no event with this id yet.');
    if (job.status !== 'active' && (await store.read((session) => eventsAfter(session, job.id, last, 1))).length === 0)
      return { status: 204 };
    return {
      status: 200,
      stream: (response) =>
        streamEvents(response, { projectId: call.project.id, id: job.id }, last, { ...surroundings, keyId: call.key.id }),
    };
  },
};

/** In the order of the description (docs-json-spec 16, and what goes beyond it). */
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

/** The instruction in a request: its prompt and its Idempotency-Key, both checked. */
function instructionOf(call: Call): { prompt: string; idempotencyKey: string | undefined } {
  const { prompt } = call.body;
  if (typeof prompt !== 'string' || prompt === '')
    throw refusals.invalidRequest('prompt', '"prompt" must be a text of at least one character.');
  if (prompt.trim() === '') throw refusals.invalidRequest('prompt', '"prompt" holds only blanks.', 'prompt_blank');
  const characters = prompt.length > promptLimit ? [...prompt].length : 0;
  if (characters > promptLimit)
    throw refusals.invalidRequest('prompt', `"prompt" has ${characters} characters; ${promptLimit} are allowed.`, 'prompt_too_long');
  if (!prompt.isWellFormed() || prompt.includes('\0'))
    throw refusals.invalidRequest('prompt', '"prompt" holds a character that no text has: NUL, or half of a surrogate pair.');
  return { prompt, idempotencyKey: idempotencyKeyOf(call) };
}

function idempotencyKeyOf(call: Call): string | undefined {
  const idempotencyKey = call.header('idempotency-key');
  if (idempotencyKey !== undefined && !/^[\x21-\x7e]{1,255}$/.test(idempotencyKey))
    throw refusals.invalidRequest('Idempotency-Key', 'Idempotency-Key must be 1 to 255 printable characters without blanks.');
  return idempotencyKey;
}

function answerOf(accepted: Accepted, status: number): Answer {
  if (accepted.kind === 'absent') throw refusals.notFound();
  if (accepted.kind === 'key-reused') throw refusals.keyReused();
  const headers = limitHeaders(accepted.allowance);
  if (accepted.kind === 'limited') throw rateLimited(accepted.allowance, headers);
  return { status, body: accepted.record, headers: accepted.kind === 'replayed' ? { ...headers, 'idempotent-replay': 'true' } : headers };
}

/** draft-ietf-httpapi-ratelimit-headers-10, and the three older fields that many clients read. */
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
    detail: `The project has used its ${usesPerWindow} ${counted} of an hour. Try again in ${resetSeconds} s.`,
    headers: { ...headers, 'retry-after': String(resetSeconds) },
    members: { 'violated-policies': [counted] },
  });
}

function recordAnswer(result: JobRecord | Refused | undefined): Answer {
  if (!result) throw refusals.notFound();
  if ('kind' in result) throw conflict(result);
  return { status: 200, body: result };
}

function conflict({ code, message }: Refused): Refusal {
  return refusals.conflict(code, message);
}

/** Parameters that are counts: digits, where `Number` would also take `1e3`, `0x10` and nothing at all. */
const counts = ['limit', 'after'];

function queryOf<T extends z.ZodObject>(schema: T, call: Call): z.output<T> {
  for (const name of Object.keys(schema.shape)) {
    const value = call.query[name];
    if (Array.isArray(value)) throw refusals.invalidRequest(name, `"${name}" stands more than once in the query.`);
    if (counts.includes(name) && typeof value === 'string' && !/^\d{1,15}$/.test(value))
      throw refusals.invalidRequest(name, `"${name}" must be a whole number.`);
  }
  const parsed = schema.safeParse(call.query);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues as [z.core.$ZodIssue];
  const name = String(issue.path[0]);
  throw refusals.invalidRequest(name, `"${name}" ${expectationOf(issue)}.`);
}

/** What a parameter must be, from the schema that refused it. */
function expectationOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`;
    case 'too_small':
      return `must be ${issue.minimum} or more`;
    case 'too_big':
      return issue.origin === 'string' ? `may have ${issue.maximum} characters at most` : `must be ${issue.maximum} or less`;
    default:
      return 'is not valid';
  }
}
