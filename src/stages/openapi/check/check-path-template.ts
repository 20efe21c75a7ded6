import { templateNames } from '../../../shared/playground/template-names.ts';
import type { SpecNode } from '../read/spec-node.ts';
import type { SpecProblem } from '../read/spec-problem.ts';
import { problemAt } from './schema-problem.ts';

/**
 * Path templates (OpenAPI 3.2 §4.9.2 "Path Templating Matching"): what no reader can fill in, and what no server gets.
 * At most one fault for each path: the worst.
 */
export function checkPathTemplate(item: SpecNode & { readonly key: string }): SpecProblem[] {
  const { key } = item;
  const say = (message: string, hint: string, severity: 'error' | 'warning'): SpecProblem[] => [
    problemAt('openapi', item, message, { hint, severity, atKey: true }),
  ];
  if (/[{}]/.test(key.replace(/\{[^{}]+\}/g, '')))
    return say(`${key} has a brace without its other half or a name`, 'write {name}', 'error');
  const names = templateNames(key);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) return say(`{${twice}} stands twice in ${key}`, 'give each its own name', 'warning');
  if (/\s/.test(key))
    return say(`${key} has a space, which no request carries`, 'write it as the server knows it: %20, or without', 'warning');
  const [mark] = /[?#]/.exec(key.replace(/\{[^{}]+\}/g, '')) ?? [];
  if (mark === '?') return say(`${key} has a query`, 'describe it by parameters in: query', 'warning');
  return mark === undefined
    ? []
    : say(`${key} has a fragment, which no request carries`, 'give the operations paths of their own', 'warning');
}
