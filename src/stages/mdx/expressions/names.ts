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
  const uses: NameUse[] = [];
  let dynamicImport: number | undefined;

  const visit = (node: Ast, bound: ReadonlySet<string>, inFunction: boolean): void => {
    switch (node.type) {
      case 'Identifier':
        if (!bound.has(node.name)) uses.push({ name: node.name, offset: node.start, inFunction, isTag: false });
        return;
      case 'JSXIdentifier':
        if (!bound.has(node.name)) uses.push({ name: node.name, offset: node.start, inFunction, isTag: true });
        return;
      case 'JSXMemberExpression':
        visit(node.object, bound, inFunction);
        return;
      case 'JSXOpeningElement':
        if (node.name.type !== 'JSXIdentifier' || !/^[a-z]|-/.test(node.name.name)) {
          if (node.name.type !== 'JSXNamespacedName') visit(node.name, bound, inFunction);
        }
        for (const attribute of node.attributes) visit(attribute, bound, inFunction);
        return;
      case 'JSXClosingElement':
      case 'ImportDeclaration':
      case 'MetaProperty':
        return;
      case 'JSXAttribute':
        if (node.value) visit(node.value, bound, inFunction);
        return;
      case 'ImportExpression':
        dynamicImport ??= node.start;
        return;
      case 'MemberExpression':
        visit(node.object, bound, inFunction);
        if (node.computed) visit(node.property, bound, inFunction);
        return;
      case 'Property':
      case 'PropertyDefinition':
      case 'MethodDefinition':
        if (node.computed) visit(node.key, bound, inFunction);
        if (node.value) visit(node.value, bound, inFunction);
        return;
      case 'ExportNamedDeclaration':
        if (node.declaration) visit(node.declaration, bound, inFunction);
        else if (!node.source) for (const { local } of node.specifiers) visit(local, bound, inFunction);
        return;
      case 'ExportAllDeclaration':
      case 'LabeledStatement':
      case 'BreakStatement':
      case 'ContinueStatement':
        if (node.body) visit(node.body, bound, inFunction);
        return;
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression': {
        const inner = new Set([...bound, 'arguments']);
        if (node.id) inner.add(node.id.name);
        for (const parameter of node.params) collectBoundNames(parameter, inner);
        declarations(node.body, inner);
        for (const parameter of node.params) visit(parameter, inner, true);
        visit(node.body, inner, true);
        return;
      }
      case 'ClassDeclaration':
      case 'ClassExpression':
      case 'BlockStatement':
      case 'StaticBlock':
      case 'ForStatement':
      case 'ForOfStatement':
      case 'ForInStatement':
      case 'CatchClause':
      case 'Program': {
        const inner = new Set(bound);
        if (node.id) inner.add(node.id.name);
        if (node.param) collectBoundNames(node.param, inner);
        declarations(node, inner);
        for (const child of childrenOf(node)) visit(child, inner, inFunction);
        return;
      }
      default:
        for (const child of childrenOf(node)) visit(child, bound, inFunction);
    }
  };
  visit(program, new Set(), false);
  return { uses, ...(dynamicImport !== undefined && { dynamicImport }) };
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
