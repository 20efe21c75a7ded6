// The extension: starts the language server and opens previews.
import * as vscode from 'vscode';
import { LanguageClient, TransportKind } from 'vscode-languageclient/node';
import { findCommand } from './find-command.mjs';
import { PreviewServers } from './preview.mjs';

const previews = new PreviewServers();
let client;

/** Called by the editor when a workspace with a docs.json is opened. */
export async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand('docsgen.openPreview', () => openPreview().catch(showError)),
    vscode.commands.registerCommand('docsgen.restart', () => restart().catch(showError)),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('docsgen.command')) restart().catch(showError);
    }),
    { dispose: () => previews.close() },
  );
  await restart().catch(showError);
}

/** Called by the editor at its end. */
export async function deactivate() {
  previews.close();
  await client?.stop();
}

function commandFor(folders) {
  const configured = vscode.workspace.getConfiguration('docsgen').get('command', '');
  return findCommand(configured, folders);
}

function workspaceFolders() {
  return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath);
}

async function restart() {
  await client?.stop();
  const { command, args, shell = false } = commandFor(workspaceFolders());
  client = new LanguageClient(
    'docsgen',
    'docsgen',
    { command, args: [...args, 'language-server', '--plugins'], transport: TransportKind.stdio, options: { shell } },
    {
      documentSelector: [
        { scheme: 'file', language: 'mdx' },
        { scheme: 'file', language: 'markdown' },
        { scheme: 'file', pattern: '**/*.{mdx,md}' },
        { scheme: 'file', pattern: '**/*.json' },
      ],
    },
  );
  await client.start();
}

/** The page of the current file, in a browser next to it. */
async function openPreview() {
  const document = vscode.window.activeTextEditor?.document;
  if (document === undefined || client === undefined) return;
  const page = await client.sendRequest('docsgen/page', { uri: document.uri.toString() });
  if (page?.url === undefined) {
    vscode.window.showInformationMessage('This file is not a page of a docsgen site.');
    return;
  }
  const origin = await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title: 'Starting the preview' }, () =>
    previews.origin(page.dir, commandFor([page.dir, ...workspaceFolders()])),
  );
  const uri = await vscode.env.asExternalUri(vscode.Uri.parse(origin + encodeURI(page.url), true));
  try {
    await vscode.commands.executeCommand('simpleBrowser.api.open', uri, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true });
  } catch {
    // Editors without a built-in browser.
    await vscode.env.openExternal(uri);
  }
}

function showError(error) {
  vscode.window.showErrorMessage(`docsgen: ${error instanceof Error ? error.message : String(error)}`);
}
