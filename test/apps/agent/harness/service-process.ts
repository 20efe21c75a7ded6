/** A service as a process of its own, for tests that kill it. Settings come as JSON; it prints `listening <url>`. */
import { appendFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { createRunner } from '../../../../src/apps/agent/runner/create-runner.ts';
import { startService } from '../../../../src/apps/agent/service/start-service.ts';
import type { Runner, TurnInput, TurnSteps } from '../../../../src/model/agent/run-turn.ts';
import { createFakeRunner } from './fake-runner.ts';

const settings = JSON.parse(process.argv[2] ?? '{}');
const marks = join(settings.folder, 'kills');
const attempts = join(settings.folder, 'attempts.log');
mkdirSync(marks, { recursive: true });

const service = await startService({
  dataFolder: settings.dataFolder,
  databaseUrl: settings.databaseUrl,
  listen: settings.isWorker ? undefined : { host: '127.0.0.1', port: settings.port ?? 0 },
  concurrency: settings.concurrency ?? 2,
  leaseMs: settings.leaseMs ?? 2_000,
  attempts: 3,
  allowUnsandboxed: true,
  environment: settings.environment ?? {},
  version: '0.0.0',
  createRunner: (options) => deadly(settings.runner === 'fake' ? createFakeRunner() : createRunner(options)),
  log: (entry) => entry.event !== 'request' && process.stderr.write(`${JSON.stringify(entry)}\n`),
});
// A process that is killed could not store them when it ends.
flushCompileCache();
process.stdout.write(`listening ${service.url}\n`);
process.on('SIGTERM', async () => {
  await service.stop();
  process.exit(0);
});

/** The runner that kills its process at a point of its way, so many times for each job. */
function deadly(runner: Runner): Runner {
  const die = (input: TurnInput, point: string) => {
    if (settings.killAt !== point || (settings.killWord && !input.prompt.includes(settings.killWord))) return;
    const before = readdirSync(marks).filter((name) => name.startsWith(`${input.jobId}.`)).length;
    if (before >= (settings.kills ?? 1)) return;
    writeFileSync(join(marks, `${input.jobId}.${before + 1}`), point);
    process.kill(0, 'SIGKILL');
  };
  return {
    ...runner,
    async runTurn(input, steps, signal) {
      const note = (what: string) => appendFileSync(attempts, `${what} ${input.jobId} ${input.attempt} ${process.pid} ${Date.now()}\n`);
      note('begin');
      die(input, 'begin');
      let edits = 0;
      const reported: TurnSteps = {
        ...steps,
        async event(kind, data) {
          await steps.event(kind, data);
          if (kind === 'tool' && ['edit', 'write'].includes(String((data as { name?: unknown }).name))) edits += 1;
          if (edits === 2) die(input, 'edited');
        },
        async committed(change) {
          if (settings.freezeAt === 'committing' && input.attempt === 1) {
            writeFileSync(join(settings.folder, 'frozen'), '');
            process.kill(process.pid, 'SIGSTOP');
          }
          await steps.committed(change).catch((error: Error) => {
            note(`refused:${error.name}`);
            throw error;
          });
          die(input, 'committed');
        },
        async pushed() {
          await steps.pushed();
          die(input, 'pushed');
        },
        async opened(pullRequest) {
          die(input, 'opening');
          await steps.opened(pullRequest);
          die(input, 'opened');
        },
      };
      try {
        return await runner.runTurn(input, reported, signal);
      } finally {
        note('end');
      }
    },
  };
}
