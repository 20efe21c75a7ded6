import { join } from 'node:path';
import { differencesPath } from '../../project/preview/differences-page.ts';
import { previewProject } from '../../project/preview/preview-project.ts';
import { exitCodeOf, exitCodes } from '../exit-codes.ts';
import type { PreviewFormat } from '../report/formats.ts';
import { formatPreview } from '../report/preview.ts';
import { progressView } from '../report/progress.ts';
import { checkoutPrefix, report } from '../report/report.ts';
import { handleInterruption } from '../until-interrupted.ts';

interface Options {
  readonly base: string;
  readonly baseName?: string;
  readonly out?: string;
  readonly basePath: string;
  readonly url?: string;
  readonly format: PreviewFormat;
  readonly allowRemote: readonly string[];
  readonly cache: boolean;
  readonly plugins: boolean;
  readonly cacheDir?: string;
  readonly forceClean?: boolean;
  readonly quiet?: boolean;
}

/**
 * `docsgen preview`: prints what changed compared with another commit, on standard output. Returns the exit code; errors in the new
 * version result in `input`.
 */
export async function preview(dir: string, options: Options): Promise<number> {
  const progress = await progressView(options.quiet === true || options.format !== 'pretty');
  const interruption = handleInterruption();
  const result = await previewProject({
    dir,
    base: options.base,
    baseName: options.baseName,
    outDir: options.out,
    basePath: options.basePath,
    useCache: options.cache,
    usePlugins: options.plugins,
    cacheDir: options.cacheDir,
    allowRemote: options.allowRemote,
    forceClean: options.forceClean === true,
    onProgress: progress.show,
    signal: interruption.signal,
  });
  progress.end();
  interruption.end();
  if (result.status === 'interrupted') return interruption.wasTermination ? 143 : exitCodes.interrupted;
  report(result.diagnostics, 'pretty', dir);
  if (result.preview) {
    const isWritten = options.out !== undefined && result.diagnostics.length === 0;
    const context = {
      base: options.base,
      baseName: options.baseName,
      url: options.url,
      differences: isWritten ? differencesPath : undefined,
      prefix: checkoutPrefix(dir),
    };
    process.stdout.write(formatPreview(result.preview, options.format, context));
    if (options.out !== undefined && isWritten && options.format === 'pretty' && !options.quiet)
      process.stdout.write(`Differences: ${join(options.out, differencesPath)}\n`);
  }
  return exitCodeOf(result.status);
}
