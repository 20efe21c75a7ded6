/** The commands and their options. The code of a command is loaded when it runs, so that help and usage errors are fast. */
import { Command, CommanderError, Help, InvalidArgumentError, Option } from 'commander';
import { packageVersion } from './package-version.ts';
import { parseOrigins } from './parse-origins.ts';
import { parsePort } from './parse-port.ts';
import { parseRemote } from './parse-remote.ts';
import { formats } from './report/formats.ts';
import { previewFormats } from './report/preview-formats.ts';
import { addServe } from './serve-program.ts';

/** `finish` receives the exit code of the command. */
export function createProgram(finish: (code: number) => void): Command {
  const program = new Command('docsgen')
    .description('Build a static documentation site from a folder with docs.json and MDX pages.')
    .version(packageVersion(), '-v, --version', 'print the version')
    .addOption(new Option('-V').hideHelp())
    .on('option:V', () => {
      process.stdout.write(`${packageVersion()}\n`);
      throw new CommanderError(0, 'commander.version', packageVersion());
    })
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    // An option belongs to the command that it follows: `serve --host` is an address, `serve projects add --host` a code host.
    .enablePositionalOptions()
    .configureHelp({ optionDescription: (option) => new Help().optionDescription(option).replace(/ \(default: (?:\[\]|"")\)$/, '') })
    .configureOutput({ outputError: (text, write) => write(withProgramName(text)) })
    .exitOverride();

  program
    .command('build')
    .description('Build the site')
    .argument('[dir]', 'folder that contains docs.json', '.')
    .option('-o, --out <dir>', 'output folder (default: <dir>/dist)')
    .option('--base <path>', 'serve the site under this path, e.g. /docs', parseBase, '')
    .option('--strict', 'treat warnings as errors')
    .option('--allow-errors', 'write the site even if pages have errors; those pages show the error')
    .addOption(new Option('--format <format>', 'report format').choices(formats).default('pretty'))
    .option('--no-cache', 'compile every page again instead of using the cache')
    .option('--cache-dir <dir>', 'folder for the cache of compiled pages')
    .option('--allow-remote <hosts>', 'allow API descriptions from these hosts (comma-separated)', parseRemote, [])
    .option('--force-clean', 'empty the output folder first, even if docsgen did not write its files')
    .option('--compress', 'also write compressed copies of the files (.br and .gz) for servers that support them')
    .option('--groups <names>', 'build only what members of these groups can see (comma-separated)', parseGroups)
    .option('--redirects <hosts>', 'also write redirect rules for these hosts (comma-separated): vercel, nginx', parseHosts, [])
    .option('-q, --quiet', 'print only problems')
    .option('--debug', 'print stack traces for internal errors')
    .action(async (dir, options) => finish(await (await import('./commands/build.ts')).build(dir, options)));

  program
    .command('dev')
    .description('Serve the site and update it when files change')
    .argument('[dir]', 'folder that contains docs.json', '.')
    .option('-p, --port <n>', 'first port to try; if it is in use, docsgen takes the next free port', parsePort, 3000)
    .option('--strict-port', 'exit if the port is in use')
    .option('--host <address>', 'address to listen on; 0.0.0.0 allows access from the network')
    .option('--allowed-host <name...>', 'additional host names that the server accepts')
    .option('--base <path>', 'serve the site under this path, e.g. /docs', parseBase, '')
    .option('--open', 'open the site in the browser')
    .option('--no-open', 'do not open the browser (default)')
    .option('--no-cache', 'compile every page again instead of using the cache')
    .option('--cache-dir <dir>', 'folder for the cache of compiled pages')
    .option('--allow-remote <hosts>', 'allow references to these hosts (comma-separated)', parseRemote, [])
    .option('--proxy-allow-private <origins>', 'servers on private networks that the playground can reach', parseOrigins, [])
    .option('-q, --quiet', 'print only problems')
    .option('--debug', 'print stack traces for internal errors')
    .action(async (dir, options) => finish(await (await import('./commands/dev.ts')).dev(dir, options)));

  program
    .command('new')
    .description('Create a starter site')
    .argument('[dir]', 'new or empty folder', '.')
    .action(async (dir) => finish(await (await import('./commands/new.ts')).create(dir)));

  program
    .command('migrate')
    .description('Write a docs.json from a legacy mint.json')
    .argument('[dir]', 'folder that contains mint.json', '.')
    .addOption(new Option('--format <format>', 'report format').choices(formats).default('pretty'))
    .action(async (dir, options) => finish(await (await import('./commands/migrate.ts')).migrate(dir, options)));

  program
    .command('check')
    .description('Check links, content, accessibility, API descriptions and translations of a site')
    .argument('[dir]', 'folder that contains docs.json', '.')
    .option('--only <names>', 'check only these areas or codes (comma-separated), e.g. links,a11y/alt', parseNames)
    .option('--external', 'also check links to other sites')
    .option('--fix', 'apply unambiguous fixes')
    .option('--allow-remote <hosts>', 'allow API descriptions from these hosts (comma-separated)', parseRemote, [])
    // For the agent, which fetches descriptions before it starts and then runs the check without a network.
    .addOption(new Option('--only-fetch', 'fetch what --allow-remote names into the cache, and check nothing').hideHelp())
    .addOption(new Option('--no-fetch', 'use only cached copies of remote descriptions').hideHelp())
    .addOption(new Option('--format <format>', 'report format').choices(formats).default('pretty'))
    .option('--no-cache', 'compile every page again instead of using the cache')
    .option('--cache-dir <dir>', 'folder for the cache of compiled pages')
    .option('-q, --quiet', 'print only problems')
    .option('--debug', 'print stack traces for internal errors')
    .action(async (dir, options) => finish(await (await import('./commands/check.ts')).check(dir, options)));

  program
    .command('preview')
    .description('Compare the site with the same site at another commit, and list the changed pages')
    .argument('[dir]', 'folder that contains docs.json', '.')
    .requiredOption('--base <commit>', 'branch, tag or commit to compare with')
    .option('-o, --out <dir>', 'also write the new site to this folder, with a page of differences')
    .option('--base-path <path>', 'path under which the written site is served, e.g. /docs', parseBase, '')
    .option('--url <url>', 'URL of the new site, to link its pages in the summary', parseSiteUrl)
    .addOption(new Option('--format <format>', 'format of the summary').choices(previewFormats).default('pretty'))
    .option('--allow-remote <hosts>', 'allow API descriptions from these hosts (comma-separated)', parseRemote, [])
    .option('--no-cache', 'compile every page again instead of using the cache')
    .option('--cache-dir <dir>', 'folder for the cache of compiled pages')
    .option('--force-clean', 'empty the output folder first, even if docsgen did not write its files')
    .option('-q, --quiet', 'print only the summary')
    .option('--debug', 'print stack traces for internal errors')
    .action(async (dir, options) => finish(await (await import('./commands/preview.ts')).preview(dir, options)));

  program
    .command('rename')
    .description('Move a page, file or folder and update all links, imports and navigation entries')
    .argument('<from>', 'page, file or folder, relative to the folder of docs.json')
    .argument('<to>', 'new path')
    .option('--dir <dir>', 'folder that contains docs.json', '.')
    .option('--dry-run', 'print the changes without making them')
    .option('--no-redirect', 'do not add redirects from the old paths')
    .option('--debug', 'print stack traces for internal errors')
    .action(async (from, to, options) => finish(await (await import('./commands/rename.ts')).rename(from, to, options)));

  program
    .command('export')
    .description('Build a site that opens from a disk, without a server')
    .argument('[dir]', 'folder that contains docs.json', '.')
    .option('-o, --out <dir>', 'output folder (default: <dir>/offline)')
    .option('--zip', 'also write a ZIP archive next to the folder')
    .option('--allow-errors', 'write the site even if pages have errors; those pages show the error')
    .addOption(new Option('--format <format>', 'report format').choices(formats).default('pretty'))
    .option('--no-cache', 'compile every page again instead of using the cache')
    .option('--cache-dir <dir>', 'folder for the cache of compiled pages')
    .option('--allow-remote <hosts>', 'allow API descriptions from these hosts (comma-separated)', parseRemote, [])
    .option('--force-clean', 'empty the output folder first, even if docsgen did not write its files')
    .option('-q, --quiet', 'print only problems')
    .option('--debug', 'print stack traces for internal errors')
    .action(async (dir, options) => finish(await (await import('./commands/export.ts')).exportCommand(dir, options)));

  program
    .command('mcp')
    .description('Run a Model Context Protocol server for a built site on standard input and output')
    .argument('<outdir>', 'output folder of a build')
    .option('--debug', 'print stack traces for internal errors')
    .action(async (outDir) => finish(await (await import('./commands/mcp.ts')).mcp(outDir)));

  program
    .command('openapi-check')
    .description('Check OpenAPI and AsyncAPI descriptions')
    .argument('<file...>', 'files or globs; use - to read standard input')
    .option('--strict', 'treat warnings as errors')
    .option('--allow-remote <hosts>', 'allow references to these hosts (comma-separated)', parseRemote, [])
    .addOption(new Option('--format <format>', 'report format').choices(formats).default('pretty'))
    .action(async (files, options) => finish(await (await import('./commands/openapi-check.ts')).openapiCheck(files, options)));

  program
    .command('agent')
    .description('Let an AI agent edit the pages in a folder; docsgen checks the result before writing it')
    .argument('<instruction>', 'what to do')
    .option('--dir <dir>', 'folder that contains docs.json', '.')
    .option('--model <provider/name>', 'anthropic/…, openai/… or compatible/… (default: DOCSGEN_MODEL)')
    .option('--model-url <url>', "URL of the provider's API, required for compatible/… (default: DOCSGEN_MODEL_URL)")
    .option('--model-key <variable>', 'environment variable with the API key (default: ANTHROPIC_API_KEY or OPENAI_API_KEY)')
    .option('--command <words...>', 'run claude, codex, opencode or another coding agent in the sandbox instead')
    .option('--allow-unsandboxed', 'run without a sandbox if the host does not support one')
    .option('--minutes <number>', 'time limit in minutes', parseMinutes, 20)
    .option('--allow-remote <hosts>', 'hosts from which the check can read API descriptions', parseRemote, [])
    .option('--dry-run', 'print the changes without making them')
    .option('-q, --quiet', 'print only the result')
    .option('--debug', 'print stack traces for internal errors')
    .action(async (instruction, options) => finish(await (await import('./commands/agent.ts')).agent(instruction, options)));

  addServe(program, finish);

  program
    .command('help')
    .description('Show help for a command')
    .argument('[command...]')
    .action((names: readonly string[]) => {
      let command = program;
      for (const name of names) {
        const match = command.commands.find((each) => each.name() === name);
        // Parsing the unknown name prints an error with a suggestion.
        if (!match && command === program) createProgram(finish).parse([name], { from: 'user' });
        command = match ?? command.error(`error: unknown command '${name}'`);
      }
      command.help();
    });
  addHelpHints(program, 'docsgen');
  // Configured after all commands have inherited the previous output. These names of other tools apply only to the top level, not to `serve keys`.
  program.configureOutput({ outputError: (text, write) => write(suggestCommand(withProgramName(text))) });

  return program;
}

/** Makes errors refer to the help of their own command. */
function addHelpHints(command: Command, path: string): void {
  command.showHelpAfterError(`(see ${path} --help)`);
  for (const child of command.commands) addHelpHints(child, `${path} ${child.name()}`);
}

function withProgramName(text: string): string {
  return text.replace(/^error: /, 'docsgen: ');
}

/** Names that other tools use for our commands. */
const commandAliases: ReadonlyMap<string, string> = new Map([
  ['a11y', 'check'],
  ['broken-links', 'check'],
  ['create', 'new'],
  ['init', 'new'],
  ['lint', 'check'],
  ['diff', 'preview'],
  ['start', 'dev'],
  ['upgrade', 'migrate'],
  ['validate', 'check'],
]);

/** The text of an error. For an unknown command, it suggests our name of that command. */
function suggestCommand(text: string): string {
  const [line, name = ''] = /^docsgen: unknown command '(.+)'\n/.exec(text) ?? [];
  const suggestion = commandAliases.get(name);
  return line === undefined || suggestion === undefined ? text : `${line}(Did you mean ${suggestion}?)\n`;
}

function parseMinutes(value: string): number {
  const minutes = Number(value);
  if (!(minutes > 0 && minutes <= 240)) throw new InvalidArgumentError('It must be a number of minutes, up to 240.');
  return minutes;
}

function parseBase(value: string): string {
  const path = `/${value.replace(/^\/+|\/+$/g, '')}`;
  if (/^[a-z]+:|[?#\\"'<>\s]|(?:^|\/)\.{1,2}(?:\/|$)/i.test(value)) throw new InvalidArgumentError('It must be a path such as /docs.');
  return path === '/' ? '' : path;
}

function parseSiteUrl(value: string): string {
  const url = URL.parse(value);
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new InvalidArgumentError('It must be a URL such as https://preview.example.com/docs.');
  return url.href;
}

/** Valid areas, which are the first part of a code. An unknown area would hide all diagnostics. */
const areas = [
  'a11y',
  'asyncapi',
  'config',
  'content',
  'fonts',
  'fs',
  'i18n',
  'icons',
  'io',
  'links',
  'mdx',
  'nav',
  'openapi',
  'security',
  'static',
  'styles',
];

function parseNames(value: string): string[] {
  return value.split(',').map((part) => {
    const name = part.trim();
    if (!/^[\w-]+(?:\/[\w-]+)?$/.test(name) || !areas.includes(name.replace(/\/.*$/, '')))
      throw new InvalidArgumentError(`Known areas are ${areas.join(', ')}; a code consists of an area and a name, such as links/broken.`);
    return name;
  });
}

/** An empty list is an audience too: signed-in readers without groups. */
function parseGroups(value: string): string[] {
  return value.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
}

function parseHosts(value: string): ('vercel' | 'nginx')[] {
  return value.split(',').map((name) => {
    const host = name.trim();
    if (host !== 'vercel' && host !== 'nginx') throw new InvalidArgumentError('Known hosts are vercel and nginx.');
    return host;
  });
}
