/** The folder of a built site, as `serve` and `mcp` are told it. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { manifestName } from '../files/manifest.ts';
import { exitCodes } from './exit-codes.ts';

/** Says that the folder is not there, and gives the exit code; undefined for one that is. */
export function refuseMissingFolder(outDir: string): number | undefined {
  if (statSync(outDir, { throwIfNoEntry: false })?.isDirectory()) return undefined;
  process.stderr.write(`docsgen: there is no folder ${outDir}; run docsgen build\n`);
  return exitCodes.usage;
}

/** The command again for the site below, where the folder of the project was named instead of that of its site. */
export function hintOfSiteBelow(command: 'serve' | 'mcp', outDir: string): string {
  const built = join(outDir, 'dist');
  return existsSync(join(built, manifestName)) ? `  hint: docsgen ${command} ${built}\n` : '';
}
