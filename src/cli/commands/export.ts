/** `docsgen export`: options in, one call, findings and summary out. */
import { join, relative } from 'node:path';
import { exportSite } from '../../site/export-site.ts';
import { exitCodeOf, exitCodes } from '../exit-codes.ts';
import type { Format } from '../report/formats.ts';
import { progressView } from '../report/progress.ts';
import { report } from '../report/report.ts';
import { faultSummary, summary } from '../report/summary.ts';
import { untilInterrupted } from '../until-interrupted.ts';

interface Options {
  readonly out?: string;
  readonly zip?: boolean;
  readonly allowErrors?: boolean;
  readonly format: Format;
  readonly cache: boolean;
  readonly cacheDir?: string;
  readonly allowRemote: readonly string[];
  readonly forceClean?: boolean;
  readonly quiet?: boolean;
}

export async function exportCommand(dir: string, options: Options): Promise<number> {
  const out = options.out ?? join(dir, 'offline');
  const isPlain = options.format === 'pretty';
  const progress = await progressView(options.quiet === true || !isPlain);
  const interruption = untilInterrupted();
  const {
    status,
    diagnostics,
    summary: built,
    zipFile,
  } = await exportSite({
    dir,
    outDir: out,
    zip: options.zip === true,
    allowErrors: options.allowErrors === true,
    useCache: options.cache,
    cacheDir: options.cacheDir,
    allowRemote: options.allowRemote,
    forceClean: options.forceClean === true,
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
  if (isPlain && !options.quiet) {
    process.stdout.write(built ? summary(built, diagnostics, out) : faultSummary(diagnostics));
    if (built) process.stdout.write(`  open ${join(out, 'index.html')}${zipFile ? `, or send ${relative('', zipFile)}` : ''}\n`);
  }
  return exitCodeOf(status);
}
