// Measures the language server on a real site: each capability over standard input and output, with its 95th percentile.
//   node bench/language-server.mjs <folder> [repetitions]
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  createProtocolConnection,
  ExitNotification,
  InitializedNotification,
  InitializeRequest,
  PublishDiagnosticsNotification,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';
import { root } from '../scripts/run.mjs';

const [folder = 'docs', times = '40'] = process.argv.slice(2);
const dir = resolve(folder);
const repetitions = Number(times);
const uriOf = (file) => pathToFileURL(join(dir, file)).href;

const child = spawn(process.execPath, [join(root, 'bin/docsgen.js'), 'language-server', '--stdio', '--debug'], {
  stdio: ['pipe', 'pipe', 'inherit'],
});
const client = createProtocolConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
let onPublished = () => {};
client.onNotification(PublishDiagnosticsNotification.type, (params) => onPublished(params));
client.listen();
const rootUri = pathToFileURL(dir).href;
await client.sendRequest(InitializeRequest.type, {
  processId: process.pid,
  rootUri,
  workspaceFolders: [{ uri: rootUri, name: 'site' }],
  capabilities: {},
});
await client.sendNotification(InitializedNotification.type, {});

const pages = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\.mdx$/.test(path) && !/node_modules|snippets/.test(path),
);
/** A page with a link to another page of the site, of ordinary size. */
const linked = pages
  .map((file) => ({ file, text: readFileSync(join(dir, file), 'utf8') }))
  .filter(({ text }) => /\]\(\/[a-z]/.test(text) && text.length < 30_000);
const { file, text } = linked[Math.floor(linked.length / 2)] ?? { file: pages[0], text: readFileSync(join(dir, pages[0]), 'utf8') };
const uri = uriOf(file);
let version = 1;
let current = text;
await client.sendNotification('textDocument/didOpen', { textDocument: { uri, languageId: 'mdx', version, text } });
await client.sendNotification('textDocument/didOpen', {
  textDocument: { uri: uriOf('docs.json'), languageId: 'json', version: 1, text: readFileSync(join(dir, 'docs.json'), 'utf8') },
});
const change = (next) => {
  current = next;
  return client.sendNotification('textDocument/didChange', { textDocument: { uri, version: ++version }, contentChanges: [{ text: next }] });
};
const position = (offset) => {
  const before = current.slice(0, offset).split('\n');
  return { line: before.length - 1, character: before.at(-1).length };
};

const started = performance.now();
await client.sendRequest('textDocument/hover', { textDocument: { uri }, position: { line: 0, character: 0 } });
const opened = performance.now() - started;
await new Promise((done) => setTimeout(done, 15_000));

const rows = [];
async function measure(name, run, isRight) {
  const durations = [];
  let passed = 0;
  for (let index = 0; index < repetitions; index++) {
    const start = performance.now();
    const result = await run(index);
    durations.push(performance.now() - start);
    if (isRight(result)) passed += 1;
  }
  durations.sort((a, b) => a - b);
  const at = (share) => durations[Math.min(durations.length - 1, Math.floor(durations.length * share))].toFixed(0);
  rows.push([name, `${passed}/${repetitions}`, at(0.5), at(0.95)]);
}
const request = (method, params) => client.sendRequest(method, { textDocument: { uri }, ...params });
const items = (result) => (result?.items ?? []).length;
const link = text.indexOf('](/') + 4;

await measure(
  'diagnostics after a keystroke',
  async (index) => {
    const target = `/no-such-page-${index}`;
    const seen = new Promise((done) => {
      onPublished = ({ uri: of, diagnostics }) => {
        if (of === uri && diagnostics.some(({ message }) => message.includes(`"${target}"`))) done(true);
      };
    });
    await change(`${text}\n[a](${target})\n`);
    return seen;
  },
  (found) => found,
);
await change(`${text}\n\n[a](/)\n\n<Car\n\n<Card icon="ro" />\n`);
const end = (needle) => position(current.lastIndexOf(needle) + needle.length);
await measure(
  'completion of links',
  () => request('textDocument/completion', { position: end('[a](/') }),
  (result) => items(result) > 10,
);
await measure(
  'completion of components',
  () => request('textDocument/completion', { position: end('<Car') }),
  (result) => items(result) > 0,
);
await measure(
  'completion of icons',
  () => request('textDocument/completion', { position: end('icon="ro') }),
  (result) => items(result) > 0,
);
await measure(
  'completion in docs.json',
  () => client.sendRequest('textDocument/completion', { textDocument: { uri: uriOf('docs.json') }, position: { line: 1, character: 2 } }),
  (result) => items(result) > 0,
);
await change(text);
await measure(
  'hover',
  () => request('textDocument/hover', { position: position(link) }),
  (result) => result !== null,
);
await measure(
  'definition',
  () => request('textDocument/definition', { position: position(link) }),
  (result) => result !== null,
);
await measure(
  'references',
  () => request('textDocument/references', { position: position(link), context: { includeDeclaration: false } }),
  (result) => result.length > 0,
);
await measure('document symbols', () => request('textDocument/documentSymbol', {}), Array.isArray);
await measure(
  'document links',
  () => request('textDocument/documentLink', {}),
  (result) => result.length > 0,
);
await measure(
  'folding',
  () => request('textDocument/foldingRange', {}),
  (result) => result.length > 0,
);
await measure('workspace symbols', () => client.sendRequest('workspace/symbol', { query: 'get' }), Array.isArray);
await measure(
  'prepare rename',
  () => request('textDocument/prepareRename', { position: position(link) }),
  (result) => result !== null,
);
await measure(
  'code actions',
  () => request('textDocument/codeAction', { range: { start: position(0), end: position(text.length) }, context: { diagnostics: [] } }),
  Array.isArray,
);

console.log(`${folder}: ${pages.length} pages, open after ${opened.toFixed(0)} ms`);
console.log('| Capability | Passed | Median, ms | 95 %, ms |\n| --- | --- | --- | --- |');
for (const row of rows) console.log(`| ${row.join(' | ')} |`);
await client.sendRequest(ShutdownRequest.type);
await client.sendNotification(ExitNotification.type);
child.on('exit', (code) => console.log(`exit code ${code}`));
