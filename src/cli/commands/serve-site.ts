import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { exitCodes } from '../exit-codes.ts';
import { isExistingFolder } from '../output-argument.ts';
import { packageVersion } from '../package-version.ts';
import { handleInterruption } from '../until-interrupted.ts';
import { reportingStoreErrors } from './serve-store.ts';

/** Options of the server. What the site itself needs (sign-in, proxy, search) is in its record. */
export interface SiteOptions {
  readonly host: string;
  readonly port: number;
  /** URL at which browsers reach the site, if it differs from the listening address. */
  readonly publicUrl?: string;
  readonly cacheDir?: string;
  /** Networks of trusted proxies, whose `X-Forwarded-For` header is used. */
  readonly trustProxy: readonly string[];
  /** Additional allowed Host names. */
  readonly allowedHost: readonly string[];
  /** Origins on private networks that playgrounds may reach through the server. */
  readonly proxyAllowPrivate: readonly string[];
  /** Whether `/` redirects to the language that a browser prefers. */
  readonly routeLanguages?: boolean;
  readonly data: string;
  readonly databaseUrl?: string;
  /** Whether to log each request. */
  readonly log: boolean;
}

/**
 * `docsgen serve <outdir>`: serves a built site until it is stopped. The sign-in code is loaded only for a site with sign-in. Exit code 1
 * when its sign-in is not configured correctly, 2 when the folder does not exist, 3 when it contains no site.
 */
export async function serveSite(outDir: string, options: SiteOptions): Promise<number> {
  if (!isExistingFolder(outDir)) return exitCodes.usage;
  return reportingStoreErrors(async () => {
    const { startSite } = await import('../../apps/serve/start-site.ts');
    const interruption = handleInterruption();
    try {
      const server = await startSite({
        outDir,
        host: options.host,
        port: options.port,
        publicUrl: options.publicUrl,
        cacheDir: options.cacheDir,
        trustedProxies: options.trustProxy,
        allowedHosts: options.allowedHost,
        proxyAllowPrivate: options.proxyAllowPrivate,
        routesLanguages: options.routeLanguages,
        logsRequests: options.log,
        write: (text) => process.stderr.write(text),
        environment: process.env,
        version: packageVersion(),
        openAuth: async (version, host) => {
          const { openAuth } = await import('../../apps/serve/sign-in/auth-options.ts');
          return openAuth(version, host, {
            environment: process.env,
            dataFolder: resolve(options.data),
            databaseUrl: options.databaseUrl,
            trustedProxies: options.trustProxy,
          });
        },
      });
      process.stdout.write(`docsgen serves ${outDir} at ${server.url}\n`);
      await interruption.requested();
      await server.stop();
      return exitCodes.success;
    } catch (error) {
      if (!(error instanceof Error) || (error.name !== 'SiteNotFound' && error.name !== 'AuthConfigError')) throw error;
      const code = 'code' in error ? `${error.code} ` : '';
      process.stderr.write(`error ${code}${error.message}\n`);
      const { manifestName } = await import('../../platform/files/output/manifest.ts');
      const built = join(outDir, 'dist');
      if (error.name === 'SiteNotFound' && existsSync(join(built, manifestName))) process.stderr.write(`  hint: docsgen serve ${built}\n`);
      return error.name === 'AuthConfigError' ? exitCodes.input : exitCodes.environment;
    } finally {
      interruption.end();
    }
  });
}
