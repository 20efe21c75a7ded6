import { relative } from 'node:path';
import { answerStdio, serverFactory } from '../../mcp/connect.ts';
import { followBuiltSite } from '../../mcp/site-content.ts';
import { exitCodes } from '../exit-codes.ts';
import { packageVersion } from '../package-version.ts';
import { untilInterrupted } from '../until-interrupted.ts';

/**
 * `docsgen mcp <outdir>`: a built site for agents, over standard input and output, until the client closes its end.
 * Nothing else may be printed there.
 */
export async function mcp(outDir: string): Promise<number> {
  const current = followBuiltSite(outDir);
  if (current() === undefined) {
    process.stderr.write(`docsgen: ${relative('', outDir) || '.'} holds no built site: run docsgen build --out ${outDir} first\n`);
    return exitCodes.input;
  }
  const interruption = untilInterrupted();
  await answerStdio(serverFactory(current, packageVersion()), interruption.signal);
  interruption.end();
  return exitCodes.success;
}
