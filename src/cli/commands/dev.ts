import { spawn } from 'node:child_process';
import { type DevEvent, startDevServer } from '../../apps/dev/dev-server.ts';
import { exitCodes } from '../exit-codes.ts';
import { report } from '../report/report.ts';
import { untilInterrupted } from '../until-interrupted.ts';

interface Options {
  readonly port: number;
  readonly strictPort?: boolean;
  readonly host?: string;
  readonly allowedHost?: readonly string[];
  readonly base: string;
  readonly open?: boolean;
  readonly cache: boolean;
  readonly cacheDir?: string;
  readonly allowRemote: readonly string[];
  readonly proxyAllowPrivate: readonly string[];
  readonly quiet?: boolean;
}

/**
 * `docsgen dev`: starts the server and tells the terminal what it tells us, until it is interrupted. Gives the exit code;
 * faults of the project end nothing, a server that cannot be started does.
 */
export async function dev(dir: string, options: Options): Promise<number> {
  const say = (text: string) => {
    if (!options.quiet) process.stdout.write(`${text}\n`);
  };
  const interruption = untilInterrupted();
  const { server, diagnostics } = await startDevServer({
    dir,
    port: options.port,
    strictPort: options.strictPort === true,
    base: options.base,
    useCache: options.cache,
    cacheDir: options.cacheDir,
    allowRemote: options.allowRemote,
    proxyAllowPrivate: options.proxyAllowPrivate,
    editor: process.env.LAUNCH_EDITOR ?? process.env.VISUAL ?? process.env.EDITOR,
    ...(options.host !== undefined && { host: options.host }),
    ...(options.allowedHost && { allowedHosts: options.allowedHost.map((name) => name.toLowerCase()) }),
    onEvent: (event) => tell(event, dir, say),
  });
  report(diagnostics, 'pretty', dir);
  if (server === undefined) {
    interruption.end();
    return exitCodes.environment;
  }
  if (server.wantedPort !== undefined) say(`port ${server.wantedPort} is in use, using ${server.port}`);
  say(`docsgen dev: ${server.url} (ready in ${Math.round(performance.now())} ms, Ctrl-C to stop)`);
  if (options.open) openBrowser(server.url);
  await interruption.requested();
  await server.close();
  interruption.end();
  return exitCodes.success;
}

function tell(event: DevEvent, dir: string, say: (text: string) => void): void {
  switch (event.kind) {
    case 'changed':
      say(`${summary(event.files)} (${Math.round(event.ms)} ms)${event.isCurrent ? '' : '; what cannot be read stays as it was'}`);
      return;
    case 'compiled':
    case 'checked':
      return;
    case 'findings':
      report(event.found, 'pretty', dir);
      if (event.fixed > 0) say(`${event.fixed} ${event.fixed === 1 ? 'finding' : 'findings'} mended, ${event.left} left`);
  }
}

function summary(files: readonly string[]): string {
  const [first = 'the project', ...rest] = files;
  return rest.length === 0 ? `changed ${first}` : `changed ${first} and ${rest.length} more`;
}

/** No shell: the address is only ever an address. */
function openBrowser(url: string): void {
  const [command, args] =
    process.platform === 'darwin'
      ? ['open', [url]]
      : process.platform === 'win32'
        ? ['rundll32', ['url.dll,FileProtocolHandler', url]]
        : ['xdg-open', [url]];
  // Where there is no browser, the address stands in the terminal.
  spawn(command as string, args as string[], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}
