// `npm start`: builds our own documentation with ourselves and serves it on this machine only.
import { createServer } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sirv from 'sirv';
import { ensureBuilt, root, runNode } from './run.mjs';

const { values } = parseArgs({ options: { port: { type: 'string', default: '4400' } } });
const site = join(root, 'site');

const built = ensureBuilt() || runNode([join(root, 'bin/docsgen.js'), 'build', join(root, 'docs'), '--out', site]);
if (built !== 0) process.exit(built);

const notFound = sirv(site, { dev: true, single: '404.html' });
const files = sirv(site, {
  dev: true,
  onNoMatch: (request, response) => {
    response.statusCode = 404;
    notFound(Object.assign(request, { url: '/404.html' }), response, () => response.end('Not found'));
  },
});
const server = createServer((request, response) => files(request, response));

let port = Number(values.port);
const last = port + 20;
server.on('error', (error) => {
  if (error.code !== 'EADDRINUSE' || port >= last) throw error;
  port += 1;
  server.listen(port, '127.0.0.1');
});
server.on('listening', () => console.log(`The documentation is at http://127.0.0.1:${port}/ (Ctrl-C stops it)`));
server.listen(port, '127.0.0.1');

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    server.close(() => process.exit(0));
    server.closeAllConnections();
  });
}
