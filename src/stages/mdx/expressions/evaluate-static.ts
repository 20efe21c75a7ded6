/**
 * Evaluates expressions that need no JavaScript engine: literals, objects, arrays, templates, JSX, names with known
 * values and simple operators on these. Returns `notStatic` for anything else.
 */

import { user } from '../../../shared/components/author-scope.ts';
import type { Ast } from './javascript.ts';
import { jsxToTree } from './jsx-to-tree.ts';
import { Code, lookUp, Markup, type Module, type Scope, type Value } from './value.ts';

/** Only running the JavaScript would tell. Thrown internally, returned to callers; an author's value is never this symbol. */
export const notStatic = Symbol('not static');

/** The scope and position of an expression. */
export interface EvaluationContext {
  readonly module: Module;
  readonly scope: Scope;
  /** The text that the syntax tree was parsed from. */
  readonly text: string;
  /** Offset in the module's text that locates the whole expression. */
  readonly offset: number;
}

/** Returns the value that JavaScript would, or `notStatic` in case of doubt: the page is then run, with the correct result. */
export function evaluateStatic(node: Ast, context: EvaluationContext): Value | typeof notStatic {
  try {
    return evaluate(node, context);
  } catch (error) {
    if (error === notStatic) return notStatic;
    throw error;
  }
}

function evaluate(node: Ast, context: EvaluationContext): Value {
  switch (node.type) {
    case 'Literal':
      if (node.regex || node.bigint) throw notStatic;
      return node.value;
    case 'TemplateLiteral':
      return template(node, (quasi) => quasi.value.cooked, context);
    case 'TaggedTemplateExpression':
      if (context.text.slice(node.tag.start, node.tag.end) !== 'String.raw') throw notStatic;
      return template(node.quasi, (quasi) => quasi.value.raw, context);
    case 'Identifier':
      return name(node, context);
    case 'ArrayExpression':
      return list(node, context);
    case 'ObjectExpression':
      return object(node, context);
    case 'MemberExpression':
    case 'ChainExpression':
      return node.type === 'ChainExpression' ? evaluate(node.expression, context) : member(node, context);
    case 'UnaryExpression':
      return unary(node.operator, toPrimitive(evaluate(node.argument, context)));
    case 'BinaryExpression':
      return binary(node.operator, toPrimitive(evaluate(node.left, context)), toPrimitive(evaluate(node.right, context)));
    case 'LogicalExpression': {
      const left = withoutCode(evaluate(node.left, context));
      if (node.operator === '&&') return left ? evaluate(node.right, context) : left;
      if (node.operator === '||') return left ? left : evaluate(node.right, context);
      return left ?? evaluate(node.right, context);
    }
    case 'ConditionalExpression':
      return evaluate(withoutCode(evaluate(node.test, context)) ? node.consequent : node.alternate, context);
    case 'JSXElement':
    case 'JSXFragment':
      return new Markup([jsxToTree(node, context.text, context.offset)], context.module, context.scope);
    default:
      throw notStatic;
  }
}

function template(node: Ast, textOf: (quasi: Ast) => string | null, context: EvaluationContext): string {
  let text = '';
  node.quasis.forEach((quasi: Ast, index: number) => {
    const part = textOf(quasi);
    if (part === null) throw notStatic;
    text += part;
    const expression = node.expressions[index];
    if (expression) text += String(toPrimitive(evaluate(expression, context)));
  });
  return text;
}

function name(node: Ast, context: EvaluationContext): Value {
  const binding = lookUp(context.scope, node.name);
  if (!binding) {
    if (node.name === 'undefined') return undefined;
    if (node.name === 'user') return user;
    throw notStatic;
  }
  if (binding.kind === 'missing') return undefined;
  if (binding.kind !== 'value' || binding.value instanceof Code) throw notStatic;
  return binding.value;
}

function list(node: Ast, context: EvaluationContext): Value {
  const values: Value[] = [];
  for (const element of node.elements) {
    if (!element) values.push(undefined);
    else if (element.type === 'SpreadElement') {
      const spread = evaluate(element.argument, context);
      if (!Array.isArray(spread)) throw notStatic;
      values.push(...spread);
    } else values.push(evaluate(element, context));
  }
  return values;
}

function object(node: Ast, context: EvaluationContext): Value {
  const result: Record<string, Value> = Object.create(null);
  for (const property of node.properties) {
    if (property.type === 'SpreadElement') {
      const spread = evaluate(property.argument, context);
      if (typeof spread !== 'object' || spread === null || spread instanceof Markup || Array.isArray(spread)) throw notStatic;
      Object.assign(result, spread);
    } else {
      if (property.kind !== 'init' || property.method) throw notStatic;
      const key = property.computed ? toPrimitive(evaluate(property.key, context)) : (property.key.name ?? property.key.value);
      result[String(key)] = evaluate(property.value, context);
    }
  }
  return result;
}

function member(node: Ast, context: EvaluationContext): Value {
  const owner = evaluate(node.object, context);
  const key = node.computed ? toPrimitive(evaluate(node.property, context)) : node.property.name;
  if (owner === undefined || owner === null) {
    if (node.optional) return undefined;
    throw notStatic;
  }
  if (owner instanceof Markup || owner instanceof Code) throw notStatic;
  if (key === 'length' && (typeof owner === 'string' || Array.isArray(owner))) return owner.length;
  if (typeof owner !== 'object') throw notStatic;
  if (Object.hasOwn(owner, String(key))) return (owner as Record<string, Value>)[String(key)];
  // Methods of the prototype are left to JavaScript.
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

function toPrimitive(value: Value): Primitive {
  if (typeof value === 'object' && value !== null) throw notStatic;
  return value;
}

function withoutCode(value: Value): Value {
  if (value instanceof Code) throw notStatic;
  return value;
}
