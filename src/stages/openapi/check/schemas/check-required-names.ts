/**
 * Required names must be described by a schema for the same value, or nowhere; one that is similar to a property is
 * probably a typing error.
 */

import { nearestName } from '../../../../shared/nearest-name.ts';
import type { ApiDocument } from '../../read/load-api.ts';
import { childOf, childrenOf, nodeId, type SpecNode } from '../../read/spec-node.ts';
import type { SpecProblem } from '../../read/spec-problem.ts';
import { objectOf, textsOf } from '../../read/spec-value.ts';
import { problemAt } from '../schema-problem.ts';
import { allPartsOf } from './schema-parts.ts';

interface Slip {
  readonly entry: SpecNode;
  readonly name: string;
  readonly near: string;
}

/** `schemas`: each of the description once. */
export function checkRequiredNames(document: ApiDocument, schemas: readonly SpecNode[]): SpecProblem[] {
  const slips = new Map<string, Slip[]>();
  for (const schema of schemas) {
    const found = slipsIn(schema);
    if (found.length > 0) slips.set(nodeId(schema), found);
  }
  if (slips.size === 0) return [];
  for (const schema of schemas) {
    const own = allPartsOf(document, schema);
    const choices = own.flatMap((part) => ['oneOf', 'anyOf'].flatMap((key) => childrenOf(childOf(part, key))));
    const together = [...new Set([...own, ...choices.flatMap((choice) => allPartsOf(document, choice))])];
    for (const part of together) {
      const found = slips.get(nodeId(part));
      if (found === undefined) continue;
      const isDescribed = ({ name }: Slip) => together.some(({ value }) => objectOf(value, 'properties')?.[name] !== undefined);
      slips.set(
        nodeId(part),
        found.filter((slip) => !isDescribed(slip)),
      );
    }
  }
  return [...slips.values()].flat().map(({ entry, name, near }) =>
    problemAt(document.kind, entry, `no property is called "${name}", which is required here`, {
      hint: `did you mean "${near}"?`,
      severity: 'warning',
    }),
  );
}

function slipsIn(schema: SpecNode): Slip[] {
  const properties = objectOf(schema.value, 'properties');
  const required = textsOf(schema.value, 'required');
  if (properties === undefined || required.length === 0) return [];
  const listed = new Set(required);
  const open = Object.keys(properties).filter((name) => !listed.has(name));
  return childrenOf(childOf(schema, 'required')).flatMap((entry) => {
    const name = entry.value;
    const near = typeof name === 'string' && properties[name] === undefined ? nearestName(name, open) : undefined;
    return near === undefined ? [] : [{ entry, name: name as string, near }];
  });
}
