/** `docsgen serve doctor`: checks the requirements of the agent service, for people and for monitoring. */
import { resolve } from 'node:path';
import { exitCodes } from '../exit-codes.ts';
import type { StoreLocation } from './serve-store.ts';

interface Options extends StoreLocation {
  readonly format: 'text' | 'json';
  readonly allowUnsandboxed?: boolean;
}

const marks = { ok: 'ok      ', warning: 'warning ', failed: 'FAILED  ' } as const;

/**
 * Exit code 0 if all checks pass, 1 if the service works but there is a problem (a project or its model cannot be reached, little
 * space), 3 if the service cannot work. Changes nothing: creates and migrates no store.
 */
export async function serveDoctor(options: Options): Promise<number> {
  const { examine } = await import('../../apps/agent/service/doctor.ts');
  const { testIsolation } = await import('../../apps/agent/sandbox/isolation.ts');
  const { reachRepository } = await import('../../apps/agent/runner/create-runner.ts');
  const { examineModel } = await import('../../apps/agent/agents/examine-model.ts');
  const { state, checks } = await examine({
    dataFolder: resolve(options.data),
    databaseUrl: options.databaseUrl,
    allowUnsandboxed: options.allowUnsandboxed === true,
    testIsolation,
    reachRepository: (project) => reachRepository(project, { publicUrl: 'http://127.0.0.1', environment: process.env }),
    examineModel: (project) => examineModel(project, process.env),
  });
  if (options.format === 'json') process.stdout.write(`${JSON.stringify({ state, checks }, undefined, 2)}\n`);
  else {
    for (const { name, state: one, message, fix } of checks)
      process.stdout.write(`${marks[one]}${name}: ${message}\n${fix === undefined || fix === '' ? '' : `          fix: ${fix}\n`}`);
    process.stdout.write(`${state}\n`);
  }
  return state === 'ok' ? exitCodes.success : state === 'degraded' ? exitCodes.input : exitCodes.environment;
}
