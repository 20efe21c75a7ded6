/** The schemas of requests and responses. Requests are validated against them, and the OpenAPI description contains them. */
import { z } from 'zod';
import type { JobRecord } from '../../../model/agent/job.ts';

/** Maximum length of a prompt in code points, which is how `maxLength` in JSON Schema counts. */
export const promptLimit = 50_000;

const id = z.string().meta({ description: 'ID of the job.', examples: ['mq3k5wz7ynab2cdefghij4klmn'] });
const status = z.enum(['active', 'completed', 'archived', 'failed']).meta({ description: 'Poll until it is not `active`.' });
const time = z.iso.datetime().meta({ format: 'date-time' });

/** Exactly the members of the public API. */
export const jobSchema = z
  .object({
    id,
    status,
    source: z.object({
      repository: z.string().meta({ description: 'The repository that the job works on.' }),
      ref: z.string().meta({ description: 'The branch that the change is based on.' }),
    }),
    model: z.string().meta({ description: 'The model that the agent uses.', examples: ['anthropic/claude-sonnet-4-5'] }),
    prLink: z.url().nullable().meta({ description: 'The pull request. Null while the job is active, and if no file was changed.' }),
    createdAt: time,
    archivedAt: time.nullable(),
  })
  .meta({ id: 'AgentJob' }) satisfies z.ZodType<JobRecord>;

/** The body of requests that create a job or send it a message. */
export const instructionSchema = z
  .object({
    prompt: z
      .string()
      .min(1)
      .max(promptLimit)
      .meta({
        description: 'What the agent should do, in plain language. Must not be only whitespace.',
        examples: ['Add a quickstart for Python'],
      }),
  })
  .meta({ id: 'Instruction', description: 'An instruction for the agent.' });

/** A page of jobs, newest first. */
export const jobListSchema = z
  .object({
    jobs: z.array(jobSchema),
    nextCursor: z.string().nullable().meta({ description: 'Pass it as `cursor` to get the next page; null on the last page.' }),
  })
  .meta({ id: 'AgentJobList', description: 'Jobs of a project, newest first.' });

/** What the public job object does not contain: progress, cost and changes. */
export const detailSchema = z
  .object({
    stage: z.enum(['queued', 'working', 'committed', 'pushed', 'opened', 'done']),
    attempt: z.int().meta({ description: 'Number of attempts of the current turn.' }),
    failure: z
      .object({ code: z.string(), message: z.string() })
      .nullable()
      .meta({ description: 'Why the job failed. While the job is active: that it is waiting because the disk of the service is full.' }),
    usage: z.object({
      inputTokens: z.int(),
      cachedTokens: z.int().meta({ description: 'The part of `inputTokens` that came from the cache of the provider.' }),
      outputTokens: z.int(),
      steps: z.int(),
      costUsd: z.number().nullable().meta({ description: 'Cost in US dollars; null if the project has no token prices.' }),
    }),
    branch: z.string().nullable(),
    commit: z.string().nullable(),
    summary: z.string(),
    changedFiles: z.array(
      z.object({
        path: z.string(),
        change: z.enum(['added', 'modified', 'deleted']),
        additions: z.int(),
        deletions: z.int(),
      }),
    ),
    checks: z.array(
      z.object({
        severity: z.enum(['error', 'warning', 'notice']),
        code: z.string(),
        message: z.string(),
        file: z.string().optional(),
        line: z.int().optional(),
        isNew: z.boolean().optional(),
      }),
    ),
    turns: z.array(z.object({ number: z.int(), prompt: z.string(), summary: z.string(), createdAt: time })),
  })
  .meta({ id: 'AgentJobDetail' });

/** Events in order; `data` depends on `kind`. */
export const eventListSchema = z
  .object({
    events: z.array(
      z.object({
        id: z.int().meta({ description: 'Starts at 1 for each job and has no gaps.' }),
        at: time,
        kind: z.string(),
        data: z.unknown(),
      }),
    ),
  })
  .meta({ id: 'AgentJobEvents', description: 'Events of a job, in the order in which they happened.' });

/** The body that `problemBody` creates (RFC 9457). */
export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string(),
    code: z.string().meta({ description: 'Never changes, so clients can branch on it.' }),
    error: z.string().meta({ description: 'The same text as `detail`.' }),
    field: z.string().optional().meta({ description: 'The part of the request that is not valid.' }),
    'violated-policies': z.array(z.string()).optional(),
  })
  .meta({ id: 'Problem', description: 'An error as JSON (RFC 9457).' });
