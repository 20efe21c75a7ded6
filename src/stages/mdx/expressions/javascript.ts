/** JavaScript and JSX text → syntax tree, by acorn. */
import { load } from '../load.ts';

/** An ESTree or JSX node, read by the few members that we know. */
// biome-ignore lint/suspicious/noExplicitAny: the members depend on `type`; every reader asks for that first
export type Ast = { readonly type: string; readonly start: number; readonly end: number } & Readonly<Record<string, any>>;

/** The first fault only: acorn goes no further. `offset` counts in the text that was parsed. */
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

/** The one expression of a text; offsets count in the text. */
export function parseExpression(text: string): Ast | undefined {
  try {
    const program = openParser().parse(`(${text}\n)`, options) as Ast;
    const statement = program.body[0] as Ast | undefined;
    if (program.body.length !== 1 || statement?.type !== 'ExpressionStatement') return undefined;
    return shifted(statement.expression, -1);
  } catch {
    return undefined;
  }
}

/** `...rest` of a tag: the expression behind the dots. */
export function parseSpread(text: string): Ast | undefined {
  return parseExpression(text.replace(/^\s*\.\.\./, (dots) => ' '.repeat(dots.length)));
}

/**
 * Statements of a module; offsets count in the text. JSX that nests past 500 is a fault too, for walks over the tree
 * would run out of stack.
 */
export function parseModule(text: string): Ast | JavaScriptProblem {
  try {
    return shifted(openParser().parse(text, options) as Ast, 0);
  } catch (error) {
    const { pos, message } = error as { pos?: number; message: string };
    return { offset: pos ?? 0, reason: message.replace(/ \(\d+:\d+\)$/, '') };
  }
}

/** The nodes right below `node`, in the order of its members, which need not be that of the text: whoever walks decides how to go on. */
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

/** Operators within operators beyond which walks over the tree would run out of stack. */
const maxDepth = 500;

/** Moves every place in the tree; throws for trees that nobody could walk. */
function shifted(root: Ast, by: number): Ast {
  let row: Ast[] = [root];
  for (let depth = 0; row.length > 0; depth++) {
    if (depth > maxDepth) throw new SyntaxError('it nests too deep');
    for (const node of row) {
      (node as { start: number }).start += by;
      (node as { end: number }).end += by;
    }
    row = row.flatMap(childrenOf);
  }
  return root;
}
