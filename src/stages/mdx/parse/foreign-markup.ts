/**
 * Callouts, tabs and tags in the syntax of other documentation tools, which Markdown reads as text:
 *
 *   :::note   Docusaurus, VuePress, Starlight      !!! note   ??? note   === "Tab"   MkDocs
 *   {% hint style="info" %}   GitBook, Markdoc, Jekyll
 */
import type { Diagnostic, SourceLocation } from '../../../model/diagnostic.ts';
import * as errors from '../errors.ts';
import { type ElementNode, type SyntaxNode, textOf } from './syntax-tree.ts';

/** As in `repair.ts`, which imports this file. */
type Locate = (offset: number, length?: number) => SourceLocation;

/** Kind of callout → component. */
const components = new Map([
  ['note', 'Note'],
  ['info', 'Info'],
  ['important', 'Info'],
  ['abstract', 'Info'],
  ['tip', 'Tip'],
  ['hint', 'Tip'],
  ['success', 'Check'],
  ['check', 'Check'],
  ['warning', 'Warning'],
  ['caution', 'Warning'],
  ['attention', 'Warning'],
  ['danger', 'Danger'],
  ['failure', 'Danger'],
  ['bug', 'Danger'],
  ['details', 'Accordion'],
  ['expand', 'Accordion'],
  ['steps', 'Steps'],
  ['stepper', 'Steps'],
  ['tabs', 'Tabs'],
  ['tab', 'Tabs'],
  ['cards', 'CardGroup'],
  ['card', 'Card'],
  ['code-group', 'CodeGroup'],
  ['callout', 'Callout'],
]);

const openings = [
  /^[ \t>]*(:{3,}[ \t]*\{?\.?([a-z][\w-]*)[^\n]*)/gm,
  /^[ \t>]*((?:!!!|\?\?\?)\+?[ \t]+([a-z][\w-]*)(?:[ \t]+(?:inline|end|"[^"\n]*"))*)[ \t]*$/gm,
  /^[ \t>]*(===[+!]?[ \t]+"[^"\n]+")[ \t]*$/gm,
  /^[ \t>]*(\{%-?[ \t]*([a-z][\w-]*)[^\n]*?%\})/gm,
];

/** Reports each opening mark in a paragraph. `text` is what the tree's offsets refer to. */
export function foreignMarkup(nodes: readonly SyntaxNode[], text: string, locate: Locate): Diagnostic[] {
  if (!/^[ \t>]*(?::::|!!!|\?\?\?|===|\{%)/m.test(text)) return [];
  const found: Diagnostic[] = [];
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'element' && node.tagName === 'p') {
      const { start, end } = spanOf(node, text);
      found.push(...inParagraph(text.slice(start, end), start, locate));
      return;
    }
    if (node.type === 'element' && (node.tagName === 'pre' || node.tagName === 'code')) return;
    if ('children' in node) node.children.forEach(visit);
  };
  nodes.forEach(visit);
  return found;
}

/** Nodes of plain Markdown have no positions: their text is found again. */
function spanOf(node: ElementNode, text: string): { readonly start: number; readonly end: number } {
  if (node.position) return { start: node.position.start.offset, end: node.position.end.offset };
  const words = textOf(node.children);
  const start = text.indexOf(words);
  return start === -1 ? { start: 0, end: 0 } : { start, end: start + words.length };
}

function* inParagraph(paragraph: string, start: number, locate: Locate): Generator<Diagnostic> {
  for (const pattern of openings) {
    for (const match of paragraph.matchAll(pattern)) {
      const written = (match[1] as string).trimEnd();
      const offset = start + match.index + match[0].indexOf(match[1] as string);
      const kind = match[2] ?? 'tabs';
      if (/^end/.test(kind)) continue;
      yield errors.foreignMarkup(locate(offset, written.length), written, componentFor(kind, written));
    }
  }
}

function componentFor(kind: string, written: string): string {
  const style = /\bstyle="(\w+)"/.exec(written)?.[1];
  return components.get(style ?? kind) ?? 'Callout';
}

/** A tag `{% … %}` where MDX expects JavaScript; undefined for other expressions. */
export function foreignTag(
  expression: string,
): { readonly text: string; readonly better: string | undefined; readonly end: RegExp } | undefined {
  const [text, name = ''] = /^\{%-?\s*(\w[\w-]*)?[^}]*%\}/.exec(expression) ?? [];
  if (text === undefined) return undefined;
  // Markdoc closes with a slash, the others with a word.
  const end = new RegExp(`\\{%-?\\s*(?:end|/\\s*)${name}\\b`);
  return { text, better: /^end/.test(name) ? undefined : componentFor(name, text), end };
}
