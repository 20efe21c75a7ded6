// `node bench/agent.mjs`: how many short jobs per second 1, 2 and 4 workers complete, with two servers on PostgreSQL.
// Uses a test runner: a job does nothing, which measures the queue on this host, or waits 200 ms as for a model, which
// shows whether more workers complete more jobs. Workers start before the first job can be claimed.

import { sql } from 'kysely';
import { createClient } from '../test/apps/agent/harness/client.ts';
import { startPostgres } from '../test/apps/agent/harness/postgres.ts';
import { createWorld } from '../test/apps/agent/harness/world.ts';

const jobs = Number(process.env.JOBS ?? 400);
const postgres = await startPostgres();
if ('reason' in postgres) {
  console.log(`skipped: ${postgres.reason}`);
  process.exit(0);
}
for (const prompt of ['x', 'wait 200']) {
  for (const workers of [1, 2, 4]) {
    const world = createWorld('postgres', await postgres.database(), postgres);
    const projects = Array.from({ length: Math.ceil(jobs / 100) }, (_, index) => `p${index}`);
    for (const id of projects) await world.project({ id, limits: { concurrent: 100 } });
    const key = await world.key({ projects });
    const servers = await Promise.all([1, 2].map(() => world.spawn({ concurrency: 0, runner: 'fake' })));
    await Promise.all(
      Array.from({ length: jobs }, (_, index) =>
        createClient(servers[index % 2].url, key, projects[Math.floor(index / 100)]).create(prompt),
      ),
    );
    const { db } = await world.store();
    await sql`update jobs set run_after = 9000000000000`.execute(db);
    await Promise.all(Array.from({ length: workers }, () => world.spawn({ isWorker: true, concurrency: 4, runner: 'fake' })));
    const start = performance.now();
    await sql`update jobs set run_after = 0`.execute(db);
    for (;;) {
      const { rows } = await sql`select 1 from jobs where status = 'active' limit 1`.execute(db);
      if (rows.length === 0) break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const seconds = (performance.now() - start) / 1_000;
    const { rows } = await sql`select count(*) as ended from jobs where status = 'completed' and attempt = 1`.execute(db);
    console.log(
      `${prompt === 'x' ? 'nothing to do' : 'waits 200 ms '}  ${workers} workers: ${rows[0].ended} of ${jobs} jobs in ${seconds.toFixed(1)} s, ${(jobs / seconds).toFixed(0)} a second`,
    );
    await world.end();
  }
}
postgres.stop();
