/** The context of lowering: source text, scope, and where results go. */
import type { SourceLocation } from '../../../model/diagnostic.ts';
import type { Highlighter } from '../code/highlighter.ts';
import type { Module, Scope } from '../expressions/value.ts';
import type { ModuleLoader } from '../modules.ts';
import type { CompilerOptions } from '../options.ts';
import type { JsxNode, SyntaxNode } from '../parse/syntax-tree.ts';
import type { BodyWriter } from './body.ts';
import type { PageRecord } from './page-record.ts';

/** Shared by all pages of a compiler. */
export interface Services {
  readonly options: CompilerOptions;
  /** Built-in names, including internal ones. */
  readonly components: ReadonlySet<string>;
  readonly modules: ModuleLoader;
  readonly highlighter: Highlighter;
}

/** Passed down unchanged, or as a copy with changes for the subtree. Results go into `page` and the writer. */
export interface Context {
  readonly services: Services;
  readonly page: PageRecord;
  readonly module: Module;
  readonly scope: Scope;
  /** The page's file: relative links are resolved from there, even in snippets. */
  readonly pageFile: string;
  /** Files of the enclosing snippets. */
  readonly chain: readonly string[];
  /** Links cannot be nested: inside one, headings have no anchors and images no zoom. */
  readonly inLink?: boolean;
  readonly inTable?: boolean;
  /** The enclosing components, outermost first; `*` is one whose content is not known. */
  readonly inside?: readonly string[];
  /** `titleSize` of the enclosing steps. */
  readonly stepSize?: string | undefined;
  readonly lower: (nodes: readonly SyntaxNode[], context: Context, out: BodyWriter) => void;
}

/** Location of the whole node, or of its first `length` characters; the start of the file for a generated node. */
export function locationOf(node: Pick<SyntaxNode, 'position' | 'near'>, context: Context, length?: number): SourceLocation {
  const { start, end } = node.position ?? node.near ?? noPosition;
  return context.module.parsed.locate(start.offset, length ?? Math.max(1, end.offset - start.offset));
}

const noPosition = { start: { offset: 0 }, end: { offset: 0 } };

/** Location of an attribute's value in the tag, including quotes; the tag's first character if the value is not literal. */
export function attributeLocation(node: JsxNode, name: string, context: Context): SourceLocation {
  const { text, locate } = context.module.parsed;
  const start = node.position?.start.offset ?? 0;
  const match = new RegExp(`\\s${name}\\s*=\\s*("[^"]*"|'[^']*'|\\{[^}]*\\})`).exec(text.slice(start, node.position?.end.offset));
  if (!match) return locationOf(node, context, 1);
  const value = match[1] as string;
  return locate(start + match.index + match[0].length - value.length, value.length);
}
