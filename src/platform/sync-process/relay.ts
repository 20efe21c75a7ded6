/** The thread of `sync-process.ts`: owns the child process, and passes messages on in both directions. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { workerData } from 'node:worker_threads';
import type { RelayData, RelayMessage } from './sync-process.ts';

const { program, execArgv, cwd, env, counter, port } = workerData as RelayData;
const standardError = 2;

const child = fork(fileURLToPath(program), [], {
  execArgv: [...execArgv],
  cwd,
  env: { ...env },
  serialization: 'advanced',
  // Standard output belongs to the command: its reports are read by programs.
  stdio: ['ignore', standardError, standardError, 'ipc'],
});

function post(message: RelayMessage): void {
  port.postMessage(message);
  Atomics.add(counter, 0, 1);
  Atomics.notify(counter, 0);
}

child.on('message', (answer) => post({ answer }));
child.on('error', (error) => post({ ended: error.message }));
child.on('exit', (code, signal) => {
  post({ ended: signal === null ? `the process exited with code ${code}` : `the process was ended by ${signal}` });
  port.close();
});
port.on('message', (request: unknown) => {
  if (request === undefined) child.kill('SIGKILL');
  else if (child.connected) child.send(request as object);
});
// The caller is gone.
port.on('close', () => child.kill('SIGKILL'));
