/** `docsgen build`: options in, one call, findings and summary out. */
import { join } from 'node:path';
import { buildSite } from '../../site/build-site.ts';
import { exitCodeOf, exitCodes } from '../exit-codes.ts';
import type { Format } from '../report/formats.ts';
import { progressView } from '../report/progress.ts';
import { report } from '../report/report.ts';
import { faultSummary, summary } from '../report/summary.ts';
import { untilInterrupted } from '../until-interrupted.ts';

interface Options {
  readonly out?: string;
  readonly base: string;
  readonly strict?: boolean;
  readonly allowErrors?: boolean;
  readonly format: Format;
  readonly cache: boolean;
  readonly cacheDir?: string;
  readonly allowRemote: readonly string[];
  readonly forceClean?: boolean;
  readonly compress?: boolean;
  readonly groups?: readonly string[];
  readonly redirects: readonly ('vercel' | 'nginx')[];
  readonly quiet?: boolean;
}

export async function build(dir: string, options: Options): Promise<number> {
  const out = options.out ?? join(dir, 'dist');
  const isPlain = options.format === 'pretty';
  const progress = await progressView(options.quiet === true || !isPlain);
  const interruption = untilInterrupted();
  const {
    status,
    diagnostics,
    summary: built,
  } = await buildSite({
    dir,
    outDir: out,
    base: options.base,
    isStrict: options.strict === true,
    allowErrors: options.allowErrors === true,
    useCache: options.cache,
    cacheDir: options.cacheDir,
    allowRemote: options.allowRemote,
    forceClean: options.forceClean === true,
    compress: options.compress === true,
    ...(options.groups && { groups: options.groups }),
    redirectHosts: options.redirects,
    onProgress: progress.show,
    signal: interruption.signal,
  });
  progress.end();
  interruption.end();
  if (status === 'interrupted') {
    process.stderr.write('interrupted; previous site kept\n');
    return interruption.wasTermination ? 143 : exitCodes.interrupted;
  }
  report(diagnostics, options.format, dir);
  if (isPlain && !options.quiet) process.stdout.write(built ? summary(built, diagnostics, out) : faultSummary(diagnostics));
  return exitCodeOf(status);
}
