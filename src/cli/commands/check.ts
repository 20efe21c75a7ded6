import { fetchDescriptions } from '../../project/build/remote-descriptions.ts';
import { checkProject } from '../../project/check/check-project.ts';
import { exitCodeOf, exitCodes } from '../exit-codes.ts';
import type { Format } from '../report/formats.ts';
import { progressView } from '../report/progress.ts';
import { report } from '../report/report.ts';
import { checkSummary } from '../report/summary.ts';
import { untilInterrupted } from '../until-interrupted.ts';

interface Options {
  readonly only?: readonly string[];
  readonly external?: boolean;
  readonly fix?: boolean;
  readonly allowRemote: readonly string[];
  /** What the check would fetch is fetched, and that is all. */
  readonly onlyFetch?: boolean;
  /** False: of what lies elsewhere only copies are read. */
  readonly fetch: boolean;
  readonly format: Format;
  readonly cache: boolean;
  readonly cacheDir?: string;
  readonly quiet?: boolean;
}

/**
 * `docsgen check`: options in, one call, findings and a summary out. Gives the exit code: errors and warnings are `input`.
 * Formats for programs have standard output for themselves, without progress and summary.
 */
export async function check(dir: string, options: Options): Promise<number> {
  const isPlain = options.format === 'pretty';
  const progress = await progressView(options.quiet === true || !isPlain);
  const interruption = untilInterrupted();
  const { signal } = interruption;
  if (options.onlyFetch) {
    await fetchDescriptions({ dir, cacheDir: options.cacheDir, allowRemote: options.allowRemote, signal });
    interruption.end();
    return exitCodes.success;
  }
  const { status, diagnostics, pages, fixed } = await checkProject({
    dir,
    ...(options.only && { only: options.only }),
    useCache: options.cache,
    cacheDir: options.cacheDir,
    ...(options.external && { outside: { signal } }),
    fix: options.fix === true,
    allowRemote: options.allowRemote,
    isOffline: !options.fetch,
    onProgress: progress.show,
    signal,
  });
  progress.end();
  interruption.end();
  if (status === 'interrupted') return interruption.wasTermination ? 143 : exitCodes.interrupted;
  report(diagnostics, options.format, dir);
  if (isPlain && !options.quiet) process.stdout.write(checkSummary(diagnostics, pages, fixed));
  return exitCodeOf(status);
}
