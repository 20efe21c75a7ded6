/**
 * The first process inside the sandbox: opens a port on its own loopback that leads to the model's socket, then runs the command
 * with limits. Arguments: socket, port, KiB of memory of each process, command…. Ends as the command ends; a signal ends it with 128 and its number.
 */
import { spawn } from 'node:child_process';
import { connect, createServer } from 'node:net';
import { constants } from 'node:os';

const [socket = '', port = '', memory = '', ...command] = process.argv.slice(2);
const limits = `ulimit -c 0; ulimit -d ${Number(memory)}; ulimit -n 1024; ulimit -u 1024; ulimit -f 1048576; exec "$@"`;

const server = createServer((inside) => {
  const outside = connect(socket);
  const end = () => {
    inside.destroy();
    outside.destroy();
  };
  inside.on('error', end).on('close', end);
  outside.on('error', end).on('close', end);
  inside.pipe(outside).pipe(inside);
});
server.listen(Number(port), '127.0.0.1', () => {
  const child = spawn('/bin/sh', ['-c', limits, 'sh', ...command], { stdio: 'inherit' });
  child.on('error', () => process.exit(127));
  child.on('exit', (exit, signal) => process.exit(exit ?? 128 + (signal ? constants.signals[signal] : 0)));
});
