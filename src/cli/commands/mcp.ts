import { answerStdio, serverFactory } from '../../mcp/connect.ts';
import { followBuiltSite } from '../../mcp/site-content.ts';
import { hintOfSiteBelow, refuseMissingFolder } from '../built-folder.ts';
import { exitCodes } from '../exit-codes.ts';
import { packageVersion } from '../package-version.ts';
import { untilInterrupted } from '../until-interrupted.ts';

/**
 * `docsgen mcp <outdir>`: a built site for agents, over standard input and output, until the client closes its end.
 * Nothing else may be printed there. Exit code 2 when there is no such folder, 3 when no site is in it, as of `serve`.
 */
export async function mcp(outDir: string): Promise<number> {
  const refused = refuseMissingFolder(outDir);
  if (refused !== undefined) return refused;
  const current = followBuiltSite(outDir);
  if (current() === undefined) {
    process.stderr.write(`error there is no built site in ${outDir}; run docsgen build\n${hintOfSiteBelow('mcp', outDir)}`);
    return exitCodes.environment;
  }
  const interruption = untilInterrupted();
  await answerStdio(serverFactory(current, packageVersion()), interruption.signal);
  interruption.end();
  return exitCodes.success;
}
