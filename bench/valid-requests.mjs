// Sends the requests of the code samples of one description to a local server, and validates what arrives against the
// description with Ajv. Reads the description itself as JSON: only the requests come from docsgen.
//
//   node <bundle of this file> <description.json>   → JSON: { sent, valid, invalid, documented, unchecked, problems }
//
// `documented`: a body that the description gives as an example, and that is not valid against its schema.
import { readFileSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import { basename } from 'node:path';
import { memory } from '../src/platform/files/memory.ts';
import { describeEndpoint } from '../src/stages/openapi/describe-endpoint.ts';
import { operationsOf } from '../src/stages/openapi/operations.ts';
import { loadApi } from '../src/stages/openapi/read/load-api.ts';
import { exampleRequest } from '../src/stages/render/endpoint/example-request.ts';
import { RequestValidator } from './validate-request.mjs';

const [file] = process.argv.slice(2);
const text = readFileSync(file, 'utf8');
const name = basename(file);
const { value: document } = loadApi({ files: memory({ [name]: text }), source: name });
const count = { sent: 0, valid: 0, invalid: 0, documented: 0, unchecked: 0 };
const problems = [];
if (document?.kind === 'openapi') {
  const validator = new RequestValidator(JSON.parse(text));
  const echo = await startEcho();
  for (const operation of operationsOf(document)) {
    if (operation.ref.kind !== 'operation') continue;
    const view = withPathValues(describeEndpoint(document, operation).value);
    for (const extent of ['required', 'all']) {
      const built = exampleRequest(view, extent);
      const received = await echo.send(built);
      const { result, reason } = validator.check(operation.ref, received);
      count.sent += 1;
      const isGiven = view.requestBody?.media[0]?.examples[0]?.generated === false && /^body/.test(reason ?? '');
      count[result === 'invalid' && isGiven ? 'documented' : result] += 1;
      if (result === 'invalid') problems.push(`${operation.ref.method} ${operation.ref.path} (${extent}): ${reason}`);
    }
  }
  echo.close();
}
console.log(JSON.stringify({ ...count, problems }));

/** Samples show `{id}` for the reader to replace: here, the generated value replaces it. */
function withPathValues(view) {
  const parameters = view.parameters.map((parameter) =>
    parameter.in === 'path'
      ? { ...parameter, examples: parameter.examples.map((example) => ({ ...example, generated: false })) }
      : parameter,
  );
  return { ...view, parameters };
}

/** A server that returns nothing and keeps what it received. */
async function startEcho() {
  let latest;
  const server = createServer({ maxHeaderSize: 1 << 20 }, (incoming, response) => {
    const bytes = [];
    incoming.on('data', (chunk) => bytes.push(chunk));
    incoming.on('end', () => {
      latest = { method: incoming.method, target: incoming.url, headers: incoming.headers, body: Buffer.concat(bytes) };
      response.end();
    });
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address();
  return {
    close: () => server.close(),
    async send({ method, url, headers, cookies, body }) {
      const address = URL.parse(url);
      if (address === null) return { url };
      const { pathname, search } = address;
      const { type, bytes } = bytesOf(body);
      const outgoing = httpRequest({ port, host: '127.0.0.1', method, path: pathname + search });
      for (const [key, value] of headers)
        if (!/^(?:host|content-length|connection|transfer-encoding)$/i.test(key)) setHeader(outgoing, key, value);
      if (cookies.length > 0) outgoing.setHeader('Cookie', cookies.map((pair) => pair.join('=')).join('; '));
      if (type !== undefined) outgoing.setHeader('Content-Type', type);
      if (bytes !== undefined) outgoing.setHeader('Content-Length', Buffer.byteLength(bytes));
      await new Promise((done, failed) => {
        outgoing.on('response', (response) => response.resume().on('end', done));
        outgoing.on('error', failed);
        outgoing.end(bytes);
      });
      return latest;
    },
  };
}

/** A value that no header can have is not sent, and is then missing where it arrives. */
function setHeader(outgoing, key, value) {
  try {
    outgoing.setHeader(key, value);
  } catch {
    // Reported as missing.
  }
}

const boundary = 'docsgen-boundary';

function bytesOf(body) {
  if (body === undefined) return {};
  if (body.kind === 'text') return { bytes: body.text };
  if (body.kind === 'file') return { bytes: 'file' };
  const parts = body.parts.map(({ name: field, contentType, value }) => {
    const file = '$file' in value ? `; filename="${value.$file.name}"` : '';
    const type = contentType === undefined ? '' : `Content-Type: ${contentType}\r\n`;
    return `--${boundary}\r\nContent-Disposition: form-data; name="${field}"${file}\r\n${type}\r\n${'$file' in value ? 'file' : value.text}\r\n`;
  });
  return { type: `${body.mediaType ?? 'multipart/form-data'}; boundary=${boundary}`, bytes: `${parts.join('')}--${boundary}--\r\n` };
}
