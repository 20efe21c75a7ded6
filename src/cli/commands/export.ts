import { join, relative } from 'node:path';
import { exportSite } from '../../project/build/export-site.ts';
import { type MakingOptions, runBuild } from './run-build.ts';

interface Options extends MakingOptions {
  readonly zip?: boolean;
}

/** `docsgen export`: a site for a disk, in `<dir>/offline` unless said otherwise, and a zip of it. Gives the exit code. */
export function exportCommand(dir: string, options: Options): Promise<number> {
  const out = options.out ?? join(dir, 'offline');
  return runBuild(
    { dir, out, options },
    (shared) => exportSite({ ...shared, zip: options.zip === true }),
    ({ zipFile }) => `  open ${join(out, 'index.html')}${zipFile ? `, or send ${relative('', zipFile)}` : ''}\n`,
  );
}
