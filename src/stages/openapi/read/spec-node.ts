import type { SpecFile } from './source-file.ts';
import { isObject, pointerStep, type SpecValue } from './spec-value.ts';

/**
 * One value in its file. `value` may differ from the file (a converted 2.0 operation, a node changed by an overlay);
 * file and pointer give its location and the base of its relative references.
 */
export interface SpecNode {
  readonly file: SpecFile;
  /** JSON pointer without `#`. */
  readonly pointer: string;
  readonly value: SpecValue;
}

/** The member of an object or list, or undefined when there is none. */
export function childOf(node: SpecNode, key: string | number): SpecNode | undefined {
  const { value } = node;
  const child = Array.isArray(value) ? value[Number(key)] : isObject(value) ? value[key] : undefined;
  return child === undefined ? undefined : { file: node.file, pointer: node.pointer + pointerStep(key), value: child };
}

/** All members in document order, optionally without vendor extensions. */
export function childrenOf(node: SpecNode | undefined, withoutExtensions = false): (SpecNode & { readonly key: string })[] {
  if (node === undefined || typeof node.value !== 'object' || node.value === null) return [];
  const { value, file, pointer } = node;
  return Object.keys(value)
    .filter((key) => !withoutExtensions || !key.startsWith('x-'))
    .map((key) => ({ file, pointer: pointer + pointerStep(key), value: (value as Record<string, SpecValue>)[key] as SpecValue, key }));
}

/** Another value at the same location. */
export function withValue(node: SpecNode, value: SpecValue): SpecNode {
  return { file: node.file, pointer: node.pointer, value };
}

/** A unique key for a location. */
export function nodeId(node: SpecNode): string {
  return `${node.file.path}#${node.pointer}`;
}
