/** A standard client drives the built command over standard input and output, one request for each capability. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  CodeActionRequest,
  CompletionRequest,
  createProtocolConnection,
  DefinitionRequest,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DocumentLinkRequest,
  DocumentSymbolRequest,
  ExitNotification,
  FoldingRangeRequest,
  HoverRequest,
  InitializedNotification,
  InitializeRequest,
  PrepareRenameRequest,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  type PublishDiagnosticsParams,
  ReferencesRequest,
  RenameRequest,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  WillRenameFilesRequest,
  WorkspaceSymbolRequest,
} from 'vscode-languageserver-protocol/node';
import { repository } from '../../harness/cli.ts';
import { removeFolder, temporaryFolder, writeProject } from '../../harness/project.ts';
import { site } from './edited-site.ts';

let folder: string;
let child: ChildProcess;
let client: ProtocolConnection;
let exited: Promise<unknown>;
const published = new Map<string, PublishDiagnosticsParams['diagnostics']>();
const waiting: (() => void)[] = [];

/** The docs folder is below the workspace folder, as in most repositories. */
const uriOf = (file: string) => pathToFileURL(join(folder, 'docs', file)).href;
const textOf = (file: string) => site[file] as string;

beforeAll(async () => {
  folder = temporaryFolder('editor');
  writeProject(join(folder, 'docs'), site);
  writeFileSync(join(folder, 'README.mdx'), 'Not part of the site: [a](/nope)\n');
  child = spawn(process.execPath, [join(repository, 'bin/docsgen.js'), 'language-server', '--stdio'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  exited = once(child, 'exit');
  client = createProtocolConnection(
    new StreamMessageReader(child.stdout as NodeJS.ReadableStream),
    new StreamMessageWriter(child.stdin as NodeJS.WritableStream),
  );
  client.onNotification(PublishDiagnosticsNotification.type, ({ uri, diagnostics }) => {
    published.set(uri, diagnostics);
    for (const wake of waiting.splice(0)) wake();
  });
  client.listen();
  const { serverInfo } = await client.sendRequest(InitializeRequest.type, {
    processId: process.pid,
    rootUri: null,
    workspaceFolders: [{ uri: pathToFileURL(folder).href, name: 'test' }],
    capabilities: { textDocument: { completion: { completionItem: { snippetSupport: true } } } },
  });
  expect(serverInfo?.name).toBe('docsgen');
  await client.sendNotification(InitializedNotification.type, {});
});

afterAll(async () => {
  await client.sendRequest(ShutdownRequest.type);
  await client.sendNotification(ExitNotification.type);
  expect(await exited).toEqual([0, null]);
  client.dispose();
  removeFolder(folder);
});

/** Waits until the diagnostics of a file satisfy `test`. */
async function diagnosed(file: string, test: (codes: readonly string[]) => boolean): Promise<readonly string[]> {
  for (;;) {
    const codes = (published.get(uriOf(file)) ?? []).map(({ code }) => String(code));
    if (test(codes)) return codes;
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
}

const versions = new Map<string, number>();

/** Opens a document, or replaces its text; `▮` is the position that is returned. */
async function write(file: string, marked: string) {
  const offset = Math.max(marked.indexOf('▮'), 0);
  const text = marked.replace('▮', '');
  const version = (versions.get(file) ?? 0) + 1;
  versions.set(file, version);
  const uri = uriOf(file);
  if (version === 1) {
    const languageId = file.endsWith('.json') ? 'json' : 'mdx';
    await client.sendNotification(DidOpenTextDocumentNotification.type, { textDocument: { uri, languageId, version, text } });
  } else {
    await client.sendNotification(DidChangeTextDocumentNotification.type, { textDocument: { uri, version }, contentChanges: [{ text }] });
  }
  const line = text.slice(0, offset).split('\n').length - 1;
  return { textDocument: { uri }, position: { line, character: offset - (text.lastIndexOf('\n', offset - 1) + 1) } };
}

test('should report problems as they are typed, and their end', async () => {
  await write('index.mdx', textOf('index.mdx').replace('/guides/start)', '/guides/strat)'));
  await diagnosed('index.mdx', (codes) => codes.includes('links/broken'));
  expect(published.get(uriOf('index.mdx'))?.find(({ code }) => code === 'links/broken')).toMatchObject({
    severity: 2,
    source: 'docsgen',
    range: { start: { line: 8 } },
    message: expect.stringContaining('"/guides/strat" points to a page that does not exist'),
  });
  await write('index.mdx', textOf('index.mdx'));
  await diagnosed('index.mdx', (codes) => !codes.includes('links/broken'));
});

test('should report problems of docs.json, and keep working', async () => {
  await write('docs.json', textOf('docs.json').replace('"mint"', '"mnit"'));
  await diagnosed('docs.json', (codes) => codes.some((code) => code.startsWith('config/')));
  await write('docs.json', textOf('docs.json'));
  await diagnosed('docs.json', (codes) => !codes.some((code) => code === 'config/enum' || code === 'config/value'));
});

test('should follow changes of other programs', async () => {
  await write('more.mdx', '---\ntitle: More\n---\n\n[New](/new)\n');
  await diagnosed('more.mdx', (codes) => codes.includes('links/broken'));
  writeFileSync(join(folder, 'docs', 'new.mdx'), '---\ntitle: New\nhidden: true\n---\n\nWords.\n');
  await diagnosed('more.mdx', (codes) => !codes.includes('links/broken'));
});

test('should complete, explain and find', async () => {
  const completion = await client.sendRequest(CompletionRequest.type, await write('index.mdx', `${textOf('index.mdx')}\n<Accor▮`));
  expect(Array.isArray(completion) ? [] : completion?.items.map(({ label }) => label)).toEqual(
    expect.arrayContaining(['Accordion', 'AccordionGroup']),
  );
  const link = await write('index.mdx', textOf('index.mdx').replace('(/guides/start)', '(/guides/st▮art)'));
  expect(JSON.stringify(await client.sendRequest(HoverRequest.type, link))).toContain('Start here');
  expect(await client.sendRequest(DefinitionRequest.type, link)).toMatchObject({ uri: uriOf('guides/start.mdx') });
  const found = await client.sendRequest(ReferencesRequest.type, { ...link, context: { includeDeclaration: true } });
  expect(found?.map(({ uri }) => uri)).toEqual([
    uriOf('guides/start.mdx'),
    ...['docs.json', 'guides/deep/end.mdx', 'index.mdx', 'index.mdx', 'snippets/note.mdx'].map(uriOf),
  ]);
});

test('should rename pages, and folders that the editor moves', async () => {
  const link = await write('index.mdx', textOf('index.mdx').replace('(/guides/start)', '(/guides/st▮art)'));
  expect(await client.sendRequest(PrepareRenameRequest.type, link)).toMatchObject({ placeholder: 'guides/start' });
  const edit = await client.sendRequest(RenameRequest.type, { ...link, newName: 'guides/begin' });
  expect(edit?.documentChanges).toContainEqual({ kind: 'rename', oldUri: uriOf('guides/start.mdx'), newUri: uriOf('guides/begin.mdx') });
  await expect(client.sendRequest(RenameRequest.type, { ...link, newName: '../../elsewhere' })).rejects.toThrow(
    'is not inside the docs folder',
  );
  const moved = await client.sendRequest(WillRenameFilesRequest.type, { files: [{ oldUri: uriOf('guides'), newUri: uriOf('manual') }] });
  const changes = (moved?.documentChanges ?? []).map((change) => ('textDocument' in change ? change.textDocument.uri : change.kind));
  expect(changes).toEqual(['docs.json', 'index.mdx', 'snippets/note.mdx'].map(uriOf));
});

test('should fix what can be fixed', async () => {
  const { textDocument } = await write('index.mdx', '---\ntitle: Home\n---\n\n[a](/guides/start.mdx)\n');
  await diagnosed('index.mdx', (codes) => codes.includes('links/extension'));
  const range = { start: { line: 4, character: 3 }, end: { line: 4, character: 3 } };
  const actions = await client.sendRequest(CodeActionRequest.type, { textDocument, range, context: { diagnostics: [] } });
  expect(actions?.[0]).toMatchObject({
    kind: 'quickfix',
    edit: { changes: { [textDocument.uri]: [{ range: { start: { line: 4, character: 4 } }, newText: '/guides/start' }] } },
  });
});

test('should list symbols, links and folds', async () => {
  const { textDocument } = await write('guides/start.mdx', textOf('guides/start.mdx'));
  const symbols = await client.sendRequest(DocumentSymbolRequest.type, { textDocument });
  expect(symbols?.map(({ name }) => name)).toEqual(['Set up', 'Last']);
  const links = await client.sendRequest(DocumentLinkRequest.type, { textDocument });
  expect(links?.map(({ target }) => target)).toEqual([uriOf('index.mdx'), uriOf('guides/deep/end.mdx')]);
  expect(await client.sendRequest(FoldingRangeRequest.type, { textDocument })).toContainEqual({ startLine: 0, endLine: 3, kind: 'region' });
  const everywhere = await client.sendRequest(WorkspaceSymbolRequest.type, { query: 'the end' });
  expect(everywhere?.map(({ name }) => name)).toEqual(['The end']);
  expect(await client.sendRequest('docsgen/page', { uri: textDocument.uri })).toEqual({ dir: join(folder, 'docs'), url: '/guides/start' });
});

test('should leave files outside of a project alone', async () => {
  const uri = pathToFileURL(join(folder, 'README.mdx')).href;
  await client.sendNotification(DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId: 'mdx', version: 1, text: '[a](/' },
  });
  expect(await client.sendRequest(CompletionRequest.type, { textDocument: { uri }, position: { line: 0, character: 5 } })).toBeNull();
  const outside = pathToFileURL('/etc/hosts').href;
  await client.sendNotification(DidOpenTextDocumentNotification.type, {
    textDocument: { uri: outside, languageId: 'mdx', version: 1, text: '' },
  });
  expect(await client.sendRequest(HoverRequest.type, { textDocument: { uri: outside }, position: { line: 0, character: 0 } })).toBeNull();
  expect(published.has(uri)).toBe(false);
});
