/** What every step of making a body is handed: whose text it reads, which names that sees, where results go. */
import type { SourceLocation } from '../../../model/diagnostic.ts';
import type { Highlighter } from '../code/highlighter.ts';
import type { Module, Scope } from '../expressions/value.ts';
import type { ModuleLoader } from '../modules.ts';
import type { CompilerOptions } from '../options.ts';
import type { JsxNode, SyntaxNode } from '../parse/syntax-tree.ts';
import type { BodyWriter } from './body.ts';
import type { PageRecord } from './page-record.ts';

/** What all pages of a compiler share. */
export interface Services {
  readonly options: CompilerOptions;
  /** Names that are ours, also those that only a build may use. */
  readonly components: ReadonlySet<string>;
  readonly modules: ModuleLoader;
  readonly highlighter: Highlighter;
}

/** Handed down unchanged, or as a copy with what differs below. Results go into `page` and the writer, never into it. */
export interface Context {
  readonly services: Services;
  readonly page: PageRecord;
  readonly module: Module;
  readonly scope: Scope;
  /** The page's file: relative links are read from there, wherever the text comes from. */
  readonly pageFile: string;
  /** Files whose snippets stand around this one. */
  readonly chain: readonly string[];
  /** Inside a link no other link may stand: headings have no anchors, images no zoom. */
  readonly inLink?: boolean;
  readonly inTable?: boolean;
  /** `titleSize` of the steps around. */
  readonly stepSize?: string | undefined;
  readonly lower: (nodes: readonly SyntaxNode[], context: Context, out: BodyWriter) => void;
}

/** The whole of a node, or its first `length` characters; the start of the file for a node that the parser made up. */
export function placeOf(node: { readonly position?: SyntaxNode['position'] }, context: Context, length?: number): SourceLocation {
  const start = node.position?.start.offset ?? 0;
  const end = node.position?.end.offset ?? start;
  return context.module.parsed.locate(start, length ?? Math.max(1, end - start));
}

/** The value of an attribute as it stands in the tag, quotes included; the tag's first character when it is not written out. */
export function placeOfAttribute(node: JsxNode, name: string, context: Context): SourceLocation {
  const { text, locate } = context.module.parsed;
  const start = node.position?.start.offset ?? 0;
  const match = new RegExp(`\\s${name}\\s*=\\s*("[^"]*"|'[^']*'|\\{[^}]*\\})`).exec(text.slice(start, node.position?.end.offset));
  if (!match) return placeOf(node, context, 1);
  const value = match[1] as string;
  return locate(start + match.index + match[0].length - value.length, value.length);
}
