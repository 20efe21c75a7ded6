import { text } from 'node:stream/consumers';
import { exitCodes } from '../exit-codes.ts';

/**
 * `docsgen serve password`: reads a password from standard input, without its line ending, and prints its hash. Exit code 2 if it has
 * less than 8 characters.
 */
export async function servePassword(): Promise<number> {
  if (process.stdin.isTTY) process.stderr.write('Type the password, then Enter and Ctrl-D:\n');
  const password = (await text(process.stdin)).replace(/\r?\n$/, '');
  if (password.length < 8) {
    process.stderr.write('docsgen: the password is shorter than 8 characters\n');
    return exitCodes.usage;
  }
  const { passwordHash } = await import('../../apps/serve/sign-in/password.ts');
  process.stdout.write(`${passwordHash(password)}\n`);
  return exitCodes.success;
}
