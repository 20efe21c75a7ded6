import { isIP } from 'node:net';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Scope } from '../agent/keys/keys.ts';
import { parseOrigins } from './parse-origins.ts';
import { parsePort } from './parse-port.ts';
import { parseRemote } from './parse-remote.ts';

/**
 * `docsgen serve` and the commands below it. `finish` is told the exit code of the one that ran; each loads its own code
 * only then, so that other commands do not wait for it.
 */
export function addServe(program: Command, finish: (code: number) => void): void {
  const serve = withPlace(program.command('serve'))
    .description('Serve a built site, with sign-in where it has one; without a folder, run the agent API')
    .argument('[outdir]', 'the output folder of a build')
    .option('--cache-dir <dir>', "folder for the server's copy of the site (default: that of the system for temporary files)")
    .option('--trust-proxy <addresses>', 'proxies in front, whose X-Forwarded-For is believed', parseNetworks, [])
    .option('--allowed-host <names>', 'further names by which the server of a site may be called', parseHostNames, [])
    .option('--proxy-allow-private <origins>', 'servers on private networks that the playground may reach', parseOrigins, [])
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('-p, --port <number>', 'port to listen on; 0 takes a free one', parsePort, 4700)
    .option('--public-url <url>', 'where browsers reach the service (default: where it listens)', parseAddress)
    .addOption(new Option('--worker', 'only work on jobs, without the API'))
    .addOption(new Option('--no-worker', 'only answer; other processes work'))
    .option('--jobs <number>', 'jobs at work at once in this process', parseCount, 2)
    .option('--lease <seconds>', 'how long a job is left to a worker that gives no sign', parseCount, 60)
    .option('--config <file>', 'a file with projects: { "projects": [ … ] }')
    .option('--no-log', 'do not write a line for each request')
    .action(async (outdir: string | undefined, options) => {
      if (outdir === undefined) finish(await (await import('./commands/serve.ts')).serve(options));
      else finish(await (await import('./commands/serve-site.ts')).serveSite(outdir, options));
    });
  // Words such as --host belong to the command that they follow.
  serve.enablePositionalOptions();

  serve
    .command('password')
    .description('Read a password from standard input and print what DOCSGEN_PASSWORD_HASH or a file of users holds')
    .action(async () => finish(await (await import('./commands/serve-password.ts')).servePassword()));

  const keys = serve.command('keys').description('API keys');
  withPlace(keys.command('create'))
    .description('Make a key and print it, this once')
    .requiredOption('--project <ids>', 'projects it is for, or *', parseList)
    .addOption(new Option('--scope <scopes>', 'read, write, admin').argParser(parseScopes).default(['read', 'write'], 'read,write'))
    .addOption(new Option('--expires <duration>', 'such as 12h, never').argParser(parseLife).default(90 * 86_400_000, '90d'))
    .option('--cidr <networks>', 'networks it may be used from', parseNetworks, [])
    .option('--name <text>', 'what it is for', '')
    .action(async (_options, command: Command) =>
      finish(await (await import('./commands/serve-keys.ts')).createKeyCommand(optionsOf(command))),
    );
  withPlace(keys.command('list'))
    .description('List keys, without the keys themselves')
    .action(async (_options, command: Command) =>
      finish(await (await import('./commands/serve-keys.ts')).listKeysCommand(optionsOf(command))),
    );
  withPlace(keys.command('revoke').argument('<id>'))
    .description('End a key now')
    .action(async (id, _options, command: Command) =>
      finish(await (await import('./commands/serve-keys.ts')).revokeKeyCommand(id, optionsOf(command))),
    );
  withPlace(keys.command('rotate').argument('<id>'))
    .description('Make a key that takes the place of another')
    .addOption(new Option('--grace <duration>', 'how long the old one stays good').argParser(parseDuration).default(86_400_000, '24h'))
    .action(async (id, _options, command: Command) =>
      finish(await (await import('./commands/serve-keys.ts')).rotateKeyCommand(id, optionsOf(command))),
    );
  keys
    .command('scan')
    .argument('[path]', 'file or folder', '.')
    .description('Find keys in files')
    .action(async (path) => finish(await (await import('./commands/serve-keys.ts')).scanKeysCommand(path)));

  const projects = serve.command('projects').description('Repositories that jobs work on');
  withPlace(projects.command('add').argument('<id>'))
    .description('Add a project, or change it')
    .requiredOption('--repository <address>', 'https address, or the path of a bare repository for the host local')
    .option('--ref <branch>', 'branch that changes are made against (default: main)')
    .option('--docs <folder>', 'folder of docs.json in the repository')
    .option('--host <host>', 'local, github, gitlab or gitea (default: local)')
    .option('--host-url <url>', 'API of a code host of your own')
    .option('--host-token <variable>', 'variable with the token of the code host')
    .option('--model <name>', 'anthropic/…, openai/… or compatible/…')
    .option('--model-url <url>', 'address of the model for compatible/…')
    .option('--model-key <variable>', 'variable with the key of the model')
    .option('--price <dollars>', 'for a million tokens, input,output or input,output,cached, such as 3,15,0.3', parsePrice)
    .option('--command <json>', 'run this command instead of a model: a JSON list of arguments')
    .option('--allow-remote <hosts>', 'hosts from which the check may have API descriptions', parseRemote, [])
    .option('--require-check', 'fail a job whose result the documentation check refuses')
    .option('--webhook <url>', 'where the end of jobs is told')
    .option('--webhook-secret <variable>', 'variable with the signing secret')
    .option('--allow-private-webhook', 'the webhook may be on a private network')
    .option('--concurrent <number>', 'jobs at work at once')
    .option('--steps <number>', 'steps of a turn at most')
    .option('--minutes <number>', 'minutes of a turn at most')
    .action(async (id, _options, command: Command) =>
      finish(await (await import('./commands/serve-projects.ts')).addProjectCommand(id, optionsOf(command))),
    );
  withPlace(projects.command('list'))
    .description('List projects')
    .action(async (_options, command: Command) =>
      finish(await (await import('./commands/serve-projects.ts')).listProjectsCommand(optionsOf(command))),
    );
  withPlace(projects.command('remove').argument('<id>'))
    .description('Remove a project; its jobs at work fail')
    .action(async (id, _options, command: Command) =>
      finish(await (await import('./commands/serve-projects.ts')).removeProjectCommand(id, optionsOf(command))),
    );
}

/** Host names without a port. Given twice, or with commas. */
function parseHostNames(value: string, before: readonly string[]): string[] {
  const names = value.split(',').map((name) => name.trim().toLowerCase());
  if (!names.every((name) => /^[a-z0-9._-]+$/.test(name)))
    throw new InvalidArgumentError('Name hosts such as docs.example.com, without a port.');
  return [...before, ...names];
}

/** Where the store is: the same words for every command. */
function withPlace(command: Command): Command {
  return command
    .addOption(new Option('--data <dir>', 'folder of the service').env('DOCSGEN_DATA').default('docsgen-agent'))
    .addOption(new Option('--database-url <url>', 'PostgreSQL instead of the embedded store').env('DOCSGEN_DATABASE_URL'));
}

/** The options of a command. Where the store is may also be said before its name: `docsgen serve --data x keys list`. */
// biome-ignore lint/suspicious/noExplicitAny: commander types options as any; each command names what it takes.
function optionsOf(command: Command): any {
  const options = command.opts();
  for (let parent = command.parent; parent; parent = parent.parent) {
    for (const name of ['data', 'databaseUrl']) {
      const isOpen = [undefined, 'default'].includes(command.getOptionValueSource(name));
      if (isOpen && parent.getOptionValueSource(name) === 'cli') options[name] = parent.opts()[name];
    }
  }
  return options;
}

function parseCount(text: string): number {
  const count = Number(text);
  if (!(count > 0 && count <= 86_400)) throw new InvalidArgumentError('It must be a number greater than 0.');
  return count;
}

function parseList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function parsePrice(text: string): { input: number; output: number; cached?: number } {
  const [, input, output, cached] = /^(\d+(?:\.\d+)?),(\d+(?:\.\d+)?)(?:,(\d+(?:\.\d+)?))?$/.exec(text.replaceAll(' ', '')) ?? [];
  if (input === undefined) throw new InvalidArgumentError('It must be two or three numbers of dollars, such as 3,15 or 3,15,0.3.');
  return { input: Number(input), output: Number(output), ...(cached !== undefined && { cached: Number(cached) }) };
}

function parseScopes(text: string): Scope[] {
  const scopes = parseList(text);
  if (scopes.length === 0) throw new InvalidArgumentError('Known scopes are read, write and admin.');
  return scopes.map((scope) => {
    if (scope !== 'read' && scope !== 'write' && scope !== 'admin')
      throw new InvalidArgumentError('Known scopes are read, write and admin.');
    return scope;
  });
}

function parseNetworks(text: string): string[] {
  return parseList(text).map((network) => {
    const [address = '', bits] = network.split('/');
    const most = isIP(address) === 6 ? 128 : 32;
    if (isIP(address) === 0 || (bits !== undefined && !(/^\d+$/.test(bits) && Number(bits) <= most)))
      throw new InvalidArgumentError('Networks are written as 10.0.0.0/8 or 2001:db8::/32.');
    return network;
  });
}

function parseAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new InvalidArgumentError('It must be an address such as https://docs.example.com.');
  return text;
}

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** As `parseDuration`, of a key, which lives for some time. */
function parseLife(text: string): number | null {
  const life = parseDuration(text);
  if (life === 0) throw new InvalidArgumentError('A key must live for some time; docsgen serve keys revoke ends one.');
  return life;
}

/** Milliseconds; null for `never`. */
function parseDuration(text: string): number | null {
  if (text === 'never') return null;
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const length = units[unit];
  if (count === undefined || length === undefined)
    throw new InvalidArgumentError('It must be a time such as 90d, 12h, 30m, 45s, or never.');
  return Number(count) * length;
}
