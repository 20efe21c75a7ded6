/** Where an error of the engine is, as authors look for it: QuickJS names the dot of `a.b` and the parenthesis of a call. */
import { type AnyNode, parse } from 'acorn';
import { walk } from './module-facts.ts';

/** Line and column of a script, 1-based; the same when nothing at that place is known to be meant otherwise. */
export function shownPlace(script: string, line: number, column: number): { readonly line: number; readonly column: number } {
  const lines = script.split('\n');
  const text = lines[line - 1];
  if (text === undefined) return { line, column };
  // The engine counts characters, not UTF-16 units.
  const inLine = [...text].slice(0, column - 1).join('').length;
  const lineStart = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  const start = startOfMeant(script, lineStart + inLine);
  if (start === undefined) return { line, column: inLine + 1 };
  const before = script.slice(0, start);
  return { line: before.split('\n').length, column: start - before.lastIndexOf('\n') };
}

function startOfMeant(script: string, offset: number): number | undefined {
  let found: number | undefined;
  walk(parse(script, { ecmaVersion: 'latest', sourceType: 'script' }), (node) => {
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
