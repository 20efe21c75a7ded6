/** What `build` and `export` share: progress while the site is made, findings and a summary after it, an exit code. */
import type { BuildOptions, BuildResult } from '../../project/build/build-site.ts';
import { exitCodeOf, exitCodes } from '../exit-codes.ts';
import type { Format } from '../report/formats.ts';
import { progressView } from '../report/progress.ts';
import { report } from '../report/report.ts';
import { problemSummary, summary } from '../report/summary.ts';
import { untilInterrupted } from '../until-interrupted.ts';

/**
 * What an author may say about any making of a site. `allowErrors` writes one that has faults; `forceClean` replaces a
 * folder that no build of ours has made.
 */
export interface MakingOptions {
  /** The output folder; each command has its own where none is said. */
  readonly out?: string;
  readonly allowErrors?: boolean;
  readonly format: Format;
  readonly cache: boolean;
  readonly cacheDir?: string;
  readonly allowRemote: readonly string[];
  readonly forceClean?: boolean;
  readonly quiet?: boolean;
}

/** A whole number; whatever else stands there leaves the choice to the build. */
function workersOf(text = ''): number | undefined {
  return /^\d{1,2}$/.test(text) ? Number(text) : undefined;
}

/** `make` gets what both pass on. `closing` is a last line about a site that was written. */
export async function runBuild<Result extends BuildResult>(
  { dir, out, options }: { readonly dir: string; readonly out: string; readonly options: MakingOptions },
  make: (shared: BuildOptions) => Promise<Result>,
  closing: (result: Result) => string = () => '',
): Promise<number> {
  const isPlain = options.format === 'pretty';
  const progress = await progressView(options.quiet === true || !isPlain);
  const interruption = untilInterrupted();
  const result = await make({
    dir,
    outDir: out,
    allowErrors: options.allowErrors === true,
    useCache: options.cache,
    workers: workersOf(process.env.DOCSGEN_WORKERS),
    cacheDir: options.cacheDir,
    allowRemote: options.allowRemote,
    forceClean: options.forceClean === true,
    onProgress: progress.show,
    signal: interruption.signal,
  });
  const { status, diagnostics, summary: built } = result;
  progress.end();
  interruption.end();
  if (status === 'interrupted') {
    process.stderr.write('interrupted; previous site kept\n');
    return interruption.wasTermination ? 143 : exitCodes.interrupted;
  }
  report([...diagnostics, ...((!options.quiet && built?.notices) || [])], options.format, dir);
  if (isPlain && !options.quiet)
    // The clock of a process begins with it: what the author waited for.
    process.stdout.write(built ? summary(built, diagnostics, out, performance.now()) + closing(result) : problemSummary(diagnostics));
  return exitCodeOf(status);
}
