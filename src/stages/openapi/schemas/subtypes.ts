/**
 * Finds schemas that extend another one by `allOf`: without a mapping, discriminator values are their names (OpenAPI
 * 3.1 §4.8.25).
 */
import { decoded } from '../../../shared/safe-decode.ts';
import type { SpecFile } from '../read/source-file.ts';
import { childOf, childrenOf, type SpecNode } from '../read/spec-node.ts';
import { textOf } from '../read/spec-value.ts';

/** A schema with its name among the components. */
export type Subtype = SpecNode & { readonly key: string };

/** For one file: pointer of a base → schemas that refer to it in their `allOf`; and cached transitive results. */
interface Family {
  readonly direct: ReadonlyMap<string, readonly Subtype[]>;
  readonly all: Map<string, readonly Subtype[]>;
}

/** Computed once for each file, on demand. */
const families = new WeakMap<SpecFile, Family>();

/** Named schemas of the same file that extend this one, directly or indirectly, in document order. */
export function subtypesOf({ file, pointer }: SpecNode): readonly Subtype[] {
  const family = families.get(file) ?? { direct: directSubtypes(file), all: new Map() };
  families.set(file, family);
  const known = family.all.get(pointer) ?? allSubtypes(family.direct, pointer);
  family.all.set(pointer, known);
  return known;
}

function allSubtypes(direct: Family['direct'], pointer: string): Subtype[] {
  const found = new Map<string, Subtype>();
  const open = [pointer];
  for (const at of open)
    for (const subtype of direct.get(at) ?? []) {
      if (subtype.pointer === pointer || found.has(subtype.pointer)) continue;
      found.set(subtype.pointer, subtype);
      open.push(subtype.pointer);
    }
  return [...found.values()];
}

function directSubtypes(file: SpecFile): Map<string, Subtype[]> {
  const root: SpecNode = { file, pointer: '', value: file.value };
  const components = childOf(root, 'components');
  const named = [...childrenOf(components && childOf(components, 'schemas')), ...childrenOf(childOf(root, 'definitions'))];
  const subtypes = new Map<string, Subtype[]>();
  for (const schema of named)
    for (const part of childrenOf(childOf(schema, 'allOf'))) {
      const ref = textOf(part.value, '$ref');
      if (!ref?.startsWith('#/')) continue;
      const base = decoded(ref.slice(1));
      const known = subtypes.get(base);
      if (known) known.push(schema);
      else subtypes.set(base, [schema]);
    }
  return subtypes;
}
