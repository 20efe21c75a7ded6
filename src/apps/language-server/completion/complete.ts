/** Completion: what an author can write at an offset of a page or of docs.json. */
import { type CompletionItem, type CompletionList, InsertTextFormat, type TextEdit } from 'vscode-languageserver';
import { basePath, configCursor } from '../cursor/config-cursor.ts';
import { pageCursor } from '../cursor/page-cursor.ts';
import { type EditedDocument, isConfig, isMarkdown, Positions, type ProjectView, type Span } from '../project-view.ts';
import type { Candidate, Candidates } from './candidate.ts';
import { configCandidates } from './config-candidates.ts';
import { pageCandidates } from './page-candidates.ts';

/** What the editor supports. */
export interface CompletionSettings {
  readonly snippets: boolean;
}

/** More candidates are slow to transfer; the list is requested again when more is written. */
const maxItems = 200;

/** An empty list where nothing can be completed. */
export function complete(view: ProjectView, document: EditedDocument, offset: number, settings: CompletionSettings): CompletionList {
  const found = candidatesAt(view, document, offset);
  if (found === undefined) return { isIncomplete: false, items: [] };
  const { span, before, items } = found;
  const matching = items.filter((candidate) => matches(candidate.filter ?? candidate.label, before));
  const positions = new Positions(document.text);
  const shown = rank(matching, before).slice(0, maxItems);
  return {
    isIncomplete: matching.length > maxItems,
    items: shown.map((candidate, index) => toItem(candidate, index, span, positions, settings)),
  };
}

function candidatesAt(view: ProjectView, document: EditedDocument, offset: number): Candidates | undefined {
  if (isConfig(view, document)) {
    if (/\.ya?ml$/i.test(document.file)) return undefined;
    const { config, files } = view.site;
    const base = basePath(files, config.files, document.file, config.file);
    const cursor = base && configCursor(document, offset, base);
    return cursor && configCandidates(view, document, cursor);
  }
  if (!isMarkdown(document)) return undefined;
  const cursor = pageCursor(document.text, offset);
  return cursor && pageCandidates(view, document, cursor);
}

/** Whether the letters of `written` occur in order, as editors filter. */
function matches(label: string, written: string): boolean {
  const [text, letters] = [label.toLowerCase(), written.toLowerCase()];
  let at = 0;
  for (const letter of letters) {
    at = text.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

function rank(candidates: readonly Candidate[], written: string): Candidate[] {
  const text = written.toLowerCase();
  const order = ({ label, filter, rank: own = 5 }: Candidate): number => {
    const name = (filter ?? label).toLowerCase();
    return own + (name.startsWith(text) ? 0 : name.includes(text) ? 20 : 40);
  };
  return candidates.toSorted((a, b) => order(a) - order(b));
}

function toItem(candidate: Candidate, index: number, span: Span, positions: Positions, { snippets }: CompletionSettings): CompletionItem {
  const { label, kind, insert = label, isSnippet = false, detail, documentation, filter, also, continues } = candidate;
  const newText = isSnippet && !snippets ? insert.replace(/\$(?:\d+|\{\d+(?::[^}]*|\|[^}]*\|)?\})/g, '') : insert;
  const textEdit: TextEdit = { range: positions.range(span), newText };
  return {
    label,
    kind,
    textEdit,
    sortText: String(index).padStart(4, '0'),
    filterText: filter ?? label,
    ...(isSnippet && snippets && { insertTextFormat: InsertTextFormat.Snippet }),
    ...(detail !== undefined && { detail }),
    ...(documentation !== undefined && documentation !== '' && { documentation: { kind: 'markdown', value: documentation } }),
    ...(also && { additionalTextEdits: [{ range: positions.range(also.span), newText: also.text }] }),
    ...(continues && { command: { title: 'Suggest', command: 'editor.action.triggerSuggest' } }),
  };
}
