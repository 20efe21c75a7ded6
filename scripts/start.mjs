// `npm start`: builds docsgen's own documentation and serves it on this host only.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt, root, runNode } from './run.mjs';
import { serveFolder } from './serve-folder.mjs';

const { values } = parseArgs({ options: { port: { type: 'string', default: '4400' } } });
const site = join(root, 'site');

const failed = ensureBuilt() || runNode([join(root, 'bin/docsgen.js'), 'build', join(root, 'docs'), '--out', site]);
if (failed !== 0) process.exit(failed);

const server = await serveFolder(site, { port: Number(values.port), tries: 20 });
console.log(`The documentation is at ${server.origin}/ (Ctrl-C stops it)`);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.close().then(() => process.exit(0)));
