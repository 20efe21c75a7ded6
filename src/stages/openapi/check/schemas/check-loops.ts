/**
 * Checks schemas that contain themselves without end, which validators cannot process (JSON Schema 2020-12 Core
 * §9.4.1).
 */

import type { ApiDocument } from '../../read/load-api.ts';
import { nodeId, type SpecNode } from '../../read/spec-node.ts';
import type { SpecProblem } from '../../read/spec-problem.ts';
import { locationName } from '../location-name.ts';
import { problemAt } from '../schema-problem.ts';
import { type Part, partsOf } from './schema-parts.ts';

/** A schema on the current path, and the other schemas that apply to the same value. */
interface Step extends Part {
  /** Number of members on the path from its start to this one. */
  readonly members: number;
  readonly parts: Part[];
}

/** Follows only `$ref` and `allOf`: a choice can end, and properties and items are other values. */
export function checkLoops(document: ApiDocument, schemas: readonly SpecNode[]): SpecProblem[] {
  const problems: SpecProblem[] = [];
  const done = new Set<string>();
  for (const schema of schemas) {
    const way: Step[] = [];
    const places = new Map<string, number>();
    const enter = ({ node, isMember }: Part): void => {
      const id = nodeId(node);
      if (done.has(id)) return;
      const since = places.get(id);
      const members = (way.at(-1)?.members ?? 0) + (isMember ? 1 : 0);
      if (since === undefined) {
        places.set(id, way.length);
        way.push({ node, isMember, members, parts: partsOf(document, node) });
      } else if (members > (way[since] as Step).members) {
        const at = isMember ? way.findLastIndex((step) => !step.isMember) : way.length;
        problems.push(loop(document, way[at - 1]?.node ?? node, way[at]?.node ?? node));
      }
    };
    enter({ node: schema, isMember: false });
    for (let step = way.at(-1); step; step = way.at(-1)) {
      const part = step.parts.pop();
      if (part) enter(part);
      else {
        way.pop();
        done.add(nodeId(step.node));
      }
    }
  }
  return problems;
}

function loop({ kind }: ApiDocument, holder: SpecNode, target: SpecNode): SpecProblem {
  const message = `${locationName(target)} contains itself through allOf, so nothing can be valid`;
  const hint = 'remove this reference, or move the shared part to a third schema';
  return problemAt(kind, { file: holder.file, pointer: `${holder.pointer}/$ref` }, message, { hint, severity: 'warning' });
}
