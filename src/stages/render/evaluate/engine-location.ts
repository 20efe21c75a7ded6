/**
 * Maps error positions of the engine to the position that authors expect: QuickJS reports the dot of `a.b` and the
 * parenthesis of a call.
 */
import { type AnyNode, type Program, parse } from 'acorn';
import { walk } from './module-facts.ts';

interface Position {
  readonly line: number;
  readonly column: number;
}

/** Maps line and column in a script, 1-based; unchanged if no better position is known. */
export function locationFinder(script: string): (line: number, column: number) => Position {
  const lines = script.split('\n');
  const program = treeOf(script);
  return (line, column) => {
    const text = lines[line - 1];
    if (text === undefined) return { line, column };
    // The engine counts code points, not UTF-16 units.
    const inLine = [...text.slice(0, 2 * column)].slice(0, column - 1).join('').length;
    const lineStart = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    const start = program && reportedNodeStart(program, script, lineStart + inLine);
    if (start === undefined) return { line, column: inLine + 1 };
    const before = script.slice(0, start);
    return { line: before.split('\n').length, column: start - before.lastIndexOf('\n') };
  };
}

/** Undefined if acorn does not support the syntax. */
function treeOf(script: string): Program | undefined {
  try {
    return parse(script, { ecmaVersion: 'latest', sourceType: 'script' });
  } catch {
    return undefined;
  }
}

function reportedNodeStart(program: Program, script: string, offset: number): number | undefined {
  let found: number | undefined;
  walk(program, (node) => {
    if (node.start > offset || node.end <= offset) return false;
    if (node.type === 'MemberExpression' && isBetween(offset, node.object, node.property)) found = node.property.start;
    if (node.type === 'NewExpression' && node.callee.end <= offset && script[offset] === '(') found = node.start;
    if (node.type === 'CallExpression' && node.callee.end <= offset && script[offset] === '(')
      found = node.callee.type === 'MemberExpression' ? node.callee.property.start : node.callee.start;
    return undefined;
  });
  return found;
}

function isBetween(offset: number, left: AnyNode, right: AnyNode): boolean {
  return left.end <= offset && offset < right.start;
}
