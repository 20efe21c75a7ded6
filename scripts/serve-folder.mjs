// Serves a built site on 127.0.0.1 like a plain static host: `/a/b` is `a/b/index.html`, unknown paths are `404.html`.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';

/**
 * @param {string} folder
 * @param {{ port?: number, tries?: number }} [options] the first port to try (0: any free one) and how many after it
 * @returns {Promise<{ origin: string, close: () => Promise<void> }>} `origin` has no trailing slash
 */
export async function serveFolder(folder, { port = 0, tries = 0 } = {}) {
  const files = sirv(folder, {
    dev: true,
    onNoMatch: (_request, response) => {
      response.writeHead(404, { 'content-type': 'text/html; charset=utf-8' });
      response.end(notFoundPage(folder));
    },
  });
  const server = createServer((request, response) => files(request, response));
  const origin = await new Promise((resolve, reject) => {
    let next = port;
    server.on('error', (error) => {
      if (error.code !== 'EADDRINUSE' || next >= port + tries) reject(error);
      else server.listen(++next, '127.0.0.1');
    });
    server.on('listening', () => resolve(`http://127.0.0.1:${server.address().port}`));
    server.listen(next, '127.0.0.1');
  });
  const close = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { origin, close };
}

function notFoundPage(folder) {
  try {
    return readFileSync(join(folder, '404.html'));
  } catch {
    return 'Not found';
  }
}
