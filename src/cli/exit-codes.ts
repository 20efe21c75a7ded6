import type { BuildStatus } from '../project/build/build-site.ts';

/** Exit codes. Scripts rely on them. */
export const exitCodes = {
  success: 0,
  /** The input has errors; with `--strict`, also warnings. */
  input: 1,
  /** Invalid command line, or an output folder that docsgen refuses to use. */
  usage: 2,
  /** Problems with disk, permissions or locks. */
  environment: 3,
  /** Internal error. */
  bug: 70,
  /** Stopped by SIGINT; SIGTERM is 143. */
  interrupted: 130,
} as const;

/** The exit code of a build. `interrupted` assumes SIGINT; the caller handles SIGTERM. */
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
