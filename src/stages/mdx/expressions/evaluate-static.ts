/**
 * Values of expressions that need no JavaScript engine: literals, objects, lists, templates, JSX, names with known values
 * and simple operators on these. Anything else gives `notStatic`.
 */

import { user } from '../../../shared/components/author-scope.ts';
import type { Ast } from './javascript.ts';
import { jsxToTree } from './jsx-to-tree.ts';
import { Code, lookUp, Markup, type Module, type Scope, type Value } from './value.ts';

/** Running JavaScript alone can tell. Thrown inside, given outside; no value of an author is it. */
export const notStatic = Symbol('not static');

/** Whose names an expression sees, and where it stands. */
export interface EvaluationPlace {
  readonly module: Module;
  readonly scope: Scope;
  /** The text that the tree was parsed from. */
  readonly text: string;
  /** Offset in the module's text that stands for the whole expression. */
  readonly offset: number;
}

/** Gives what JavaScript would, or `notStatic`: when in doubt the latter, for the page is then run and right all the same. */
export function evaluateStatic(node: Ast, place: EvaluationPlace): Value | typeof notStatic {
  try {
    return evaluate(node, place);
  } catch (error) {
    if (error === notStatic) return notStatic;
    throw error;
  }
}

function evaluate(node: Ast, place: EvaluationPlace): Value {
  switch (node.type) {
    case 'Literal':
      if (node.regex || node.bigint) throw notStatic;
      return node.value;
    case 'TemplateLiteral':
      return template(node, (quasi) => quasi.value.cooked, place);
    case 'TaggedTemplateExpression':
      if (place.text.slice(node.tag.start, node.tag.end) !== 'String.raw') throw notStatic;
      return template(node.quasi, (quasi) => quasi.value.raw, place);
    case 'Identifier':
      return name(node, place);
    case 'ArrayExpression':
      return list(node, place);
    case 'ObjectExpression':
      return object(node, place);
    case 'MemberExpression':
    case 'ChainExpression':
      return node.type === 'ChainExpression' ? evaluate(node.expression, place) : member(node, place);
    case 'UnaryExpression':
      return unary(node.operator, plain(evaluate(node.argument, place)));
    case 'BinaryExpression':
      return binary(node.operator, plain(evaluate(node.left, place)), plain(evaluate(node.right, place)));
    case 'LogicalExpression': {
      const left = known(evaluate(node.left, place));
      if (node.operator === '&&') return left ? evaluate(node.right, place) : left;
      if (node.operator === '||') return left ? left : evaluate(node.right, place);
      return left ?? evaluate(node.right, place);
    }
    case 'ConditionalExpression':
      return evaluate(known(evaluate(node.test, place)) ? node.consequent : node.alternate, place);
    case 'JSXElement':
    case 'JSXFragment':
      return new Markup([jsxToTree(node, place.text, place.offset)], place.module, place.scope);
    default:
      throw notStatic;
  }
}

function template(node: Ast, textOf: (quasi: Ast) => string | null, place: EvaluationPlace): string {
  let text = '';
  node.quasis.forEach((quasi: Ast, index: number) => {
    const part = textOf(quasi);
    if (part === null) throw notStatic;
    text += part;
    const expression = node.expressions[index];
    if (expression) text += String(plain(evaluate(expression, place)));
  });
  return text;
}

function name(node: Ast, place: EvaluationPlace): Value {
  const binding = lookUp(place.scope, node.name);
  if (!binding) {
    if (node.name === 'undefined') return undefined;
    if (node.name === 'user') return user;
    throw notStatic;
  }
  if (binding.kind === 'missing') return undefined;
  if (binding.kind !== 'value' || binding.value instanceof Code) throw notStatic;
  return binding.value;
}

function list(node: Ast, place: EvaluationPlace): Value {
  const values: Value[] = [];
  for (const element of node.elements) {
    if (!element) values.push(undefined);
    else if (element.type === 'SpreadElement') {
      const spread = evaluate(element.argument, place);
      if (!Array.isArray(spread)) throw notStatic;
      values.push(...spread);
    } else values.push(evaluate(element, place));
  }
  return values;
}

function object(node: Ast, place: EvaluationPlace): Value {
  const result: Record<string, Value> = Object.create(null);
  for (const property of node.properties) {
    if (property.type === 'SpreadElement') {
      const spread = evaluate(property.argument, place);
      if (typeof spread !== 'object' || spread === null || spread instanceof Markup || Array.isArray(spread)) throw notStatic;
      Object.assign(result, spread);
    } else {
      if (property.kind !== 'init' || property.method) throw notStatic;
      const key = property.computed ? plain(evaluate(property.key, place)) : (property.key.name ?? property.key.value);
      result[String(key)] = evaluate(property.value, place);
    }
  }
  return result;
}

function member(node: Ast, place: EvaluationPlace): Value {
  const owner = evaluate(node.object, place);
  const key = node.computed ? plain(evaluate(node.property, place)) : node.property.name;
  if (owner === undefined || owner === null) {
    if (node.optional) return undefined;
    throw notStatic;
  }
  if (owner instanceof Markup || owner instanceof Code) throw notStatic;
  if (key === 'length' && (typeof owner === 'string' || Array.isArray(owner))) return owner.length;
  if (typeof owner !== 'object') throw notStatic;
  if (Object.hasOwn(owner, String(key))) return (owner as Record<string, Value>)[String(key)];
  // A property that a method of the prototype could be is for JavaScript to find.
  if (String(key) in (Array.isArray(owner) ? Array.prototype : Object.prototype)) throw notStatic;
  return undefined;
}

function unary(operator: string, value: Primitive): Value {
  switch (operator) {
    case '-':
      return -Number(value);
    case '+':
      return Number(value);
    case '!':
      return !value;
    case 'void':
      return undefined;
    default:
      throw notStatic;
  }
}

function binary(operator: string, left: Primitive, right: Primitive): Value {
  const a = left as number;
  const b = right as number;
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    case '%':
      return a % b;
    case '===':
      return left === right;
    case '!==':
      return left !== right;
    case '==':
      // biome-ignore lint/suspicious/noDoubleEquals: the author's operator
      return left == right;
    case '!=':
      // biome-ignore lint/suspicious/noDoubleEquals: the author's operator
      return left != right;
    case '<':
      return a < b;
    case '>':
      return a > b;
    case '<=':
      return a <= b;
    case '>=':
      return a >= b;
    default:
      throw notStatic;
  }
}

type Primitive = undefined | null | boolean | number | string;

function plain(value: Value): Primitive {
  if (typeof value === 'object' && value !== null) throw notStatic;
  return value;
}

function known(value: Value): Value {
  if (value instanceof Code) throw notStatic;
  return value;
}
