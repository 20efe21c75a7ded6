/** Outlines: the headings and components of a page, the keys of docs.json, and the pages of the whole workspace. */
import { type Node, parseTree } from 'jsonc-parser';
import { type DocumentSymbol, SymbolKind, type WorkspaceSymbol } from 'vscode-languageserver';
import { headingsOf, type WrittenHeading } from './headings.ts';
import { type EditedDocument, isConfig, isMarkdown, Positions, type ProjectView } from './project-view.ts';
import { operationLocation } from './targets.ts';

/** The headings of a page as a tree, or the keys of docs.json. */
export function documentSymbols(view: ProjectView, document: EditedDocument): DocumentSymbol[] {
  if (isMarkdown(document)) return headingSymbols(document.text);
  if (!isConfig(view, document) || /\.ya?ml$/i.test(document.file)) return [];
  const root = parseTree(document.text, [], { allowTrailingComma: true });
  return root ? valueSymbols(root, new Positions(document.text)) : [];
}

interface Mutable extends DocumentSymbol {
  children: Mutable[];
}

/** A heading ends before the next heading of its level or above. */
function headingSymbols(text: string): DocumentSymbol[] {
  const positions = new Positions(text);
  const headings = headingsOf(text);
  const found: Mutable[] = [];
  const open: { readonly depth: number; readonly symbol: Mutable }[] = [];
  for (const [index, heading] of headings.entries()) {
    const symbol: Mutable = {
      name: heading.text === '' ? '(empty)' : heading.text,
      kind: SymbolKind.String,
      range: positions.range({ start: heading.span.start, end: sectionEnd(headings, index, text) }),
      selectionRange: positions.range(heading.span),
      children: [],
    };
    while (open.length > 0 && (open.at(-1)?.depth ?? 0) >= heading.depth) open.pop();
    (open.at(-1)?.symbol.children ?? found).push(symbol);
    open.push({ depth: heading.depth, symbol });
  }
  return found;
}

/** Before the line break in front of the next heading that is not below this one. */
export function sectionEnd(headings: readonly WrittenHeading[], index: number, text: string): number {
  const depth = headings[index]?.depth ?? 0;
  const next = headings.slice(index + 1).find((heading) => heading.depth <= depth);
  const end = next === undefined ? text.length : next.span.start;
  return end - (/\s*$/.exec(text.slice(headings[index]?.span.end ?? 0, end))?.[0].length ?? 0);
}

/** The names that navigation entries have. */
const nameKeys = ['group', 'tab', 'anchor', 'dropdown', 'language', 'version', 'product', 'item', 'label', 'name', 'source'];

function valueSymbols(node: Node, positions: Positions): DocumentSymbol[] {
  const symbols: DocumentSymbol[] = [];
  for (const child of node.children ?? []) {
    const [key, value] = child.type === 'property' ? (child.children ?? []) : [undefined, child];
    if (value === undefined) continue;
    const name = key === undefined ? itemName(value) : String(key.value);
    if (name === undefined || name === '') continue;
    const range = positions.range({ start: child.offset, end: child.offset + child.length });
    const selected = key ?? value;
    symbols.push({
      name,
      kind: kindOf(value),
      range,
      selectionRange: key ? positions.range({ start: selected.offset, end: selected.offset + selected.length }) : range,
      children: valueSymbols(value, positions),
    });
  }
  return symbols;
}

function itemName(node: Node): string | undefined {
  if (node.type === 'string') return String(node.value);
  for (const wanted of nameKeys) {
    const found = node.children?.find(({ children }) => children?.[0]?.value === wanted)?.children?.[1];
    if (found?.type === 'string') return String(found.value);
  }
  return undefined;
}

function kindOf({ type }: Node): SymbolKind {
  if (type === 'object') return SymbolKind.Object;
  if (type === 'array') return SymbolKind.Array;
  return type === 'string' ? SymbolKind.String : type === 'number' ? SymbolKind.Number : SymbolKind.Boolean;
}

/** More would be slower to transfer than to narrow down. */
const maxSymbols = 200;

/** Pages, their headings, snippets and operations whose name contains all letters of `query` in order. */
export function workspaceSymbols(view: ProjectView, query: string): WorkspaceSymbol[] {
  const matches = matcher(query);
  const found: WorkspaceSymbol[] = [];
  const start = { line: 0, character: 0 };
  const add = (name: string, kind: SymbolKind, file: string, containerName: string) => {
    if (found.length < maxSymbols && matches(name))
      found.push({ name, kind, containerName, location: { uri: view.uriOf(file), range: { start, end: start } } });
  };
  for (const page of view.site.pages) {
    if (page.file !== undefined) add(page.title, SymbolKind.File, page.file, page.url);
  }
  for (const page of view.site.pages) {
    if (found.length >= maxSymbols) break;
    const operation = page.file === undefined ? view.site.endpoints.operationOf(page)?.operation : undefined;
    const name = operation && `${operation.ref.method} ${operation.ref.path}`.trim();
    if (operation === undefined || name === undefined || !(matches(name) || matches(page.title))) continue;
    const at = operationLocation(operation);
    if (at === undefined || !view.site.files.has(at.file)) continue;
    const position = { line: at.line - 1, character: at.column - 1 };
    found.push({
      name,
      kind: SymbolKind.Method,
      containerName: page.title,
      location: { uri: view.uriOf(at.file), range: { start: position, end: position } },
    });
  }
  // Every page has headings: they come last, and only for a query.
  if (query !== '') {
    for (const page of view.site.pages) {
      if (page.file === undefined || found.length >= maxSymbols) continue;
      for (const heading of view.entries.get(page.path)?.compiled.headings ?? [])
        add(heading.text, SymbolKind.String, page.file, page.title);
    }
  }
  return found;
}

function matcher(query: string): (name: string) => boolean {
  const letters = query.toLowerCase().replace(/\s+/g, '');
  return (name) => {
    let at = 0;
    for (const letter of name.toLowerCase()) if (letter === letters[at]) at += 1;
    return at >= letters.length;
  };
}
