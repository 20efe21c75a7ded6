import { isIP } from 'node:net';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Scope } from '../apps/agent/keys/keys.ts';
import { codeHostNames } from '../model/agent/code-hosts.ts';
import { parseOrigins, parsePort, parseRemote } from './option-values.ts';
import type { Finish } from './site-commands.ts';

/** `docsgen serve` and its subcommands. `finish` receives the exit code. Each command loads its code when it runs, so that others start fast. */
export function addServe(program: Command, finish: Finish): void {
  const serve = withStoreOptions(program.command('serve'))
    .description('Serve a built site, including its sign-in; without a folder, run the agent service')
    .argument('[outdir]', 'output folder of a build')
    .option('--cache-dir <dir>', "folder for the server's copy of the site (default: the system's temporary folder)")
    .option('--trust-proxy <addresses>', 'addresses of reverse proxies whose X-Forwarded-For header to trust', addTo(parseNetworks), [])
    .option('--allowed-host <names>', 'additional host names that the server of a site accepts', parseHostNames, [])
    .option('--proxy-allow-private <origins>', 'servers on private networks that the playground can reach', parseOrigins, [])
    .option('--route-languages', 'redirect / to the language that the browser prefers')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('-p, --port <number>', 'port to listen on; 0 selects a free port', parsePort, 4700)
    .option('--public-url <url>', 'URL at which browsers reach the service (default: the address it listens on)', parseAddress)
    .addOption(new Option('--worker', 'run jobs only, without the API'))
    .addOption(new Option('--no-worker', 'serve the API only; other processes run jobs'))
    .option('--jobs <number>', 'number of jobs this process runs at the same time', parseCount, 2)
    .option('--lease <seconds>', 'time after which a job of an unresponsive worker is given to another worker', parseCount, 60)
    .option('--config <file>', 'JSON file with projects: { "projects": [ … ] }')
    .option('--no-log', 'do not log requests')
    .option('--allow-unsandboxed', 'start on a host without isolation, and check results without a sandbox')
    .action(async (outdir: string | undefined, options) => {
      if (outdir === undefined) finish(await (await import('./commands/serve.ts')).serve(options));
      else finish(await (await import('./commands/serve-site.ts')).serveSite(outdir, options));
    });
  // Options such as --host belong to the command that they follow.
  serve.enablePositionalOptions();
  addPassword(serve, finish);
  addKeys(serve, finish);
  addDoctor(serve, finish);
  addProjects(serve, finish);
}

function addPassword(serve: Command, finish: Finish): void {
  serve
    .command('password')
    .description('Read a password from standard input and print its hash for DOCSGEN_PASSWORD_HASH or a users file')
    .action(async () => finish(await (await import('./commands/serve-password.ts')).servePassword()));
}

function addKeys(serve: Command, finish: Finish): void {
  const keys = serve.command('keys').description('Manage API keys');
  withStoreOptions(keys.command('create'))
    .description('Create a key and print it; it is not shown again')
    .requiredOption('--project <ids>', 'projects that the key can access, or *; can be repeated', addTo(parseProjects))
    .addOption(
      new Option('--scope <scopes>', 'read, write, merge, admin').argParser(addTo(parseScopes)).default(['read', 'write'], 'read,write'),
    )
    .addOption(new Option('--expires <duration>', 'lifetime, such as 12h or never').argParser(parseLife).default(90 * 86_400_000, '90d'))
    .option('--cidr <networks>', 'networks from which the key can be used', addTo(parseNetworks), [])
    .option('--name <text>', 'description of the key', '')
    .action(async (_options, command: Command) =>
      finish(await (await import('./commands/serve-keys.ts')).createKeyCommand(optionsOf(command))),
    );
  withStoreOptions(keys.command('list'))
    .description('List keys without their secrets')
    .action(async (_options, command: Command) =>
      finish(await (await import('./commands/serve-keys.ts')).listKeysCommand(optionsOf(command))),
    );
  withStoreOptions(keys.command('revoke').argument('<id>'))
    .description('Revoke a key immediately')
    .action(async (id, _options, command: Command) =>
      finish(await (await import('./commands/serve-keys.ts')).revokeKeyCommand(id, optionsOf(command))),
    );
  withStoreOptions(keys.command('rotate').argument('<id>'))
    .description('Create a key that replaces another')
    .addOption(new Option('--grace <duration>', 'how long the old key stays valid').argParser(parseDuration).default(86_400_000, '24h'))
    .action(async (id, _options, command: Command) =>
      finish(await (await import('./commands/serve-keys.ts')).rotateKeyCommand(id, optionsOf(command))),
    );
  keys
    .command('scan')
    .argument('[path]', 'file or folder', '.')
    .description('Search files for keys')
    .action(async (path) => finish(await (await import('./commands/serve-keys.ts')).scanKeysCommand(path)));
}

function addDoctor(serve: Command, finish: Finish): void {
  withStoreOptions(serve.command('doctor'))
    .description('Check the requirements of the agent service: isolation, disk, database, Git, repositories, models')
    .addOption(new Option('--format <format>', 'text or json').choices(['text', 'json']).default('text'))
    .option('--allow-unsandboxed', 'report missing isolation as a warning')
    .action(async (_options, command: Command) =>
      finish(await (await import('./commands/serve-doctor.ts')).serveDoctor(optionsOf(command))),
    );
}

function addProjects(serve: Command, finish: Finish): void {
  const projects = serve.command('projects').description('Manage the repositories that jobs change');
  withStoreOptions(projects.command('add').argument('<id>'))
    .description('Add or change a project')
    .requiredOption('--repository <address>', 'https URL, or the path of a bare repository for the host local')
    .option('--ref <branch>', 'base branch of changes (default: main)')
    .option('--docs <folder>', 'folder in the repository that contains docs.json')
    .addOption(new Option('--host <host>', 'code host (default: local)').choices(codeHostNames))
    .option('--host-url <url>', 'API URL of a self-hosted code host')
    .option('--host-token <variable>', 'environment variable with the token of the code host')
    .option('--model <name>', 'anthropic/…, openai/… or compatible/…')
    .option('--model-url <url>', 'API URL of the provider, required for compatible/…')
    .option('--model-key <variable>', 'environment variable with the API key of the provider')
    .option('--price <dollars>', 'dollars per million tokens: input,output or input,output,cached, such as 3,15,0.3', parsePrice)
    .option('--command <command>', 'run claude, codex or opencode instead of a model, or another command as JSON')
    .option('--allow-remote <hosts>', 'hosts from which the check can read API descriptions', parseRemote, [])
    .option('--paths <globs>', 'files that agents can change, relative to the documentation folder', parseRepeated)
    .option('--allow <words>', 'what agents can change in addition to pages and descriptions, such as scripts', parseRepeated)
    .option('--require-check', 'fail a job if its result does not pass the documentation check')
    .option('--webhook <url>', 'URL to notify when a job ends')
    .option('--webhook-secret <variable>', 'environment variable with the signing secret')
    .option('--allow-private-webhook', 'allow a webhook on a private network')
    .option('--concurrent <number>', 'maximum number of jobs at the same time')
    .option('--steps <number>', 'maximum number of steps in a turn')
    .option('--minutes <number>', 'maximum number of minutes for a turn')
    .action(async (id, _options, command: Command) =>
      finish(await (await import('./commands/serve-projects.ts')).addProjectCommand(id, optionsOf(command))),
    );
  withStoreOptions(projects.command('list'))
    .description('List projects')
    .action(async (_options, command: Command) =>
      finish(await (await import('./commands/serve-projects.ts')).listProjectsCommand(optionsOf(command))),
    );
  withStoreOptions(projects.command('remove').argument('<id>'))
    .description('Remove a project; its running jobs fail')
    .action(async (id, _options, command: Command) =>
      finish(await (await import('./commands/serve-projects.ts')).removeProjectCommand(id, optionsOf(command))),
    );
}

/** Host names without a port. The option can be repeated or have commas. */
function parseHostNames(value: string, before: readonly string[]): string[] {
  const names = value.split(',').map((name) => name.trim().toLowerCase());
  if (!names.every((name) => /^[a-z0-9._-]+$/.test(name)))
    throw new InvalidArgumentError('It must be a list of host names such as docs.example.com, without ports.');
  return [...before, ...names];
}

/** Adds the options for the location of the store, the same for every command. */
function withStoreOptions(command: Command): Command {
  return command
    .addOption(new Option('--data <dir>', 'data folder').env('DOCSGEN_DATA').default('docsgen-agent'))
    .addOption(new Option('--database-url <url>', 'use this PostgreSQL database instead of the data folder').env('DOCSGEN_DATABASE_URL'));
}

/** The options of a command. The location of the store may also precede its name: `docsgen serve --data x keys list`. */
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

/** A list option that can be repeated. The first value replaces the default, which commander passes as the previous value. */
function addTo<T>(parse: (text: string) => readonly T[]): (text: string, previous?: readonly T[]) => readonly T[] {
  const given = new WeakSet<readonly T[]>();
  return (text, previous) => {
    const list = [...new Set([...(previous !== undefined && given.has(previous) ? previous : []), ...parse(text)])];
    given.add(list);
    return list;
  };
}

function parsePrice(text: string): { input: number; output: number; cached?: number } {
  const [, input, output, cached] = /^(\d+(?:\.\d+)?),(\d+(?:\.\d+)?)(?:,(\d+(?:\.\d+)?))?$/.exec(text.replaceAll(' ', '')) ?? [];
  if (input === undefined) throw new InvalidArgumentError('It must be two or three numbers of dollars, such as 3,15 or 3,15,0.3.');
  return { input: Number(input), output: Number(output), ...(cached !== undefined && { cached: Number(cached) }) };
}

function parseScopes(text: string): Scope[] {
  const scopes = parseList(text);
  if (scopes.length === 0) throw new InvalidArgumentError('Known scopes are read, write, merge and admin.');
  return scopes.map((scope) => {
    if (scope !== 'read' && scope !== 'write' && scope !== 'merge' && scope !== 'admin')
      throw new InvalidArgumentError('Known scopes are read, write, merge and admin.');
    return scope;
  });
}

function parseProjects(text: string): string[] {
  const ids = parseList(text);
  if (ids.length === 0) throw new InvalidArgumentError('It must be a project ID, or *.');
  return ids;
}

function parseNetworks(text: string): string[] {
  return parseList(text).map((network) => {
    const [address = '', bits] = network.split('/');
    const maxBits = isIP(address) === 6 ? 128 : 32;
    if (isIP(address) === 0 || (bits !== undefined && !(/^\d+$/.test(bits) && Number(bits) <= maxBits)))
      throw new InvalidArgumentError('It must be a list of networks such as 10.0.0.0/8 or 2001:db8::/32.');
    return network;
  });
}

function parseAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new InvalidArgumentError('It must be a URL such as https://docs.example.com.');
  return text;
}

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Like `parseDuration`, for the lifetime of a key, which cannot be zero. */
function parseLife(text: string): number | null {
  const life = parseDuration(text);
  if (life === 0) throw new InvalidArgumentError('The lifetime must be greater than 0. To revoke a key, use docsgen serve keys revoke.');
  return life;
}

/** Milliseconds; null for `never`. */
function parseDuration(text: string): number | null {
  if (text === 'never') return null;
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const length = units[unit];
  if (count === undefined || length === undefined)
    throw new InvalidArgumentError('It must be a duration such as 90d, 12h, 30m, 45s, or never.');
  return Number(count) * length;
}

/** A list. The option can be repeated or have commas. */
function parseRepeated(value: string, before: readonly string[] = []): string[] {
  return [...before, ...value.split(',').map((each) => each.trim())].filter((each) => each !== '');
}
