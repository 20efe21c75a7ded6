// Serves a built site like a static host: texts compressed, hashed files cached forever.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const types = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};
const packed = new Set(['.html', '.css', '.js', '.json', '.md', '.txt', '.xml', '.svg']);

/**
 * @param {string} folder
 * @param {(path: string) => string | undefined} [own] texts of pages that are not in the folder
 * @returns {Promise<{ origin: string, close: () => Promise<void> }>}
 */
export async function serveAsHost(folder, own = () => undefined) {
  const answers = new Map();
  const answer = (path) => {
    if (!answers.has(path))
      answers.set(path, own(path) === undefined ? fromFolder(folder, path) : made('.html', Buffer.from(own(path)), path));
    return answers.get(path);
  };
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname));
    const { status, headers, body, coded } = answer(path);
    const accepted = request.headers['accept-encoding'] ?? '';
    const coding = ['br', 'gzip'].find((name) => coded[name] && accepted.includes(name));
    response.writeHead(status, { ...headers, ...(coding && { 'content-encoding': coding }) });
    response.end(coding ? coded[coding] : body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { origin: `http://127.0.0.1:${server.address().port}`, close };
}

function fromFolder(folder, path) {
  for (const file of [path, `${path}/index.html`, `${path}.html`]) {
    const full = join(folder, file);
    if (statSync(full, { throwIfNoEntry: false })?.isFile()) return made(extname(full), readFileSync(full), path);
  }
  const missing = join(folder, '404.html');
  return { ...made('.html', existsSync(missing) ? readFileSync(missing) : Buffer.from('Not found'), path), status: 404 };
}

function made(extension, body, path) {
  const isHashed = /^\/_docsgen\/.*\.[0-9a-f]{8}[./]/.test(path);
  const headers = {
    'content-type': types[extension] ?? 'application/octet-stream',
    'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
  };
  if (!packed.has(extension)) return { status: 200, headers, body, coded: {} };
  const br = brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  return { status: 200, headers, body, coded: { br, gzip: gzipSync(body) } };
}
