/** What `build` and `export` share: progress during the build, then diagnostics, a summary and an exit code. */
import type { BuildOptions, BuildResult } from '../../project/build/build-site.ts';
import { exitCodeOf, exitCodes } from '../exit-codes.ts';
import type { Format } from '../report/formats.ts';
import { progressView } from '../report/progress.ts';
import { report } from '../report/report.ts';
import { problemSummary, summary } from '../report/summary.ts';
import { handleInterruption } from '../until-interrupted.ts';

/**
 * The options of all builds. `allowErrors` writes a site that has errors; `forceClean` replaces an output folder that docsgen did not
 * write.
 */
export interface SharedBuildOptions {
  /** The output folder; each command has its own default. */
  readonly out?: string;
  readonly allowErrors?: boolean;
  readonly format: Format;
  readonly cache: boolean;
  readonly plugins: boolean;
  readonly cacheDir?: string;
  readonly allowRemote: readonly string[];
  readonly forceClean?: boolean;
  readonly quiet?: boolean;
}

/** Parses an integer. For any other text, the build chooses the number of workers. */
function parseWorkers(text = ''): number | undefined {
  return /^\d{1,2}$/.test(text) ? Number(text) : undefined;
}

/** `make` receives the options of both commands. `closing` returns a final line about a written site. */
export async function runBuild<Result extends BuildResult>(
  { dir, out, options }: { readonly dir: string; readonly out: string; readonly options: SharedBuildOptions },
  build: (shared: BuildOptions) => Promise<Result>,
  closing: (result: Result) => string = () => '',
): Promise<number> {
  const isPlain = options.format === 'pretty';
  const progress = await progressView(options.quiet === true || !isPlain);
  const interruption = handleInterruption();
  const result = await build({
    dir,
    outDir: out,
    allowErrors: options.allowErrors === true,
    useCache: options.cache,
    usePlugins: options.plugins,
    workers: parseWorkers(process.env.DOCSGEN_WORKERS),
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
    // Measured from the start of the process, which is what the author experiences.
    process.stdout.write(built ? summary(built, diagnostics, out, performance.now()) + closing(result) : problemSummary(diagnostics));
  return exitCodeOf(status);
}
