/** Facts about a module, read from its syntax tree: imports, exports, functions, and forbidden syntax. */
import { type AnyNode, type ExportDefaultDeclaration, type FunctionDeclaration, type Node, type Pattern, type Program, parse } from 'acorn';

/** One statement, including `export … from`. The same specifier may occur more than once. */
export interface ImportFact {
  readonly specifier: string;
  /** Imported names; `*` for all of them. Empty for a bare import. */
  readonly names: readonly string[];
  /** The names that the file gives them. */
  readonly locals: readonly string[];
  /** Offset of the statement. */
  readonly start: number;
}

/** Names as in the parsed code; offsets are in UTF-16 units. */
export interface ModuleFacts {
  /** The acorn tree, for `page-code.ts`. */
  readonly program: Program;
  readonly imports: readonly ImportFact[];
  /** `*` represents `export * from`, whose names are not known here. */
  readonly exports: ReadonlySet<string>;
  /** Local names of module-level functions and classes, and of constants that may be components (`memo(…)`). */
  readonly functions: readonly string[];
  readonly defaultExport?: ExportDefaultDeclaration;
  /** Literal icon names in `icon` props. */
  readonly icons: readonly string[];
  /** Offsets of `import(…)`. */
  readonly dynamicImports: readonly number[];
  /** Offset of the first top-level `await`. */
  readonly topLevelAwait?: number;
}

/** Parses an ES module in plain JavaScript. Throws acorn's SyntaxError, which does not happen after a transform. */
export function readFacts(code: string): ModuleFacts {
  const program = parse(code, { ecmaVersion: 'latest', sourceType: 'module' });
  const imports: ImportFact[] = [];
  const exports = new Set<string>();
  const functions: string[] = [];
  let defaultExport: ExportDefaultDeclaration | undefined;

  for (const statement of program.body) {
    let declaration: AnyNode | null | undefined = statement;
    if (statement.type === 'ImportDeclaration') {
      const names = statement.specifiers.map((one) =>
        one.type === 'ImportDefaultSpecifier' ? 'default' : one.type === 'ImportNamespaceSpecifier' ? '*' : nameOf(one.imported),
      );
      const locals = statement.specifiers.map(({ local }) => local.name);
      imports.push({ specifier: String(statement.source.value), names, locals, start: statement.start });
    } else if (statement.type === 'ExportAllDeclaration') {
      imports.push({ specifier: String(statement.source.value), names: ['*'], locals: [], start: statement.start });
      exports.add(statement.exported ? nameOf(statement.exported) : '*');
    } else if (statement.type === 'ExportNamedDeclaration') {
      for (const one of statement.specifiers) exports.add(nameOf(one.exported));
      if (statement.source) {
        const names = statement.specifiers.map((one) => nameOf(one.local));
        imports.push({ specifier: String(statement.source.value), names, locals: names, start: statement.start });
      }
      declaration = statement.declaration;
      for (const name of declaredNames(declaration)) exports.add(name);
    } else if (statement.type === 'ExportDefaultDeclaration') {
      exports.add('default');
      defaultExport = statement;
      declaration = statement.declaration as AnyNode;
    }
    functions.push(...functionNames(declaration));
  }

  const dynamicImports: number[] = [];
  const icons = new Set<string>();
  let topLevelAwait: number | undefined;
  walk(program, (node, parents) => {
    if (node.type === 'ImportExpression') dynamicImports.push(node.start);
    if (node.type === 'Property' && node.key.type === 'Identifier' && node.key.name === 'icon')
      for (const name of literalTexts(node.value)) icons.add(name);
    const isAwait = node.type === 'AwaitExpression' || (node.type === 'ForOfStatement' && node.await);
    if (isAwait && topLevelAwait === undefined && !parents.some(isFunction)) topLevelAwait = node.start;
  });
  return { program, imports, exports, functions, defaultExport, icons: [...icons].sort(), dynamicImports, topLevelAwait };
}

/** Literal texts that an expression may return: `open ? "minus" : "plus"`. */
function literalTexts(value: AnyNode): string[] {
  if (value.type === 'ConditionalExpression') return [...literalTexts(value.consequent), ...literalTexts(value.alternate)];
  if (value.type === 'LogicalExpression') return [...literalTexts(value.left), ...literalTexts(value.right)];
  return value.type === 'Literal' && typeof value.value === 'string' && /^[a-z][\w-]*$/.test(value.value) ? [value.value] : [];
}

function functionNames(declaration: AnyNode | null | undefined): string[] {
  if (declaration?.type === 'FunctionDeclaration' || declaration?.type === 'ClassDeclaration') {
    return declaration.id ? [declaration.id.name] : [];
  }
  if (declaration?.type !== 'VariableDeclaration') return [];
  return declaration.declarations.flatMap(({ id, init }) =>
    id.type === 'Identifier' && init && /^(?:ArrowFunction|Function|Class|Call)Expression$/.test(init.type) ? [id.name] : [],
  );
}

function declaredNames(declaration: AnyNode | null | undefined): string[] {
  if (!declaration) return [];
  if (declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration')
    return declaration.id ? [declaration.id.name] : [];
  if (declaration.type === 'VariableDeclaration') return declaration.declarations.flatMap(({ id }) => boundNames(id));
  return [];
}

/** Names that a pattern binds: `{ a, b: [c = 1, ...d] }` → a, c, d. */
export function boundNames(pattern: Pattern): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) => boundNames(property.type === 'RestElement' ? property.argument : property.value));
    case 'ArrayPattern':
      return pattern.elements.flatMap((element) => (element ? boundNames(element) : []));
    case 'RestElement':
      return boundNames(pattern.argument);
    case 'AssignmentPattern':
      return boundNames(pattern.left);
    default:
      return [];
  }
}

function nameOf(name: { readonly type: string; readonly name?: string; readonly value?: unknown }): string {
  return name.name ?? String(name.value);
}

/** Declarations, expressions and arrow functions; the type declares their common fields. */
export function isFunction(node: Node): node is FunctionDeclaration {
  return /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type);
}

/**
 * Visits every node with its ancestors. Iterative, because author code may be nested deeply. Returning `false` skips
 * the subtree.
 */
export function walk(root: Node, visit: (node: AnyNode, parents: readonly Node[]) => unknown): void {
  const parents: Node[] = [];
  const stack: (Node | undefined)[] = [root];
  while (stack.length > 0) {
    const node = stack.pop();
    if (!node) {
      parents.pop();
      continue;
    }
    if (visit(node as AnyNode, parents) === false) continue;
    parents.push(node);
    stack.push(undefined);
    pushChildren(node, stack);
  }
}

/** Pushes in reverse, so that the first child is visited first. */
function pushChildren(node: Node, stack: (Node | undefined)[]): void {
  const first = stack.length;
  for (const key in node) {
    const value = (node as unknown as Record<string, unknown>)[key];
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item)) stack.push(item);
    } else if (isNode(value)) stack.push(value);
  }
  for (let low = first, high = stack.length - 1; low < high; low++, high--) [stack[low], stack[high]] = [stack[high], stack[low]];
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}
