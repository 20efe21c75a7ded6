/** Modules, scopes and values: results of expressions that are known without running JavaScript. */

import type { Diagnostic } from '../../../model/diagnostic.ts';
import type { ParsedSource } from '../parse/parse-source.ts';
import type { SyntaxNode } from '../parse/syntax-tree.ts';
import type { NameUse } from './names.ts';

/** A page or snippet with its imports and exports. */
export interface Module {
  readonly file: string;
  readonly parsed: ParsedSource;
  readonly names: ReadonlyMap<string, Binding>;
  readonly exports: ReadonlyMap<string, Binding>;
  /** Its import and export statements in order, for pages that run code. */
  readonly statements: readonly ModuleStatement[];
  readonly diagnostics: readonly Diagnostic[];
  /** Project files that it reads, including itself. */
  readonly dependencies: readonly string[];
}

/** The source text with its first line number in the file; page programs contain it. */
export interface ModuleStatement {
  readonly kind: 'import' | 'other';
  readonly text: string;
  readonly line: number;
  /** Names of an import statement whose target exists. */
  readonly imports?: readonly { readonly local: string; readonly imported: string }[];
  /** The specifier of an import, as written. */
  readonly from?: string;
  /** Its free names. */
  readonly uses: readonly NameUse[];
}

/** JSX as a value: nodes with their scope; they are lowered where they are used. */
export class Markup {
  readonly nodes: readonly SyntaxNode[];
  readonly module: Module;
  readonly scope: Scope;

  constructor(nodes: readonly SyntaxNode[], module: Module, scope: Scope) {
    this.nodes = nodes;
    this.module = module;
    this.scope = scope;
  }
}

/** A value that only running JavaScript can produce: its source text, in the scope of the page. */
export class Code {
  readonly text: string;
  readonly line: number;

  constructor(
    text: string,
    /** Line of the source file. */
    line: number,
  ) {
    this.text = text;
    this.line = line;
  }
}

/** The value of an expression. `Markup` and `Code` are not data; everything else is. */
export type Value = undefined | null | boolean | number | string | Markup | Code | readonly Value[] | { readonly [key: string]: Value };

/** What a name in a file refers to. */
export type Binding =
  | { readonly kind: 'value'; readonly value: Value }
  /** The default import of a `.mdx` file. */
  | { readonly kind: 'snippet'; readonly file: string }
  /** Known only to JavaScript: a function, an import from `.jsx`. */
  | { readonly kind: 'code' }
  /** The import failed: as a tag the built-in component of that name, or only its children; as a value nothing. */
  | { readonly kind: 'missing' };

/** The names that are visible in a part of a file. */
export interface Scope {
  readonly names: ReadonlyMap<string, Binding>;
  /** The props of a snippet; undefined on the page itself. */
  readonly props?: Readonly<Record<string, Value>>;
  /** In a module's function, whose props are known only at run time. */
  readonly hasDynamicProps?: boolean;
}

/** The scope's own names first, then the props of a snippet; undefined for an unknown name. `props` is always defined. */
export function lookUp(scope: Scope, name: string): Binding | undefined {
  const own = scope.names.get(name);
  if (own) return own;
  if (scope.hasDynamicProps && name === 'props') return { kind: 'code' };
  if (!scope.props) return name === 'props' ? { kind: 'value', value: {} } : undefined;
  if (name === 'props') return { kind: 'value', value: scope.props };
  return Object.hasOwn(scope.props, name) ? { kind: 'value', value: scope.props[name] } : undefined;
}
