/** The endpoints for machines: the OpenAPI description, liveness, readiness and metrics. */
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { countMessages } from '../../../platform/store/outbox.ts';
import { type Session, StoreUnavailable } from '../../../platform/store/session.ts';
import { assertDiskSpace, isDiskFull } from '../git/disk-space.ts';
import { type AuthContext, authenticate } from './authorize.ts';
import { openApiDescription } from './openapi.ts';
import { refusals } from './problem.ts';

/** Request counts of this process since it started. */
export interface Monitored {
  /** Number of requests by method, route and status. */
  readonly requests: Map<string, number>;
}

/** Settings of the monitoring endpoints. */
export interface MonitoringSettings extends AuthContext {
  readonly version: string;
  /** The URL at which clients reach the API. */
  readonly publicUrl: string;
  /** Folder of the caches, the workspaces and the embedded store. */
  readonly dataFolder: string;
}

/** Only `/metrics` needs a key (scope `admin`). `/readyz` responds with 503 while the store or the data folder is unavailable. */
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
    return reply.type('text/plain; version=0.0.4').send(await metrics(store, all ? undefined : projects, all ? monitored : undefined));
  });
}

/** How long the result of the probe is cached. Anyone may request it, and each probe writes. */
const probeMs = 1_000;

/**
 * Returns a probe with the reason why the service is not ready; undefined when it is. It tests both the store and the
 * data folder by writing.
 */
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
      // Each folder may be on a different file system.
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
 * Metrics in the text format of https://prometheus.io/docs/instrumenting/exposition_formats/
 * @param projectIds the projects whose jobs and messages are counted; undefined counts all.
 * @param monitored counts of the whole process, only for keys that cover all projects.
 */
async function metrics(session: Session, projectIds: readonly string[] | undefined, monitored: Monitored | undefined): Promise<string> {
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
