import { checkProject } from '../../project/check/check-project.ts';
import { exitCodeOf, exitCodes } from '../exit-codes.ts';
import type { Format } from '../report/formats.ts';
import { progressView } from '../report/progress.ts';
import { report } from '../report/report.ts';
import { checkSummary } from '../report/summary.ts';
import { handleInterruption } from '../until-interrupted.ts';

interface Options {
  readonly only?: readonly string[];
  readonly external?: boolean;
  readonly fix?: boolean;
  readonly allowRemote: readonly string[];
  /** Only fetch what the check would fetch. */
  readonly onlyFetch?: boolean;
  /** If false, only cached copies of remote descriptions are read. */
  readonly fetch: boolean;
  readonly format: Format;
  readonly cache: boolean;
  readonly plugins: boolean;
  readonly cacheDir?: string;
  readonly quiet?: boolean;
}

/**
 * `docsgen check`: checks a site, and prints the diagnostics and a summary. Returns the exit code; errors and warnings result in `input`.
 * Machine-readable formats have standard output to themselves, without progress and summary.
 */
export async function check(dir: string, options: Options): Promise<number> {
  const isPlain = options.format === 'pretty';
  const progress = await progressView(options.quiet === true || !isPlain);
  const interruption = handleInterruption();
  const { signal } = interruption;
  if (options.onlyFetch) {
    const { fetchDescriptions } = await import('../../project/build/remote-descriptions.ts');
    await fetchDescriptions({ dir, cacheDir: options.cacheDir, allowRemote: options.allowRemote, signal });
    interruption.end();
    return exitCodes.success;
  }
  const { status, diagnostics, pages, fixed } = await checkProject({
    dir,
    ...(options.only && { only: options.only }),
    useCache: options.cache,
    usePlugins: options.plugins,
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
