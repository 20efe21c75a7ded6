import { templateNames } from '../../../shared/playground/template-names.ts';
import type { SpecNode } from '../read/spec-node.ts';
import type { SpecProblem } from '../read/spec-problem.ts';
import { problemAt } from './schema-problem.ts';

/**
 * Checks path templates (OpenAPI 3.2 §4.9.2 "Path Templating Matching"). Reports at most one problem for each path, the
 * most severe.
 */
export function checkPathTemplate(item: SpecNode & { readonly key: string }): SpecProblem[] {
  const { key } = item;
  const say = (message: string, hint: string, severity: 'error' | 'warning'): SpecProblem[] => [
    problemAt('openapi', item, message, { hint, severity, atKey: true }),
  ];
  if (/[{}]/.test(key.replace(/\{[^{}]+\}/g, '')))
    return say(`${key} has an unmatched brace or an empty parameter name`, 'write {name}', 'error');
  const names = templateNames(key);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) return say(`{${twice}} appears twice in ${key}`, 'give each its own name', 'warning');
  if (/\s/.test(key)) return say(`${key} contains a space, which no request can contain`, 'write %20, or remove the space', 'warning');
  const [mark] = /[?#]/.exec(key.replace(/\{[^{}]+\}/g, '')) ?? [];
  if (mark === '?') return say(`${key} contains a query`, 'describe the query as parameters with in: query', 'warning');
  return mark === undefined
    ? []
    : say(`${key} contains a fragment, which no request contains`, 'give each operation its own path', 'warning');
}
