/** What machines ask about the service: its description, whether it lives, whether it can work, and its numbers. */
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { countMessages } from '../../../platform/store/outbox.ts';
import { type Session, StoreUnavailable } from '../../../platform/store/session.ts';
import { assertDiskSpace, isDiskFull } from '../git/disk-room.ts';
import { type Asked, authenticate } from './authorize.ts';
import { openApiDescription } from './openapi.ts';
import { refusals } from './problem.ts';

/** Counted by the server since it was started, each process for itself. */
export interface Monitored {
  /** Method, route and status → requests. */
  readonly requests: Map<string, number>;
}

/** What it takes to answer machines that ask about the service, and to know who they are. */
export interface MonitoringSettings extends Asked {
  readonly version: string;
  /** Where clients reach the API. */
  readonly publicUrl: string;
  /** Of caches and workspaces, and of the embedded store. */
  readonly dataFolder: string;
}

/** Only the numbers need a key (scope `admin`). `/readyz` answers 503 while the store does not answer. */
export function mountMonitoring(app: FastifyInstance, settings: MonitoringSettings, monitored: Monitored): void {
  const { store } = settings;
  let description: string | undefined;
  app.get('/openapi.json', (_request, reply) => {
    description ??= JSON.stringify(openApiDescription(settings.version, settings.publicUrl));
    reply.type('application/json').send(description);
  });
  app.get('/healthz', (_request, reply) => reply.type('text/plain').send('ok\n'));
  const problem = readiness(settings);
  app.get('/readyz', async (_request, reply) => {
    const reason = await problem();
    if (reason !== undefined) throw refusals.unavailable(reason);
    return reply.type('text/plain').send('ok\n');
  });
  app.get('/metrics', async (request, reply) => {
    const { projects } = await authenticate(request.raw, ['admin'], settings);
    const all = projects.includes('*');
    return reply.type('text/plain; version=0.0.4').send(await numbers(store, all ? undefined : projects, all ? monitored : undefined));
  });
}

/** For how long an answer of the probe holds: everybody may ask for it, and it writes. */
const probeMs = 1_000;

/** Why the service cannot accept and work; undefined when it can. Both are tried by writing: into the store, and into the data folder. */
function readiness({ store, dataFolder }: MonitoringSettings): () => Promise<string | undefined> {
  let last: { readonly at: number; readonly problem: Promise<string | undefined> } | undefined;
  const ask = async (): Promise<string | undefined> => {
    try {
      await store.write((session) => sql`update schema_version set version = version`.execute(session.db));
    } catch (error) {
      if (error instanceof StoreUnavailable) return error.message;
      throw error;
    }
    try {
      // Each may lie on a disk of its own.
      for (const folder of ['', 'work', 'cache']) assertDiskSpace(join(dataFolder, folder));
      return undefined;
    } catch (error) {
      const code = String((error as { code?: unknown }).code ?? 'error');
      return isDiskFull(error) ? 'the disk is full' : `the data folder cannot be written: ${code}`;
    }
  };
  return () => {
    if (!last || performance.now() - last.at > probeMs) last = { at: performance.now(), problem: ask() };
    return last.problem;
  };
}

/**
 * https://prometheus.io/docs/instrumenting/exposition_formats/
 * @param projectIds whose jobs and messages are counted; all without a list.
 * @param monitored what is counted of the process as a whole, for keys that cover everything.
 */
async function numbers(session: Session, projectIds: readonly string[] | undefined, monitored: Monitored | undefined): Promise<string> {
  let query = session.db
    .selectFrom('jobs')
    .select((job) => ['status', job.fn.countAll().as('jobs')])
    .groupBy('status');
  if (projectIds) query = query.where('project_id', 'in', projectIds);
  const lines = ['# TYPE docsgen_jobs gauge'];
  for (const { status, jobs } of await query.execute()) lines.push(`docsgen_jobs{status="${status}"} ${jobs}`);
  const messages = await countMessages(session, projectIds);
  lines.push(
    '# TYPE docsgen_webhook_messages gauge',
    `docsgen_webhook_messages{state="waiting"} ${messages.waiting}`,
    `docsgen_webhook_messages{state="delivered"} ${messages.delivered}`,
    `docsgen_webhook_messages{state="given_up"} ${messages.givenUp}`,
    '# TYPE docsgen_webhook_deliveries_total counter',
    `docsgen_webhook_deliveries_total ${messages.tries}`,
  );
  if (monitored) {
    lines.push('# TYPE docsgen_requests_total counter');
    for (const [series, count] of monitored.requests) {
      const [method, route, status] = series.split(' ');
      lines.push(`docsgen_requests_total{method="${method}",route="${route}",status="${status}"} ${count}`);
    }
    lines.push('# TYPE process_resident_memory_bytes gauge', `process_resident_memory_bytes ${process.memoryUsage.rss()}`);
  }
  return `${lines.join('\n')}\n`;
}
