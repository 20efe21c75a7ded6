// `node bench/agent.mjs`: how many short jobs 1, 2 and 4 workers end in a second, over two servers on PostgreSQL. The runner does no work,
// so that what is measured is the queue.

import { createClient } from '../test/agent/harness/client.ts';
import { startPostgres } from '../test/agent/harness/postgres.ts';
import { allRows } from '../test/agent/harness/rows.ts';
import { createWorld } from '../test/agent/harness/world.ts';

const jobs = Number(process.env.JOBS ?? 400);
const postgres = await startPostgres();
if ('reason' in postgres) {
  console.log(`skipped: ${postgres.reason}`);
  process.exit(0);
}
for (const workers of [1, 2, 4]) {
  const world = createWorld('postgres', await postgres.database(), postgres);
  const projects = Array.from({ length: Math.ceil(jobs / 100) }, (_, index) => `p${index}`);
  for (const id of projects) await world.project({ id, limits: { concurrent: 100 } });
  const key = await world.key({ projects });
  const servers = await Promise.all([1, 2].map(() => world.spawn({ concurrency: 0, runner: 'fake' })));
  await Promise.all(
    Array.from({ length: jobs }, (_, index) => createClient(servers[index % 2].url, key, projects[Math.floor(index / 100)]).create('x')),
  );
  const start = performance.now();
  await Promise.all(Array.from({ length: workers }, () => world.spawn({ isWorker: true, concurrency: 4, runner: 'fake' })));
  for (;;) {
    const active = (await allRows(world, 'jobs')).filter(({ status }) => status === 'active').length;
    if (active === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const seconds = (performance.now() - start) / 1_000;
  console.log(
    `${workers} workers: ${jobs} jobs in ${seconds.toFixed(1)} s, ${(jobs / seconds).toFixed(0)} a second (start of the workers included)`,
  );
  await world.end();
}
postgres.stop();
