/** What machines ask about the service: its description, whether it lives, whether it can work, and its numbers. */
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Session } from '../store/session.ts';
import { type Asked, authenticate } from './authorize.ts';
import { openApiDescription } from './openapi.ts';

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
  app.get('/readyz', async (_request, reply) => {
    await store.read((session) => sql`select 1`.execute(session.db));
    return reply.type('text/plain').send('ok\n');
  });
  app.get('/metrics', async (request, reply) => {
    await authenticate(request.raw, ['admin'], settings);
    return reply.type('text/plain; version=0.0.4').send(await numbers(store, monitored));
  });
}

/** https://prometheus.io/docs/instrumenting/exposition_formats/ */
async function numbers(session: Session, { requests }: Monitored): Promise<string> {
  const { rows } = await sql<{ status: string; jobs: number }>`select status, count(*) as jobs from jobs group by status`.execute(
    session.db,
  );
  const lines = ['# TYPE docsgen_jobs gauge'];
  for (const { status, jobs } of rows) lines.push(`docsgen_jobs{status="${status}"} ${jobs}`);
  lines.push('# TYPE docsgen_requests_total counter');
  for (const [series, count] of requests) {
    const [method, route, status] = series.split(' ');
    lines.push(`docsgen_requests_total{method="${method}",route="${route}",status="${status}"} ${count}`);
  }
  lines.push('# TYPE process_resident_memory_bytes gauge', `process_resident_memory_bytes ${process.memoryUsage.rss()}`);
  return `${lines.join('\n')}\n`;
}
