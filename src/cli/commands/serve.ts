import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { LogEntry, ServiceOptions } from '../../apps/agent/service/start-service.ts';
import { exitCodes } from '../exit-codes.ts';
import { packageVersion } from '../package-version.ts';
import { handleInterruption } from '../until-interrupted.ts';
import { reportingStoreErrors, type StoreLocation } from './serve-store.ts';

interface Options extends StoreLocation {
  readonly host: string;
  readonly port: number;
  readonly publicUrl?: string;
  readonly trustProxy: readonly string[];
  /** Only run jobs, or (`--no-worker`) only serve the API; both if undefined. */
  readonly worker?: boolean;
  readonly jobs: number;
  readonly lease: number;
  readonly config?: string;
  readonly log: boolean;
  readonly allowUnsandboxed?: boolean;
}

/**
 * `docsgen serve`: runs the agent service until it is stopped, and then releases its running jobs. The projects of `--config` are stored
 * first; the service does not start if one of them is not valid.
 * Exit code 3 when this process would run jobs without isolation, unless that is allowed.
 */
export async function serve(options: Options): Promise<number> {
  return reportingStoreErrors(async () => {
    const { startService } = await import('../../apps/agent/service/start-service.ts');
    const { resultOf, testIsolation, unsandboxedMessage } = await import('../../apps/agent/sandbox/isolation.ts');
    const { createRunner } = await import('../../apps/agent/runner/create-runner.ts');
    const { forwardedAddresses } = await import('../../apps/serve/sign-in/client-address.ts');
    const log = serviceLog(options.log);
    const isAllowed = options.allowUnsandboxed === true;
    // A process that only serves the API starts nothing that needs isolation.
    const isolation = options.worker === false ? undefined : await testIsolation();
    if (isolation) {
      const { isIsolated, words, fix, user, tests } = isolation;
      log({
        event: 'isolation',
        isIsolated,
        isAllowed: isIsolated || isAllowed,
        words,
        user,
        tests: Object.fromEntries(tests.map((test) => [test.name, resultOf(test)])),
      });
      if (!isIsolated && !isAllowed) {
        process.stderr.write(`docsgen: jobs cannot be isolated on this host: ${words}\n  fix: ${fix}\n`);
        return exitCodes.environment;
      }
      if (!isIsolated) log({ event: 'note', words: `WARNING: ${words}. ${unsandboxedMessage}` });
    }
    if (options.config !== undefined && !(await applyConfig(options.config, options))) return exitCodes.input;
    const settings: ServiceOptions = {
      dataFolder: resolve(options.data),
      databaseUrl: options.databaseUrl,
      listen: options.worker === true ? undefined : { host: options.host, port: options.port },
      publicUrl: options.publicUrl,
      clientAddress: options.trustProxy.length > 0 ? forwardedAddresses(options.trustProxy) : undefined,
      concurrency: options.worker === false ? 0 : options.jobs,
      leaseMs: options.lease * 1_000,
      attempts: 3,
      environment: process.env,
      version: packageVersion(),
      createRunner,
      log,
      allowUnsandboxed: isAllowed,
      warning: isolation?.isIsolated === false ? unsandboxedMessage : undefined,
    };
    const interruption = handleInterruption();
    const service = await startService(settings);
    process.stdout.write(service.url ? `docsgen serves the agent API at ${service.url}\n` : 'docsgen runs agent jobs\n');
    await interruption.requested();
    await service.stop();
    interruption.end();
    return exitCodes.success;
  });
}

/** Stores the projects in a file: `{ "projects": [ … ] }`. */
async function applyConfig(file: string, location: StoreLocation): Promise<boolean> {
  const { putProjects } = await import('./serve-projects.ts');
  let projects: unknown;
  try {
    projects = (JSON.parse(await readFile(file, 'utf8')) as { projects?: unknown } | null)?.projects;
  } catch (error) {
    process.stderr.write(`docsgen: ${file} cannot be read: ${(error as Error).message}\n`);
    return false;
  }
  if (!Array.isArray(projects)) {
    process.stderr.write(`docsgen: ${file} has no list "projects"\n`);
    return false;
  }
  return putProjects(location, projects);
}

/**
 * Logs to standard error, with one line of JSON for each entry. The entries of one turn of the event loop are written together.
 * @param hasRequests whether requests are logged.
 */
function serviceLog(hasRequests: boolean): (entry: LogEntry) => void {
  let lines = '';
  const flush = () => {
    const text = lines;
    lines = '';
    process.stderr.write(text);
  };
  // Writes the remaining lines when the process ends by itself. Writing to files and pipes is synchronous.
  process.once('exit', () => lines !== '' && flush());
  return (entry) => {
    if (!hasRequests && entry.event === 'request') return;
    if (lines === '') setImmediate(flush);
    lines += `${JSON.stringify({ at: new Date().toISOString(), ...entry })}\n`;
  };
}
