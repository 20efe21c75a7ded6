/** Schemas that extend another one by `allOf`: where nothing else names them, a discriminator knows them by their names (OpenAPI 3.1 §4.8.25). */
import { decoded } from '../../../shared/safe-decode.ts';
import type { SpecFile } from '../read/source-file.ts';
import { childOf, childrenOf, type SpecNode } from '../read/spec-node.ts';
import { textOf } from '../read/spec-value.ts';

/** A schema with its name among the components. */
export type Heir = SpecNode & { readonly key: string };

/** Of one file: pointer of a base → those that refer to it in their `allOf`; and with all that follow from these, where somebody asked. */
interface Family {
  readonly direct: ReadonlyMap<string, readonly Heir[]>;
  readonly all: Map<string, readonly Heir[]>;
}

/** Looked for once in each file, and only when somebody asks. */
const families = new WeakMap<SpecFile, Family>();

/** Named schemas of the same file that extend this one, over any number of steps, in their order. Each of them asks again when it is shown. */
export function heirsOf({ file, pointer }: SpecNode): readonly Heir[] {
  const family = families.get(file) ?? { direct: directHeirs(file), all: new Map() };
  families.set(file, family);
  const known = family.all.get(pointer) ?? allHeirs(family.direct, pointer);
  family.all.set(pointer, known);
  return known;
}

function allHeirs(direct: Family['direct'], pointer: string): Heir[] {
  const found = new Map<string, Heir>();
  const open = [pointer];
  for (const at of open)
    for (const heir of direct.get(at) ?? []) {
      if (heir.pointer === pointer || found.has(heir.pointer)) continue;
      found.set(heir.pointer, heir);
      open.push(heir.pointer);
    }
  return [...found.values()];
}

function directHeirs(file: SpecFile): Map<string, Heir[]> {
  const root: SpecNode = { file, pointer: '', value: file.value };
  const components = childOf(root, 'components');
  const named = [...childrenOf(components && childOf(components, 'schemas')), ...childrenOf(childOf(root, 'definitions'))];
  const heirs = new Map<string, Heir[]>();
  for (const schema of named)
    for (const part of childrenOf(childOf(schema, 'allOf'))) {
      const ref = textOf(part.value, '$ref');
      if (!ref?.startsWith('#/')) continue;
      const base = decoded(ref.slice(1));
      const known = heirs.get(base);
      if (known) known.push(schema);
      else heirs.set(base, [schema]);
    }
  return heirs;
}
