import { renameInProject } from '../../project/refactor/rename-project.ts';
import { exitCodeOf } from '../exit-codes.ts';
import { report } from '../report/report.ts';
import { renameSummary } from '../report/summary.ts';

interface Options {
  readonly dir: string;
  readonly dryRun?: boolean;
  readonly redirect: boolean;
  readonly plugins: boolean;
}

/**
 * `docsgen rename`: moves pages and files, and prints a summary. With `dryRun`, it writes nothing and prints a diff before the last line.
 * Returns the exit code.
 */
export async function rename(from: string, to: string, { dir, dryRun, redirect, plugins }: Options): Promise<number> {
  const isDryRun = dryRun === true;
  const result = await renameInProject({ dir, from, to, isDryRun, addRedirects: redirect, usePlugins: plugins });
  report(result.diagnostics, 'pretty', dir);
  if (isDryRun) process.stdout.write(result.diff);
  if (result.moved.length > 0) process.stdout.write(renameSummary(result, isDryRun));
  return exitCodeOf(result.status);
}
