/** Finds the free names of a piece of JavaScript and their positions. */
import { type Ast, childrenOf } from './javascript.ts';

/** A read of a name that the expression does not declare; one entry for each occurrence. */
export interface NameUse {
  readonly name: string;
  readonly offset: number;
  /** Read only when a function runs, such as an event handler or a component. */
  readonly inFunction: boolean;
  /** `<Name>` or `<Name.Part>`. */
  readonly isTag: boolean;
}

/** In source order. */
export interface FreeNames {
  readonly uses: readonly NameUse[];
  /** Offset of an `import()`. */
  readonly dynamicImport?: number;
}

/** Names that a page may use without defining them. */
const globals = new Set(
  (
    'undefined NaN Infinity Object Array String Number Boolean Symbol BigInt Math Date JSON RegExp Error TypeError RangeError Map Set WeakMap WeakSet ' +
    'Promise Proxy Reflect Intl parseInt parseFloat isNaN isFinite encodeURI encodeURIComponent decodeURI decodeURIComponent console globalThis ' +
    'Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array Float32Array Float64Array ArrayBuffer DataView URL URLSearchParams ' +
    'window document navigator location history localStorage sessionStorage fetch setTimeout clearTimeout setInterval clearInterval ' +
    'requestAnimationFrame cancelAnimationFrame queueMicrotask structuredClone atob btoa alert performance crypto ' +
    'MutationObserver ResizeObserver IntersectionObserver CustomEvent Event AbortController Headers Request Response FormData Blob File ' +
    'React Fragment useState useEffect useRef useCallback useMemo useContext useReducer useLayoutEffect useId createContext ' +
    'useTransition useDeferredValue useSyncExternalStore useImperativeHandle forwardRef memo eval Function arguments user'
  ).split(' '),
);

/** Names that would access the host. They are reported even though the sandbox does not define them. */
export const forbiddenGlobals: ReadonlySet<string> = new Set([
  'process',
  'require',
  'module',
  'exports',
  'global',
  'Buffer',
  '__dirname',
  '__filename',
  'Deno',
  'Bun',
]);

/** Whether a page may use the name without defining it, in the sandbox or in a browser. */
export function isGlobal(name: string): boolean {
  return globals.has(name);
}

/** `program` may be an expression or a whole module. Its top-level declarations are not free names. */
export function freeNames(program: Ast): FreeNames {
  const found: Found = { uses: [] };
  visit(program, { bound: new Set(), inFunction: false, found });
  return found;
}

interface Found {
  readonly uses: NameUse[];
  dynamicImport?: number;
}

interface Scope {
  /** The names that are declared here or in an outer scope. */
  readonly bound: ReadonlySet<string>;
  readonly inFunction: boolean;
  readonly found: Found;
}

function visit(node: Ast, scope: Scope): void {
  if (isFunctionNode(node)) visitFunction(node, scope);
  else if (scopeNodes.has(node.type)) visitScope(node, scope);
  else if (node.type.startsWith('JSX')) visitJsx(node, scope);
  else visitExpression(node, scope);
}

/** Expressions, and statements without names of their own. */
function visitExpression(node: Ast, scope: Scope): void {
  switch (node.type) {
    case 'Identifier':
      addUse(node, scope, false);
      return;
    case 'ImportDeclaration':
    case 'MetaProperty':
      return;
    case 'ImportExpression':
      scope.found.dynamicImport ??= node.start;
      return;
    case 'MemberExpression':
      visit(node.object, scope);
      if (node.computed) visit(node.property, scope);
      return;
    case 'Property':
    case 'PropertyDefinition':
    case 'MethodDefinition':
      if (node.computed) visit(node.key, scope);
      if (node.value) visit(node.value, scope);
      return;
    case 'ExportNamedDeclaration':
      if (node.declaration) visit(node.declaration, scope);
      else if (!node.source) for (const { local } of node.specifiers) visit(local, scope);
      return;
    case 'ExportAllDeclaration':
    case 'LabeledStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
      if (node.body) visit(node.body, scope);
      return;
    default:
      for (const child of childrenOf(node)) visit(child, scope);
  }
}

function visitJsx(node: Ast, scope: Scope): void {
  switch (node.type) {
    case 'JSXIdentifier':
      addUse(node, scope, true);
      return;
    case 'JSXMemberExpression':
      visit(node.object, scope);
      return;
    case 'JSXOpeningElement':
      if (node.name.type !== 'JSXIdentifier' || !/^[a-z]|-/.test(node.name.name)) {
        if (node.name.type !== 'JSXNamespacedName') visit(node.name, scope);
      }
      for (const attribute of node.attributes) visit(attribute, scope);
      return;
    case 'JSXClosingElement':
      return;
    case 'JSXAttribute':
      if (node.value) visit(node.value, scope);
      return;
    default:
      for (const child of childrenOf(node)) visit(child, scope);
  }
}

function addUse({ name, start }: Ast, { bound, inFunction, found }: Scope, isTag: boolean): void {
  if (!bound.has(name)) found.uses.push({ name, offset: start, inFunction, isTag });
}

function isFunctionNode({ type }: Ast): boolean {
  return type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression';
}

function visitFunction(node: Ast, outer: Scope): void {
  const bound = new Set([...outer.bound, 'arguments']);
  if (node.id) bound.add(node.id.name);
  for (const parameter of node.params) collectBoundNames(parameter, bound);
  declarations(node.body, bound);
  const scope: Scope = { ...outer, bound, inFunction: true };
  for (const parameter of node.params) visit(parameter, scope);
  visit(node.body, scope);
}

/** Nodes with names of their own, apart from functions. */
const scopeNodes: ReadonlySet<string> = new Set([
  'ClassDeclaration',
  'ClassExpression',
  'BlockStatement',
  'StaticBlock',
  'ForStatement',
  'ForOfStatement',
  'ForInStatement',
  'CatchClause',
  'Program',
]);

function visitScope(node: Ast, outer: Scope): void {
  const bound = new Set(outer.bound);
  if (node.id) bound.add(node.id.name);
  if (node.param) collectBoundNames(node.param, bound);
  declarations(node, bound);
  for (const child of childrenOf(node)) visit(child, { ...outer, bound });
}

/** Names that a statement or block declares, without those of inner functions. */
function declarations(node: Ast, names: Set<string>): void {
  if (node.type === 'VariableDeclaration') for (const { id } of node.declarations) collectBoundNames(id, names);
  else if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') {
    if (node.id) names.add(node.id.name);
    return;
  } else if (node.type === 'ImportDeclaration') {
    for (const { local } of node.specifiers) names.add(local.name);
    return;
  }
  if (/Function|^JSX|Expression$|Literal$/.test(node.type)) return;
  for (const child of childrenOf(node)) declarations(child, names);
}

/** Names that a pattern binds: `{a, b: [c], ...d}`. */
export function collectBoundNames(pattern: Ast, names: Set<string>): void {
  switch (pattern.type) {
    case 'Identifier':
      names.add(pattern.name);
      break;
    case 'ObjectPattern':
      for (const property of pattern.properties)
        collectBoundNames(property.type === 'RestElement' ? property.argument : property.value, names);
      break;
    case 'ArrayPattern':
      for (const element of pattern.elements) if (element) collectBoundNames(element, names);
      break;
    case 'AssignmentPattern':
      collectBoundNames(pattern.left, names);
      break;
    case 'RestElement':
      collectBoundNames(pattern.argument, names);
      break;
  }
}
