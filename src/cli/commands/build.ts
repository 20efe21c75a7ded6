import { join } from 'node:path';
import { buildSite } from '../../project/build/build-site.ts';
import { runBuild, type SharedBuildOptions } from './run-build.ts';

interface Options extends SharedBuildOptions {
  readonly base: string;
  readonly strict?: boolean;
  readonly compress?: boolean;
  readonly groups?: readonly string[];
  readonly redirects: readonly ('vercel' | 'nginx')[];
}

/** `docsgen build`: builds a site for a web server, by default in `<dir>/dist`. Returns the exit code. */
export function build(dir: string, options: Options): Promise<number> {
  return runBuild({ dir, out: options.out ?? join(dir, 'dist'), options }, (shared) =>
    buildSite({
      ...shared,
      base: options.base,
      isStrict: options.strict === true,
      compress: options.compress === true,
      ...(options.groups && { groups: options.groups }),
      redirectHosts: options.redirects,
    }),
  );
}
