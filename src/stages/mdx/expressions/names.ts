/** Which names a piece of JavaScript takes from outside itself, and where. */
import { type Ast, childrenOf } from './javascript.ts';

/** One place where a name is read that its expression does not declare; the same name once for each place. */
export interface NameUse {
  readonly name: string;
  readonly offset: number;
  /** Only read when a function runs: an event handler, a component of its own. */
  readonly inFunction: boolean;
  /** `<Name>` or `<Name.Part>`. */
  readonly isTag: boolean;
}

/** In the order of the text. */
export interface OutsideNames {
  readonly uses: readonly NameUse[];
  /** Offset of an `import()`. */
  readonly dynamicImport?: number;
}

/** Names that may be used although the page does not define them. */
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

/** Names that would reach the machine: a page that uses one is told so, although the sandbox has none of them. */
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

/** `program` may be an expression or a whole module. Names that it declares at its top level are not outside. */
export function outsideNames(program: Ast): OutsideNames {
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
        for (const parameter of node.params) declaredIn(parameter, inner);
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
        if (node.param) declaredIn(node.param, inner);
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

/** Names that a statement or block declares, inner functions left out. */
function declarations(node: Ast, names: Set<string>): void {
  if (node.type === 'VariableDeclaration') for (const { id } of node.declarations) declaredIn(id, names);
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

/** Names of a pattern: `{a, b: [c], ...d}`. */
export function declaredIn(pattern: Ast, names: Set<string>): void {
  switch (pattern.type) {
    case 'Identifier':
      names.add(pattern.name);
      break;
    case 'ObjectPattern':
      for (const property of pattern.properties) declaredIn(property.type === 'RestElement' ? property.argument : property.value, names);
      break;
    case 'ArrayPattern':
      for (const element of pattern.elements) if (element) declaredIn(element, names);
      break;
    case 'AssignmentPattern':
      declaredIn(pattern.left, names);
      break;
    case 'RestElement':
      declaredIn(pattern.argument, names);
      break;
  }
}
