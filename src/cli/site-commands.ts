/** The commands for a folder with a site, one function for each. The code of a command is loaded when it runs. */
import { type Command, Option } from 'commander';
import { foreignTools } from '../model/foreign-tool.ts';
import {
  parseBase,
  parseGroups,
  parseHosts,
  parseMinutes,
  parseNames,
  parseOrigins,
  parsePort,
  parseRemote,
  parseSiteUrl,
} from './option-values.ts';
import { formats, previewFormats } from './report/formats.ts';

/** Receives the exit code of a command. */
export type Finish = (code: number) => void;

/** Functions that add the commands to a program, in the order of the help. */
export const siteCommands: readonly ((program: Command, finish: Finish) => void)[] = [
  addBuild,
  addDev,
  addNew,
  addMigrate,
  addCheck,
  addPreview,
  addRename,
  addExport,
  addMcp,
  addLanguageServer,
  addOpenapiCheck,
  addAgent,
];

const siteFolder = ['[dir]', 'folder that contains docs.json', '.'] as const;
const formatOption = new Option('--format <format>', 'report format').choices(formats).default('pretty');
const strictOption = new Option('--strict', 'treat warnings as errors');
const baseOption = new Option('--base <path>', 'serve the site under this path, e.g. /docs').default('').argParser(parseBase);
const allowErrorsOption = new Option('--allow-errors', 'write the site even if pages have errors; those pages show the error');
const noCacheOption = new Option('--no-cache', 'compile every page again instead of using the cache');
const cacheDirOption = new Option('--cache-dir <dir>', 'folder for the cache of compiled pages');
const forceCleanOption = new Option('--force-clean', 'empty the output folder first, even if docsgen did not write its files');
const noPluginsOption = new Option('--no-plugins', 'do not load the plugins and hooks of the project, which are code that runs in Node.js');
const quietOption = new Option('-q, --quiet', 'print only problems');
const debugOption = new Option('--debug', 'print stack traces for internal errors');
/** Hosts of whole API descriptions, or of what a description refers to. */
const allowRemote = (what: 'allow API descriptions from' | 'allow references to') =>
  new Option('--allow-remote <hosts>', `${what} these hosts (comma-separated)`).default([]).argParser(parseRemote);
const allowDescriptionsOption = allowRemote('allow API descriptions from');
const allowReferencesOption = allowRemote('allow references to');

function addBuild(program: Command, finish: Finish): void {
  program
    .command('build')
    .description('Build the site')
    .argument(...siteFolder)
    .option('-o, --out <dir>', 'output folder (default: <dir>/dist)')
    .addOption(baseOption)
    .addOption(strictOption)
    .addOption(allowErrorsOption)
    .addOption(formatOption)
    .addOption(noPluginsOption)
    .addOption(noCacheOption)
    .addOption(cacheDirOption)
    .addOption(allowDescriptionsOption)
    .addOption(forceCleanOption)
    .option('--compress', 'also write compressed copies of the files (.br and .gz) for servers that support them')
    .option('--groups <names>', 'build only what members of these groups can see (comma-separated)', parseGroups)
    .option('--redirects <hosts>', 'also write redirect rules for these hosts (comma-separated): vercel, nginx', parseHosts, [])
    .addOption(quietOption)
    .addOption(debugOption)
    .action(async (dir, options) => finish(await (await import('./commands/build.ts')).build(dir, options)));
}

function addDev(program: Command, finish: Finish): void {
  program
    .command('dev')
    .description('Serve the site and update it when files change')
    .argument(...siteFolder)
    .option('-p, --port <n>', 'first port to try; if it is in use, docsgen takes the next free port', parsePort, 3000)
    .option('--strict-port', 'exit if the port is in use')
    .option('--host <address>', 'address to listen on; 0.0.0.0 allows access from the network')
    .option('--allowed-host <name...>', 'additional host names that the server accepts')
    .addOption(baseOption)
    .option('--open', 'open the site in the browser')
    .option('--no-open', 'do not open the browser (default)')
    .addOption(noPluginsOption)
    .addOption(noCacheOption)
    .addOption(cacheDirOption)
    .addOption(allowReferencesOption)
    .option('--proxy-allow-private <origins>', 'servers on private networks that the playground can reach', parseOrigins, [])
    .addOption(quietOption)
    .addOption(debugOption)
    .action(async (dir, options) => finish(await (await import('./commands/dev.ts')).dev(dir, options)));
}

function addNew(program: Command, finish: Finish): void {
  program
    .command('new')
    .description('Create a starter site')
    .argument('[dir]', 'new or empty folder', '.')
    .action(async (dir) => finish(await (await import('./commands/new.ts')).create(dir)));
}

function addMigrate(program: Command, finish: Finish): void {
  program
    .command('migrate')
    .description('Convert a site from another documentation tool, and report what was preserved')
    .argument('[dir]', 'folder that contains the site', '.')
    .addOption(new Option('--from <tool>', 'tool that built the site (default: detected from its files)').choices(foreignTools))
    .option('-o, --out <dir>', 'new folder (default: <dir>/docsgen-site)')
    .option('--in-place', 'replace the pages of the old site; requires a clean git work tree')
    .option('--verify', 'compare an existing new folder with the old site again')
    .addOption(formatOption)
    .action(async (dir, options) => finish(await (await import('./commands/migrate.ts')).migrate(dir, options)));
}

function addCheck(program: Command, finish: Finish): void {
  program
    .command('check')
    .description('Check links, content, accessibility, API descriptions and translations of a site')
    .argument(...siteFolder)
    .option('--only <names>', 'check only these areas or codes (comma-separated), e.g. links,a11y/alt', parseNames)
    .option('--external', 'also check links to other sites')
    .option('--fix', 'apply unambiguous fixes')
    .addOption(allowDescriptionsOption)
    // For the agent, which fetches descriptions before it starts and then runs the check without a network.
    .addOption(new Option('--only-fetch', 'only download the API descriptions of the hosts in --allow-remote into the cache').hideHelp())
    .addOption(new Option('--no-fetch', 'use only cached copies of remote descriptions').hideHelp())
    .addOption(formatOption)
    .addOption(noPluginsOption)
    .addOption(noCacheOption)
    .addOption(cacheDirOption)
    .addOption(quietOption)
    .addOption(debugOption)
    .action(async (dir, options) => finish(await (await import('./commands/check.ts')).check(dir, options)));
}

function addPreview(program: Command, finish: Finish): void {
  program
    .command('preview')
    .description('Compare the site with the same site at another commit, and list the changed pages')
    .argument(...siteFolder)
    .requiredOption('--base <commit>', 'branch, tag or commit to compare with')
    .option('--base-name <name>', 'name of the base in the summary, such as the branch of a commit')
    .option('-o, --out <dir>', 'also write the new site to this folder, with a page of differences')
    .option('--base-path <path>', 'path at which the written site is served, e.g. /docs', parseBase, '')
    .option('--url <url>', 'URL of the new site, to link its pages and the differences in the summary', parseSiteUrl)
    .addOption(new Option('--format <format>', 'format of the summary').choices(previewFormats).default('pretty'))
    .addOption(allowDescriptionsOption)
    .addOption(noPluginsOption)
    .addOption(noCacheOption)
    .addOption(cacheDirOption)
    .addOption(forceCleanOption)
    .option('-q, --quiet', 'print only the summary')
    .addOption(debugOption)
    .action(async (dir, options) => finish(await (await import('./commands/preview.ts')).preview(dir, options)));
}

function addRename(program: Command, finish: Finish): void {
  program
    .command('rename')
    .description('Move a page, file or folder and update all links, imports and navigation entries')
    .argument('<from>', 'page, file or folder, relative to docs.json')
    .argument('<to>', 'new path')
    .option('--dir <dir>', 'folder that contains docs.json', '.')
    .option('--dry-run', 'print the changes without making them')
    .option('--no-redirect', 'do not add redirects from the old paths')
    .addOption(noPluginsOption)
    .addOption(debugOption)
    .action(async (from, to, options) => finish(await (await import('./commands/rename.ts')).rename(from, to, options)));
}

function addExport(program: Command, finish: Finish): void {
  program
    .command('export')
    .description('Build a site that works from a disk, without a server')
    .argument(...siteFolder)
    .option('-o, --out <dir>', 'output folder (default: <dir>/offline)')
    .option('--zip', 'also write a ZIP archive next to the folder')
    .addOption(allowErrorsOption)
    .addOption(formatOption)
    .addOption(noPluginsOption)
    .addOption(noCacheOption)
    .addOption(cacheDirOption)
    .addOption(allowDescriptionsOption)
    .addOption(forceCleanOption)
    .addOption(quietOption)
    .addOption(debugOption)
    .action(async (dir, options) => finish(await (await import('./commands/export.ts')).exportCommand(dir, options)));
}

function addMcp(program: Command, finish: Finish): void {
  program
    .command('mcp')
    .description('Run a Model Context Protocol server for a built site on standard input and output')
    .argument('<outdir>', 'output folder of a build')
    .addOption(debugOption)
    .action(async (outDir) => finish(await (await import('./commands/mcp.ts')).mcp(outDir)));
}

function addLanguageServer(program: Command, finish: Finish): void {
  program
    .command('language-server')
    .description('Run a language server for editors on standard input and output')
    .option('--stdio', 'use standard input and output (default)')
    // Some editors pass the id of their process; the protocol library reads it.
    .addOption(new Option('--clientProcessId <id>').hideHelp())
    .option('--plugins', 'load the plugins and hooks of the projects, which are code that runs in Node.js')
    .addOption(debugOption)
    .action(async (options) => finish(await (await import('./commands/language-server.ts')).languageServer(options)));
}

function addOpenapiCheck(program: Command, finish: Finish): void {
  program
    .command('openapi-check')
    .description('Check OpenAPI and AsyncAPI descriptions')
    .argument('<file...>', 'files or globs; use - to read standard input')
    .addOption(strictOption)
    .addOption(allowReferencesOption)
    .addOption(formatOption)
    .action(async (files, options) => finish(await (await import('./commands/openapi-check.ts')).openapiCheck(files, options)));
}

function addAgent(program: Command, finish: Finish): void {
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
    .addOption(debugOption)
    .action(async (instruction, options) => finish(await (await import('./commands/agent.ts')).agent(instruction, options)));
}
