import type { BuildStatus } from '../project/build/build-site.ts';

/** Exit codes: a contract with scripts. */
export const exitCodes = {
  success: 0,
  /** The project's input has errors (with `--strict`: or warnings). */
  input: 1,
  /** Wrong command line, or an output folder that is refused. */
  usage: 2,
  /** Disk, permission, lock. */
  environment: 3,
  /** Our bug. */
  bug: 70,
  /** Stopped by SIGINT; SIGTERM is 143. */
  interrupted: 130,
} as const;

/** What a build's end means to a script. `interrupted` is said as if by SIGINT: who was ended by SIGTERM says so itself. */
export function exitCodeOf(status: BuildStatus): number {
  switch (status) {
    case 'built':
      return exitCodes.success;
    case 'failed':
      return exitCodes.input;
    case 'refused':
      return exitCodes.usage;
    case 'environment':
      return exitCodes.environment;
    case 'interrupted':
      return exitCodes.interrupted;
  }
}
