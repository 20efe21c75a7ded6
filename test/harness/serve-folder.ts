/** A built site on 127.0.0.1 as a plain static host would serve it: `/a/b` is `a/b/index.html`, unknown paths are `404.html`. */

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import sirv from 'sirv';

export interface ServedFolder {
  /** `http://127.0.0.1:<port>` without a trailing slash. */
  readonly origin: string;
  close(): Promise<void>;
}

export async function serveFolder(folder: string): Promise<ServedFolder> {
  const files = sirv(folder, {
    dev: true,
    onNoMatch: (_request, response) => {
      let body = 'Not found';
      try {
        body = readFileSync(join(folder, '404.html'), 'utf8');
      } catch {
        // A folder without a 404 page: plain words do.
      }
      response.writeHead(404, { 'content-type': 'text/html; charset=utf-8' });
      response.end(body);
    },
  });
  const server = createServer((request, response) => files(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
