/** Static reading of a configuration: the object of its default export, as far as it consists of literals. */
import { Parser } from 'acorn';
import { withEsbuild } from '../../stages/render/esbuild-process.ts';

// biome-ignore lint/suspicious/noExplicitAny: nodes of any kind are read
type Node = any;

/** Constants can contain one another many times, so the size of the result has a limit. */
const maxValues = 200_000;
const maxDepth = 60;

/** What a reading has used, and the constants of the file. */
interface Reading {
  readonly constants: ReadonlyMap<string, Node>;
  values: number;
}

/** Undefined if the file has no object to read. Values that are not literals are left out. */
export async function readLiterals(text: string): Promise<unknown> {
  try {
    const { code } = await withEsbuild(({ transform }) => transform(text, { loader: 'tsx', target: 'es2022', jsxFactory: 'h' }));
    const program: Node = Parser.parse(code, { ecmaVersion: 'latest', sourceType: 'module', allowAwaitOutsideFunction: true });
    const constants = new Map<string, Node>();
    let exported: Node;
    for (const statement of program.body) {
      const declaration = statement.declaration?.type === 'VariableDeclaration' ? statement.declaration : statement;
      if (declaration.type === 'VariableDeclaration')
        for (const { id, init } of declaration.declarations) if (id.type === 'Identifier' && init) constants.set(id.name, init);
      if (statement.type === 'ExportDefaultDeclaration') exported = statement.declaration;
      if (statement.type === 'ExportNamedDeclaration')
        for (const one of statement.specifiers) if (one.exported.name === 'default') exported = one.local;
      const assigned = statement.expression;
      if (assigned?.type === 'AssignmentExpression' && code.slice(assigned.left.start, assigned.left.end) === 'module.exports')
        exported = assigned.right;
    }
    return exported && literalOf(exported, { constants, values: 0 }, 0);
  } catch {
    return undefined;
  }
}

function literalOf(node: Node, reading: Reading, depth: number): unknown {
  if (depth > maxDepth || ++reading.values > maxValues) return undefined;
  const { constants } = reading;
  const of = (inner: Node) => literalOf(inner, reading, depth + 1);
  switch (node?.type) {
    case 'Literal':
      return node.value;
    case 'TemplateLiteral':
      return node.expressions.length === 0 ? node.quasis[0].value.cooked : undefined;
    case 'Identifier':
      return constants.has(node.name) ? of(constants.get(node.name)) : undefined;
    case 'ArrayExpression':
      return node.elements.flatMap((item: Node) => {
        const value = item?.type === 'SpreadElement' ? of(item.argument) : [of(item)];
        return Array.isArray(value) ? value.filter((one) => one !== undefined) : [];
      });
    case 'ObjectExpression': {
      const object: Record<string, unknown> = {};
      for (const property of node.properties) {
        if (property.type === 'SpreadElement') Object.assign(object, of(property.argument));
        else if (!property.computed) object[property.key.name ?? String(property.key.value)] = of(property.value);
      }
      return object;
    }
    // `defineConfig({…})`; `starlight({…})` keeps its name.
    case 'CallExpression': {
      const value = node.arguments[0] && of(node.arguments[0]);
      return node.callee.name === 'starlight' ? { $starlight: value ?? {} } : value;
    }
    case 'UnaryExpression':
      return node.operator === '-' ? -Number(of(node.argument)) : node.operator === '!' ? !of(node.argument) : undefined;
    case 'ArrowFunctionExpression':
      return node.body.type === 'BlockStatement' ? returned(node.body, of) : of(node.body);
    case 'FunctionDeclaration':
    case 'FunctionExpression':
      return returned(node.body, of);
    case 'LogicalExpression':
    case 'ConditionalExpression':
      return of(node.right ?? node.consequent);
    case 'ParenthesizedExpression':
      return of(node.expression);
    default:
      return undefined;
  }
}

function returned(body: Node, of: (node: Node) => unknown): unknown {
  return of(body.body.findLast((statement: Node) => statement.type === 'ReturnStatement')?.argument);
}
