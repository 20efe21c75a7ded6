import { serveOverStdio, serverFactory } from '../../apps/mcp/connect.ts';
import { followBuiltSite } from '../../apps/mcp/site-content.ts';
import { exitCodes } from '../exit-codes.ts';
import { isExistingFolder } from '../output-argument.ts';
import { packageVersion } from '../package-version.ts';
import { handleInterruption } from '../until-interrupted.ts';

/**
 * `docsgen mcp <outdir>`: serves a built site to agents over standard input and output until the client closes its end. Standard output
 * is reserved for the protocol. The exit codes for a folder without a site are those of `docsgen serve`.
 */
export async function mcp(outDir: string): Promise<number> {
  if (!isExistingFolder(outDir)) return exitCodes.usage;
  const current = followBuiltSite(outDir);
  if (current() === undefined) {
    process.stderr.write(`docsgen: ${outDir} contains no built site; run docsgen build --out ${outDir} first\n`);
    return exitCodes.environment;
  }
  const interruption = handleInterruption();
  const hasCompleted = await serveOverStdio(serverFactory(current, packageVersion()), interruption.signal);
  interruption.end();
  if (hasCompleted) return exitCodes.success;
  process.stderr.write('docsgen: the client sent a message of more than 10 MiB, or no longer reads responses\n');
  return exitCodes.environment;
}
