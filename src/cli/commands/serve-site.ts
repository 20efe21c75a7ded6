/** `docsgen serve <outdir>`: serves a built site until it is told to stop. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { exitCodes } from '../exit-codes.ts';
import { packageVersion } from '../package-version.ts';
import { untilInterrupted } from '../until-interrupted.ts';
import { withoutSurprise } from './serve-store.ts';

export interface SiteOptions {
  readonly host: string;
  readonly port: number;
  readonly publicUrl?: string;
  readonly cacheDir?: string;
  readonly trustProxy: readonly string[];
  readonly data: string;
  readonly databaseUrl?: string;
  readonly log: boolean;
}

export async function serveSite(outDir: string, options: SiteOptions): Promise<number> {
  if (!statSync(outDir, { throwIfNoEntry: false })?.isDirectory()) {
    process.stderr.write(`docsgen: there is no folder ${outDir}; run docsgen build\n`);
    return exitCodes.usage;
  }
  return withoutSurprise(async () => {
    const { startSite } = await import('../../serve/start-site.ts');
    const interruption = untilInterrupted();
    try {
      const server = await startSite({
        outDir,
        host: options.host,
        port: options.port,
        publicUrl: options.publicUrl,
        cacheDir: options.cacheDir,
        logsRequests: options.log,
        write: (text) => process.stderr.write(text),
        environment: process.env,
        version: packageVersion(),
        openGate: async (version, house) => {
          const { openGate } = await import('../../serve/sign-in/open-gate.ts');
          return openGate(version, house, {
            environment: process.env,
            dataFolder: resolve(options.data),
            databaseUrl: options.databaseUrl,
            trustedProxies: options.trustProxy,
          });
        },
      });
      process.stdout.write(`docsgen serves ${outDir} at ${server.url}\n`);
      await new Promise<void>((end) => {
        if (interruption.signal.aborted) end();
        interruption.signal.addEventListener('abort', () => end());
      });
      await server.stop();
      return exitCodes.success;
    } catch (error) {
      if (!(error instanceof Error) || (error.name !== 'NoSite' && error.name !== 'AuthRefused')) throw error;
      const code = 'code' in error ? `${error.code} ` : '';
      process.stderr.write(`error ${code}${error.message}\n`);
      return error.name === 'AuthRefused' ? exitCodes.input : exitCodes.environment;
    } finally {
      interruption.end();
    }
  });
}
