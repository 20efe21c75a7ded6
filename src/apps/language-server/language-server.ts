/**
 * `docsgen language-server`: connects the language features to an editor (Language Server Protocol 3.17). Each feature is
 * a function of a state of the project, a document and a position; this file only converts and dispatches.
 */
import {
  type Connection,
  createConnection,
  type InitializeParams,
  type InitializeResult,
  LSPErrorCodes,
  ProposedFeatures,
  ResponseError,
  type TextDocumentPositionParams,
  TextDocumentSyncKind,
  TextDocuments,
  type WatchDog,
} from 'vscode-languageserver';
import { createProtocolConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver-protocol/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { complete } from './completion/complete.ts';
import { definition } from './definition.ts';
import { codeActions, editorDiagnostic, fixAllKind } from './diagnostics.ts';
import { foldingRanges } from './folding.ts';
import { hover } from './hover.ts';
import { documentLinks } from './links.ts';
import { type EditedDocument, fileUri, type ProjectView, pathOfUri, projectPathOf } from './project-view.ts';
import { references } from './references.ts';
import { type RenameOutcome, rename, renameAt, renamedPath } from './rename.ts';
import { documentSymbols, workspaceSymbols } from './symbols.ts';
import { Workspace } from './workspace.ts';

/** `version` is that of docsgen, for the editor's log. */
export interface LanguageServerOptions {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly version: string;
  /** Load the plugins of the projects: code that runs in Node.js. Default false, because editors open folders of any origin. */
  readonly usePlugins?: boolean;
}

/** How often docsgen checks that the editor still exists. */
const aliveMs = 3_000;

const filters = [{ scheme: 'file', pattern: { glob: '**/*' } }];

/**
 * Serves until the editor sends `exit`, closes the streams or ends. Resolves with the exit code that the protocol asks for:
 * 0 after a `shutdown` request, else 1.
 */
export async function serveLanguage({ input, output, version, usePlugins = false }: LanguageServerOptions): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const watchDog: WatchDog = {
    shutdownReceived: false,
    initialize: ({ processId }) => {
      if (processId !== null) setInterval(() => isRunning(processId) || resolve(1), aliveMs).unref();
    },
    exit: resolve,
  };
  const connection = createConnection(
    (logger) => createProtocolConnection(new StreamMessageReader(input), new StreamMessageWriter(output), logger),
    watchDog,
    ProposedFeatures.all,
  );
  const server = new LanguageServer(connection, version, usePlugins);
  const ended = () => resolve(watchDog.shutdownReceived ? 0 : 1);
  input.on('end', ended).on('close', ended);
  server.listen();
  const code = await promise;
  await server.close();
  connection.dispose();
  input.pause();
  if ('destroy' in input && typeof input.destroy === 'function') input.destroy();
  return code;
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
}

/** A request's document in its project. */
interface Asked {
  readonly view: ProjectView;
  readonly document: EditedDocument;
  readonly dir: string;
  readonly offset: number;
}

class LanguageServer {
  readonly #connection: Connection;
  readonly #version: string;
  readonly #documents = new TextDocuments(TextDocument);
  readonly #workspace: Workspace;
  #hasSnippets = false;
  #canWatchFolders = false;
  #folders: readonly string[] = [];

  constructor(connection: Connection, version: string, usePlugins: boolean) {
    this.#connection = connection;
    this.#version = version;
    this.#workspace = new Workspace({
      usePlugins,
      publish: (dir, file, diagnostics) => this.#publish(dir, file, diagnostics),
      onError: (error) =>
        connection.console.error(`internal error in docsgen: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`),
    });
  }

  listen(): void {
    const connection = this.#connection;
    connection.onInitialize((params) => this.#initialize(params));
    connection.onInitialized(() => this.#initialized());
    connection.onShutdown(() => this.#workspace.close());
    this.#followDocuments();
    this.#answerLanguageRequests();
    this.#answerRenames();
    this.#documents.listen(connection);
    connection.listen();
  }

  async close(): Promise<void> {
    await this.#workspace.close();
  }

  async #initialize({ workspaceFolders, rootUri, capabilities }: InitializeParams): Promise<InitializeResult> {
    this.#folders = workspaceFolders?.map(({ uri }) => uri) ?? (rootUri ? [rootUri] : []);
    this.#hasSnippets = capabilities.textDocument?.completion?.completionItem?.snippetSupport === true;
    this.#canWatchFolders = capabilities.workspace?.workspaceFolders === true;
    await this.#workspace.setFolders(this.#folders);
    return {
      serverInfo: { name: 'docsgen', version: this.#version },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
        completionProvider: { triggerCharacters: ['"', "'", '/', '<', '#', '.', '(', ' ', ':'] },
        hoverProvider: true,
        definitionProvider: true,
        referencesProvider: true,
        renameProvider: { prepareProvider: true },
        codeActionProvider: { codeActionKinds: ['quickfix', fixAllKind] },
        documentSymbolProvider: true,
        workspaceSymbolProvider: true,
        documentLinkProvider: { resolveProvider: false },
        foldingRangeProvider: true,
        workspace: {
          workspaceFolders: { supported: true, changeNotifications: true },
          fileOperations: { willRename: { filters } },
        },
      },
    };
  }

  #initialized(): void {
    this.#workspace.openAll();
    if (!this.#canWatchFolders) return;
    this.#connection.workspace.onDidChangeWorkspaceFolders(async ({ added, removed }) => {
      const gone = new Set(removed.map(({ uri }) => uri));
      this.#folders = [...this.#folders.filter((uri) => !gone.has(uri)), ...added.map(({ uri }) => uri)];
      await this.#workspace.setFolders(this.#folders);
      this.#workspace.openAll();
    });
  }

  #followDocuments(): void {
    this.#documents.onDidChangeContent(({ document }) => {
      const owned = this.#workspace.fileOf(document.uri);
      owned?.project.setText(owned.file, document.getText(), document.uri);
    });
    this.#documents.onDidClose(({ document }) => {
      const owned = this.#workspace.fileOf(document.uri);
      owned?.project.closeText(owned.file);
    });
  }

  #answerLanguageRequests(): void {
    const connection = this.#connection;
    connection.onCompletion((params) =>
      this.#at(params, ({ view, document, offset }) => complete(view, document, offset, { snippets: this.#hasSnippets })),
    );
    connection.onHover((params) => this.#at(params, ({ view, document, offset }) => hover(view, document, offset)));
    connection.onDefinition((params) => this.#at(params, ({ view, document, offset }) => definition(view, document, offset)));
    connection.onReferences((params) =>
      this.#at(params, ({ view, document, offset }) => references(view, document, offset, params.context.includeDeclaration)),
    );
    connection.onCodeAction(({ textDocument, range, context }) =>
      this.#in(textDocument.uri, ({ view, document }) => codeActions(view, document, range, context.only)),
    );
    connection.onDocumentSymbol(({ textDocument }) => this.#in(textDocument.uri, ({ view, document }) => documentSymbols(view, document)));
    connection.onDocumentLinks(({ textDocument }) => this.#in(textDocument.uri, ({ view, document }) => documentLinks(view, document)));
    connection.onFoldingRanges(({ textDocument }) => this.#in(textDocument.uri, ({ document }) => foldingRanges(document)));
    connection.onWorkspaceSymbol(async ({ query }) => {
      const views = await Promise.all(this.#workspace.projects.map((project) => project.view()));
      return views.flatMap((view) => (view ? workspaceSymbols(view, query) : []));
    });
    // Not part of the protocol: the project and the URL of a page, for the preview of an editor.
    connection.onRequest('docsgen/page', ({ uri }: { readonly uri: string }) =>
      this.#in(uri, ({ view, document, dir }) => ({ dir, url: view.site.pages.find(({ file }) => file === document.file)?.url })),
    );
  }

  #answerRenames(): void {
    const connection = this.#connection;
    connection.onPrepareRename((params) => this.#at(params, ({ view, document, offset }) => renamedPath(view, document, offset)));
    connection.onRenameRequest((params) =>
      this.#at(params, async ({ view, document, offset, dir }) => {
        const outcome = await renameAt(view, document, offset, params.newName, dir);
        if (outcome && 'problems' in outcome) throw new ResponseError(LSPErrorCodes.RequestFailed, reasonOf(outcome));
        return outcome?.edit;
      }),
    );
    connection.workspace.onWillRenameFiles(async ({ files }) => {
      const owned = files.flatMap(({ oldUri, newUri }) => this.#renameOf(oldUri, newUri) ?? []);
      const project = owned[0]?.project;
      const view = await project?.view();
      if (project === undefined || view === undefined) return null;
      const renames = owned
        .filter((each) => each.project === project)
        .map(({ from, to }) => ({ from: view.site.files.has(from) ? from : `${from}/`, to }));
      const outcome = await rename(view, renames, { dir: project.dir, movesFiles: false });
      if ('edit' in outcome) return outcome.edit;
      connection.window.showWarningMessage(`docsgen: references are not updated: ${reasonOf(outcome)}`);
      return null;
    });
  }

  /** Undefined for files outside of projects, and for moves out of a project. */
  #renameOf(oldUri: string, newUri: string) {
    const owned = this.#workspace.fileOf(oldUri);
    const path = pathOfUri(newUri);
    const to = owned && path !== undefined ? projectPathOf(owned.project.dir, path) : undefined;
    return owned && to !== undefined ? { project: owned.project, from: owned.file, to } : undefined;
  }

  /** Calls `answer` with the document of a request; null if it belongs to no project. */
  async #in<T>(uri: string, answer: (asked: Omit<Asked, 'offset'>) => T | Promise<T>): Promise<Awaited<T> | null> {
    const owned = this.#workspace.fileOf(uri);
    const open = this.#documents.get(uri);
    const view = owned && open && (await owned.project.view());
    if (owned === undefined || open === undefined || view === undefined) return null;
    return (await answer({ view, document: { file: owned.file, text: open.getText() }, dir: owned.project.dir })) ?? null;
  }

  #at<T>({ textDocument, position }: TextDocumentPositionParams, answer: (asked: Asked) => T | Promise<T>): Promise<Awaited<T> | null> {
    return this.#in(textDocument.uri, (asked) =>
      answer({ ...asked, offset: this.#documents.get(textDocument.uri)?.offsetAt(position) ?? 0 }),
    );
  }

  #publish(dir: string, file: string, diagnostics: readonly Diagnostic[]): void {
    const uri = this.#documents.keys().find((known) => pathOfUri(known) === pathOfUri(fileUri(dir, file))) ?? fileUri(dir, file);
    // An editor that is closing needs no diagnostics.
    this.#connection.sendDiagnostics({ uri, diagnostics: diagnostics.map(editorDiagnostic) }).catch(() => {});
  }
}

function reasonOf(outcome: Extract<RenameOutcome, { readonly problems: unknown }>): string {
  return outcome.problems.map(({ message }) => message).join('; ');
}
