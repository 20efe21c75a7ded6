/** JavaScript and JSX text → syntax tree, by acorn. */
import { load } from '../load.ts';

/** An ESTree or JSX node; only the members that docsgen reads. */
// biome-ignore lint/suspicious/noExplicitAny: the members depend on `type`; every reader asks for that first
export type Ast = { readonly type: string; readonly start: number; readonly end: number } & Readonly<Record<string, any>>;

/** The first error only, because acorn stops there. `offset` is relative to the parsed text. */
export interface JavaScriptProblem {
  readonly offset: number;
  readonly reason: string;
}

interface Parser {
  parse(text: string, options: object): unknown;
  parseExpressionAt(text: string, offset: number, options: object): unknown;
}

let parser: Parser | undefined;

function openParser(): Parser {
  if (!parser) {
    const acorn = load('acorn') as typeof import('acorn');
    const jsx = load('acorn-jsx') as () => (base: unknown) => unknown;
    parser = acorn.Parser.extend(jsx() as never) as unknown as Parser;
  }
  return parser;
}

const options = { ecmaVersion: 'latest', sourceType: 'module', allowAwaitOutsideFunction: true, allowReserved: true };

/** The expression that the whole text consists of; offsets are relative to the text. */
export function parseExpression(text: string): Ast | undefined {
  try {
    const program = openParser().parse(`(${text}\n)`, options) as Ast;
    const statement = program.body[0] as Ast | undefined;
    if (program.body.length !== 1 || statement?.type !== 'ExpressionStatement') return undefined;
    return shiftOffsets(statement.expression, -1);
  } catch {
    return undefined;
  }
}

/** `...rest` of a tag: the expression after the dots. */
export function parseSpread(text: string): Ast | undefined {
  return parseExpression(text.replace(/^\s*\.\.\./, (dots) => ' '.repeat(dots.length)));
}

/**
 * Statements of a module; offsets are relative to the text. Nesting deeper than 500 levels is an error, because
 * walking the tree would overflow the stack.
 */
export function parseModule(text: string): Ast | JavaScriptProblem {
  try {
    return shiftOffsets(openParser().parse(text, options) as Ast, 0);
  } catch (error) {
    const { pos, message } = error as { pos?: number; message: string };
    return { offset: pos ?? 0, reason: message.replace(/ \(\d+:\d+\)$/, '') };
  }
}

/** The direct children of `node`, in the order of its members, which is not always source order. */
export function childrenOf(node: Ast): Ast[] {
  const children: Ast[] = [];
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) {
      for (const item of value) if (isAst(item)) children.push(item);
    } else if (isAst(value)) children.push(value);
  }
  return children;
}

function isAst(value: unknown): value is Ast {
  return typeof value === 'object' && value !== null && typeof (value as Ast).type === 'string';
}

/** Nesting depth above which walking the tree would overflow the stack. */
const maxDepth = 500;

/** Shifts all offsets in the tree; throws for trees that are too deep. */
function shiftOffsets(root: Ast, by: number): Ast {
  let level: Ast[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) throw new SyntaxError('it nests too deep');
    for (const node of level) {
      (node as { start: number }).start += by;
      (node as { end: number }).end += by;
    }
    level = level.flatMap(childrenOf);
  }
  return root;
}
