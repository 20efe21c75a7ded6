/** YAML as a tree: an alias is a copy of its value, so that nothing that reads the value runs in circles or without end. */
import { load } from 'js-yaml';

const maxValues = 200_000;
const maxDepth = 100;

/** Throws if the text is invalid, if a value contains itself, or if the tree is too large. */
export function loadTree(text: string): unknown {
  let values = 0;
  const copy = (value: unknown, depth: number): unknown => {
    if (++values > maxValues || depth > maxDepth) throw new RangeError('the YAML is too large');
    if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1));
    if (typeof value !== 'object' || value === null || value instanceof Date) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copy(item, depth + 1)]));
  };
  return copy(load(text), 0);
}
