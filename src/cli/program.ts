/** The program: its commands, its help, and how it reports usage errors. */
import { Command, CommanderError, Help, Option } from 'commander';
import { packageVersion } from './package-version.ts';
import { addServe } from './serve-commands.ts';
import { type Finish, siteCommands } from './site-commands.ts';

/** `finish` receives the exit code of the command. */
export function createProgram(finish: Finish): Command {
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
  for (const add of siteCommands) add(program, finish);
  addServe(program, finish);
  addHelp(program, finish);
  addHelpHints(program, 'docsgen');
  // Configured after all commands have inherited the previous output. These names of other tools apply only to the top level, not to `serve keys`.
  program.configureOutput({ outputError: (text, write) => write(suggestCommand(withProgramName(text))) });
  return program;
}

/** `docsgen help` */
function addHelp(program: Command, finish: Finish): void {
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
