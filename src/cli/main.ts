/** Runs the command line: arguments in, exit code out. The commands are defined in `program.ts`. */
import { CommanderError } from 'commander';
import { withoutFolders } from '../model/plain-text.ts';
import { exitCodes } from './exit-codes.ts';
import { createProgram } from './program.ts';

/** Runs one command line (without node and script) and returns the exit code of the process. */
export async function main(args: readonly string[]): Promise<number> {
  let code: number = exitCodes.success;
  const program = createProgram((result) => {
    code = result;
  });
  process.on('unhandledRejection', (error) => {
    reportInternalError(error, args);
    process.exit(exitCodes.bug);
  });
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreClosedPipe);
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.success : exitCodes.usage;
    reportInternalError(error, args);
    return exitCodes.bug;
  }
}

/** With `docsgen build | head -1`, nobody reads the rest of the output, but the build must continue. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

/** Errors in the author's project are values, so an exception that arrives here is an internal error. */
function reportInternalError(error: unknown, args: readonly string[]): void {
  const summary = error instanceof Error ? `${error.name}: ${error.message.split('\n', 1)[0]}` : String(error);
  process.stderr.write(`internal error in docsgen: ${withoutFolders(summary)}\n`);
  if (args.includes('--debug')) process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  else process.stderr.write('Your project is untouched. Please report this with the output of the same command and --debug.\n');
}
