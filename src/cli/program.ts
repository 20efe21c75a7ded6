/** The commands and their options. What a command does is loaded when it is called, so that help and faults are quick. */
import { Command, CommanderError, Help, InvalidArgumentError, Option } from 'commander';
import { packageVersion } from './package-version.ts';
import { parseOrigins } from './parse-origins.ts';
import { parsePort } from './parse-port.ts';
import { parseRemote } from './parse-remote.ts';
import { formats } from './report/formats.ts';
import { addServe } from './serve-program.ts';

/** `finish` is told the exit code of the command that ran. */
export function createProgram(finish: (code: number) => void): Command {
  const program = new Command('docsgen')
    .description('Builds a docs.json folder of MDX pages into a fast static documentation site.')
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
    .configureOutput({ outputError: (text, write) => write(ownWords(text)) })
    .exitOverride();

  program
    .command('build')
    .description('Build the site in a folder')
    .argument('[dir]', 'the folder that holds docs.json', '.')
    .option('-o, --out <dir>', 'where the site is written (default: <dir>/dist)')
    .option('--base <path>', 'path under which the site is served, e.g. /docs', parseBase, '')
    .option('--strict', 'treat warnings as errors')
    .option('--allow-errors', 'write the site although pages have errors; they show the error')
    .addOption(new Option('--format <format>', 'how findings are printed').choices(formats).default('pretty'))
    .option('--no-cache', 'compile every page anew')
    .option('--cache-dir <dir>', 'where compiled pages are kept between builds')
    .option('--allow-remote <hosts>', 'also read API descriptions from these hosts', parseRemote, [])
    .option('--force-clean', 'remove everything from the output folder, also files that docsgen did not write')
    .option('--compress', 'also write compressed forms of the files, .br and .gz, for servers that send them')
    .option('--groups <names>', 'one output for the members of these groups, with commas', parseGroups)
    .option('--redirects <hosts>', 'also write redirect rules for these hosts: vercel, nginx', parseHosts, [])
    .option('-q, --quiet', 'print findings only')
    .option('--debug', 'print stack traces of our own faults')
    .action(async (dir, options) => finish(await (await import('./commands/build.ts')).build(dir, options)));

  program
    .command('dev')
    .description('Serve the site in a folder while it is written')
    .argument('[dir]', 'the folder that holds docs.json', '.')
    .option('-p, --port <n>', 'first port to try; the next free one is taken', parsePort, 3000)
    .option('--strict-port', 'fail when the port is taken')
    .option('--host <address>', 'listen on this address; 0.0.0.0 lets the network in')
    .option('--allowed-host <name...>', 'further names by which the server may be called')
    .option('--base <path>', 'path under which the site is served, e.g. /docs', parseBase, '')
    .option('--open', 'open the browser')
    .option('--no-open', 'do not open the browser')
    .option('--no-cache', 'compile every page anew')
    .option('--cache-dir <dir>', 'where compiled pages are kept')
    .option('--allow-remote <hosts>', 'follow references to these hosts', parseRemote, [])
    .option('--proxy-allow-private <origins>', 'servers on private networks that the playground may reach', parseOrigins, [])
    .option('-q, --quiet', 'print findings only')
    .option('--debug', 'print stack traces of our own faults')
    .action(async (dir, options) => finish(await (await import('./commands/dev.ts')).dev(dir, options)));

  program
    .command('new')
    .description('Create a starter site')
    .argument('[dir]', 'an empty or new folder', '.')
    .action(async (dir) => finish(await (await import('./commands/new.ts')).create(dir)));

  program
    .command('migrate')
    .description('Write a docs.json from a legacy mint.json')
    .argument('[dir]', 'the folder that holds mint.json', '.')
    .addOption(new Option('--format <format>', 'how findings are printed').choices(formats).default('pretty'))
    .action(async (dir, options) => finish(await (await import('./commands/migrate.ts')).migrate(dir, options)));

  program
    .command('check')
    .description('Find everything that is wrong with a site: links, content, accessibility, API descriptions, translations')
    .argument('[dir]', 'the folder that holds docs.json', '.')
    .option('--only <names>', 'codes (links/broken) or areas (links) to look at, with commas', parseNames)
    .option('--external', 'also ask other sites whether the addresses on them answer')
    .option('--fix', 'mend what can be mended without a question')
    .option('--allow-remote <hosts>', 'also read API descriptions from these hosts', parseRemote, [])
    // For the agent: what a host has is fetched before it begins, and its check asks nobody.
    .addOption(new Option('--only-fetch', 'fetch what --allow-remote names into the cache, and check nothing').hideHelp())
    .addOption(new Option('--no-fetch', 'read only copies of what lies elsewhere').hideHelp())
    .addOption(new Option('--format <format>', 'how findings are printed').choices(formats).default('pretty'))
    .option('--no-cache', 'compile every page anew')
    .option('--cache-dir <dir>', 'where compiled pages are kept between runs')
    .option('-q, --quiet', 'print findings only')
    .option('--debug', 'print stack traces of our own faults')
    .action(async (dir, options) => finish(await (await import('./commands/check.ts')).check(dir, options)));

  program
    .command('rename')
    .description('Move a page, file or folder, with every link, import and navigation entry that names it')
    .argument('<from>', 'page, file or folder, from the docs folder')
    .argument('<to>', 'its new path')
    .option('--dir <dir>', 'the folder that holds docs.json', '.')
    .option('--dry-run', 'print what would change, and change nothing')
    .option('--no-redirect', 'add no redirects from the old addresses')
    .option('--debug', 'print stack traces of our own faults')
    .action(async (from, to, options) => finish(await (await import('./commands/rename.ts')).rename(from, to, options)));

  program
    .command('export')
    .description('Build the site as a folder that opens from a disk by double click')
    .argument('[dir]', 'the folder that holds docs.json', '.')
    .option('-o, --out <dir>', 'where the site is written (default: <dir>/offline)')
    .option('--zip', 'also write it as one archive beside the folder')
    .option('--allow-errors', 'write the site although pages have errors; they show the error')
    .addOption(new Option('--format <format>', 'how findings are printed').choices(formats).default('pretty'))
    .option('--no-cache', 'compile every page anew')
    .option('--cache-dir <dir>', 'where compiled pages are kept between builds')
    .option('--allow-remote <hosts>', 'also read API descriptions from these hosts', parseRemote, [])
    .option('--force-clean', 'remove everything from the output folder, also files that docsgen did not write')
    .option('-q, --quiet', 'print findings only')
    .option('--debug', 'print stack traces of our own faults')
    .action(async (dir, options) => finish(await (await import('./commands/export.ts')).exportCommand(dir, options)));

  program
    .command('mcp')
    .description('Answer AI agents from a built site, by the Model Context Protocol on standard input and output')
    .argument('<outdir>', 'the folder that docsgen build wrote')
    .option('--debug', 'print stack traces of our own faults')
    .action(async (outDir) => finish(await (await import('./commands/mcp.ts')).mcp(outDir)));

  program
    .command('openapi-check')
    .description('Check OpenAPI and AsyncAPI descriptions')
    .argument('<file...>', 'files or globs; - reads standard input')
    .option('--strict', 'treat warnings as errors')
    .option('--allow-remote <hosts>', 'follow references to these hosts', parseRemote, [])
    .addOption(new Option('--format <format>', 'how findings are printed').choices(formats).default('pretty'))
    .action(async (files, options) => finish(await (await import('./commands/openapi-check.ts')).openapiCheck(files, options)));

  program
    .command('agent')
    .description('Let an AI agent change the pages in a folder; the result is checked before it is written')
    .argument('<instruction>', 'what is to be done')
    .option('--dir <dir>', 'the folder that holds docs.json', '.')
    .option('--model <provider/name>', 'anthropic/…, openai/… or compatible/… (default: DOCSGEN_MODEL)')
    .option('--model-url <url>', "the provider's API, needed for compatible/… (default: DOCSGEN_MODEL_URL)")
    .option('--model-key <variable>', 'variable that holds the key (default: ANTHROPIC_API_KEY or OPENAI_API_KEY)')
    .option('--command <words...>', 'a coding agent to run in a sandbox instead, with the instruction on its standard input')
    .option('--minutes <number>', 'how long it may take', parseMinutes, 20)
    .option('--allow-remote <hosts>', 'also read API descriptions from these hosts, for the check of the result', parseRemote, [])
    .option('--dry-run', 'print what would change, and change nothing')
    .option('-q, --quiet', 'print the result only')
    .option('--debug', 'print stack traces of our own faults')
    .action(async (instruction, options) => finish(await (await import('./commands/agent.ts')).agent(instruction, options)));

  addServe(program, finish);

  program
    .command('help')
    .description('show help for a command')
    .argument('[command...]')
    .action((names: readonly string[]) => {
      let command = program;
      for (const name of names) {
        const found = command.commands.find((each) => each.name() === name);
        // Parsing the name of a command says that it is unknown, and which one was meant.
        if (!found && command === program) createProgram(finish).parse([name], { from: 'user' });
        command = found ?? command.error(`error: unknown command '${name}'`);
      }
      command.help();
    });
  nameOwnHelp(program, 'docsgen');
  // Behind all commands, which have taken over what was said above: other tools have these names, not those of `serve keys`.
  program.configureOutput({ outputError: (text, write) => write(withOurName(ownWords(text))) });

  return program;
}

/** A fault names the help of the command that it is in. */
function nameOwnHelp(command: Command, path: string): void {
  command.showHelpAfterError(`(see ${path} --help)`);
  for (const child of command.commands) nameOwnHelp(child, `${path} ${child.name()}`);
}

function ownWords(text: string): string {
  return text.replace(/^error: /, 'docsgen: ');
}

/** What other tools call a command, and we do not. */
const namesElsewhere: ReadonlyMap<string, string> = new Map([
  ['a11y', 'check'],
  ['broken-links', 'check'],
  ['create', 'new'],
  ['init', 'new'],
  ['lint', 'check'],
  ['preview', 'serve'],
  ['start', 'dev'],
  ['upgrade', 'migrate'],
  ['validate', 'check'],
]);

/** The words of a fault; those of an unknown command with the name that it has here. */
function withOurName(text: string): string {
  const [line, name = ''] = /^docsgen: unknown command '(.+)'\n/.exec(text) ?? [];
  const ours = namesElsewhere.get(name);
  return line === undefined || ours === undefined ? text : `${line}(Did you mean ${ours}?)\n`;
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

/** Areas are the first part of a code; a wrong one would hide everything. */
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
      throw new InvalidArgumentError(`Known areas are ${areas.join(', ')}; a code is one of an area, such as links/broken.`);
    return name;
  });
}

/** An empty list is an audience, too: readers who are signed in and in no group. */
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
