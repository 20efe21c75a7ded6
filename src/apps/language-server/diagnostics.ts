/** Diagnostics of docsgen as diagnostics of the protocol, and their fixes as code actions. */
import {
  type CodeAction,
  CodeActionKind,
  DiagnosticSeverity,
  type Diagnostic as EditorDiagnostic,
  type Range,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import type { Diagnostic, SourceLocation } from '../../model/diagnostic.ts';
import { addressEdits, fixesOf } from '../../project/edits/text-edits.ts';
import { type EditedDocument, Positions, type ProjectView } from './project-view.ts';

const severities = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  notice: DiagnosticSeverity.Information,
} as const;

/** The same code, severity and message as `docsgen check` reports; the hint is the second line. */
export function editorDiagnostic(found: Diagnostic): EditorDiagnostic {
  const { code, severity, message, hint, location } = found;
  return {
    range: rangeOf(location),
    severity: severities[severity],
    code,
    source: 'docsgen',
    message: hint === undefined ? message : `${message}\n${hint}`,
  };
}

function rangeOf(location: SourceLocation | undefined): Range {
  const start = { line: (location?.line ?? 1) - 1, character: (location?.column ?? 1) - 1 };
  return { start, end: { line: start.line, character: start.character + (location?.length ?? 1) } };
}

/** A quick fix for each fixable diagnostic in the range, and one action that applies all fixes of the document. */
export function codeActions(view: ProjectView, document: EditedDocument, range: Range, only?: readonly string[]): CodeAction[] {
  const fixable = (view.diagnostics.get(document.file) ?? []).filter(({ fix }) => fix !== undefined);
  const isWanted = (kind: string) => only === undefined || only.some((wanted) => kind === wanted || kind.startsWith(`${wanted}.`));
  const actions: CodeAction[] = [];
  if (isWanted(CodeActionKind.QuickFix)) {
    for (const found of fixable) {
      if (!touches(rangeOf(found.location), range)) continue;
      const edit = fixEdit(view, document, [found]);
      if (edit)
        actions.push({
          title: fixTitle(found),
          kind: CodeActionKind.QuickFix,
          diagnostics: [editorDiagnostic(found)],
          isPreferred: true,
          edit,
        });
    }
  }
  const all = isWanted(fixAllKind) ? fixEdit(view, document, fixable) : undefined;
  if (all) actions.push({ title: 'Fix all docsgen problems in this file', kind: fixAllKind, edit: all });
  return actions;
}

/** The kind of the action that fixes a whole document. */
export const fixAllKind = `${CodeActionKind.SourceFixAll}.docsgen`;

function fixTitle({ fix }: Diagnostic): string {
  return `Replace "${fix?.from}" with "${fix?.to}"`;
}

function touches(a: Range, b: Range): boolean {
  return a.start.line <= b.end.line && b.start.line <= a.end.line;
}

/** Undefined if no text of a fix is found any more. */
function fixEdit(view: ProjectView, { file, text }: EditedDocument, found: readonly Diagnostic[]): WorkspaceEdit | undefined {
  const { edits } = addressEdits(text, fixesOf(found));
  if (edits.length === 0) return undefined;
  const positions = new Positions(text);
  return { changes: { [view.uriOf(file)]: edits.map((edit) => ({ range: positions.range(edit), newText: edit.text })) } };
}
