/** The shapes of requests and answers: what is checked, and what the served description says. */
import { z } from 'zod';
import type { JobRecord } from '../../../model/agent/job.ts';

/** Characters of a prompt at most, counted as code points, as `maxLength` of JSON Schema counts. */
export const promptLimit = 50_000;

const id = z.string().meta({ description: 'Identifier of the job.', examples: ['mq3k5wz7ynab2cdefghij4klmn'] });
const status = z.enum(['active', 'completed', 'archived', 'failed']).meta({ description: 'Poll until it is not `active`.' });
const time = z.iso.datetime().meta({ format: 'date-time' });

/** docs-json-spec 16: these members and no others. */
export const jobSchema = z
  .object({
    id,
    status,
    source: z.object({
      repository: z.string().meta({ description: 'Repository that the job works on.' }),
      ref: z.string().meta({ description: 'Branch that the change is made against.' }),
    }),
    model: z.string().meta({ description: 'The model that is asked.', examples: ['anthropic/claude-sonnet-4-5'] }),
    prLink: z.url().nullable().meta({ description: 'The pull request. Null while the job is active, and when no file was changed.' }),
    createdAt: time,
    archivedAt: time.nullable(),
  })
  .meta({ id: 'AgentJob' }) satisfies z.ZodType<JobRecord>;

/** The body that creates a job, and the one that sends it a message. */
export const instructionSchema = z
  .object({
    prompt: z
      .string()
      .min(1)
      .max(promptLimit)
      .meta({
        description: 'What the agent must do, in plain words. Not only blanks.',
        examples: ['Add a quickstart for Python'],
      }),
  })
  .meta({ id: 'Instruction' });

/** A page of jobs, newest first. */
export const jobListSchema = z
  .object({
    jobs: z.array(jobSchema),
    nextCursor: z.string().nullable().meta({ description: 'Send it as `cursor` for the next page; null on the last one.' }),
  })
  .meta({ id: 'AgentJobList' });

/** What goes beyond the public shape of a job: how far it is, what it cost, what it changed. */
export const detailSchema = z
  .object({
    stage: z.enum(['queued', 'working', 'committed', 'pushed', 'opened', 'done']),
    attempt: z.int().meta({ description: 'Tries of the current turn.' }),
    failure: z
      .object({ code: z.string(), message: z.string() })
      .nullable()
      .meta({ description: 'Why the job failed; or, while it is active, that it waits because the disk of the service is full.' }),
    usage: z.object({
      inputTokens: z.int(),
      cachedTokens: z.int().meta({ description: 'Of the input: what the provider had in its cache.' }),
      outputTokens: z.int(),
      steps: z.int(),
      costUsd: z.number().nullable().meta({ description: 'US dollars, when the project has a price for tokens; else null.' }),
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
        id: z.int().meta({ description: 'Counts from 1 in each job, without gaps.' }),
        at: time,
        kind: z.string(),
        data: z.unknown(),
      }),
    ),
  })
  .meta({ id: 'AgentJobEvents' });

/** What `problemBody` makes (RFC 9457). */
export const problemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    instance: z.string(),
    code: z.string().meta({ description: 'Permanent; branch on it.' }),
    error: z.string().meta({ description: 'The same words as `detail`.' }),
    field: z.string().optional().meta({ description: 'The member of the request that is wrong.' }),
    'violated-policies': z.array(z.string()).optional(),
  })
  .meta({ id: 'Problem' });
