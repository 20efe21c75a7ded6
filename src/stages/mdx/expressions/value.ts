/** Modules, scopes and values: what an expression is worth when it can be known without running JavaScript. */

import type { Diagnostic } from '../../../model/diagnostic.ts';
import type { ParsedSource } from '../parse/parse-source.ts';
import type { SyntaxNode } from '../parse/syntax-tree.ts';
import type { NameUse } from './names.ts';

/** A page or snippet with the names of its own imports and exports. */
export interface Module {
  readonly file: string;
  readonly parsed: ParsedSource;
  readonly names: ReadonlyMap<string, Binding>;
  readonly exports: ReadonlyMap<string, Binding>;
  /** Its import and export statements, in order, for pages that compute. */
  readonly statements: readonly ModuleStatement[];
  readonly diagnostics: readonly Diagnostic[];
  /** Project files that it reads, itself included. */
  readonly dependencies: readonly string[];
}

/** As written, with the line of the file on which it starts: a page that computes has it in its program. */
export interface ModuleStatement {
  readonly kind: 'import' | 'other';
  readonly text: string;
  readonly line: number;
  /** Names of an import statement that it may bring in: those whose target exists. */
  readonly imports?: readonly { readonly local: string; readonly imported: string }[];
  /** The specifier of an import, as written. */
  readonly from?: string;
  /** Names that it takes from outside itself. */
  readonly uses: readonly NameUse[];
}

/** JSX as a value: nodes with the names that they see, lowered where they end up. */
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

/** A value that only running JavaScript gives: its text, in the scope of the page. */
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

/** What an expression gives. `Markup` and `Code` stand for what is not data; everything else is. */
export type Value = undefined | null | boolean | number | string | Markup | Code | readonly Value[] | { readonly [key: string]: Value };

/** What a name of a file stands for. */
export type Binding =
  | { readonly kind: 'value'; readonly value: Value }
  /** The default import of a `.mdx` file. */
  | { readonly kind: 'snippet'; readonly file: string }
  /** Only JavaScript knows it: a function, an import from `.jsx`. */
  | { readonly kind: 'code' }
  /** Its import failed: renders nothing. */
  | { readonly kind: 'missing' };

/** The names that a stretch of a file sees. */
export interface Scope {
  readonly names: ReadonlyMap<string, Binding>;
  /** What a snippet was given; undefined on the page itself. */
  readonly props?: Readonly<Record<string, Value>>;
  /** A module's own function: props are only known when it runs. */
  readonly isOpen?: boolean;
}

/** Own names first, then the props of a snippet; undefined for a name that nobody gave. `props` itself is always there. */
export function lookUp(scope: Scope, name: string): Binding | undefined {
  const own = scope.names.get(name);
  if (own) return own;
  if (scope.isOpen && name === 'props') return { kind: 'code' };
  if (!scope.props) return name === 'props' ? { kind: 'value', value: {} } : undefined;
  if (name === 'props') return { kind: 'value', value: scope.props };
  return Object.hasOwn(scope.props, name) ? { kind: 'value', value: scope.props[name] } : undefined;
}
