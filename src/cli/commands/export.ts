import { join, relative } from 'node:path';
import { exportSite } from '../../project/build/export-site.ts';
import { runBuild, type SharedBuildOptions } from './run-build.ts';

interface Options extends SharedBuildOptions {
  readonly zip?: boolean;
}

/** `docsgen export`: builds a site for offline use, by default in `<dir>/offline`, and optionally a ZIP archive. Returns the exit code. */
export function exportCommand(dir: string, options: Options): Promise<number> {
  const out = options.out ?? join(dir, 'offline');
  return runBuild(
    { dir, out, options },
    (shared) => exportSite({ ...shared, zip: options.zip === true }),
    ({ zipFile }) => `  open ${join(out, 'index.html')}${zipFile ? `, or send ${relative('', zipFile)}` : ''}\n`,
  );
}
