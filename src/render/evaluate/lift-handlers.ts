/**
 * A page's own markup cannot be woken in the browser, only components can. So an element with an event handler that
 * stands in the page itself becomes a component of the page's module:
 *
 *   $h("button", { onClick: () => alert(1) }, "x")   →   $h($Live1, null)
 *                                                        function $Live1() { return $h("button", …); }
 *
 * and a function handed to a component becomes a module-level one, which the browser can import:
 *
 *   $h(Chart, { format: (n) => n + "%" })            →   $h(Chart, { format: $Value1 })
 */
import type { AnyNode, CallExpression, Node, Property } from 'acorn';
import { boundNames, isFunction, type ModuleFacts, walk } from './module-facts.ts';

export interface LiftedModule {
  readonly code: string;
  /** Names of the new functions. */
  readonly functions: readonly string[];
}

export function liftHandlers(code: string, { defaultExport }: ModuleFacts): LiftedModule {
  const page = defaultExport?.declaration as AnyNode | undefined;
  if (!page || !isFunction(page) || !/\bon[A-Z]|=>|function/.test(code.slice(page.body.start, page.end))) return { code, functions: [] };

  const locals = localNames(page);
  const lifted: { node: Node; name: string; replacement: string; declaration: string }[] = [];
  walk(page, (node) => {
    if (node.type !== 'CallExpression' || !isElement(node)) return;
    const [type, props] = node.arguments;
    const handlers = functionProps(props);
    if (handlers.length === 0) return;
    if (type?.type === 'Literal') {
      if (!handlers.some(({ key }) => /^on[A-Z]/.test(keyOf(key))) || usesAny(node, locals)) return;
      const name = `$Live${lifted.length + 1}`;
      const text = code.slice(node.start, node.end);
      lifted.push({ node, name, replacement: `$h(${name}, null)`, declaration: `function ${name}() { return ${text}; }` });
      return false;
    }
    for (const { value } of handlers) {
      if (usesAny(value, locals)) continue;
      const name = `$Value${lifted.length + 1}`;
      lifted.push({ node: value, name, replacement: name, declaration: `const ${name} = ${code.slice(value.start, value.end)};` });
    }
  });

  let rest = code;
  for (const { node, replacement } of lifted.toReversed()) {
    // The same number of lines, so that what follows keeps its place.
    const lines = '\n'.repeat(code.slice(node.start, node.end).split('\n').length - 1);
    rest = rest.slice(0, node.start) + replacement + lines + rest.slice(node.end);
  }
  return {
    code: [rest, ...lifted.map(({ declaration }) => declaration)].join('\n'),
    functions: lifted.map(({ name }) => name),
  };
}

function isElement(node: CallExpression): boolean {
  return node.callee.type === 'Identifier' && node.callee.name === '$h';
}

/** Props written as functions, the children of the element not among them. */
function functionProps(props: AnyNode | undefined): Property[] {
  if (props?.type !== 'ObjectExpression') return [];
  return props.properties.filter((property): property is Property => property.type === 'Property' && isFunctionLike(property));
}

function isFunctionLike({ key, value }: Property): boolean {
  return isFunction(value) || (/^on[A-Z]/.test(keyOf(key)) && value.type === 'Identifier');
}

function keyOf(key: AnyNode): string {
  return key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : '';
}

/** Everything bound inside the page's function, with where it is bound. */
function localNames(page: Node): Map<string, Node[]> {
  const names = new Map<string, Node[]>();
  const add = (name: string, node: Node) => {
    const places = names.get(name);
    if (places) places.push(node);
    else names.set(name, [node]);
  };
  walk(page, (node) => {
    if (node.type === 'VariableDeclarator') for (const name of boundNames(node.id)) add(name, node);
    if (node.type === 'CatchClause' && node.param) for (const name of boundNames(node.param)) add(name, node);
    if (isFunction(node)) {
      for (const name of node.params.flatMap(boundNames)) add(name, node);
      if (node !== page && node.id) add(node.id.name, node);
    }
  });
  return names;
}

/** Whether `node` uses a local name that is bound outside of it. */
function usesAny(node: Node, locals: ReadonlyMap<string, readonly Node[]>): boolean {
  let uses = false;
  walk(node, (inner, parents) => {
    if (inner.type === 'ThisExpression') uses = true;
    if (uses) return false;
    if (inner.type !== 'Identifier') return;
    const parent = parents.at(-1) as AnyNode | undefined;
    if (parent?.type === 'MemberExpression' && parent.property === inner && !parent.computed) return;
    if (parent?.type === 'Property' && parent.key === inner && !parent.computed && !parent.shorthand) return;
    uses = locals.get(inner.name)?.some((place) => place.start < node.start || place.end > node.end) ?? false;
  });
  return uses;
}
