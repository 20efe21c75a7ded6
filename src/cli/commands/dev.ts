import { spawn } from 'node:child_process';
import { type DevEvent, startDevServer } from '../../apps/dev/dev-server.ts';
import { exitCodes } from '../exit-codes.ts';
import { report } from '../report/report.ts';
import { handleInterruption } from '../until-interrupted.ts';

interface Options {
  readonly port: number;
  readonly strictPort?: boolean;
  readonly host?: string;
  readonly allowedHost?: readonly string[];
  readonly base: string;
  readonly open?: boolean;
  readonly cache: boolean;
  readonly plugins: boolean;
  readonly cacheDir?: string;
  readonly allowRemote: readonly string[];
  readonly proxyAllowPrivate: readonly string[];
  readonly quiet?: boolean;
}

/**
 * `docsgen dev`: starts the server and prints its events until it is interrupted. Returns the exit code. Errors in the project do not
 * end it; a server that cannot start does.
 */
export async function dev(dir: string, options: Options): Promise<number> {
  const print = (text: string) => {
    if (!options.quiet) process.stdout.write(`${text}\n`);
  };
  const interruption = handleInterruption();
  const { server, diagnostics } = await startDevServer({
    dir,
    port: options.port,
    strictPort: options.strictPort === true,
    base: options.base,
    useCache: options.cache,
    usePlugins: options.plugins,
    cacheDir: options.cacheDir,
    allowRemote: options.allowRemote,
    proxyAllowPrivate: options.proxyAllowPrivate,
    editor: process.env.LAUNCH_EDITOR ?? process.env.VISUAL ?? process.env.EDITOR,
    ...(options.host !== undefined && { host: options.host }),
    ...(options.allowedHost && { allowedHosts: options.allowedHost.map((name) => name.toLowerCase()) }),
    onEvent: (event) => printEvent(event, dir, print),
  });
  report(diagnostics, 'pretty', dir);
  if (server === undefined) {
    interruption.end();
    return exitCodes.environment;
  }
  if (server.requestedPort !== undefined) print(`port ${server.requestedPort} is in use, using ${server.port}`);
  print(`docsgen dev: ${server.url} (ready in ${Math.round(performance.now())} ms, Ctrl-C to stop)`);
  if (options.open) openBrowser(server.url);
  await interruption.requested();
  await server.close();
  interruption.end();
  return exitCodes.success;
}

function printEvent(event: DevEvent, dir: string, print: (text: string) => void): void {
  switch (event.kind) {
    case 'changed':
      print(
        `${summary(event.files)} (${Math.round(event.ms)} ms)${event.isCurrent ? '' : '; files that cannot be read keep their previous content'}`,
      );
      return;
    case 'compiled':
    case 'checked':
      return;
    case 'diagnostics':
      report(event.found, 'pretty', dir);
      if (event.notices > 0) print(`${event.notices} ${event.notices === 1 ? 'notice' : 'notices'}: run docsgen check to list them`);
      if (event.fixed > 0) print(`${event.fixed} ${event.fixed === 1 ? 'problem' : 'problems'} fixed, ${event.left} remaining`);
  }
}

function summary(files: readonly string[]): string {
  const [first = 'the project', ...rest] = files;
  return rest.length === 0 ? `changed ${first}` : `changed ${first} and ${rest.length} more`;
}

/** Uses no shell, so that the URL is not interpreted. */
function openBrowser(url: string): void {
  const [command, args] =
    process.platform === 'darwin'
      ? ['open', [url]]
      : process.platform === 'win32'
        ? ['rundll32', ['url.dll,FileProtocolHandler', url]]
        : ['xdg-open', [url]];
  // If there is no browser, the user can open the printed URL.
  spawn(command as string, args as string[], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}
