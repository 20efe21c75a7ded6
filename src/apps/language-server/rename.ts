/** Renames pages, other files and folders with all references to them, by the plan of `docsgen rename`. */
import { realpathSync } from 'node:fs';
import type { Range, RenameFile, TextDocumentEdit, TextEdit, WorkspaceEdit } from 'vscode-languageserver';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { FileError } from '../../model/file-system.ts';
import { unreadable } from '../../platform/files/errors.ts';
import { planRename, type RenamePlan } from '../../project/refactor/rename-project.ts';
import { documentOf, type EditedDocument, Positions, type ProjectView } from './project-view.ts';
import { startsWithMark } from './references.ts';
import { type Target, targetAt } from './targets.ts';

/** The path that a rename at an offset would change: what the editor shows for editing. */
export interface RenamedPath {
  readonly range: Range;
  /** The current path, as `docsgen rename` accepts it: a page has no extension. */
  readonly placeholder: string;
}

/** Undefined if there is no reference to a file of the project at the offset. */
export function renamedPath(view: ProjectView, document: EditedDocument, offset: number): RenamedPath | undefined {
  const target = targetAt(view, document, offset);
  const file = target && renamedFile(target);
  if (target === undefined || file === undefined) return undefined;
  return { range: new Positions(document.text).range(target.span), placeholder: target.page ? file.replace(/\.mdx?$/i, '') : file };
}

/** Operations have no file of their own. */
function renamedFile({ file, operation }: Target): string | undefined {
  return operation ? undefined : file;
}

/** The result of a rename request: an edit, or why it is impossible. */
export type RenameOutcome = { readonly edit: WorkspaceEdit } | { readonly problems: readonly Diagnostic[] };

/** Renames the target of the reference at the offset to a path relative to the folder of docs.json. */
export async function renameAt(
  view: ProjectView,
  document: EditedDocument,
  offset: number,
  to: string,
  dir: string,
): Promise<RenameOutcome | undefined> {
  const target = targetAt(view, document, offset);
  const file = target && renamedFile(target);
  return file === undefined ? undefined : rename(view, [{ from: file, to }], { dir, movesFiles: true });
}

/** How a rename is made: `movesFiles` is false if the editor moves the files itself. */
export interface RenameSettings {
  /** The folder of docs.json. */
  readonly dir: string;
  readonly movesFiles: boolean;
}

/** Renames files and folders together. `from` and `to` are project paths; that of a folder ends with a slash in `from`. */
export async function rename(
  view: ProjectView,
  renames: readonly { readonly from: string; readonly to: string }[],
  { dir, movesFiles }: RenameSettings,
): Promise<RenameOutcome> {
  const current = await view.compiled();
  if (current === undefined) return { problems: [...view.diagnostics.values()].flat().filter(({ severity }) => severity === 'error') };
  const { site, entries, diagnostics, store } = current;
  try {
    const plan = await planRename(site.files, renames, {
      root: realpathSync.native(dir),
      addRedirects: true,
      store,
      before: { site, compiled: { pages: entries }, diagnostics },
      withPlugins: async (after) => ({ ...after, ...(site.plugins && { plugins: site.plugins }) }),
    });
    return 'moves' in plan ? { edit: workspaceEdit(view, plan, movesFiles) } : { problems: plan };
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return { problems: [unreadable(error)] };
  }
}

/** Texts are edited first, under their current names. */
function workspaceEdit(view: ProjectView, { moves, edits }: RenamePlan, movesFiles: boolean): WorkspaceEdit {
  const changes: (TextDocumentEdit | RenameFile)[] = [];
  for (const [file, list] of [...edits].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const text = documentOf(view, file)?.text;
    if (text === undefined || list.length === 0) continue;
    const positions = new Positions(text);
    const shift = startsWithMark(view, file) ? 1 : 0;
    const own = list.map(
      ({ start, end, text: newText }): TextEdit => ({ range: positions.range({ start: start - shift, end: end - shift }), newText }),
    );
    changes.push({ textDocument: { uri: view.uriOf(file), version: null }, edits: own });
  }
  if (movesFiles) for (const { from, to } of moves.list) changes.push({ kind: 'rename', oldUri: view.uriOf(from), newUri: view.uriOf(to) });
  return { documentChanges: changes };
}
