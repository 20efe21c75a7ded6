/**
 * Runs the built command line in a process that earlier runs have warmed up: starting Node and loading docsgen is most of
 * what a small command takes. `runCli` starts a process of its own, for tests of the process itself: signals, memory, time,
 * closed streams, another user.
 */
import { runCommand } from '../cases/run-command.ts';
import type { CliOutcome } from './cli.ts';

export interface WarmOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** One after the other in each worker of the test run: the working folder and the variables belong to the whole process. */
export async function runWarm(
  args: readonly string[],
  { cwd, env = {} }: WarmOptions,
): Promise<Pick<CliOutcome, 'exit' | 'stdout' | 'stderr'>> {
  const { exit, stdout, output } = await runCommand(args, { cwd, env, seconds: 120 });
  return { exit, stdout, stderr: output.slice(stdout.length + 1) };
}
