/**
 * The markup of a page is one function: it cannot run as an island, and one error in it would affect the whole page.
 * Its code is therefore split:
 *
 *   an element with a handler             $h("button", { onClick: () => alert(1) }, "x")
 *   becomes a module-level component      → $h($Live1, null)      function $Live1() { return $h("button", …); }
 *
 *   a function passed to a component      $h(Chart, { format: (n) => n + "%" })
 *   becomes an importable name            → $h(Chart, { format: $Live1 })      const $Live1 = (n) => n + "%";
 *
 *   any other expression                  $h("p", null, total(prices))
 *   is wrapped in a try                   → $h("p", null, $try(() => total(prices), $Live1))
 *                                           function $Live1() { return total(prices); }   fallback in the browser
 *
 * Code that uses a local name of the function (a snippet's props) is not moved.
 */
import type { AnyNode, CallExpression, Node } from 'acorn';
import { boundNames, isFunction, type ModuleFacts, walk } from './module-facts.ts';

/** The module's new text. Line numbers do not change; new functions are appended. */
export interface PageCode {
  readonly code: string;
  /** Names of the new functions. */
  readonly functions: readonly string[];
}

interface Edit {
  readonly node: Node;
  readonly inner: Edit[];
  /** Returns the new text for the old text with the inner edits applied. */
  readonly rewrite: (text: string) => string;
}

/** Expects plain JavaScript with `$h` for JSX, and its imports and exports. Without a page function as default export nothing changes. */
export function extractFunctions(code: string, { defaultExport }: ModuleFacts): PageCode {
  const page = defaultExport?.declaration as AnyNode | undefined;
  if (!page || !isFunction(page)) return { code, functions: [] };
  const extraction = new Extraction(localNames(page));
  const edits: Edit[] = [];
  walk(page.body, (node) => {
    if (node.type !== 'ReturnStatement' || !node.argument) return isFunction(node) ? false : undefined;
    extraction.visit(node.argument, edits);
    return false;
  });
  if (edits.length === 0) return { code, functions: [] };
  const text = applyEdits(code, 0, code.length, edits);
  return { code: [text, ...extraction.declarations].join('\n'), functions: extraction.functions };
}

/** Finds the code that is moved. The names are given when the edits are applied. */
class Extraction {
  /** Names of the new functions. */
  readonly functions: string[] = [];
  readonly declarations: string[] = [];
  readonly #locals: LocalNames;

  constructor(locals: LocalNames) {
    this.#locals = locals;
  }

  /** Collects the edits of an expression. `isProp`: it is the value of a prop. */
  visit(node: AnyNode, edits: Edit[], isProp = false): void {
    const inner: Edit[] = [];
    const add = (rewrite: Edit['rewrite']) => edits.push({ node, inner, rewrite });
    const asComponent = (text: string) => this.#asComponent(text);
    if (isCall(node, '$h')) {
      if (hasHandler(node) && node.arguments[0]?.type === 'Literal' && !usesAny(node, this.#locals)) add(asComponent);
      else this.#visitElement(node, edits);
      return;
    }
    if (isFunction(node) && !usesAny(node, this.#locals)) return void add((text) => this.#declare((name) => `const ${name} = ${text};`));
    if (node.type === 'ObjectExpression') return void this.#visitProps(node, edits);
    if (node.type === 'ArrayExpression') {
      for (const element of node.elements) if (element && element.type !== 'SpreadElement') this.visit(element, edits, isProp);
      return;
    }
    if (cannotThrow(node)) return;
    const usesNoLocal = !usesAny(node, this.#locals);
    if (usesNoLocal && !isProp && containsBoundHandler(node, this.#locals)) return void add(asComponent);
    this.#visitInner(node, inner);
    const fallback = (text: string) => (usesNoLocal && !isProp ? `, ${this.#declareFunction(text)}` : '');
    add((text) => `$try(() => (${text})${fallback(text)})`);
  }

  #visitElement(node: CallExpression, edits: Edit[]): void {
    for (const [index, argument] of node.arguments.entries()) {
      if (index === 1 && argument.type === 'ObjectExpression') this.#visitProps(argument, edits);
      else if (index > 1 && argument.type !== 'SpreadElement') this.visit(argument, edits);
    }
  }

  #visitProps(props: AnyNode & { type: 'ObjectExpression' }, edits: Edit[]): void {
    for (const property of props.properties) {
      if (property.type !== 'Property' || property.kind !== 'init' || property.method) continue;
      this.visit(property.value, edits, true);
    }
  }

  /** Elements within an expression: `open && <button onClick={…}/>`. */
  #visitInner(root: AnyNode, edits: Edit[]): void {
    walk(root, (node) => {
      if (!isCall(node, '$h') || node.arguments[0]?.type !== 'Literal' || !hasHandler(node) || usesAny(node, this.#locals)) return;
      edits.push({ node, inner: [], rewrite: (text) => this.#asComponent(text) });
      return false;
    });
  }

  #asComponent(text: string): string {
    return `$h(${this.#declareFunction(text)}, null)`;
  }

  #declareFunction(text: string): string {
    return this.#declare((name) => `function ${name}() { return ${text}; }`);
  }

  /** Declares a module-level name for code that uses no local name of the page's function. */
  #declare(declaration: (name: string) => string): string {
    const name = `$Live${this.functions.length + 1}`;
    this.functions.push(name);
    this.declarations.push(declaration(name));
    return name;
  }
}

/** `code` from `start` to `end` with the edits applied. Each keeps its number of lines, so that later lines do not move. */
function applyEdits(code: string, start: number, end: number, edits: readonly Edit[]): string {
  let text = '';
  let at = start;
  for (const { node, inner, rewrite } of edits) {
    const before = code.slice(node.start, node.end);
    const after = rewrite(applyEdits(code, node.start, node.end, inner));
    const missing = before.split('\n').length - after.split('\n').length;
    text += code.slice(at, node.start) + after + '\n'.repeat(Math.max(0, missing));
    at = node.end;
  }
  return text + code.slice(at, end);
}

function isCall(node: AnyNode, name: string): node is CallExpression {
  return node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === name;
}

/** Whether an element has an event handler. */
function hasHandler(node: CallExpression): boolean {
  const props = node.arguments[1];
  if (props?.type !== 'ObjectExpression') return false;
  return props.properties.some(
    (property) =>
      property.type === 'Property' &&
      /^on[A-Z]/.test(
        property.key.type === 'Identifier' ? property.key.name : property.key.type === 'Literal' ? String(property.key.value) : '',
      ) &&
      property.value.type !== 'Literal',
  );
}

/** Whether the node contains an element with a handler that depends on local names (`items.map((item) => <b onClick={…}/>)`). */
function containsBoundHandler(node: AnyNode, locals: LocalNames): boolean {
  let found = false;
  walk(node, (inner) => {
    found ||= isCall(inner, '$h') && hasHandler(inner) && usesAny(inner, locals);
    return !found;
  });
  return found;
}

/** Whether the expression cannot throw: constants, prerendered HTML, names that the compiler knows to be defined. */
function cannotThrow(node: AnyNode): boolean {
  if (node.type === 'Literal' || node.type === 'Identifier' || isFunction(node)) return true;
  if (node.type === 'UnaryExpression') return cannotThrow(node.argument);
  if (node.type === 'TemplateLiteral') return node.expressions.every(cannotThrow);
  return isCall(node, '$html') || isCall(node, '$component');
}

/** Name → the range from its first to its last binding, because a name may be bound many times in a page. */
type LocalNames = ReadonlyMap<string, { readonly start: number; readonly end: number }>;

/** All names bound inside the page's function, with the range of their bindings. */
function localNames(page: Node): LocalNames {
  const names = new Map<string, { start: number; end: number }>();
  const add = (bound: readonly string[], { start, end }: Node) => {
    for (const name of bound) {
      const known = names.get(name);
      names.set(name, { start: Math.min(start, known?.start ?? start), end: Math.max(end, known?.end ?? end) });
    }
  };
  walk(page, (node) => {
    if (node.type === 'VariableDeclarator') add(boundNames(node.id), node);
    if (node.type === 'CatchClause' && node.param) add(boundNames(node.param), node);
    if (isFunction(node)) {
      add(node.params.flatMap(boundNames), node);
      if (node !== page && node.id) add([node.id.name], node);
    }
  });
  return names;
}

/** Whether `node` uses a local name that is bound outside of it. */
function usesAny(node: Node, locals: LocalNames): boolean {
  let uses = false;
  walk(node, (inner, parents) => {
    if (inner.type === 'ThisExpression') uses = true;
    if (uses) return false;
    if (inner.type !== 'Identifier') return;
    const parent = parents.at(-1) as AnyNode | undefined;
    if (parent?.type === 'MemberExpression' && parent.property === inner && !parent.computed) return;
    if (parent?.type === 'Property' && parent.key === inner && !parent.computed && !parent.shorthand) return;
    const bound = locals.get(inner.name);
    uses = bound !== undefined && (bound.start < node.start || bound.end > node.end);
  });
  return uses;
}
