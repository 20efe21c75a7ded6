// Runs command lines of docsgen one after the other in one process, as the command line would: `main` decides the exit code, what is
// printed goes back with it. Starting Node and loading docsgen is most of what a small case takes.
import { main } from '../../dist/cli/main.js';

const writes = { stdout: process.stdout.write, stderr: process.stderr.write };
const usual = { ...process.env };

process.on('message', async ({ args, cwd, env }) => {
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) {
    process[name].write = (text, encoding, done) => {
      said[name] += typeof text === 'string' ? text : Buffer.from(text).toString('utf8');
      (typeof encoding === 'function' ? encoding : done)?.();
      return true;
    };
  }
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, usual, env);
  process.chdir(cwd);
  let exit;
  try {
    exit = await main(args);
  } finally {
    for (const name of ['stdout', 'stderr']) process[name].write = writes[name];
    process.removeAllListeners('unhandledRejection');
    for (const stream of [process.stdout, process.stderr]) stream.removeAllListeners('error');
  }
  process.exitCode = undefined;
  process.send({ exit, ...said });
});
process.send('ready');
