/**
 * Required names must be described by a schema for the same value; one that is similar to a property is probably a
 * typing error.
 */

import { nearestName } from '../../../../shared/nearest-name.ts';
import type { ApiDocument } from '../../read/load-api.ts';
import { childOf, childrenOf, nodeId, type SpecNode } from '../../read/spec-node.ts';
import type { SpecProblem } from '../../read/spec-problem.ts';
import { objectOf, type SpecValue, textsOf } from '../../read/spec-value.ts';
import { problemAt } from '../schema-problem.ts';
import { allPartsOf } from './schema-parts.ts';

interface Slip {
  readonly entry: SpecNode;
  readonly name: string;
  /** A similar property, which is probably meant. */
  readonly near: string | undefined;
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
    const choices = own.flatMap((part) => [
      ...['oneOf', 'anyOf', 'dependentSchemas'].flatMap((key) => childrenOf(childOf(part, key))),
      ...['if', 'then', 'else', 'not'].flatMap((key) => childOf(part, key) ?? []),
    ]);
    const together = [...new Set([...own, ...choices.flatMap((choice) => allPartsOf(document, choice))])];
    for (const part of together) {
      const found = slips.get(nodeId(part));
      if (found === undefined) continue;
      const isDescribed = ({ name, near }: Slip) =>
        together.some(({ value }) => objectOf(value, 'properties')?.[name] !== undefined || (near === undefined && describesOthers(value)));
      slips.set(
        nodeId(part),
        found.filter((slip) => !isDescribed(slip)),
      );
    }
  }
  return [...slips.values()].flat().map(({ entry, name, near }) =>
    problemAt(document.kind, entry, `"${name}" is required, but is not one of the properties`, {
      hint: near === undefined ? `add ${name} to the properties, or remove it from required` : `write "${near}"`,
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
    if (typeof name !== 'string' || properties[name] !== undefined) return [];
    return [{ entry, name, near: nearestName(name, open) }];
  });
}

/** Whether a schema describes properties that it does not name. */
function describesOthers(value: SpecValue): boolean {
  return ['additionalProperties', 'patternProperties', 'unevaluatedProperties'].some((key) => objectOf(value, key) !== undefined);
}
