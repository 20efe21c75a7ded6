import type { ApiDocument } from '../../read/load-api.ts';
import type { SpecNode } from '../../read/spec-node.ts';
import type { SpecProblem } from '../../read/spec-problem.ts';
import { checkConjunctions } from './check-conjunctions.ts';
import { checkLoops } from './check-loops.ts';
import { checkRequiredNames } from './check-required-names.ts';

/** Runs the checks of schemas that apply to the same value. `schemas`: each of the description once. */
export function checkTogether(document: ApiDocument, schemas: readonly SpecNode[]): SpecProblem[] {
  return [...checkLoops(document, schemas), ...checkConjunctions(document, schemas), ...checkRequiredNames(document, schemas)];
}
